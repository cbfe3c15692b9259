// Settings that the user has written, ready for the server.

import * as vscode from "vscode";

/** The settings that the server reads; each is absent unless it was set. */
export interface FolderSettings {
  readonly enable?: boolean;
  readonly profile?: string;
  readonly codeLens?: string;
  readonly newCodeSince?: string;
  /** Only among the settings of files outside all folders, which are the user's own. */
  readonly isolation?: string;
}

/** Who writes repairs; the user sets it for this machine, and no folder can. */
export interface RepairSettings {
  readonly provider?: string;
  readonly endpoint?: string;
  readonly model?: string;
  readonly baseline?: string;
  /** How a model is asked. */
  readonly advanced?: Readonly<Record<string, unknown>>;
}

/** What is recorded of suggestions; the user sets it for this machine, and no folder can. */
export interface LedgerSettings {
  readonly record?: string;
}

export const SECTION = "evenhand";

const MACHINE_KEYS = ["isolation"] as const satisfies readonly (keyof FolderSettings)[];
const SERVER_KEYS = [
  "enable",
  "profile",
  "codeLens",
  "newCodeSince",
] as const satisfies readonly (keyof FolderSettings)[];

/** The command that shows a setting of the machine: remote machines have a page of their own. */
export function pageOf(setting: string): { command: string; arguments: unknown[] } {
  return vscode.env.remoteName === undefined
    ? { command: "workbench.action.openSettings", arguments: [setting] }
    : { command: "workbench.action.openRemoteSettings", arguments: [{ query: setting }] };
}

/** Settings of a folder (or of files outside all folders), without VS Code's own defaults. */
export function folderSettings(folder?: vscode.WorkspaceFolder): FolderSettings {
  const configuration = vscode.workspace.getConfiguration(SECTION, folder?.uri ?? null);
  const keys = folder ? SERVER_KEYS : [...SERVER_KEYS, ...MACHINE_KEYS];
  const entries = keys
    .filter((key) => isWritten(configuration, key))
    .map((key) => [key, configuration.get<unknown>(key)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== null && value !== undefined));
}

/** The user's settings of repairs. */
export function repairSettings(): RepairSettings {
  return vscode.workspace.getConfiguration(SECTION, null).get<RepairSettings>("repair") ?? {};
}

/** The user's settings of the ledger. */
export function ledgerSettings(): LedgerSettings {
  return vscode.workspace.getConfiguration(SECTION, null).get<LedgerSettings>("ledger") ?? {};
}

/** The path in a setting, with `~` and `${workspaceFolder}` filled in; undefined if not set. */
export function pathSetting(
  key: "interpreter" | "serverInterpreter",
  folder?: vscode.WorkspaceFolder,
): string | undefined {
  const value = vscode.workspace.getConfiguration(SECTION, folder?.uri ?? null).get<unknown>(key);
  if (typeof value !== "string" || value.trim() === "") {
    return undefined;
  }
  const home = process.env["HOME"] ?? process.env["USERPROFILE"];
  return expandPath(value.trim(), home, folder?.uri.fsPath);
}

function expandPath(value: string, home: string | undefined, folder: string | undefined): string {
  const startsAtHome = /^~(?=[\\/]|$)/.test(value);
  const absolute = startsAtHome && home ? home + value.slice(1) : value;
  return folder === undefined ? absolute : absolute.replaceAll("${workspaceFolder}", folder);
}

function isWritten(configuration: vscode.WorkspaceConfiguration, key: string): boolean {
  const written = configuration.inspect(key);
  return (
    written?.globalValue !== undefined ||
    written?.workspaceValue !== undefined ||
    written?.workspaceFolderValue !== undefined
  );
}
