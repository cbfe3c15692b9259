// Completions in the text, which the person accepts.

import { command, goTo } from "../page.ts";
import { behind, DESK, end, FEE, ghost, OPEN_BRACKET, SCORE, type Sequence } from "./sequence.ts";

const HELPER = "def helper(size):\n    return size + 1\n";

export const INLINE: readonly Sequence[] = [
  {
    label: "inline_tab",
    what: "An inline completion accepted with Tab.",
    suggestions: [{ kind: "inline", functions: ["fee"] }],
    act: async (page) => {
      await ghost(page, "def fee(");
      await page.keyboard.press("Tab");
    },
  },
  {
    label: "inline_words",
    what: "Two words of an inline completion, then all of it.",
    suggestions: [{ kind: "inline", functions: ["fee"] }],
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
    suggestions: [{ kind: "inline part", functions: ["fee"] }],
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
    suggestions: [{ kind: "inline", functions: ["score"] }],
    act: async (page) => {
      await goTo(page, 2, 23);
      await page.keyboard.type("\nbonus", { delay: 60 });
      await page.locator("[class*=ghost-text]").first().waitFor();
      await page.keyboard.press("Tab");
    },
  },
  {
    label: "pause_tab",
    what: "A header typed, three seconds to read the ghost text, then Tab.",
    suggestions: [{ kind: "inline", functions: ["area"] }],
    before: HELPER,
    act: async (page) => {
      await ghost(page, "def area(");
      await page.waitForTimeout(3_000);
      await page.keyboard.press("Tab");
    },
  },
  {
    label: "pause_tab_after_own",
    what: "A function typed, the next header, a pause, then Tab.",
    suggestions: [{ kind: "inline", functions: ["area"] }],
    before: "\n",
    act: async (page) => {
      await page.keyboard.type("def helper(size", { delay: 60 });
      await page.keyboard.press("End");
      await page.keyboard.type(":\nreturn size + 1\n", { delay: 60 });
      await page.keyboard.press("Shift+Tab");
      await ghost(page, "def area(");
      await page.waitForTimeout(3_000);
      await page.keyboard.press("Tab");
    },
  },
  {
    label: "pauses_everywhere_tab",
    what: "A pause after every word of the header, then Tab.",
    suggestions: [{ kind: "inline", functions: ["fee"] }],
    act: async (page) => {
      await end(page);
      for (const word of ["\n\ndef", " fee", "("]) {
        await page.keyboard.type(word, { delay: 60 });
        await page.waitForTimeout(2_500);
      }
      await page.locator("[class*=ghost-text]").first().waitFor();
      await page.keyboard.press("Tab");
    },
  },
  {
    label: "tab_opened_broken",
    what: "A file opened with half a header at its end, which Tab completes.",
    suggestions: [{ kind: "inline", functions: ["fee"] }],
    before: `${SCORE}\n\ndef fee`,
    act: async (page) => {
      await end(page);
      await page.keyboard.type("(");
      await page.locator("[class*=ghost-text]").first().waitFor();
      await page.waitForTimeout(1_500);
      await page.keyboard.press("Tab");
    },
  },
  {
    label: "tab_opened_broken_elsewhere",
    what: "A file opened with an open bracket; Tab at the end; the bracket closed by hand.",
    suggestions: [{ kind: "inline", functions: ["fee"] }],
    before: OPEN_BRACKET,
    act: async (page) => {
      await ghost(page, "def fee(");
      await page.keyboard.press("Tab");
      await page.waitForTimeout(5_000);
      await behind(page, OPEN_BRACKET, "[1, 2");
      await page.keyboard.type("]");
    },
  },
  {
    label: "words_with_pauses",
    what: "A completion accepted word by word, with pauses to read.",
    suggestions: [{ kind: "inline part", functions: ["fee"] }],
    act: async (page) => {
      await ghost(page, "def fee(");
      for (let word = 0; word < 12; word += 1) {
        await page.keyboard.press("Control+ArrowRight");
        await page.waitForTimeout(2_600);
      }
    },
  },
  {
    label: "lines_with_pauses",
    what: "A completion accepted line by line, with pauses to read.",
    suggestions: [{ kind: "inline part", functions: ["fee"] }],
    act: async (page) => {
      await ghost(page, "def fee(");
      for (let line = 0; line < 4; line += 1) {
        await page.keyboard.press("Alt+l");
        await page.waitForTimeout(4_000);
      }
    },
  },
  {
    label: "tab_then_typed",
    what: "A completion accepted, and two lines typed into it.",
    suggestions: [{ kind: "inline", functions: ["fee"] }],
    act: async (page) => {
      await ghost(page, "def fee(");
      await page.keyboard.press("Tab");
      await page.waitForTimeout(1_500);
      await behind(page, SCORE + FEE, "fee(age, amount):");
      await page.keyboard.type("\nbase = 3\namount += base", { delay: 60 });
    },
  },
  {
    label: "tab_two_functions",
    what: "Two completions accepted, each a function.",
    suggestions: [
      { kind: "inline", functions: ["fee"] },
      { kind: "inline", functions: ["tax"] },
    ],
    act: async (page) => {
      await ghost(page, "def fee(");
      await page.keyboard.press("Tab");
      await page.waitForTimeout(3_000);
      await page.keyboard.type("\n");
      await page.keyboard.press("Shift+Tab");
      await ghost(page, "def tax(");
      await page.keyboard.press("Tab");
    },
  },
  {
    label: "tab_undo_redo",
    what: "A completion accepted, taken back, and done again.",
    suggestions: [{ kind: "inline", functions: ["fee"] }],
    act: async (page) => {
      await ghost(page, "def fee(");
      await page.keyboard.press("Tab");
      await page.waitForTimeout(2_000);
      await page.keyboard.press("Control+z");
      await page.waitForTimeout(2_000);
      await page.keyboard.press("Control+y");
    },
  },
  {
    label: "tab_undo_tab",
    what: "A completion accepted, taken back, and accepted again.",
    suggestions: [{ kind: "inline", functions: ["fee"] }],
    act: async (page) => {
      await ghost(page, "def fee(");
      await page.keyboard.press("Tab");
      await page.waitForTimeout(2_000);
      await page.keyboard.press("Control+z");
      await page.waitForTimeout(1_000);
      await command(page, "Trigger Inline Suggestion");
      await page.locator("[class*=ghost-text]").first().waitFor();
      await page.keyboard.press("Tab");
    },
  },
  {
    label: "tab_method",
    what: "A method of a class, accepted with Tab after a pause.",
    suggestions: [{ kind: "inline", functions: ["Desk.fee"] }],
    before: DESK,
    act: async (page) => {
      await end(page);
      await page.keyboard.type("\n    def fee(", { delay: 60 });
      await page.locator("[class*=ghost-text]").first().waitFor();
      await page.waitForTimeout(3_000);
      await page.keyboard.press("Tab");
    },
  },
  {
    label: "tab_then_formatted",
    what: "A completion accepted, and the file formatted as it is saved.",
    suggestions: [{ kind: "inline", functions: ["fee"] }],
    act: async (page) => {
      await ghost(page, "def fee(");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Control+s");
    },
  },
  {
    label: "tab_crlf",
    what: "A completion in a file with Windows line ends.",
    suggestions: [{ kind: "inline", functions: ["fee"] }],
    before: SCORE.replaceAll("\n", "\r\n"),
    act: async (page) => {
      await ghost(page, "def fee(");
      await page.waitForTimeout(3_000);
      await page.keyboard.press("Tab");
    },
  },
  {
    label: "tab_only_a_name",
    what: "A function typed, of which one name is accepted from a completion.",
    act: async (page) => {
      await end(page);
      await page.keyboard.type("\n\ndef fee(price", { delay: 60 });
      await page.keyboard.press("End");
      await page.keyboard.type(":\nbase = pri", { delay: 60 });
      await page.locator("[class*=ghost-text]").first().waitFor();
      await page.keyboard.press("Tab");
      await page.keyboard.type(" * 2\nreturn base", { delay: 60 });
    },
  },
  {
    label: "tab_constant",
    what: "A completion accepted that is no function.",
    act: async (page) => {
      await ghost(page, "RATES = ");
      await page.keyboard.press("Tab");
    },
  },
  {
    label: "tab_comment",
    what: "A comment accepted inside of a function.",
    act: async (page) => {
      await behind(page, SCORE, "years * 2");
      await page.keyboard.type("\n# Longer", { delay: 60 });
      await page.locator("[class*=ghost-text]").first().waitFor();
      await page.keyboard.press("Tab");
    },
  },
  {
    label: "mouse_accept",
    what: "A completion accepted with a click, which the editor does not report.",
    suggestions: [{ kind: "chat", functions: ["fee"] }],
    act: async (page) => {
      await ghost(page, "def fee(");
      await page.waitForTimeout(3_000);
      const ghostText = await page.locator("[class*=ghost-text]").last().boundingBox();
      if (ghostText === null) throw new Error("nothing is suggested");
      await page.mouse.move(ghostText.x + 9, ghostText.y + 5);
      await page.mouse.move(ghostText.x + 12, ghostText.y + 7, { steps: 3 });
      await page.locator("[class*=inlineSuggestion] a[aria-label^=Accept]").first().click();
    },
  },
];
