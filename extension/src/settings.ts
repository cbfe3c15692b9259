// Settings that the user has written, ready for the server.

import * as vscode from "vscode";

/** The settings that the server reads; each is absent unless somebody has set it. */
export interface FolderSettings {
  readonly enable?: boolean;
  readonly profile?: string;
  readonly attributes?: readonly string[];
  readonly select?: readonly string[];
  readonly ignore?: readonly string[];
  readonly exclude?: readonly string[];
  readonly severity?: Readonly<Record<string, string>>;
  readonly codeLens?: boolean;
  /** Of files outside all folders, and so of the user alone. */
  readonly isolation?: string;
}

/** Who writes repairs; set by the user for this machine, and by no folder. */
export interface RepairSettings {
  readonly provider?: string;
  readonly endpoint?: string;
  readonly model?: string;
  readonly strategy?: string;
  readonly rounds?: number;
  readonly prices?: readonly number[];
}

/** What is written down of suggestions; set by the user for this machine, and by no folder. */
export interface LedgerSettings {
  readonly record?: string;
  readonly keepSource?: boolean;
  readonly path?: string;
}

export const SECTION = "evenhand";

const MACHINE_KEYS = ["isolation"] as const satisfies readonly (keyof FolderSettings)[];
const SERVER_KEYS = [
  "enable",
  "profile",
  "attributes",
  "select",
  "ignore",
  "exclude",
  "severity",
  "codeLens",
] as const satisfies readonly (keyof FolderSettings)[];

/** Settings of a folder (or of files outside all folders), without VS Code's own defaults. */
export function folderSettings(folder?: vscode.WorkspaceFolder): FolderSettings {
  const configuration = vscode.workspace.getConfiguration(SECTION, folder?.uri ?? null);
  const keys = folder ? SERVER_KEYS : [...SERVER_KEYS, ...MACHINE_KEYS];
  const written = keys.filter((key) => isWritten(configuration, key));
  return Object.fromEntries(
    written
      .map((key) => [key, configuration.get<unknown>(key)] as const)
      .filter(([, value]) => value !== null && value !== undefined),
  );
}

/** The user's settings of repairs. */
export function repairSettings(): RepairSettings {
  return vscode.workspace.getConfiguration(SECTION, null).get<RepairSettings>("repair") ?? {};
}

/** The user's settings of the ledger. */
export function ledgerSettings(): LedgerSettings {
  return vscode.workspace.getConfiguration(SECTION, null).get<LedgerSettings>("ledger") ?? {};
}

/** The path that a setting names, with `~` and `${workspaceFolder}` filled in. */
export function pathSetting(
  key: "interpreter" | "serverInterpreter",
  folder?: vscode.WorkspaceFolder,
): string | undefined {
  const value = vscode.workspace.getConfiguration(SECTION, folder?.uri ?? null).get<unknown>(key);
  return typeof value === "string" && value.trim() !== ""
    ? expandPath(
        value.trim(),
        process.env["HOME"] ?? process.env["USERPROFILE"],
        folder?.uri.fsPath,
      )
    : undefined;
}

function expandPath(value: string, home: string | undefined, folder: string | undefined): string {
  const rooted = /^~(?=[\\/]|$)/.test(value) && home ? home + value.slice(1) : value;
  return folder === undefined ? rooted : rooted.replaceAll("${workspaceFolder}", folder);
}

function isWritten(configuration: vscode.WorkspaceConfiguration, key: string): boolean {
  const found = configuration.inspect(key);
  return (
    found?.globalValue !== undefined ||
    found?.workspaceValue !== undefined ||
    found?.workspaceFolderValue !== undefined
  );
}
