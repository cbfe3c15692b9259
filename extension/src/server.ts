// The language server's life: start, configure, restart, stop.

import * as path from "node:path";
import * as vscode from "vscode";
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  State,
  type ErrorHandler,
  type Executable,
} from "vscode-languageclient/node";

import { interpreters, surroundings } from "./environments.ts";
import { CrashCounter, singleFlight } from "./flight.ts";
import { askModel, type Keys } from "./models.ts";
import {
  ABILITIES,
  API_KEY,
  ASK_MODEL,
  CHOOSE_REPAIR,
  STATUS,
  TRUST,
  type Configuration,
  type Status,
} from "./protocol.ts";
import { examine, findServerPython, OLDEST_FOR_SERVER, runsServer } from "./python.ts";
import type { RepairPreview } from "./repairs.ts";
import { folderSettings, ledgerSettings, pathSetting, repairSettings } from "./settings.ts";
import type { StatusItem } from "./status.ts";

/** What answers the server's own requests. */
export interface Answers {
  readonly preview: RepairPreview;
  readonly keys: Keys;
}

export interface Channels {
  readonly log: vscode.LogOutputChannel;
  readonly trace: vscode.LogOutputChannel;
}

export class Server {
  /** Start, or start again where `force` says so or another Python is to run the server. */
  readonly #run = singleFlight(() => this.#startOrKeep());
  readonly #listeners: [string, () => void][] = [];
  readonly #ready: (() => void)[] = [];
  #client: LanguageClient | undefined;
  #launched: string | undefined;
  #force = false;
  #configuration: Configuration = {
    settings: {},
    globalSettings: {},
    interpreters: {},
    repair: {},
    ledger: {},
  };

  readonly #root: string;
  readonly #channels: Channels;
  readonly #status: StatusItem;
  readonly #answers: Answers;

  /** `root` is the folder of the extension, in which the server is bundled. */
  constructor(root: string, channels: Channels, status: StatusItem, answers: Answers) {
    this.#answers = answers;
    this.#root = root;
    this.#channels = channels;
    this.#status = status;
  }

  start(): Promise<void> {
    return this.#run();
  }

  restart(): Promise<void> {
    this.#force = true;
    return this.#run();
  }

  async stop(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    this.#launched = undefined;
    if (client?.state === State.Running || client?.state === State.Starting) {
      await client.stop();
    }
    await client?.dispose();
  }

  /** Send settings and interpreters if they differ from those that the server knows. */
  async configure(): Promise<void> {
    const wanted = await this.#readConfiguration();
    if (JSON.stringify(wanted) === JSON.stringify(this.#configuration)) {
      return;
    }
    this.#configuration = wanted;
    await this.#running?.sendNotification("workspace/didChangeConfiguration", { settings: wanted });
  }

  /** Tell the server that code may run now, and in which interpreters. */
  async trust(): Promise<void> {
    await this.configure();
    await this.#running?.sendNotification(TRUST, { trusted: true });
  }

  /** Have the server carry out one of its commands; an error where it is not running. */
  async execute(command: string, ...given: unknown[]): Promise<unknown> {
    const client = this.#running;
    if (!client) {
      throw new Error("Evenhand's server is not running. Its log says why.");
    }
    return client.sendRequest("workspace/executeCommand", { command, arguments: given });
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Be told what the server sends with `method`, now and after every restart. */
  on(method: string, listener: () => void): void {
    this.#listeners.push([method, listener]);
    this.#client?.onNotification(method, listener);
  }

  /** Be told whenever the server has started. */
  onReady(listener: () => void): void {
    this.#ready.push(listener);
  }

  /** Tell the server something, if it is running. */
  tell(method: string, params: object): void {
    void this.#running?.sendNotification(method, params);
  }

  /** What a maintainer would ask for first. */
  describe(): Record<string, unknown> {
    return {
      server: this.#launched ?? "not started",
      running: this.#running !== undefined,
      info: this.#client?.initializeResult?.serverInfo,
      configuration: this.#configuration,
    };
  }

  get #running(): LanguageClient | undefined {
    return this.#client?.state === State.Running ? this.#client : undefined;
  }

  async #startOrKeep(): Promise<void> {
    const executable = await this.#executable();
    const launch = executable && [executable.command, ...(executable.args ?? [])].join(" ");
    if (this.#running && launch === this.#launched && !this.#force) {
      return;
    }
    this.#force = false;
    await this.stop();
    if (executable) {
      this.#launched = launch;
      await this.#launch(executable);
    }
  }

  async #launch(executable: Executable): Promise<void> {
    this.#status.show({ state: "starting" });
    this.#channels.log.info(`Starting ${this.#launched ?? ""}`);
    this.#configuration = await this.#readConfiguration();
    const client = this.#newClient(executable);
    this.#client = client;
    client.onNotification(STATUS, (status: Status) => {
      this.#status.show(status);
    });
    client.onRequest(CHOOSE_REPAIR, this.#answers.preview.choose.bind(this.#answers.preview));
    client.onRequest(ASK_MODEL, askModel);
    client.onRequest(API_KEY, ({ endpoint }: { readonly endpoint: string }) =>
      this.#answers.keys.of(endpoint),
    );
    for (const [method, listener] of this.#listeners) {
      client.onNotification(method, listener);
    }
    client.onDidChangeState(({ newState }) => {
      if (newState === State.Running) {
        for (const listener of this.#ready) listener();
      }
      if (newState === State.Stopped && this.#client === client) {
        this.#status.show({ state: "stopped" });
      }
    });
    try {
      await client.start();
    } catch (error) {
      this.#fail(`Evenhand's server did not start: ${String(error)}`);
    }
  }

  #newClient(executable: Executable): LanguageClient {
    return new LanguageClient("evenhand", "Evenhand", executable, {
      documentSelector: [
        { scheme: "file", language: "python" },
        { scheme: "untitled", language: "python" },
      ],
      outputChannel: this.#channels.log,
      traceOutputChannel: this.#channels.trace,
      // A function, so that a restart after a crash finds today's settings and trust.
      initializationOptions: () => ({
        trusted: vscode.workspace.isTrusted,
        client: ABILITIES,
        ...this.#configuration,
      }),
      errorHandler: this.#errorHandler(),
    });
  }

  #errorHandler(): ErrorHandler {
    const crashes = new CrashCounter();
    return {
      error: () => ({ action: ErrorAction.Continue }),
      closed: () => {
        if (crashes.mayRestart()) {
          this.#channels.log.warn("The server ended unexpectedly; it is started again.");
          return { action: CloseAction.Restart, handled: true };
        }
        this.#fail("Evenhand's server ended four times within three minutes and stays off.");
        return { action: CloseAction.DoNotRestart, handled: true };
      },
    };
  }

  /** How to start the server; undefined, and said so, where no Python can. */
  async #executable(): Promise<Executable | undefined> {
    const python = await this.#serverPython();
    if (python === undefined) {
      return undefined;
    }
    const bundled = path.join(this.#root, "bundled");
    return {
      command: python,
      // -I and -S: only the standard library and what is bundled can be imported, so that no
      // package of the environment is ever mistaken for one of the server's.
      args: ["-I", "-S", "-X", "utf8", path.join(bundled, "start.py")],
      options: { cwd: bundled },
    };
  }

  async #serverPython(): Promise<string | undefined> {
    const set = pathSetting("serverInterpreter");
    const found = set === undefined ? await findServerPython(surroundings()) : await examine(set);
    if (found && runsServer(found)) {
      return found.path;
    }
    this.#fail(
      set === undefined
        ? `Evenhand needs Python ${OLDEST_FOR_SERVER} or newer for itself, and the PATH has none. ` +
            "Name one in the setting evenhand.serverInterpreter."
        : `evenhand.serverInterpreter is ${set}, which is ${
            found ? `Python ${found.version.join(".")}` : "no Python that starts"
          }; Evenhand needs ${OLDEST_FOR_SERVER} or newer.`,
    );
    return undefined;
  }

  async #readConfiguration(): Promise<Configuration> {
    const folders = vscode.workspace.workspaceFolders ?? [];
    return {
      settings: Object.fromEntries(
        folders.map((folder) => [folder.uri.toString(), folderSettings(folder)]),
      ),
      globalSettings: folderSettings(),
      interpreters: await interpreters(this.#channels.log),
      repair: repairSettings(),
      ledger: ledgerSettings(),
    };
  }

  #fail(sentence: string): void {
    this.#channels.log.error(sentence);
    this.#status.show({ state: "error", detail: sentence });
    const showLog = "Show Log";
    void vscode.window.showErrorMessage(sentence, showLog).then((answer) => {
      if (answer === showLog) {
        this.#channels.log.show();
      }
    });
  }
}
