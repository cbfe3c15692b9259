// Which Python is started for the server, and which never is.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, before, beforeEach, describe, it } from "node:test";

import {
  findPlainPython,
  findServerPython,
  type Surroundings,
} from "../../extension/src/python.ts";

const PYTHON = path.resolve(import.meta.dirname, "../../.venv/bin/python");

let folder: string;
let real: string;

before(() => {
  const question = ["-I", "-c", "import sys; print(sys.executable)"];
  real = execFileSync(PYTHON, question, { encoding: "utf8" }).trim();
});

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "evenhand-python-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A program of this name that starts Python, and notes that it was started. */
function program(name: string, started = path.join(folder, "started")): string {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\ntouch "${started}"\nexec "${PYTHON}" "$@"\n`);
  chmodSync(file, 0o755);
  return path.dirname(file);
}

function around(more: Partial<Surroundings>): Surroundings {
  return { platform: "linux", env: { PATH: folder }, foreign: [], ...more };
}

describe("the Python of the server", () => {
  it("is the first on the PATH that is new enough", async () => {
    const older = path.join(folder, "older");
    mkdirSync(older);
    writeFileSync(path.join(older, "python3"), "#!/bin/sh\necho 3 9 1 /usr/bin/python3.9\n");
    chmodSync(path.join(older, "python3"), 0o755);
    program("newer/python3");

    const env = { PATH: `${older}:${path.join(folder, "newer")}` };
    assert.equal((await findServerPython(around({ env })))?.path, real);
    assert.equal((await findPlainPython(around({ env })))?.path, "/usr/bin/python3.9");
  });

  it("is found by the launcher where the PATH of Windows has no other", async () => {
    program("py.exe");
    const python = await findPlainPython(around({ platform: "win32", env: { Path: folder } }));
    assert.equal(python?.path, real);
  });

  it("is never one of the folder that is open", async () => {
    program("open/bin/python3");
    const elsewhere = path.join(folder, "links");
    mkdirSync(elsewhere);
    symlinkSync(path.join(folder, "open/bin/python3"), path.join(elsewhere, "python3"));

    for (const PATH of [path.join(folder, "open/bin"), elsewhere, "open/bin", ""]) {
      const foreign = [path.join(folder, "open")];
      assert.equal(await findServerPython(around({ env: { PATH }, foreign })), undefined);
    }
    assert.ok(!existsSync(path.join(folder, "started")));
  });
});
