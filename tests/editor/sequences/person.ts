// What a person and the tools of an editor do.

import { command, goTo, quickFix } from "../page.ts";
import {
  behind,
  copy,
  DESK,
  end,
  FEE,
  OPEN_BRACKET,
  played,
  QUIET_MILLISECONDS,
  SCORE,
  type Sequence,
  typeFee,
} from "./sequence.ts";

const GENERATED = `
    def __repr__(self):
        rates = ', '.join(map(str, self.rates))
        return f'Desk({rates})'
`;

export const PERSON: readonly Sequence[] = [
  { label: "typed", what: "A function typed by hand.", act: typeFee },
  {
    label: "typed_fast",
    what: "A function typed by somebody quick.",
    act: async (page) => {
      await end(page);
      const text = "\n\ndef fee(age, amount):\nif age > 45:\nreturn amount / 2\n";
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
  {
    label: "typed_with_pauses",
    what: "A function typed, with long pauses in its middle.",
    act: async (page) => {
      await end(page);
      await page.keyboard.type("\n\ndef fee_of(age", { delay: 60 });
      await page.waitForTimeout(3_000);
      await page.keyboard.press("End");
      await page.keyboard.type(":\nif age > ", { delay: 60 });
      await page.waitForTimeout(4_000);
      await page.keyboard.type("65:\nreturn 3\n", { delay: 60 });
      await page.keyboard.press("Shift+Tab");
      await page.keyboard.type("return 1", { delay: 60 });
    },
  },
  {
    label: "typed_opened_broken",
    what: "A file opened with an open bracket, which the person closes.",
    before: OPEN_BRACKET,
    act: async (page) => {
      await behind(page, OPEN_BRACKET, "[1, 2");
      await page.keyboard.type("]");
    },
  },
  {
    label: "bracket_opened_and_closed",
    what: "A bracket opened at the top, a pause, and closed.",
    act: async (page) => {
      await goTo(page, 1, 1);
      await page.keyboard.type("x = max(", { delay: 60 });
      await page.waitForTimeout(3_000);
      await page.keyboard.type("1, 2)\n", { delay: 60 });
    },
  },
  {
    label: "pause_paste",
    what: "A header typed, a pause, and the body pasted.",
    act: async (page) => {
      await copy(
        page,
        "age, total):\n    if age > 45:\n        return total / 2\n    return total",
      );
      await end(page);
      await page.keyboard.type("\n\ndef fee_of(", { delay: 60 });
      await page.waitForTimeout(3_000);
      await page.keyboard.press("Shift+End");
      await page.keyboard.press("Control+v");
    },
  },
  {
    label: "undo_while_broken",
    what: "A function deleted, another line left unfinished, and both taken back.",
    act: async (page) => {
      await goTo(page, 8, 1);
      await page.keyboard.press("Control+Shift+End");
      await page.keyboard.press("Delete");
      await page.waitForTimeout(QUIET_MILLISECONDS);
      await page.keyboard.type("x = {", { delay: 60 });
      await page.keyboard.press("Delete");
      await page.waitForTimeout(QUIET_MILLISECONDS);
      for (let more = 0; more < 4; more += 1) await page.keyboard.press("Control+z");
    },
  },
  {
    label: "save_formatted",
    what: "The document formatted as it is saved.",
    act: async (page) => {
      await goTo(page, 2, 23);
      await page.keyboard.type("0", { delay: 60 });
      await page.waitForTimeout(QUIET_MILLISECONDS);
      await page.keyboard.press("Control+s");
    },
  },
  played("types_added", "A tool adds annotations.", [
    {
      replace: [
        ["years, gender", "years: int, gender: str"],
        ["(points)", "(points: int)"],
      ],
    },
  ]),
  played("rename_parameter", "A parameter renamed by a refactoring.", [
    {
      replace: [
        ["years, gender", "experience, gender"],
        ["years * 2", "experience * 2"],
      ],
    },
  ]),
  played("generated_method", "An extension generates a method.", [{ end: GENERATED }], {
    before: DESK,
  }),
  played("moved_from_git", "Text brought back that was discarded, as Git has it.", [{ end: FEE }], {
    before: SCORE,
    git: SCORE + FEE,
  }),
];
