// Record what a real VS Code tells the server while a person or an assistant edits:
//
//     node tests/editor/record.ts
//
// writes fixtures/edits/<label>.json. What each sequence is, is said here.

import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import type { Page } from "playwright-core";

import { command, goTo, launch, openFile, quickFix, visit } from "./page.ts";
import { open } from "./workbench.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const FIXTURES = path.join(ROOT, "fixtures/edits");
const QUIET_MILLISECONDS = 2_500;

const SCORE = `\
def score(years, gender):
    points = years * 2
    if gender == 'male':
        points = points + 10
    return points


def label(points):
    if points > 20:
        return 'high'
    return 'low'
`;
const FEE = `

def fee(age, amount):
    if age > 65:
        return amount / 2
    return amount
`;

interface Sequence {
  readonly label: string;
  readonly what: string;
  /** How code came in, and the functions; undefined: it is no assistant's. */
  readonly suggestion?: { readonly kind: string; readonly functions: readonly string[] };
  readonly before?: string;
  readonly act: (page: Page, file: string) => Promise<void>;
}

interface Frame {
  readonly time: number;
  readonly message: {
    readonly method?: string;
    readonly params?: {
      readonly uri?: string;
      readonly version?: number;
      readonly hints?: readonly string[];
      readonly kind?: string;
      readonly textDocument?: {
        readonly uri: string;
        readonly version: number;
        readonly text?: string;
      };
      readonly contentChanges?: readonly object[];
    };
  };
}

const end = (page: Page): Promise<void> => page.keyboard.press("Control+End");

async function ghost(page: Page, typed: string): Promise<void> {
  await end(page);
  await page.keyboard.type(`\n\n${typed}`, { delay: 60 });
  await page.locator("[class*=ghost-text]").first().waitFor();
}

async function typeFee(page: Page): Promise<void> {
  await end(page);
  await page.keyboard.type("\n\ndef fee(age, amount", { delay: 60 });
  await page.keyboard.press("End");
  await page.keyboard.type(":\nif age > 65:\nreturn amount / 2\n", { delay: 60 });
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.type("return amount", { delay: 60 });
}

async function copy(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
}

const SEQUENCES: readonly Sequence[] = [
  {
    label: "inline_tab",
    what: "An inline completion accepted with Tab.",
    suggestion: { kind: "inline", functions: ["fee"] },
    act: async (page) => {
      await ghost(page, "def fee(");
      await page.keyboard.press("Tab");
    },
  },
  {
    label: "inline_words",
    what: "Two words of an inline completion, then all of it.",
    suggestion: { kind: "inline", functions: ["fee"] },
    act: async (page) => {
      await ghost(page, "def fee(");
      await page.keyboard.press("Control+ArrowRight");
      await page.keyboard.press("Control+ArrowRight");
      await page.keyboard.press("Tab");
    },
  },
  {
    label: "inline_lines",
    what: "An inline completion accepted line by line.",
    suggestion: { kind: "inline part", functions: ["fee"] },
    act: async (page) => {
      await ghost(page, "def fee(");
      for (let line = 0; line < 4; line += 1) {
        await page.keyboard.press("Alt+l");
        await page.waitForTimeout(300);
      }
    },
  },
  {
    label: "inline_one_line",
    what: "An inline completion of one line in a function that is there.",
    suggestion: { kind: "inline", functions: ["score"] },
    act: async (page) => {
      await goTo(page, 2, 23);
      await page.keyboard.type("\nbonus", { delay: 60 });
      await page.locator("[class*=ghost-text]").first().waitFor();
      await page.keyboard.press("Tab");
    },
  },
  {
    label: "chat",
    what: "A chat puts a function in at once.",
    suggestion: { kind: "chat", functions: ["tax"] },
    act: (page) => command(page, "Stand-in: Chat"),
  },
  {
    label: "chat_empty_file",
    what: "A chat writes the first function of a file.",
    suggestion: { kind: "chat", functions: ["tax"] },
    before: "",
    act: (page) => command(page, "Stand-in: Chat"),
  },
  {
    label: "chat_stream",
    what: "A chat writes a function line by line.",
    suggestion: { kind: "chat", functions: ["tax"] },
    act: (page) => command(page, "Stand-in: Stream"),
  },
  {
    label: "chat_rewrite",
    what: "A chat gives a function another body.",
    suggestion: { kind: "chat", functions: ["score"] },
    act: (page) => command(page, "Stand-in: Rewrite"),
  },
  {
    label: "chat_then_typing",
    what: "A chat puts a function in, and the person types on elsewhere.",
    suggestion: { kind: "chat", functions: ["tax"] },
    act: async (page) => {
      await command(page, "Stand-in: Chat");
      await goTo(page, 8, 20);
      await page.keyboard.type("\nshift = 3", { delay: 60 });
    },
  },
  {
    label: "disk_agent",
    what: "An agent in a terminal adds a function to the file.",
    suggestion: { kind: "disk", functions: ["fee"] },
    act: async (page, file) => {
      writeFileSync(file, SCORE + FEE);
      await page.locator(".view-line", { hasText: "def fee" }).first().waitFor();
    },
  },
  {
    label: "disk_agent_rewrite",
    what: "An agent in a terminal rewrites a function of the file.",
    suggestion: { kind: "disk", functions: ["score"] },
    act: async (page, file) => {
      const body = "    points = 10\n    if years > 5:\n        points = points + years * 3\n";
      writeFileSync(file, SCORE.replace("    points = years * 2\n", body));
      await page.locator(".view-line", { hasText: "years > 5" }).first().waitFor();
    },
  },
  { label: "typed", what: "A function typed by hand.", act: typeFee },
  {
    label: "typed_fast",
    what: "A function typed by somebody quick.",
    act: async (page) => {
      await end(page);
      const text = "\n\ndef fee(age, amount):\nif age > 65:\nreturn amount / 2\n";
      await page.keyboard.type(text, { delay: 30 });
    },
  },
  {
    label: "typed_with_completions",
    what: "Names chosen from the list of suggestions while typing.",
    act: async (page) => {
      await goTo(page, 4, 30);
      await page.keyboard.type("\npoi", { delay: 60 });
      await page.keyboard.press("Control+Space");
      await page.locator(".suggest-widget .monaco-list-row").first().waitFor();
      await page.keyboard.press("Enter");
      await page.keyboard.type(" += 1", { delay: 60 });
    },
  },
  {
    label: "paste",
    what: "A function pasted from elsewhere.",
    act: async (page) => {
      await copy(page, FEE);
      await end(page);
      await page.keyboard.press("Control+v");
    },
  },
  {
    label: "cut_and_paste",
    what: "A function cut out and put in again elsewhere.",
    act: async (page) => {
      await goTo(page, 8, 1);
      for (let line = 0; line < 4; line += 1) await page.keyboard.press("Shift+ArrowDown");
      await page.keyboard.press("Control+x");
      await goTo(page, 1, 1);
      await page.keyboard.press("Control+v");
    },
  },
  {
    label: "undo_redo",
    what: "A pasted function taken back, and put in again.",
    act: async (page) => {
      await copy(page, FEE);
      await end(page);
      await page.keyboard.press("Control+v");
      await page.waitForTimeout(QUIET_MILLISECONDS);
      await page.keyboard.press("Control+z");
      await page.waitForTimeout(QUIET_MILLISECONDS);
      await page.keyboard.press("Control+y");
    },
  },
  {
    label: "deleted_and_undone",
    what: "A function deleted by mistake, and brought back.",
    act: async (page) => {
      await page.keyboard.press("Control+a");
      await page.keyboard.press("Delete");
      await page.waitForTimeout(QUIET_MILLISECONDS);
      await page.keyboard.press("Control+z");
    },
  },
  {
    label: "format",
    what: "The document formatted: other quotes, another indentation.",
    act: (page) => command(page, "Format Document"),
  },
  {
    label: "checkout",
    what: "Another branch checked out, in which the file has one more function.",
    act: async (page, file) => {
      git(file, "checkout", "--quiet", "other");
      await page.locator(".view-line", { hasText: "def fee" }).first().waitFor();
    },
  },
  {
    label: "rename",
    what: "A function renamed everywhere.",
    act: async (page) => {
      await goTo(page, 1, 6);
      await page.keyboard.press("F2");
      await page.locator(".rename-box input").first().fill("rating");
      await page.keyboard.press("Enter");
      await page.locator(".view-line", { hasText: "def rating" }).first().waitFor();
    },
  },
  {
    label: "replace_all",
    what: "A name replaced everywhere by searching for it.",
    act: async (page) => {
      await page.keyboard.press("Control+h");
      await page.keyboard.type("points");
      await page.keyboard.press("Tab");
      await page.keyboard.type("total_of_points");
      await page.keyboard.press("Control+Alt+Enter");
      await page.locator(".view-line", { hasText: "total_of_points" }).first().waitFor();
      await page.keyboard.press("Escape");
    },
  },
  {
    label: "several_cursors",
    what: "The same typed at three places at once.",
    act: async (page) => {
      await goTo(page, 2, 5);
      for (let more = 0; more < 2; more += 1)
        await page.keyboard.press("Control+Shift+Alt+ArrowDown");
      await page.keyboard.type("print(1)", { delay: 60 });
    },
  },
  {
    label: "snippet",
    what: "The skeleton of a function from a snippet.",
    act: (page) => command(page, "Stand-in: Snippet"),
  },
  {
    label: "lines_moved",
    what: "Lines moved down, and lines copied.",
    act: async (page) => {
      await goTo(page, 2, 5);
      await page.keyboard.press("Shift+ArrowDown");
      await page.keyboard.press("Shift+ArrowDown");
      await page.keyboard.press("Alt+ArrowDown");
      await page.keyboard.press("Shift+Alt+ArrowDown");
    },
  },
  {
    label: "commented_out",
    what: "A function commented out, and in again.",
    act: async (page) => {
      await page.keyboard.press("Control+a");
      await page.keyboard.press("Control+/");
      await page.waitForTimeout(QUIET_MILLISECONDS);
      await page.keyboard.press("Control+/");
    },
  },
  {
    label: "indented",
    what: "The body of a function put below a condition.",
    act: async (page) => {
      await goTo(page, 1, 26);
      await page.keyboard.type("\nif years:", { delay: 60 });
      await goTo(page, 3, 1);
      for (let line = 0; line < 3; line += 1) await page.keyboard.press("Shift+ArrowDown");
      await page.keyboard.press("Tab");
    },
  },
  {
    label: "imports",
    what: "Imports that another extension adds.",
    act: (page) => command(page, "Stand-in: Import"),
  },
  {
    label: "extract",
    what: "A refactoring that makes a function of lines that are there.",
    act: (page) => command(page, "Stand-in: Extract"),
  },
  {
    label: "reorder",
    what: "Functions put in another order.",
    act: (page) => command(page, "Stand-in: Reorder"),
  },
  {
    label: "linter_fix",
    what: "The automatic fix of a linter.",
    act: (page) => command(page, "Stand-in: Modernise"),
  },
  {
    label: "own_allowance",
    what: "A difference allowed by Evenhand's quick fix.",
    act: async (page) => {
      await page.locator(".squiggly-warning").first().waitFor();
      const fix = await quickFix(page, [1, 6], /allow/i);
      await fix.click();
      await page.locator(".view-line", { hasText: "evenhand: allow" }).first().waitFor();
    },
  },
];

function git(file: string, ...given: string[]): void {
  const who = ["-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "init.defaultBranch=main"];
  execFileSync("git", [...who, ...given], { cwd: path.dirname(file) });
}

/** Have the server started through a program that writes down what it is told. */
function tee(extensions: string, record: string): void {
  const extension = readdirSync(extensions).find((name) => name.startsWith("evenhand.evenhand-"));
  const start = path.join(extensions, extension ?? "", "bundled/start.py");
  const real = start.replace("start.py", "real_start.py");
  renameSync(start, real);
  const program = path.join(import.meta.dirname, "tee.py");
  const told = JSON.stringify([program, record, "-I", "-S", "-X", "utf8", real]);
  const text = `import os, sys\n\nprogram, record, *rest = ${told}\n`;
  const run =
    "os.execv(sys.executable, [sys.executable, program, record, sys.executable, *rest])\n";
  writeFileSync(start, text + run);
}

function sequenceOf(frames: readonly Frame[], uri: string): object {
  const opened = frames.find(
    ({ message }) =>
      message.method === "textDocument/didOpen" && message.params?.textDocument?.uri === uri,
  );
  const told = (version: number, method: string) =>
    frames.find(
      ({ message: { method: name, params } }) =>
        name === method && params?.uri === uri && params.version === version,
    )?.message.params;
  const edits = frames
    .filter(
      ({ message }) =>
        message.method === "textDocument/didChange" && message.params?.textDocument?.uri === uri,
    )
    .map(({ time, message: { params } }) => {
      const version = params?.textDocument?.version ?? 0;
      const hints = told(version, "evenhand/edited")?.hints;
      const accepted = told(version, "evenhand/suggestionAccepted")?.kind;
      const at = Math.round((time - (opened?.time ?? 0)) * 1000);
      return { at, changes: params?.contentChanges, hints, accepted };
    });
  return { before: opened?.message.params?.textDocument?.text, edits };
}

const scratch = mkdtempSync(path.join(tmpdir(), "evenhand-record-"));
const workspace = path.join(scratch, "folder");
const record = path.join(scratch, "record.jsonl");
mkdirSync(workspace);
const wanted = process.argv.slice(2);
const chosen = SEQUENCES.filter(({ label }) => wanted.length === 0 || wanted.includes(label));
for (const { label, before } of SEQUENCES) {
  writeFileSync(path.join(workspace, `${label}.py`), before ?? SCORE);
}
const workbench = await open(workspace, { trusted: true, assistant: true });
tee(workbench.extensions, record);
const checkout = path.join(workbench.folder, "checkout.py");
git(checkout, "init", "--quiet");
git(checkout, "add", ".");
git(checkout, "commit", "--quiet", "-m", "one");
git(checkout, "checkout", "--quiet", "-b", "other");
writeFileSync(checkout, SCORE + FEE);
git(checkout, "commit", "--quiet", "-am", "two");
git(checkout, "checkout", "--quiet", "main");

const browser = await launch();
const page = await visit(browser, workbench, `${chosen[0]?.label ?? ""}.py`);
for (const { label, before, act } of chosen) {
  const file = path.join(workbench.folder, `${label}.py`);
  await openFile(page, `${label}.py`);
  if (before === undefined) await page.locator(".codelens-decoration a").first().waitFor();
  await page.waitForTimeout(QUIET_MILLISECONDS);
  await act(page, file);
  await page.waitForTimeout(QUIET_MILLISECONDS);
  await page.keyboard.press("Escape");
  console.log(label);
}
const frames = readFileSync(record, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Frame);
mkdirSync(FIXTURES, { recursive: true });
for (const { label, what, suggestion } of chosen) {
  const uri = `file://${path.join(workbench.folder, `${label}.py`)}`;
  const sequence = { what, suggestion: suggestion ?? null, ...sequenceOf(frames, uri) };
  const text = `${JSON.stringify(sequence, undefined, 1)}\n`;
  writeFileSync(path.join(FIXTURES, `${label}.json`), text);
}
unlinkSync(record);
await browser.close();
await workbench.stop();
rmSync(scratch, { recursive: true, force: true });
