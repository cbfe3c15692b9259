// What chats and agents of the editor write.

import { command, goTo } from "../page.ts";
import {
  behind,
  copy,
  DESK,
  end,
  FEE,
  inPieces,
  linesOf,
  OPEN_BRACKET,
  played,
  QUIET_MILLISECONDS,
  SCORE,
  type Sequence,
  standIn,
  TAX,
} from "./sequence.ts";

const ONE = { suggestions: [{ kind: "chat", functions: ["fee"] }] };
const TAXED = { suggestions: [{ kind: "chat", functions: ["tax"] }] };
const BOTH = { suggestions: [{ kind: "chat", functions: ["fee", "tax"] }] };
const IN_CLASS = { suggestions: [{ kind: "chat", functions: ["Desk.fee"] }] };
const TOKEN = /\n+ *|\w+|[^\w\n]+/g;
const METHOD = `\
    def fee(self, age, amount):
        if age > 45:
            return amount / 2
        return amount
`;
const LABEL = SCORE.slice(SCORE.indexOf("def label"));
const TWO = `\
def label(points, age):
    if age > 40:
        return 'senior'
    return grade(points)


def grade(points):
    best = 20
    return 'high' if points > best else 'low'
`;
const HUNKS: [string, string][] = [
  ["years * 2", "years * 2 + bonus(years, gender)"],
  [
    "\n\n\ndef label",
    "\n\n\ndef bonus(years, gender):\n    if gender == 'male':\n        return years\n    return 0\n\n\ndef label",
  ],
];

export const CHAT: readonly Sequence[] = [
  {
    label: "chat",
    what: "A chat puts a function in at once.",
    suggestions: [{ kind: "chat", functions: ["tax"] }],
    act: (page) => command(page, "Stand-in: Chat"),
  },
  {
    label: "chat_empty_file",
    what: "A chat writes the first function of a file.",
    suggestions: [{ kind: "chat", functions: ["tax"] }],
    before: "",
    act: (page) => command(page, "Stand-in: Chat"),
  },
  {
    label: "chat_stream",
    what: "A chat writes a function line by line.",
    suggestions: [{ kind: "chat", functions: ["tax"] }],
    act: (page) => command(page, "Stand-in: Stream"),
  },
  {
    label: "chat_rewrite",
    what: "A chat gives a function another body.",
    suggestions: [{ kind: "chat", functions: ["score"] }],
    act: (page) => command(page, "Stand-in: Rewrite"),
  },
  {
    label: "chat_then_typing",
    what: "A chat puts a function in, and the person types on elsewhere.",
    suggestions: [{ kind: "chat", functions: ["tax"] }],
    act: async (page) => {
      await command(page, "Stand-in: Chat");
      await goTo(page, 8, 20);
      await page.keyboard.type("\nshift = 3", { delay: 60 });
    },
  },
  played("chat_two_functions", "A chat puts in two functions at once.", [{ end: FEE + TAX }], BOTH),
  played(
    "chat_whole_file",
    "A chat replaces the whole text, with one function more.",
    [{ whole: SCORE + FEE }],
    ONE,
  ),
  played(
    "chat_method",
    "A chat puts a method into a class.",
    [{ after: "self.rates = rates\n", put: `\n${METHOD}` }],
    { ...IN_CLASS, before: DESK },
  ),
  played(
    "chat_selection",
    "An inline chat replaces a function by two.",
    [{ replace: [[LABEL, TWO]] }],
    { suggestions: [{ kind: "chat", functions: ["grade", "label"] }] },
  ),
  played(
    "chat_hunks",
    "An agent changes a function in two places and adds another, in one edit.",
    [{ replace: HUNKS }],
    { suggestions: [{ kind: "chat", functions: ["bonus", "score"] }] },
  ),
  played(
    "chat_tokens",
    "A chat writes a function token by token.",
    inPieces(FEE.match(TOKEN) ?? [], 18),
    ONE,
  ),
  played(
    "chat_tokens_long",
    "A chat writes two functions token by token.",
    inPieces((FEE + TAX).match(TOKEN) ?? [], 15),
    BOTH,
  ),
  played(
    "chat_chunks",
    "A chat writes two functions in chunks of fifty characters.",
    inPieces((FEE + TAX).match(/[^]{1,50}/g) ?? [], 220),
    BOTH,
  ),
  played(
    "chat_lines_slowly",
    "A chat writes a function line by line, a second for each.",
    inPieces(linesOf(TAX), 1_000),
    TAXED,
  ),
  played(
    "chat_files_worth",
    "A chat writes a whole file line by line.",
    inPieces(linesOf(`${FEE.trimStart()}${TAX}\n\n${SCORE}`), 45),
    { before: "", suggestions: [{ kind: "chat", functions: ["fee", "tax", "score", "label"] }] },
  ),
  played(
    "chat_stream_in_class",
    "A chat writes a method line by line.",
    inPieces(linesOf(`\n${METHOD}`), 40),
    { ...IN_CLASS, before: DESK },
  ),
  {
    label: "chat_broken_elsewhere",
    what: "A chat puts in a function while a bracket is open at the top, which is closed later.",
    ...ONE,
    before: OPEN_BRACKET,
    act: async (page, file) => {
      await standIn(page, file, [{ end: FEE }]);
      await page.waitForTimeout(5_000);
      await behind(page, OPEN_BRACKET, "[1, 2");
      await page.keyboard.type("]");
    },
  },
  {
    label: "chat_then_formatted",
    what: "A chat puts in a function, and the file is formatted as it is saved.",
    ...ONE,
    act: async (page, file) => {
      await standIn(page, file, [{ end: FEE }]);
      await page.keyboard.press("Control+s");
    },
  },
  {
    label: "chat_stream_from_clipboard_header",
    what: "A header pasted, and a chat that writes the rest line by line.",
    ...TAXED,
    act: async (page, file) => {
      const lines = linesOf(TAX);
      await copy(page, lines.slice(0, 3).join(""));
      await end(page);
      await page.keyboard.press("Control+v");
      await page.waitForTimeout(QUIET_MILLISECONDS);
      await standIn(page, file, inPieces(lines.slice(3), 60));
    },
  },
  {
    label: "chat_undone_later",
    what: "A chat puts in a function, and the person takes it back after two seconds.",
    ...ONE,
    act: async (page, file) => {
      await standIn(page, file, [{ end: FEE }, { wait: 2_000 }]);
      await page.keyboard.press("Control+z");
    },
  },
  played("chat_comments", "A chat writes docstrings and comments.", [
    {
      replace: [
        ["gender):\n", 'gender):\n    """The points of somebody, by experience and gender."""\n'],
        ["    return points\n", "    # This is what the caller shows.\n    return points\n"],
      ],
    },
  ]),
  played("chat_removes", "A chat removes a condition.", [
    { replace: [["    if gender == 'male':\n        points = points + 10\n", ""]] },
  ]),
];
