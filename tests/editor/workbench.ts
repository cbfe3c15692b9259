// A real VS Code (code-server) with the packaged extension, on a copy of a folder.

import { spawn, spawnSync, type ChildProcess, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";

const ROOT = path.resolve(import.meta.dirname, "../..");
const ENTRY = path.join(import.meta.dirname, "node_modules/code-server/out/node/entry.js");

/** Quiet settings: no tips, no telemetry, nothing that covers the editor. */
const SETTINGS = {
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.colorTheme": "Default Light Modern",
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "editor.minimap.enabled": false,
  "chat.disableAIFeatures": true,
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
  "extensions.ignoreRecommendations": true,
  "git.enabled": false,
  "telemetry.telemetryLevel": "off",
  "editor.quickSuggestions": { other: "off", comments: "off", strings: "off" },
  "editor.hover.delay": 100,
  "security.workspace.trust.startupPrompt": "never",
  "security.workspace.trust.banner": "never",
};

/** Keys for what has none of its own. */
const KEYBINDINGS = [{ key: "alt+l", command: "evenhand.acceptInlineLine" }];

export interface Workbench {
  /** The copy of the folder that is open. */
  readonly folder: string;
  /** Where extensions are installed. */
  readonly extensions: string;
  /** The ledger of the person who sits here. */
  readonly ledger: string;
  /** Write the person's own settings, on top of the quiet ones; the editor watches them. */
  configure(settings: object): void;
  /** The address of the page; `file` is opened in it. */
  url(file?: string): string;
  stop(): Promise<void>;
}

export interface Wishes {
  /** False: Restricted Mode. */
  readonly trusted: boolean;
  /** The person's own settings, on top of the quiet ones. */
  readonly settings?: object;
  /** A fixed port; any free one otherwise. */
  readonly port?: number;
  /** Also install the extension that stands in for assistants. */
  readonly assistant?: boolean;
  /** Where the person's own edits stay; a copy in a temporary folder otherwise. */
  readonly inPlace?: boolean;
}

/** Start VS Code on `source`, with `dist/evenhand-<version>.vsix` installed. */
export async function open(source: string, wishes: Wishes): Promise<Workbench> {
  const home = mkdtempSync(path.join(tmpdir(), "evenhand-editor-"));
  const folder = wishes.inPlace === true ? path.resolve(source) : path.join(home, "workspace");
  if (wishes.inPlace !== true) cpSync(source, folder, { recursive: true });
  const data = path.join(home, "data");
  // Settings of the machine are read from a file of their own where the editor is in a browser.
  const configure = (own: object = {}): void => {
    for (const kind of ["User", "Machine"]) {
      mkdirSync(path.join(data, kind), { recursive: true });
      const written = JSON.stringify({ ...settings(), ...own });
      writeFileSync(path.join(data, kind, "settings.json"), written);
    }
  };
  configure(wishes.settings);
  writeFileSync(path.join(data, "User/keybindings.json"), JSON.stringify(KEYBINDINGS));
  writeFileSync(path.join(home, "config.yaml"), "");

  const common = [
    ...[ENTRY, "--config", path.join(home, "config.yaml")],
    ...["--user-data-dir", data, "--extensions-dir", path.join(home, "extensions")],
  ];
  const share = path.join(home, "share");
  // A person sits at this editor, whose answers count: it is not CI.
  const environment = { ...process.env, CI: "", HOME: home, XDG_DATA_HOME: share };
  for (const extension of [vsix(), ...(wishes.assistant === true ? [assistant(home)] : [])]) {
    run(process.execPath, [...common, "--install-extension", extension], environment);
  }

  const server = spawn(
    process.execPath,
    [
      ...common,
      ...["--bind-addr", `127.0.0.1:${wishes.port ?? 0}`, "--auth", "none", "--disable-telemetry"],
      ...["--disable-update-check", "--disable-getting-started-override"],
      ...(wishes.trusted ? ["--disable-workspace-trust"] : []),
    ],
    { env: environment, detached: true, stdio: ["ignore", "pipe", "ignore"] },
  );
  const address = await listening(server);
  return {
    folder,
    extensions: path.join(home, "extensions"),
    ledger: path.join(share, "evenhand/ledger.sqlite3"),
    configure,
    url: (file) => {
      const query = new URLSearchParams({ folder });
      if (file !== undefined) {
        const uri = `vscode-remote://${address}${path.join(folder, file)}`;
        query.set("payload", JSON.stringify([["openFile", uri]]));
      }
      return `http://${address}/?${query}`;
    },
    stop: async () => {
      await end(server);
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function settings(): object {
  const python = path.join(ROOT, ".venv/bin/python");
  const interpreter = existsSync(python)
    ? { "evenhand.interpreter": python, "evenhand.serverInterpreter": python }
    : {};
  return { ...SETTINGS, ...interpreter };
}

/** Package the extension that stands in for assistants. */
function assistant(home: string): string {
  const packed = path.join(home, "assistant.vsix");
  const vsce = path.join(ROOT, "node_modules/@vscode/vsce/vsce");
  const given = [vsce, "package", "--no-dependencies", "--allow-missing-repository"];
  const folder = path.join(import.meta.dirname, "assistant");
  run(process.execPath, [...given, "--skip-license", "--out", packed], process.env, folder);
  return packed;
}

function run(
  command: string,
  given: readonly string[],
  environment: NodeJS.ProcessEnv,
  folder?: string,
): void {
  const done = spawnSync(command, given, { env: environment, encoding: "utf8", cwd: folder });
  if (done.status !== 0) throw new Error(done.stdout + done.stderr);
}

function vsix(): string {
  const manifest = JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8")) as {
    version: string;
  };
  return path.join(ROOT, `dist/evenhand-${manifest.version}.vsix`);
}

/** Host and port at which it says that it listens. */
async function listening(server: ChildProcessByStdio<null, Readable, null>): Promise<string> {
  let said = "";
  server.stdout.setEncoding("utf8").on("data", (part: string) => (said += part));
  const ended = once(server, "exit");
  while (server.exitCode === null) {
    const address = /HTTP server listening on http:\/\/([\d.:]+)/.exec(said)?.[1];
    if (address !== undefined) return address;
    await Promise.race([once(server.stdout, "data"), ended]);
  }
  throw new Error(`VS Code did not start: ${said}`);
}

/** End the whole process group, and wait until its leader is gone. */
async function end(server: ChildProcess): Promise<void> {
  if (server.pid === undefined || server.exitCode !== null) return;
  const gone = once(server, "exit");
  try {
    process.kill(-server.pid, "SIGTERM");
  } catch {
    return;
  }
  const timer = setTimeout(() => {
    if (server.pid !== undefined) process.kill(-server.pid, "SIGKILL");
  }, 5_000);
  await gone;
  clearTimeout(timer);
}
