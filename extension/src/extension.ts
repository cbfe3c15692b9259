// Evenhand in VS Code: joins the parts, and tells them when settings, folders or trust change.

import * as vscode from "vscode";

import { registerCodeActions } from "./codeActions.ts";
import { registerCommands } from "./commands.ts";
import { Decisions } from "./decisions.ts";
import { watchInterpreters } from "./environments.ts";
import { tellOfFirstFindings } from "./firstFinding.ts";
import { Keys } from "./models.ts";
import { Provenance } from "./provenance.ts";
import { RepairPreview } from "./repairs.ts";
import { Report } from "./report.ts";
import { Server } from "./server.ts";
import { SECTION } from "./settings.ts";
import { StatusItem } from "./status.ts";
import { SuggestionsView } from "./suggestions.ts";
import { registerTools } from "./tools.ts";

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const log = vscode.window.createOutputChannel("Evenhand", { log: true });
  const trace = vscode.window.createOutputChannel("Evenhand Trace", { log: true });
  const status = new StatusItem();
  const channels = { log, trace };
  const preview = new RepairPreview();
  const decisions = new Decisions();
  const keys = new Keys(context.secrets);
  const { version } = context.extension.packageJSON as { version: string };

  server = new Server(context.extensionUri, channels, status, { preview, decisions, keys });
  context.subscriptions.push(
    log,
    trace,
    status,
    preview,
    decisions,
    new Provenance(server),
    new SuggestionsView(server),
    new Report(server),
    registerTools(server),
    registerCodeActions(),
    registerCommands({ server, status, channels, keys, version, root: context.extensionUri }),
  );
  tellOfFirstFindings(server, context.workspaceState);
  keepUpToDate(server, context);
  await server.start();
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}

/** Send the server every change; only another Python for the server itself starts it again. */
function keepUpToDate(running: Server, context: vscode.ExtensionContext): void {
  const configure = (): void => void running.configure();
  const watchPython = async (): Promise<void> => {
    context.subscriptions.push(await watchInterpreters(configure));
  };

  context.subscriptions.push(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(`${SECTION}.serverInterpreter`)) {
        void running.start();
      }
      if (event.affectsConfiguration(SECTION)) {
        configure();
      }
    }),
    vscode.workspace.onDidChangeWorkspaceFolders(configure),
    vscode.workspace.onDidGrantWorkspaceTrust(async () => {
      await running.trust();
      await watchPython();
    }),
  );
  void watchPython();
}
