// Marks the conditions that decide: an underline below all of it, and words at the end of its line.
// The editor would show a hint as three dots, however long it is.

import * as vscode from "vscode";

export class Decisions implements vscode.Disposable {
  readonly #condition = vscode.window.createTextEditorDecorationType({
    textDecoration: "underline dotted",
  });
  readonly #words = vscode.window.createTextEditorDecorationType({
    after: {
      color: new vscode.ThemeColor("editorCodeLens.foreground"),
      margin: "0 0 0 2em",
    },
  });
  /** By a document's URI, the hints that say what its conditions decide by. */
  readonly #marks = new Map<string, readonly vscode.Diagnostic[]>();
  readonly #parts = vscode.Disposable.from(
    this.#condition,
    this.#words,
    vscode.window.onDidChangeVisibleTextEditors(() => {
      this.#show();
    }),
  );

  dispose(): void {
    this.#parts.dispose();
  }

  /** Show the marks among diagnostics of a document; the others, which the editor shows. */
  withoutMarks(uri: vscode.Uri, diagnostics: readonly vscode.Diagnostic[]): vscode.Diagnostic[] {
    this.#marks.set(uri.toString(), diagnostics.filter(isMark));
    this.#show();
    return diagnostics.filter((diagnostic) => !isMark(diagnostic));
  }

  /** The marks at a place, which the server is asked about as if the editor showed them. */
  at(uri: vscode.Uri, place: vscode.Range): vscode.Diagnostic[] {
    const marks = this.#marks.get(uri.toString()) ?? [];
    return marks.filter(({ range }) => range.intersection(place) !== undefined);
  }

  #show(): void {
    for (const editor of vscode.window.visibleTextEditors) {
      const marks = this.#marks.get(editor.document.uri.toString()) ?? [];
      editor.setDecorations(
        this.#condition,
        marks.map(({ range, message }) => ({ range, hoverMessage: message })),
      );
      editor.setDecorations(this.#words, atLineEnds(editor.document, marks));
    }
  }
}

/** Whether the server has sent it to mark a condition, and not as a finding. */
function isMark(diagnostic: vscode.Diagnostic): boolean {
  const { data } = diagnostic as { readonly data?: unknown };
  return typeof data === "object" && data !== null && "markOf" in data;
}

function atLineEnds(
  document: vscode.TextDocument,
  marks: readonly vscode.Diagnostic[],
): vscode.DecorationOptions[] {
  const byLine = new Map<number, Set<string>>();
  for (const { range, message } of marks) {
    if (range.start.line < document.lineCount) {
      const words = byLine.get(range.start.line) ?? new Set();
      byLine.set(range.start.line, words.add(message));
    }
  }
  return [...byLine].map(([line, messages]) => {
    const { end } = document.lineAt(line).range;
    const contentText = `← ${[...messages].join("; ")}`;
    return { range: new vscode.Range(end, end), renderOptions: { after: { contentText } } };
  });
}
