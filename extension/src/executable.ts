// How to start the server: with which Python, and what it may import.

import * as path from "node:path";
import type { Executable } from "vscode-languageclient/node";

import { surroundings } from "./environments.ts";
import { examine, findServerPython, OLDEST_FOR_SERVER, runsServer } from "./python.ts";
import { pathSetting } from "./settings.ts";

/** The message says why the server cannot be started, and what to do. */
export class NoServerPython extends Error {}

/** The command that starts the server bundled below `root`; rejects with `NoServerPython`. */
export async function serverExecutable(root: string): Promise<Executable> {
  // Set where the extension itself is debugged: a program that starts the server from its source.
  const start = process.env["EVENHAND_START"] ?? path.join(root, "bundled/start.py");
  return {
    command: await serverPython(),
    // -I and -S: only the standard library and what is bundled can be imported, so that no
    // package of the environment is ever mistaken for one of the server's.
    args: ["-I", "-S", "-X", "utf8", start],
    options: { cwd: path.dirname(start) },
  };
}

/** The command line of an executable. */
export function commandLine({ command, args = [] }: Executable): string {
  return [command, ...args].join(" ");
}

async function serverPython(): Promise<string> {
  const configured = pathSetting("serverInterpreter");
  if (configured !== undefined) {
    return configuredPython(configured);
  }

  const python = await findServerPython(surroundings());
  if (python === undefined) {
    throw new NoServerPython(
      `Evenhand needs Python ${OLDEST_FOR_SERVER} or newer for itself, and the PATH has none. ` +
        "Name one in the setting evenhand.serverInterpreter.",
    );
  }
  return python.path;
}

async function configuredPython(configured: string): Promise<string> {
  const python = await examine(configured);
  if (python && runsServer(python)) {
    return python.path;
  }

  const problem = python ? `Python ${python.version.join(".")}` : "not a Python that starts";
  throw new NoServerPython(
    `evenhand.serverInterpreter is ${configured}, which is ${problem}; ` +
      `Evenhand needs ${OLDEST_FOR_SERVER} or newer.`,
  );
}
