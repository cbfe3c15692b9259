// The commands that a person runs by name, and what a click on a code lens does.

import * as vscode from "vscode";

import type { Keys } from "./models.ts";
import type { Channels, Server } from "./server.ts";
import type { StatusItem } from "./status.ts";
import { mayRun } from "./trust.ts";

export interface Parts {
  readonly server: Server;
  readonly status: StatusItem;
  readonly channels: Channels;
  readonly keys: Keys;
  readonly version: string;
}

export function registerCommands(parts: Parts): vscode.Disposable {
  const { server, channels, keys } = parts;
  const commands: Record<string, (...given: never[]) => unknown> = {
    "evenhand.restart": () => server.restart(),
    "evenhand.showLog": () => {
      channels.log.show();
    },
    "evenhand.checkFile": () => checkFile(server),
    "evenhand.repairFile": () => repairFile(server),
    "evenhand.setKey": () => keys.set(),
    "evenhand.checkWorkspace": () => checkWorkspace(server),
    "evenhand.debugInformation": () => showDebugInformation(parts),
    "evenhand.showFinding": showFinding,
  };
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([name, run]) => vscode.commands.registerCommand(name, run)),
  );
}

async function checkFile(server: Server): Promise<void> {
  const uri = activePythonFile();
  if (uri === undefined) {
    await vscode.window.showInformationMessage("Open a Python file to check it.");
  } else if (await mayRun()) {
    await server.execute("evenhand.server.checkFile", uri);
  }
}

async function repairFile(server: Server): Promise<void> {
  const uri = activePythonFile();
  if (uri === undefined) {
    await vscode.window.showInformationMessage("Open a Python file to repair it.");
  } else if (await mayRun()) {
    await server.execute("evenhand.server.repairFile", uri);
  }
}

async function checkWorkspace(server: Server): Promise<void> {
  if (await mayRun()) {
    await server.execute("evenhand.server.checkWorkspace");
  }
}

/** Go to a function and open its hover, which shows the two calls. */
async function showFinding(
  uri: string,
  position: { readonly line: number; readonly character: number },
): Promise<void> {
  const start = new vscode.Position(position.line, position.character);
  const selection = new vscode.Range(start, start);
  await vscode.window.showTextDocument(vscode.Uri.parse(uri), { selection });
  await vscode.commands.executeCommand("editor.action.showHover");
}

async function showDebugInformation({ server, status, version }: Parts): Promise<void> {
  const facts = {
    evenhand: version,
    editor: `${vscode.env.appName} ${vscode.version}`,
    platform: `${process.platform} ${process.arch}`,
    trusted: vscode.workspace.isTrusted,
    status: status.shown,
    ...server.describe(),
  };
  const content = JSON.stringify(facts, undefined, 2);
  const document = await vscode.workspace.openTextDocument({ language: "json", content });
  await vscode.window.showTextDocument(document);
}

/** The URI of the Python file in the active editor. */
function activePythonFile(): string | undefined {
  const document = vscode.window.activeTextEditor?.document;
  return document?.languageId === "python" ? document.uri.toString() : undefined;
}
