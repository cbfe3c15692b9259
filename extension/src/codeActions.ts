// Code actions that change a text and then show it.

import * as vscode from "vscode";

const CHANGE_AND_SHOW = "evenhand.changeAndShow";

export function registerCodeActions(): vscode.Disposable {
  return vscode.commands.registerCommand(CHANGE_AND_SHOW, changeAndShow);
}

/**
 * The same action with one command for its change and for what comes after it.
 *
 * The editor keeps what a command is given for as long as it shows the actions, and on a busy
 * machine a change may take longer: then the command is not found any more.
 */
export function inOneStep<Action extends vscode.Command | vscode.CodeAction>(
  action: Action,
): Action {
  if (action instanceof vscode.CodeAction && action.edit !== undefined && action.command) {
    const { title, edit, command } = action;
    action.command = { title, command: CHANGE_AND_SHOW, arguments: [edit, command] };
    delete action.edit;
  }
  return action;
}

/** Whether `inOneStep` has made it complete: no server needs to be asked for its change. */
export function isInOneStep(action: vscode.CodeAction): boolean {
  return action.command?.command === CHANGE_AND_SHOW;
}

async function changeAndShow(edit: vscode.WorkspaceEdit, after: vscode.Command): Promise<void> {
  if (await vscode.workspace.applyEdit(edit, { isRefactoring: true })) {
    await vscode.commands.executeCommand(after.command, ...((after.arguments ?? []) as unknown[]));
  }
}
