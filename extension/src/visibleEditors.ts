// What the person sees of their files.

import * as vscode from "vscode";

/** The column in which a file is in view; the active one if it is in none. */
export function columnOf(uri: string): vscode.ViewColumn {
  const editors = vscode.window.visibleTextEditors;
  const shown = editors.find(({ document }) => document.uri.toString() === uri);
  return shown?.viewColumn ?? vscode.ViewColumn.Active;
}

/** The URI of the Python file that is worked on: the active one, or one beside another page. */
export function pythonFileInView(): string | undefined {
  const active = vscode.window.activeTextEditor;
  const editors = active === undefined ? vscode.window.visibleTextEditors : [active];
  const documents = editors.map(({ document }) => document);
  return documents.find(({ languageId }) => languageId === "python")?.uri.toString();
}
