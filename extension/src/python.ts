// Finds the Python that runs the server: 3.11 or newer, and never one from the workspace.

import { execFile } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import * as path from "node:path";

export interface Interpreter {
  readonly path: string;
  readonly version: readonly [major: number, minor: number, micro: number];
}

/** What the search may look at; a value, so that a test can make one up. */
export interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folders whose programs must not be started: the open workspace. */
  readonly foreign: readonly string[];
}

export const OLDEST_FOR_SERVER = "3.11";

/**
 * The first Python on the PATH that can run the server; undefined if there is none.
 *
 * Entries of the PATH that are relative or inside an open folder are passed over: opening a
 * folder must never start a program in it.
 */
export function findServerPython(around: Surroundings): Promise<Interpreter | undefined> {
  return firstOf(["python3.14", "python3.13", "python3.12", "python3.11", ...PLAIN], around);
}

/** The Python that a person gets by typing its name; undefined if there is none. */
export function findPlainPython(around: Surroundings): Promise<Interpreter | undefined> {
  return firstOf(PLAIN, around, () => true);
}

/** Ask a Python for its version and path, without its user's settings; undefined on failure. */
export function examine(executable: string): Promise<Interpreter | undefined> {
  const question = "import sys; print(*sys.version_info[:3], sys.executable)";
  return new Promise((resolve) => {
    const env = { ...process.env };
    delete env["VIRTUAL_ENV"]; // the launcher of Windows would start what is in there
    const options = { timeout: 10_000, cwd: path.dirname(executable), windowsHide: true, env };
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
/** Of Windows, which starts the newest Python also where the PATH has none. */
const LAUNCHER = "py.exe";

async function firstOf(
  names: readonly string[],
  around: Surroundings,
  suits: (python: Interpreter) => boolean = runsServer,
): Promise<Interpreter | undefined> {
  for (const candidate of candidates(names, around)) {
    const python = await examine(candidate);
    if (python && suits(python) && !isForeign(python.path, around)) {
      return python;
    }
  }
  return undefined;
}

function candidates(names: readonly string[], around: Surroundings): string[] {
  const windows = around.platform === "win32";
  const variable = windows ? (around.env["Path"] ?? around.env["PATH"]) : around.env["PATH"];
  const folders = (variable ?? "")
    .split(windows ? ";" : ":")
    .filter((folder) => path.isAbsolute(folder) && !isForeign(folder, around));

  const files = windows ? ["python.exe", LAUNCHER] : names;
  return files
    .flatMap((name) => folders.map((folder) => path.join(folder, name)))
    .filter((file) => existsSync(file) && !isForeign(file, around));
}

/** Whether a file is, or links to what is, inside a folder whose programs must not be started. */
function isForeign(file: string, { foreign }: Surroundings): boolean {
  const places = [file, realPath(file)];
  const folders = foreign.flatMap((folder) => [folder, realPath(folder)]);
  return folders.some((folder) => places.some((place) => isInside(place, folder)));
}

function isInside(place: string, folder: string): boolean {
  const relative = path.relative(folder, place);
  const isOutside =
    relative === ".." || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative);
  return !isOutside;
}

/** The path without links; the path itself if it leads nowhere. */
function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}
