// Record what a real VS Code tells the server while a person or an assistant edits:
//
//     node tests/editor/record.ts [LABELS]
//
// writes fixtures/edits/<label>.json. What each sequence is, is said in `sequences/`.

import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { launch, openFile, visit } from "./page.ts";
import { CHAT } from "./sequences/chat.ts";
import { DISK } from "./sequences/disk.ts";
import { INLINE } from "./sequences/inline.ts";
import { PERSON } from "./sequences/person.ts";
import { git } from "./sequences/repository.ts";
import { FEE, QUIET_MILLISECONDS, SCORE, type Sequence } from "./sequences/sequence.ts";
import { open } from "./workbench.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const FIXTURES = path.join(ROOT, "fixtures/edits");
const SEQUENCES = [...INLINE, ...CHAT, ...DISK, ...PERSON];
const FILE_EVENTS = ["", "created", "changed", "deleted"];

interface Frame {
  readonly time: number;
  /** Of the files that an event is about, by URI. */
  readonly texts?: Readonly<Record<string, string>>;
  readonly message: {
    readonly method?: string;
    readonly params?: {
      readonly uri?: string;
      readonly version?: number;
      readonly hints?: readonly string[];
      readonly kind?: string;
      readonly textDocument?: {
        readonly uri: string;
        readonly version: number;
        readonly text?: string;
      };
      readonly contentChanges?: readonly object[];
      readonly changes?: readonly { readonly uri: string; readonly type: number }[];
    };
  };
}

/** One event of a sequence, and when the server was told. */
interface Event {
  readonly at: number;
  readonly [what: string]: unknown;
}

/** Have the server started through a program that writes down what it is told. */
function tee(extensions: string, record: string): void {
  const extension = readdirSync(extensions).find((name) => name.startsWith("evenhand.evenhand-"));
  const start = path.join(extensions, extension ?? "", "bundled/start.py");
  const real = start.replace("start.py", "real_start.py");
  renameSync(start, real);
  const program = path.join(import.meta.dirname, "tee.py");
  const told = JSON.stringify([program, record, "-I", "-S", "-X", "utf8", real]);
  const text = `import os, sys\n\nprogram, record, *rest = ${told}\n`;
  const run =
    "os.execv(sys.executable, [sys.executable, program, record, sys.executable, *rest])\n";
  writeFileSync(start, text + run);
}

/** The events of a document in the order in which the server was told of them. */
function eventsOf(frames: readonly Frame[], file: string, began: number): Event[] {
  const uri = `file://${file}`;
  const folder = `file://${path.dirname(file)}/`;
  const told = (version: number, method: string) =>
    frames.find(
      ({ message: { method: name, params } }) =>
        name === method && params?.uri === uri && params.version === version,
    )?.message.params;

  return frames.flatMap(({ time, texts, message: { method, params } }): Event[] => {
    const at = Math.round((time - began) * 1000);
    if (method === "workspace/didChangeWatchedFiles") {
      const events = (params?.changes ?? []).filter(({ uri: changed }) =>
        changed.startsWith(folder),
      );
      return events
        .filter(({ uri: changed }) => changed.endsWith(".py"))
        .map(({ uri: changed, type }) => ({
          at,
          file: FILE_EVENTS[type],
          name: changed.slice(folder.length),
          ...(texts?.[changed] === undefined ? {} : { text: texts[changed] }),
        }));
    }
    if (params?.textDocument?.uri !== uri) return [];
    if (method === "textDocument/didSave") return [{ at, saved: true }];
    if (method !== "textDocument/didChange") return [];

    const { version } = params.textDocument;
    const hints = told(version, "evenhand/edited")?.hints;
    const accepted = told(version, "evenhand/suggestionAccepted")?.kind;
    return [{ at, changes: params.contentChanges, hints, accepted }];
  });
}

/** What a test plays: the edits of an open document, or the events of a file that is not open. */
function written(sequence: Sequence, frames: readonly Frame[], file: string): string {
  const { what, suggestions = [], before = SCORE, git: committed, beside } = sequence;
  const { gitInTheEnd = committed } = sequence;
  const opened = frames.find(
    ({ message }) =>
      message.method === "textDocument/didOpen" &&
      message.params?.textDocument?.uri === `file://${file}`,
  );
  const events = eventsOf(frames, file, opened?.time ?? frames[0]?.time ?? 0);
  const wanted = events.filter((event) => (before === null) === "file" in event);
  const text = before === null ? null : opened?.message.params?.textDocument?.text;
  const facts = { what, recorded: true, suggestions, git: gitInTheEnd, beside, before: text };
  const head = JSON.stringify(facts, undefined, 1).slice(0, -2);
  return `${head},\n "edits": [\n${wanted.map((event) => `  ${JSON.stringify(event)}`).join(",\n")}\n ]\n}\n`;
}

/** Write the files as Git has them, then as they are opened. */
function prepare(folder: string): void {
  const fileOf = ({ label }: Sequence): string => path.join(folder, label, `${label}.py`);
  for (const sequence of SEQUENCES) {
    const { before = SCORE, git: committed = before } = sequence;
    mkdirSync(path.join(folder, sequence.label));
    if (committed !== null) writeFileSync(fileOf(sequence), committed);
  }
  const checkout = path.join(folder, "checkout/checkout.py");
  const repository = path.join(folder, "repository");
  git(repository, "init", "--quiet");
  git(repository, "add", ".");
  git(repository, "commit", "--quiet", "-m", "one");
  git(repository, "checkout", "--quiet", "-b", "other");
  writeFileSync(checkout, SCORE + FEE);
  git(repository, "commit", "--quiet", "-am", "two");
  git(repository, "checkout", "--quiet", "main");

  for (const sequence of SEQUENCES) {
    const { label, before = SCORE, beside = {} } = sequence;
    if (before !== null) writeFileSync(fileOf(sequence), before);
    for (const [name, text] of Object.entries(beside)) {
      writeFileSync(path.join(folder, label, name), text);
    }
  }
}

const scratch = mkdtempSync(path.join(tmpdir(), "evenhand-record-"));
const record = path.join(scratch, "record.jsonl");
const source = path.join(scratch, "folder");
mkdirSync(source);
writeFileSync(path.join(source, "begin.py"), SCORE);
const wanted = process.argv.slice(2);
const chosen = SEQUENCES.filter(({ label }) => wanted.length === 0 || wanted.includes(label));
const settings = { "editor.formatOnSave": true };
const workbench = await open(source, { trusted: true, assistant: true, settings });
tee(workbench.extensions, record);
prepare(workbench.folder);

const browser = await launch();
const page = await visit(browser, workbench, "begin.py");
await page.locator(".codelens-decoration a").first().waitFor();
page.setDefaultTimeout(30_000);
mkdirSync(FIXTURES, { recursive: true });
for (const sequence of chosen) {
  const { label, before, act } = sequence;
  const file = path.join(workbench.folder, label, `${label}.py`);
  const earlier = readFileSync(record, "utf8").length;
  try {
    if (before !== null) await openFile(page, `${label}.py`);
    if (before === undefined) await page.locator(".codelens-decoration a").first().waitFor();
    await page.waitForTimeout(QUIET_MILLISECONDS);
    await act(page, file);
    await page.waitForTimeout(QUIET_MILLISECONDS);
    const told = readFileSync(record, "utf8").slice(earlier).trim().split("\n");
    const frames = told.map((line) => JSON.parse(line) as Frame);
    writeFileSync(path.join(FIXTURES, `${label}.json`), written(sequence, frames, file));
    console.log(label);
  } catch (error) {
    console.log(`${label}: ${String(error)}`);
    await page.screenshot({ path: path.join(tmpdir(), `record_${label}.png`) });
  }
  await page.keyboard.press("Escape");
}
await browser.close();
await workbench.stop();
rmSync(scratch, { recursive: true, force: true });
