// Shows the audit report as the server writes it: without scripts, and without loading anything.

import * as vscode from "vscode";

import type { Server } from "./server.ts";

/** Shows the report in a panel of its own, and updates it there if it is already open. */
export class Report implements vscode.Disposable {
  readonly #server: Server;
  readonly #command: vscode.Disposable;
  #panel: vscode.WebviewPanel | undefined;

  constructor(server: Server) {
    this.#server = server;
    this.#command = vscode.commands.registerCommand("evenhand.showReport", () => this.#show());
  }

  dispose(): void {
    this.#command.dispose();
    this.#panel?.dispose();
  }

  async #show(): Promise<void> {
    const { html } = (await this.#server.execute("evenhand.server.report")) as { html: string };
    this.#panel ??= this.#open();
    this.#panel.webview.html = html;
    this.#panel.reveal();
  }

  #open(): vscode.WebviewPanel {
    const panel = vscode.window.createWebviewPanel(
      "evenhand.report",
      "Evenhand: Audit Report",
      vscode.ViewColumn.Active,
      {
        enableScripts: false,
        enableCommandUris: ["evenhand.showSuggestion"],
        enableFindWidget: true,
        localResourceRoots: [],
      },
    );
    panel.onDidDispose(() => {
      this.#panel = undefined;
    });
    return panel;
  }
}
