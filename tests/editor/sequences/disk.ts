// What other processes write to files, open or not.

import { execFileSync } from "node:child_process";
import { copyFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";

import type { Page } from "playwright-core";

import { git } from "./repository.ts";
import { DESK, FEE, QUIET_MILLISECONDS, SCORE, type Sequence, TAX } from "./sequence.ts";

const ONE = { suggestions: [{ kind: "disk", functions: ["fee"] }] };
const BOTH = { suggestions: [{ kind: "disk", functions: ["fee", "tax"] }] };
const UNOPENED = { before: null, git: SCORE };
const NEW = { before: null, git: null };
const MIDDLE = `\
    limit = 20
    middle = 10
    if limit > points > middle:
        return 'middle'
    if points > limit:
`;

async function written(page: Page, file: string, text: string): Promise<void> {
  writeFileSync(file, text);
  await page.waitForTimeout(QUIET_MILLISECONDS);
}

export const DISK: readonly Sequence[] = [
  {
    label: "disk_agent",
    what: "An agent in a terminal adds a function to the file.",
    suggestions: [{ kind: "disk", functions: ["fee"] }],
    act: async (page, file) => {
      writeFileSync(file, SCORE + FEE);
      await page.locator(".view-line", { hasText: "def fee" }).first().waitFor();
    },
  },
  {
    label: "disk_agent_rewrite",
    what: "An agent in a terminal rewrites a function of the file.",
    suggestions: [{ kind: "disk", functions: ["score"] }],
    act: async (page, file) => {
      const body = "    points = 10\n    if years > 5:\n        points = points + years * 3\n";
      writeFileSync(file, SCORE.replace("    points = years * 2\n", body));
      await page.locator(".view-line", { hasText: "years > 5" }).first().waitFor();
    },
  },
  {
    label: "checkout",
    what: "Another branch checked out, in which the file has one more function.",
    gitInTheEnd: SCORE + FEE,
    act: async (page, file) => {
      git(file, "checkout", "--quiet", "other");
      await page.locator(".view-line", { hasText: "def fee" }).first().waitFor();
    },
  },
  {
    label: "disk_two_functions",
    what: "An agent adds two functions to a file that is open.",
    ...BOTH,
    act: async (page, file) => {
      writeFileSync(file, SCORE + FEE + TAX);
      await page.locator(".view-line", { hasText: "def fee" }).first().waitFor();
    },
  },
  {
    label: "disk_in_two_steps",
    what: "An agent adds a function to a file that is open, and mends it after five seconds.",
    ...ONE,
    act: async (page, file) => {
      writeFileSync(file, SCORE + FEE);
      await page.waitForTimeout(5_000);
      writeFileSync(file, SCORE + FEE.replace("65", "67").replace("/ 2", "/ 3 + 1"));
      await page.locator(".view-line", { hasText: "/ 3" }).first().waitFor();
    },
  },
  {
    label: "disk_unopened",
    what: "An agent adds a function to a file that is not open.",
    ...ONE,
    ...UNOPENED,
    act: (page, file) => written(page, file, SCORE + FEE),
  },
  {
    label: "disk_unopened_rewrite",
    what: "An agent rewrites a function of a file that is not open.",
    suggestions: [{ kind: "disk", functions: ["label"] }],
    ...UNOPENED,
    act: (page, file) => written(page, file, SCORE.replace("    if points > 20:\n", MIDDLE)),
  },
  {
    label: "disk_replaced",
    what: "An agent replaces a file that Git knows by another of the same name.",
    ...ONE,
    ...UNOPENED,
    act: async (page, file) => {
      writeFileSync(`${file}.part`, SCORE + FEE);
      renameSync(`${file}.part`, file);
      await page.waitForTimeout(QUIET_MILLISECONDS);
    },
  },
  {
    label: "disk_new_file",
    what: "An agent makes a file.",
    ...ONE,
    ...NEW,
    act: (page, file) => written(page, file, FEE.trimStart()),
  },
  {
    label: "disk_new_file_in_steps",
    what: "An agent makes a file and fills it in three steps.",
    ...BOTH,
    ...NEW,
    act: async (page, file) => {
      for (const text of ["", FEE.trimStart(), FEE.trimStart() + TAX]) {
        writeFileSync(file, text);
        await page.waitForTimeout(150);
      }
    },
  },
  {
    label: "disk_new_file_two_classes",
    what: "An agent makes a file with a class.",
    suggestions: [{ kind: "disk", functions: ["Desk.__init__", "Desk.total"] }],
    ...NEW,
    act: (page, file) => written(page, file, DESK),
  },
  {
    label: "disk_new_file_mended",
    what: "An agent makes a file, and mends it after ten seconds.",
    ...ONE,
    ...NEW,
    act: async (page, file) => {
      await written(page, file, FEE.trimStart());
      await page.waitForTimeout(7_500);
      await written(page, file, FEE.trimStart().replace("65", "67"));
    },
  },
  {
    label: "terminal_heredoc",
    what: "A file written by a person in the terminal: cat > file.",
    ...NEW,
    act: async (page, file) => {
      execFileSync("sh", ["-c", 'sleep 0.1; cat > "$0"', file], { input: FEE.trimStart() });
      await page.waitForTimeout(QUIET_MILLISECONDS);
    },
  },
  {
    label: "copied_file",
    what: "A file copied in the terminal.",
    ...NEW,
    beside: { "source.py": `import math\n${FEE}` },
    act: async (page, file) => {
      copyFileSync(path.join(path.dirname(file), "source.py"), file);
      await page.waitForTimeout(QUIET_MILLISECONDS);
    },
  },
  {
    label: "stash_and_pop",
    what: "A function stashed by Git and brought back.",
    before: SCORE + FEE,
    git: SCORE,
    act: async (page, file) => {
      git(file, "stash", "push", "--quiet", "--", file);
      await page.locator(".view-line", { hasText: "def fee" }).waitFor({ state: "detached" });
      await page.waitForTimeout(QUIET_MILLISECONDS);
      git(file, "stash", "pop", "--quiet");
      await page.locator(".view-line", { hasText: "def fee" }).first().waitFor();
    },
  },
  {
    label: "sed",
    what: "A number replaced in the terminal.",
    act: async (page, file) => {
      execFileSync("sed", ["-i", "s/years . 2/years * 3/", file]);
      await page.locator(".view-line", { hasText: "years * 3" }).first().waitFor();
    },
  },
  {
    label: "formatted_on_disk",
    what: "The file formatted in the terminal.",
    act: async (page, file) => {
      writeFileSync(file, SCORE.replaceAll("'", '"'));
      await page.locator(".view-line", { hasText: '"male"' }).first().waitFor();
    },
  },
  {
    label: "other_editor",
    what: "The person adds a function to the file in another editor.",
    act: async (page, file) => {
      writeFileSync(file, SCORE + FEE);
      await page.locator(".view-line", { hasText: "def fee" }).first().waitFor();
    },
  },
  {
    label: "other_editor_small",
    what: "The person changes a line of the file in another editor.",
    act: async (page, file) => {
      writeFileSync(file, SCORE.replace("points > 20", "points > 30"));
      await page.locator(".view-line", { hasText: "points > 30" }).first().waitFor();
    },
  },
];
