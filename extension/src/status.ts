// The language status item: what Evenhand is doing, and the isolation in force.

import * as vscode from "vscode";

import type { Status } from "./protocol.ts";

/** What the server says about itself, and what only the client can tell. */
export type Shown = (
  Status | { readonly state: "starting" | "stopped"; readonly detail?: string }
) & {
  /** What the person can do about an error. */
  readonly remedy?: vscode.Command;
};

export const SHOW_LOG: vscode.Command = { command: "evenhand.showLog", title: "Show Log" };
const TRUST: vscode.Command = { command: "workbench.trust.manage", title: "Manage Trust" };
const INSTALL: vscode.Command = {
  command: "evenhand.installSandbox",
  title: "Install WebAssembly Isolation",
};
const RESTART: vscode.Command = { command: "evenhand.restart", title: "Restart Server" };

/** Carry out a command that was offered. */
export async function runCommand({
  command,
  arguments: given = [],
}: Pick<vscode.Command, "command" | "arguments">): Promise<void> {
  await vscode.commands.executeCommand(command, ...(given as unknown[]));
}

export class StatusItem implements vscode.Disposable {
  readonly #item = vscode.languages.createLanguageStatusItem("evenhand.status", {
    language: "python",
  });
  #shown: Shown = { state: "starting" };

  constructor() {
    this.#item.name = "Evenhand";
    this.show(this.#shown);
  }

  get shown(): Shown {
    return this.#shown;
  }

  show(status: Shown): void {
    this.#shown = status;
    this.#item.text = headline(status);
    this.#item.detail = details(status);
    this.#item.busy = status.state === "checking" || status.state === "starting";
    this.#item.severity = severity(status);
    this.#item.command = status.remedy ?? remedy(status);
  }

  dispose(): void {
    this.#item.dispose();
  }
}

function remedy(status: Shown): vscode.Command {
  const { state } = status;
  if (state === "untrusted") return TRUST;
  if (state === "idle" && "isolation" in status && status.isolation === "basic") return INSTALL;
  return state === "stopped" ? RESTART : SHOW_LOG;
}

function headline({ state }: Shown): string {
  switch (state) {
    case "idle":
      return "Evenhand";
    case "checking":
      return "Evenhand: checking";
    case "starting":
      return "Evenhand: starting";
    case "untrusted":
      return "Evenhand: Restricted Mode, nothing is run";
    case "error":
      return "Evenhand: not checking";
    case "stopped":
      return "Evenhand: stopped";
  }
}

function details(status: Shown): string {
  const isolation = "isolation" in status ? status.isolation : undefined;
  const python = "python" in status ? status.python : undefined;
  return [isolation && ISOLATION[isolation], python, status.detail]
    .filter((part) => typeof part === "string" && part !== "")
    .join(" · ");
}

const ISOLATION = {
  strong: "strong isolation",
  wasm: "WebAssembly isolation",
  basic: "basic isolation",
  static: "source only, nothing is run",
} as const;

function severity({ state }: Shown): vscode.LanguageStatusSeverity {
  switch (state) {
    case "error":
    case "stopped":
      return vscode.LanguageStatusSeverity.Error;
    case "untrusted":
      return vscode.LanguageStatusSeverity.Warning;
    case "idle":
    case "checking":
    case "starting":
      return vscode.LanguageStatusSeverity.Information;
  }
}
