// One message at the first finding of a folder: what was found, and that nothing has left the machine.

import * as vscode from "vscode";

import { CHECK_ENDED, type CheckEnded } from "./protocol.ts";
import type { Server } from "./server.ts";

/** The key of the folders, by URI, in which something was found before. */
const FOLDERS = "evenhand.foldersWithFindings";
const SHOW = "Show Problems";

/** Tell a person once for each folder; the workspace's own state remembers that. */
export function tellOfFirstFindings(server: Server, state: vscode.Memento): void {
  server.on(CHECK_ENDED, ({ uri, unequal }: CheckEnded) => {
    const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.parse(uri))?.uri.toString();
    const told = state.get<readonly string[]>(FOLDERS, []);
    if (unequal > 0 && folder !== undefined && !told.includes(folder)) {
      void state.update(FOLDERS, [...told, folder]);
      void tell(unequal, vscode.Uri.parse(uri));
    }
  });
}

async function tell(unequal: number, uri: vscode.Uri): Promise<void> {
  const file = uri.path.slice(uri.path.lastIndexOf("/") + 1);
  const found =
    unequal === 1 ? `1 function in ${file} treats` : `${unequal} functions in ${file} treat`;
  const message = `${found} people differently. Nothing left this machine.`;
  if ((await vscode.window.showInformationMessage(message, SHOW)) === SHOW) {
    await vscode.commands.executeCommand("workbench.actions.view.problems");
  }
}
