// Marks the conditions that decide: an underline below all of it, and words at the end of its line.
// The editor would show a hint as three dots, however long it is.

import * as vscode from "vscode";

const LIST = new Intl.ListFormat("en-GB", { type: "conjunction" });

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
  return dataOf(diagnostic)?.decidesBy !== undefined;
}

/** What the server has sent with a diagnostic. */
function dataOf(diagnostic: vscode.Diagnostic): { readonly decidesBy?: string } | undefined {
  return (
    (diagnostic as { readonly data?: { readonly decidesBy?: string } | null }).data ?? undefined
  );
}

function atLineEnds(
  document: vscode.TextDocument,
  marks: readonly vscode.Diagnostic[],
): vscode.DecorationOptions[] {
  const byLine = new Map<number, Set<string>>();
  for (const mark of marks) {
    const { line } = mark.range.start;
    if (line < document.lineCount) {
      const attributes = byLine.get(line) ?? new Set();
      byLine.set(line, attributes.add(dataOf(mark)?.decidesBy ?? ""));
    }
  }
  return [...byLine].map(([line, attributes]) => {
    const { end } = document.lineAt(line).range;
    const contentText = `← decides by ${LIST.format(attributes)}`;
    return { range: new vscode.Range(end, end), renderOptions: { after: { contentText } } };
  });
}
