// The pages of the rules are part of the extension, and are read without a network.

import * as vscode from "vscode";

/** The diagnostic, with a link to the page below `root` in place of one on the internet. */
export function withOwnPage(diagnostic: vscode.Diagnostic, root: vscode.Uri): vscode.Diagnostic {
  const { code } = diagnostic;
  if (typeof code === "object" && /^EVH\d+$/.test(String(code.value))) {
    const target = vscode.Uri.joinPath(root, "docs/rules", `${code.value}.md`);
    diagnostic.code = { value: code.value, target };
  }
  return diagnostic;
}
