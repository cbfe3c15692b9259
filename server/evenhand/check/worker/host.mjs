// Runs checked code in a Python that is WebAssembly, in a Deno that may do nothing.
//
// `host.mjs make SEED` reads the worker's modules from the standard input and writes a snapshot: a
// Python that has them imported and hashes text by SEED. `host.mjs serve SNAPSHOT` goes on from
// there: it does what comes in, line by line, as `spawning.py` says it. A process serves one file,
// which it may load several times. Before that it may warm up.

import { fileURLToPath } from "node:url";

import { loadPyodide } from "../../pyodide/pyodide.mjs";

const DONE = 42;
const COMPILED = ")";
const SET_UP = "!";
const WARM = "~";
const NOT_THERE = 44;
const NOT_PERMITTED = 63;
const PAGE = 65536;
const { parse, stringify } = JSON;
const { stdin, stdout, exit } = Deno;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

const home = new URL("../../", import.meta.url);
const inside = (name) => fileURLToPath(new URL(name, home));

async function make(seed) {
  const python = await loadPyodide({ ...options(seed), _makeSnapshot: true });
  python.globals.set("sources", everything());
  python.runPython(IMPORTING);
  write(python.makeMemorySnapshot());
  exit(0);
}

async function serve(snapshot) {
  const python = await started(Deno.readFileSync(snapshot));
  const program = python.pyimport("_evenhand_worker.in_wasm");
  const { ahead, compile, set_up, load, answer, about, warm_up } = program;
  const limit = limitedMemory();
  Deno.permissions.revokeSync({ name: "read" });

  const mounted = [];
  const beginning = image(python);
  let loaded;
  const handlers = {
    break_out: async ({ treasure }) => {
      say(stringify({ ...parse(about()), missing: {}, escaped: await escapes(treasure) }));
      exit(DONE);
    },
    open: (request, line) => {
      putBack(python, beginning);
      while (mounted.length > 0) python.FS.unmount(mounted.pop());
      limit(beginning.length + request.limits.memory_bytes);
      mounted.push(...mount(python.FS, request.readable ?? request.search_path));
      const problem = compile(line);
      if (problem) {
        say(problem);
        exit(0);
      }
      write(encoder.encode(COMPILED));
      set_up();
      say(SET_UP);
      say(load());
      loaded = image(python);
    },
    rewind: () => putBack(python, loaded),
    warm_up: () => {
      warm_up();
      putBack(python, beginning);
      say(WARM);
    },
  };

  for (let line = nextLine(); line !== null; line = nextLine()) {
    const message = parse(line);
    const { number, ...call } = message;
    if (number !== undefined) say(`${number} ${answer(stringify(call))}`);
    else if (message.do === undefined) ahead(line);
    else await handlers[message.do](message, line);
  }
  exit(0);
}

function options(seed) {
  const env = { HOME: "/tmp", TZ: "UTC", LC_ALL: "C.UTF-8", PYTHONHASHSEED: seed };
  return { indexURL: inside("pyodide/"), env };
}

async function started(snapshot) {
  const { default: create } = await import("../../pyodide/pyodide.asm.mjs");
  const createPyodideModule = (settings) => {
    settings.preRun.push((module) => module.growMemory(snapshot.length));
    return create(settings);
  };
  return loadPyodide({ ...options("0"), _loadSnapshot: snapshot, createPyodideModule });
}

// The memory of Python grows by this function alone.
function limitedMemory() {
  let most = Infinity;
  const grow = WebAssembly.Memory.prototype.grow;
  WebAssembly.Memory.prototype.grow = function (pages) {
    if (this.buffer.byteLength + pages * PAGE > most) throw new RangeError("no more memory");
    return grow.call(this, pages);
  };
  return (bytes) => {
    most = bytes;
  };
}

// All that Python has is in its memory, as long as none of it runs.
function image(python) {
  return python._module.HEAPU8.slice();
}

function putBack(python, image) {
  const present = python._module.HEAPU8;
  present.set(image);
  present.fill(0, image.length);
}

// The standard input and output. A line that begins with "!" answers what was asked with "?".

const lines = [];
const answers = [];
const portion = new Uint8Array(1 << 18);
let unfinished = "";

function nextLine() {
  return next(lines);
}

function asked(question) {
  say(`?${stringify(question)}`);
  const reply = next(answers);
  return reply === null ? exit(0) : parse(reply.slice(1));
}

function next(queue) {
  while (queue.length === 0) {
    const count = stdin.readSync(portion);
    if (count === null) return null;
    const parts = (unfinished + decoder.decode(portion.subarray(0, count))).split("\n");
    unfinished = parts.pop();
    for (const part of parts) (part.startsWith("!") ? answers : lines).push(part);
  }
  return queue.shift();
}

function everything() {
  const [text, end] = [next(lines), next(lines)];
  if (text === null || end !== null) throw new Error("one line is needed");
  return text;
}

function say(text) {
  write(encoder.encode(`${text}\n`));
}

function write(bytes) {
  for (let rest = bytes; rest.length > 0;) rest = rest.subarray(stdout.writeSync(rest));
}

// Folders of the workspace, to be read. Whoever started this process reads them, and decides which.

function mount(FS, folders) {
  const refuse = (code) => {
    throw new FS.ErrnoError(code);
  };
  const denied = () => refuse(NOT_PERMITTED);
  const node = (parent, name, status) => {
    const made = FS.createNode(parent, name, status.folder ? 0o40555 : 0o100444, 0);
    Object.assign(made, { status, node_ops: nodes, stream_ops: streams });
    return made;
  };
  const nodes = {
    getattr: ({ id, mode, status }) => {
      const time = new Date(status.time * 1000);
      const same = { dev: 1, nlink: 1, uid: 0, gid: 0, rdev: 0, blksize: 4096, blocks: 1 };
      return { ...same, ino: id, mode, size: status.size, atime: time, mtime: time, ctime: time };
    },
    lookup: (parent, name) => {
      const path = `${FS.getPath(parent)}/${name}`;
      return node(parent, name, asked(["status", path]) ?? refuse(NOT_THERE));
    },
    readdir: (folder) => [".", "..", ...(asked(["names", FS.getPath(folder)]) ?? denied())],
    ...Object.fromEntries(
      ["setattr", "mknod", "rename", "unlink", "rmdir", "symlink"].map((name) => [name, denied]),
    ),
  };
  const streams = {
    open: (stream) => {
      if (stream.node.status.folder) return;
      const text = asked(["content", FS.getPath(stream.node)]) ?? denied();
      stream.node.content = Uint8Array.fromBase64(text);
    },
    read: ({ node: { content } }, buffer, offset, length, position) => {
      const part = content.subarray(position, position + length);
      buffer.set(part, offset);
      return part.length;
    },
    llseek: ({ node: { content }, position }, offset, whence) =>
      offset + [0, position, content?.length ?? 0][whence],
  };

  const isPython = (folder) => folder === "/" || /^\/(lib|dev|proc|worker)\/?$/.test(folder);
  const isWithin = (folder) => (other) => folder !== other && folder.startsWith(`${other}/`);
  const own = [...new Set(folders)].filter(
    (folder) => !isPython(folder) && !folders.some(isWithin(folder)),
  );
  for (const folder of own) {
    FS.mkdirTree(folder);
    const status = { folder: true, size: 4096, time: 0 };
    FS.mount({ mount: () => node(null, "/", status) }, {}, folder);
  }
  return own;
}

// What must be refused, by how a message says it.

const ATTEMPTS = {
  "reads files": (treasure) => Deno.readTextFileSync(treasure),
  "reads Evenhand's files": () => Deno.readTextFileSync(inside("pyodide/package.json")),
  "lists folders": (treasure) => [...Deno.readDirSync(treasure)],
  "writes files": (treasure) => Deno.writeTextFileSync(treasure, "out"),
  "changes files": (treasure) => Deno.chmodSync(treasure, 0o600),
  "removes files": (treasure) => Deno.removeSync(treasure),
  "imports files": (treasure) => import(`file://${treasure}`),
  "uses the network": () => Deno.connect({ hostname: "127.0.0.1", port: 9 }),
  "listens to the network": () => Deno.listen({ hostname: "127.0.0.1", port: 0 }),
  "fetches pages": () => fetch("http://127.0.0.1:8080/"),
  "looks up names": () => Deno.resolveDns("localhost", "A"),
  "starts processes": () => new Deno.Command(inside("deno")).outputSync(),
  "signals others": () => Deno.kill(Deno.ppid, "SIGCONT"),
  "reads the environment": () => Deno.env.get("PATH"),
  "looks at the machine": () => Deno.hostname(),
  "calls native code": () => Deno.dlopen("nothing", {}),
};

// What must fail, in whatever way.

const IMPOSSIBLE = {
  "keeps data": () => localStorage.setItem("a", "b"),
  "keeps pages": () => caches.open("a"),
  "runs texts as programs": () => new Function("return 1")(),
};

async function escapes(treasure) {
  const escaped = [];
  for (const [what, attempt] of Object.entries({ ...ATTEMPTS, ...IMPOSSIBLE })) {
    const error = await failure(attempt, treasure);
    const isHeld = what in IMPOSSIBLE ? error !== null : isRefusal(error);
    if (!isHeld) escaped.push(what);
  }
  return escaped;
}

async function failure(attempt, treasure) {
  try {
    await attempt(treasure);
    return null;
  } catch (error) {
    return error;
  }
}

function isRefusal(error) {
  const isDenoOwn = error instanceof Deno.errors.NotCapable;
  return isDenoOwn || /^Requires \w+ access/.test(error?.message ?? "");
}

const IMPORTING = `
import json, sys, types
P = "_evenhand_worker"
names = {stem: P if stem == "__init__" else f"{P}.{stem}" for stem in json.loads(sources)}
modules = {
    names[stem]: (f"/worker/{stem}.py", compile(text, f"/worker/{stem}.py", "exec", dont_inherit=True))
    for stem, text in json.loads(sources).items()
}
bundle = types.ModuleType(P + ".bundle")
exec(modules[P + ".bundle"][1], bundle.__dict__)
bundle.run_in_wasm(modules)
del P, names, modules, bundle, sources, json, types
`;

if (Deno.args[0] === "make") await make(Deno.args[1]);
else {
  try {
    await serve(Deno.args[1]);
  } catch (error) {
    exit(error.status ?? 1);
  }
}
