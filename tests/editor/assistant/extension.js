// Stands in for assistants, formatters and refactorings; what it writes is always the same.

const vscode = require("vscode");

const FEE = "age, amount):\n    if age > 45:\n        return amount / 2\n    return amount";
/** Each time with another rate, or it would be a copy of what is in another file. */
const tax = () => [
  "",
  "",
  "def tax(gender, income):",
  `    rate = ${(20 + count++) / 100}`,
  '    if gender == "female":',
  "        rate = 0.25",
  "    return income * rate",
  "",
];
let count = 0;
/** What is suggested behind the text of a line. */
const COMPLETIONS = {
  "    def fee(": `self, ${FEE.replaceAll("\n", "\n    ")}`,
  "def fee(": FEE,
  "def tax(": "gender, income):\n    rate = 0.2\n    return income * rate",
  "def area(": "width, height):\n    size = width * height\n    return helper(size)",
  "    bonus": ' = 3 if gender == "male" else 1',
  "base = pri": "ce",
  "RATES = ": '{"low": 1, "middle": 2, "high": 4}',
  "# Longer": " experience counts twice, whoever it is",
};

/** A language model of the editor, which any other extension may ask. */
const MODEL = {
  ...{ id: "stand-in-1", name: "Stand-in Model", family: "stand-in", version: "1" },
  ...{ maxInputTokens: 100_000, maxOutputTokens: 100_000, capabilities: {} },
};

/** Write, in several pieces, the repair of a function that charges older people less. */
function repair(model, messages, options, progress) {
  const asked = messages.map(({ content }) => content.map(({ value }) => value).join("")).join();
  const code = "def fee(days, age):\n    return days * 2";
  const answer = asked.includes("def fee(days, age):")
    ? `\`\`\`python\n${code}\n\`\`\`\nNote: ${"Older people pay more. ".repeat(20)}`
    : "Which function?";
  for (let start = 0; start < answer.length; start += 100) {
    progress.report(new vscode.LanguageModelTextPart(answer.slice(start, start + 100)));
  }
}

exports.activate = (context) => {
  const commands = { ask, chat, stream, rewrite, extract, reorder, snippet, modernise, play };
  commands.import = addImport;
  for (const [name, run] of Object.entries(commands)) {
    context.subscriptions.push(
      vscode.commands.registerCommand(`standIn.${name}`, () => run(vscode.window.activeTextEditor)),
    );
  }
  vscode.lm.registerLanguageModelChatProvider("stand-in", {
    provideLanguageModelChatInformation: () => [MODEL],
    provideLanguageModelChatResponse: repair,
    provideTokenCount: (model, text) => (typeof text === "string" ? 50 : 100),
  });
  const python = { language: "python" };
  context.subscriptions.push(
    vscode.languages.registerInlineCompletionItemProvider(python, { provideInlineCompletionItems }),
    vscode.languages.registerRenameProvider(python, { provideRenameEdits }),
    vscode.languages.registerDocumentFormattingEditProvider(python, {
      provideDocumentFormattingEdits,
    }),
  );
};

function provideInlineCompletionItems(document, position) {
  const text = document.getText(new vscode.Range(new vscode.Position(0, 0), position));
  for (const [start, rest] of Object.entries(COMPLETIONS)) {
    const typed = text.slice(text.lastIndexOf(start));
    const whole = start + rest;
    if (typed.startsWith(start) && whole.startsWith(typed) && typed !== whole) {
      // Over the brackets that the editor has closed by itself.
      const range = new vscode.Range(position, document.lineAt(position.line).range.end);
      return [new vscode.InlineCompletionItem(whole.slice(typed.length), range)];
    }
  }
  return [];
}

function provideRenameEdits(document, position, name) {
  const range = document.getWordRangeAtPosition(position);
  const edit = new vscode.WorkspaceEdit();
  const text = document.getText();
  for (const found of text.matchAll(new RegExp(`\\b${document.getText(range)}\\b`, "g"))) {
    const start = document.positionAt(found.index);
    const end = document.positionAt(found.index + found[0].length);
    edit.replace(document.uri, new vscode.Range(start, end), name);
  }
  return edit;
}

/** Other quotes and another indentation, as a formatter would choose them. */
function provideDocumentFormattingEdits(document) {
  const text = document.getText().replaceAll("'", '"').replace(/^( +)/gm, "$1$1");
  return [vscode.TextEdit.replace(everything(document), text)];
}

/** Ask Evenhand about the text of the editor before writing anything; the answers go to a file. */
async function ask({ document }) {
  const answers = {};
  for (const name of ["evenhand_check_bias", "evenhand_repair_bias"]) {
    const options = { input: { code: document.getText() }, toolInvocationToken: undefined };
    const { content } = await vscode.lm.invokeTool(name, options);
    answers[name] = JSON.parse(content.map(({ value }) => value).join(""));
  }
  const [part, file] = ["answers.part", "answers.json"].map((name) =>
    vscode.Uri.joinPath(document.uri, "..", name),
  );
  await vscode.workspace.fs.writeFile(part, Buffer.from(JSON.stringify(answers)));
  await vscode.workspace.fs.rename(part, file);
}

async function chat(editor) {
  await put(editor, end(editor.document), tax().join("\n"));
}

async function stream(editor) {
  for (const line of tax()) {
    await put(editor, end(editor.document), `${line}\n`);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

/** Another body for the first function. */
async function rewrite(editor) {
  const { document } = editor;
  const text = document.getText();
  const [first] = text.split("\n\n\n");
  const range = new vscode.Range(document.positionAt(0), document.positionAt(first.length));
  const [head] = first.split("\n");
  const body = [
    "    points = 10",
    "    if years > 5:",
    "        points = points + years * 3",
    '    if gender == "male":',
    "        points = points + 7",
    "    return min(points, 99)",
  ];
  await put(editor, range, [head, ...body].join("\n"));
}

async function addImport(editor) {
  const top = new vscode.Position(0, 0);
  await put(editor, new vscode.Range(top, top), "import math\nfrom decimal import Decimal\n\n\n");
}

/** The lines of the first function's body, in a function of their own. */
async function extract(editor) {
  const { document } = editor;
  const [first] = document.getText().split("\n\n\n");
  const [head, ...body] = first.split("\n");
  const inside = head.slice(head.indexOf("("));
  const range = new vscode.Range(document.positionAt(0), document.positionAt(first.length));
  const call = `    return _points${inside.replace(":", "")}`;
  await put(editor, range, [`def _points${inside}`, ...body, "", "", head, call].join("\n"));
}

/** The functions in another order. */
async function reorder(editor) {
  const { document } = editor;
  const functions = document.getText().trimEnd().split("\n\n\n");
  await put(editor, everything(document), `${functions.reverse().join("\n\n\n")}\n`);
}

async function snippet(editor) {
  const text = "\n\ndef ${1:name}(${2:age}):\n    ${3:pass}\n";
  await editor.insertSnippet(new vscode.SnippetString(text), end(editor.document).start);
}

/** What an automatic fix of a linter does. */
async function modernise(editor) {
  const { document } = editor;
  const edit = new vscode.WorkspaceEdit();
  for (const found of document.getText().matchAll(/points = points \+ /g)) {
    const start = document.positionAt(found.index);
    const stop = document.positionAt(found.index + found[0].length);
    edit.replace(document.uri, new vscode.Range(start, stop), "points += ");
  }
  await vscode.workspace.applyEdit(edit);
}

/** Make the edits that a file beside the document says, one after the other. */
async function play(editor) {
  const { document } = editor;
  const file = vscode.Uri.joinPath(document.uri, "..", "steps.json");
  const steps = JSON.parse(Buffer.from(await vscode.workspace.fs.readFile(file)).toString());
  for (const step of steps) {
    if (step.wait !== undefined) await new Promise((resolve) => setTimeout(resolve, step.wait));
    if (step.end !== undefined) await put(editor, end(document), step.end);
    if (step.whole !== undefined) await put(editor, everything(document), step.whole);
    if (step.after !== undefined) await replace(document, [[step.after, step.after + step.put]]);
    if (step.replace !== undefined) await replace(document, step.replace);
  }
}

/** Put other texts in the place of some, in one edit. */
async function replace(document, pairs) {
  const edit = new vscode.WorkspaceEdit();
  const text = document.getText();
  for (const [old, other] of pairs) {
    const start = text.indexOf(old);
    const range = [start, start + old.length].map((index) => document.positionAt(index));
    edit.replace(document.uri, new vscode.Range(...range), other);
  }
  await vscode.workspace.applyEdit(edit);
}

async function put(editor, range, text) {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(editor.document.uri, range, text);
  await vscode.workspace.applyEdit(edit);
}

function end(document) {
  const last = document.lineAt(document.lineCount - 1).range.end;
  return new vscode.Range(last, last);
}

function everything(document) {
  return new vscode.Range(new vscode.Position(0, 0), end(document).end);
}
