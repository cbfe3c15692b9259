// Which Python runs the server: 3.11 or newer, and never one that a workspace brought along.

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import * as path from "node:path";

export interface Interpreter {
  readonly path: string;
  readonly version: readonly [major: number, minor: number, micro: number];
}

/** What the search may look at; taken as a value so that a test can make one up. */
export interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folders whose files nobody has vouched for: the open workspace. */
  readonly foreign: readonly string[];
}

export const OLDEST_FOR_SERVER = "3.11";

/**
 * The first Python on the PATH that can run the server; undefined where there is none.
 *
 * Entries of the PATH that are relative, or that lie inside an open folder, are passed over:
 * opening a folder must never start a program that lies in it.
 */
export function findServerPython(around: Surroundings): Promise<Interpreter | undefined> {
  return firstOf(["python3.14", "python3.13", "python3.12", "python3.11", ...PLAIN], around);
}

/** The Python that a person gets who types its name; undefined where there is none. */
export function findPlainPython(around: Surroundings): Promise<Interpreter | undefined> {
  return firstOf(PLAIN, around, () => true);
}

/** Ask a Python who it is; undefined where it does not answer. Its user's settings are ignored. */
export function examine(executable: string): Promise<Interpreter | undefined> {
  const question = "import sys; print(*sys.version_info[:3], sys.executable)";
  return new Promise((resolve) => {
    const options = { timeout: 10_000, cwd: path.dirname(executable), windowsHide: true };
    execFile(executable, ["-I", "-S", "-c", question], options, (error, stdout) => {
      const answer = /^(\d+) (\d+) (\d+) (.+)$/.exec(stdout.trim());
      if (error || !answer) {
        resolve(undefined);
        return;
      }
      const [, major, minor, micro, real] = answer;
      resolve({ path: real ?? executable, version: [Number(major), Number(minor), Number(micro)] });
    });
  });
}

export function runsServer({ version: [major, minor] }: Interpreter): boolean {
  return major > 3 || (major === 3 && minor >= 11);
}

const PLAIN = ["python3", "python"];

async function firstOf(
  names: readonly string[],
  around: Surroundings,
  suits: (found: Interpreter) => boolean = runsServer,
): Promise<Interpreter | undefined> {
  for (const candidate of places(names, around)) {
    const found = await examine(candidate);
    if (found && suits(found) && !isForeign(found.path, around)) {
      return found;
    }
  }
  return undefined;
}

function places(names: readonly string[], around: Surroundings): string[] {
  const windows = around.platform === "win32";
  const variable = windows ? (around.env["Path"] ?? around.env["PATH"]) : around.env["PATH"];
  const folders = (variable ?? "")
    .split(windows ? ";" : ":")
    .filter((folder) => path.isAbsolute(folder) && !isForeign(folder, around));
  const files = windows ? ["python.exe"] : names;
  return files
    .flatMap((name) => folders.map((folder) => path.join(folder, name)))
    .filter((file) => existsSync(file));
}

function isForeign(place: string, { foreign }: Surroundings): boolean {
  return foreign.some((folder) => {
    const way = path.relative(folder, place);
    return way === "" || (!way.startsWith("..") && !path.isAbsolute(way));
  });
}
