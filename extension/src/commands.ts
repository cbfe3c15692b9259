// The commands that a person runs by name, and what a click on a code lens does.

import * as vscode from "vscode";

import type { Keys } from "./models.ts";
import type { Channels, Server } from "./server.ts";
import type { StatusItem } from "./status.ts";
import { mayRun } from "./trust.ts";
import { columnOf, pythonFileInView } from "./visibleEditors.ts";

export interface Parts {
  readonly server: Server;
  readonly status: StatusItem;
  readonly channels: Channels;
  readonly keys: Keys;
  readonly version: string;
  /** The folder of the extension. */
  readonly root: vscode.Uri;
}

export function registerCommands(parts: Parts): vscode.Disposable {
  const { server, channels, keys } = parts;
  const folders = new CheckedFolders(server);
  const commands: Record<string, (...given: never[]) => unknown> = {
    "evenhand.restart": () => server.restart(),
    "evenhand.installSandbox": () => installSandbox(server),
    "evenhand.showLog": () => {
      channels.log.show();
    },
    "evenhand.repairFile": () => repairFile(server),
    "evenhand.setKey": () => keys.set(),
    "evenhand.checkWorkspace": () => checkAll(folders),
    "evenhand.checkResource": (resource: vscode.Uri) => checkAll(folders, resource.toString()),
    "evenhand.openExample": () => openExample(parts.root),
    "evenhand.showExampleFinding": showFirstFinding,
    "evenhand.debugInformation": () => showDebugInformation(parts),
    "evenhand.openProjectSettings": openProjectSettings,
    "evenhand.showFinding": showFinding,
  };
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([name, run]) => vscode.commands.registerCommand(name, run)),
  );
}

/** What code runs in where the system has no wall; it is downloaded, so the person is asked. */
async function installSandbox(server: Server): Promise<void> {
  const question = "Download Pyodide and Deno from the npm registry (50 MB)?";
  const detail =
    "Where the system has no wall that holds, code then runs in a Python that is WebAssembly: it " +
    "reaches none of your files, no network and no other program, and has none of your packages.";
  const options = { modal: true, detail };
  if ((await vscode.window.showInformationMessage(question, options, "Download")) === "Download") {
    await server.execute("evenhand.server.installSandbox");
  }
}

async function repairFile(server: Server): Promise<void> {
  const uri = pythonFileInView();
  if (uri === undefined) {
    await vscode.window.showInformationMessage("Open a Python file to repair it.");
  } else if (await mayRun()) {
    await server.execute("evenhand.server.repairFile", uri);
  }
}

/** Check all open folders, or only what `place` names, and sum up what was found. */
async function checkAll(folders: CheckedFolders, place?: string): Promise<void> {
  if (!(await mayRun())) return;
  const { files, warnings, informations, problems } = await folders.check(place);

  const listed = [
    warnings > 0 ? counted(warnings, "warning") : "",
    informations > 0 ? counted(informations, "information") : "",
  ].filter((part) => part !== "");
  const found = listed.length === 0 ? "no findings" : listed.join(" and ");
  const unread = problems.length === 0 ? "" : ` ${counted(problems.length, "place")} not read.`;
  const show = listed.length > 0 ? "Show Problems" : "Show Log";
  const message = `Checked ${counted(files, "file")}: ${found}.${unread}`;
  if ((await vscode.window.showInformationMessage(message, show)) === show) {
    const command = listed.length > 0 ? "workbench.actions.view.problems" : "evenhand.showLog";
    await vscode.commands.executeCommand(command);
  }
}

/** Folders that were checked as a whole; a server that is started again checks them once more. */
class CheckedFolders {
  readonly #server: Server;
  /** Each a folder or file; undefined: all open folders. */
  #places = new Set<string | undefined>();

  constructor(server: Server) {
    this.#server = server;
    server.onReady(() => void this.#checkAgain());
  }

  async check(place?: string): Promise<Checked> {
    const given = place === undefined ? [] : [place];
    const answer = await this.#server.execute("evenhand.server.checkWorkspace", ...given);
    this.#places.add(place);
    return answer as Checked;
  }

  /** What the editor showed went with the old server; what ends another one is not tried again. */
  async #checkAgain(): Promise<void> {
    const places = this.#places;
    this.#places = new Set();
    for (const place of places) {
      await this.check(place).catch(() => undefined);
    }
  }
}

interface Checked {
  readonly files: number;
  /** As the Problems view counts them; hints are not in it. */
  readonly warnings: number;
  readonly informations: number;
  /** What could not be read, each in a sentence. */
  readonly problems: readonly string[];
}

function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

/** Go to a function and open its hover, which shows the two calls. */
async function showFinding(
  uri: string,
  position: { readonly line: number; readonly character: number },
): Promise<void> {
  const start = new vscode.Position(position.line, position.character);
  const selection = new vscode.Range(start, start);
  const cell = cellWith(uri);
  if (cell !== undefined) {
    const selections = [new vscode.NotebookRange(cell.index, cell.index + 1)];
    await vscode.window.showNotebookDocument(cell.notebook, { selections });
    return;
  }
  const viewColumn = columnOf(uri);
  await vscode.window.showTextDocument(vscode.Uri.parse(uri), { selection, viewColumn });
  await vscode.commands.executeCommand("editor.action.showHover");
}

/** The cell of an open notebook whose text has this URI. */
function cellWith(uri: string): vscode.NotebookCell | undefined {
  const cells = vscode.workspace.notebookDocuments.flatMap((notebook) => notebook.getCells());
  return cells.find(({ document }) => document.uri.toString() === uri);
}

/**
 * Open a text with findings, which belongs to no folder and is not saved anywhere: beside the page
 * that leads to it, if there is one, so that the next step stays in view.
 */
async function openExample(root: vscode.Uri): Promise<void> {
  const bytes = await vscode.workspace.fs.readFile(
    vscode.Uri.joinPath(root, "examples/lending.py"),
  );
  const content = new TextDecoder().decode(bytes);
  const document = await vscode.workspace.openTextDocument({ language: "python", content });
  const { activeTextEditor, tabGroups } = vscode.window;
  const isPageInFront = activeTextEditor === undefined && tabGroups.activeTabGroup.activeTab;
  const place = isPageInFront ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active;
  await vscode.window.showTextDocument(document, place);
}

/** Go to the first finding of the active file, or of another visible one. */
async function showFirstFinding(): Promise<void> {
  const editors = [vscode.window.activeTextEditor, ...vscode.window.visibleTextEditors];
  for (const { uri } of editors.flatMap((editor) => editor?.document ?? [])) {
    const own = vscode.languages.getDiagnostics(uri).filter(({ source }) => source === "Evenhand");
    const [first] = own.filter(({ severity }) => severity !== vscode.DiagnosticSeverity.Hint);
    if (first !== undefined) {
      await showFinding(uri.toString(), first.range.start);
      return;
    }
  }
  await vscode.window.showInformationMessage("Nothing was found in this file so far.");
}

/** Open the `pyproject.toml` of the folder in front, or a new one that is not saved yet. */
async function openProjectSettings(): Promise<void> {
  const shown = vscode.window.activeTextEditor?.document.uri;
  const own = shown && vscode.workspace.getWorkspaceFolder(shown);
  const folder = own ?? vscode.workspace.workspaceFolders?.[0];
  if (folder === undefined) {
    await vscode.window.showInformationMessage("Open a folder: its settings are in a file there.");
    return;
  }

  const file = vscode.Uri.joinPath(folder.uri, "pyproject.toml");
  const isThere = await vscode.workspace.fs.stat(file).then(
    () => true,
    () => false,
  );
  const document = await vscode.workspace.openTextDocument(
    isThere ? file : file.with({ scheme: "untitled" }),
  );
  const editor = await vscode.window.showTextDocument(document);
  if (!document.getText().includes("[tool.evenhand")) {
    const end = document.lineAt(document.lineCount - 1).range.end;
    const before = document.getText() === "" ? "" : "\n";
    await editor.edit((edit) => {
      edit.insert(end, `${before}[tool.evenhand]\n`);
    });
  }
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
