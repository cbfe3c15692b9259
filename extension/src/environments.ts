// Finds the Python in which the user's own code runs, folder by folder.

import { PythonExtension } from "@vscode/python-extension";
import { existsSync } from "node:fs";
import * as path from "node:path";
import * as vscode from "vscode";

import { findPlainPython, type Surroundings } from "./python.ts";
import { pathSetting } from "./settings.ts";

/** The key under which the interpreter of files outside all folders is sent. */
export const NO_FOLDER = "";

/**
 * The chosen interpreter of every open folder, by folder URI.
 *
 * In this order: the setting `evenhand.interpreter`, the one selected in the Python extension,
 * the folder's `.venv` or `venv`, the first Python on the PATH.
 * In Restricted Mode only the setting counts; VS Code withholds the workspace's value of it.
 */
export async function interpreters(log: vscode.LogOutputChannel): Promise<Record<string, string>> {
  const chosen: Record<string, string> = {};
  for (const folder of [undefined, ...(vscode.workspace.workspaceFolders ?? [])]) {
    const interpreter = await interpreterOf(folder, log);
    if (interpreter !== undefined) {
      chosen[folder?.uri.toString() ?? NO_FOLDER] = interpreter;
    }
  }
  return chosen;
}

/** Where the client may look for a Python. */
export function surroundings(): Surroundings {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const foreign = folders.map((folder) => folder.uri.fsPath);
  return { platform: process.platform, env: process.env, foreign };
}

/** Call `changed` whenever another interpreter is selected in the Python extension. */
export async function watchInterpreters(changed: () => void): Promise<vscode.Disposable> {
  const python = await pythonExtension();
  return (
    python?.environments.onDidChangeActiveEnvironmentPath(changed) ??
    new vscode.Disposable(() => undefined)
  );
}

async function interpreterOf(
  folder: vscode.WorkspaceFolder | undefined,
  log: vscode.LogOutputChannel,
): Promise<string | undefined> {
  const configured = pathSetting("interpreter", folder);
  if (configured !== undefined || !vscode.workspace.isTrusted) {
    return configured;
  }

  return (
    (await selectedInterpreter(folder, log)) ??
    (folder && venvInterpreter(folder.uri.fsPath)) ??
    (await findPlainPython(surroundings()))?.path
  );
}

async function selectedInterpreter(
  folder: vscode.WorkspaceFolder | undefined,
  log: vscode.LogOutputChannel,
): Promise<string | undefined> {
  try {
    const environments = (await pythonExtension())?.environments;
    const selected = environments?.getActiveEnvironmentPath(folder?.uri);
    const resolved = selected && (await environments?.resolveEnvironment(selected));
    return resolved?.executable.uri?.fsPath;
  } catch (error) {
    log.warn(`The Python extension did not say which interpreter is selected: ${String(error)}`);
    return undefined;
  }
}

async function pythonExtension(): Promise<PythonExtension | undefined> {
  const installed = vscode.extensions.getExtension("ms-python.python") !== undefined;
  if (!installed || !vscode.workspace.isTrusted) {
    return undefined;
  }
  return PythonExtension.api();
}

/** The Python of the virtual environment in a folder. */
function venvInterpreter(folder: string): string | undefined {
  const inside = process.platform === "win32" ? ["Scripts", "python.exe"] : ["bin", "python"];
  const candidates = [".venv", "venv"].map((name) => path.join(folder, name, ...inside));
  return candidates.find((file) => existsSync(file));
}
