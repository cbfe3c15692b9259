// Restricted Mode: nothing of a workspace runs before its user trusts it.

import * as vscode from "vscode";

/** Whether code may run; if not, tell the person why, and offer to change that. */
export async function mayRun(): Promise<boolean> {
  if (vscode.workspace.isTrusted) {
    return true;
  }

  const manage = "Manage Workspace Trust";
  const answer = await vscode.window.showInformationMessage(
    "Evenhand runs the functions that it checks, so it waits until you trust this workspace.",
    manage,
  );
  if (answer === manage) {
    await vscode.commands.executeCommand("workbench.trust.manage");
  }
  return false;
}
