// The language server's life: start, configure, restart, stop.

import * as vscode from "vscode";
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  State,
  type ErrorHandler,
  type Executable,
  type GenericNotificationHandler,
} from "vscode-languageclient/node";

import { inOneStep, isInOneStep } from "./codeActions.ts";
import type { Decisions } from "./decisions.ts";
import { interpreters } from "./environments.ts";
import { commandLine, NoServerPython, serverExecutable } from "./executable.ts";
import { askModel, findModel, maySend, showFailure, type Keys } from "./models.ts";
import { pickOne } from "./picks.ts";
import {
  ABILITIES,
  API_KEY,
  ASK_MODEL,
  ASK_REASON,
  CHOOSE_REPAIR,
  COPY_TEXT,
  FIND_MODEL,
  MAY_SEND,
  MODEL_FAILED,
  MODEL_WRITES,
  PICK,
  STATUS,
  TRUST,
  type Allowing,
  type Configuration,
  type ModelRequest,
  type Status,
} from "./protocol.ts";
import type { RepairPreview } from "./repairs.ts";
import { CrashCounter, singleFlight } from "./restarts.ts";
import { withOwnPage } from "./rulePages.ts";
import { folderSettings, ledgerSettings, pageOf, repairSettings, SECTION } from "./settings.ts";
import { runCommand, SHOW_LOG, type StatusItem } from "./status.ts";

/** What answers the server's own requests, and shows what the editor would not. */
export interface Answers {
  readonly preview: RepairPreview;
  readonly decisions: Decisions;
  readonly keys: Keys;
}

export interface Channels {
  readonly log: vscode.LogOutputChannel;
  readonly trace: vscode.LogOutputChannel;
}

const NOTHING_CONFIGURED: Configuration = {
  settings: {},
  globalSettings: {},
  interpreters: {},
  repair: {},
  ledger: {},
};

const CHOOSE_PYTHON: vscode.Command = {
  title: "Choose Python",
  ...pageOf(`${SECTION}.serverInterpreter`),
};
const RESTART: vscode.Command = { title: "Restart Server", command: "evenhand.restart" };

export class Server {
  /** Start, or start again if `#forced` or if another Python is to run the server. */
  readonly #run = singleFlight(() => this.#startOrKeep());
  readonly #listeners: [method: string, listener: GenericNotificationHandler][] = [];
  readonly #readyListeners: (() => void)[] = [];
  #client: LanguageClient | undefined;
  /** The command line with which the client was started. */
  #launched: string | undefined;
  #forced = false;
  /** What the server was told last. */
  #configuration: Configuration = NOTHING_CONFIGURED;

  readonly #root: vscode.Uri;
  readonly #channels: Channels;
  readonly #status: StatusItem;
  readonly #answers: Answers;

  /** `root` is the folder of the extension, in which the server is bundled. */
  constructor(root: vscode.Uri, channels: Channels, status: StatusItem, answers: Answers) {
    this.#root = root;
    this.#channels = channels;
    this.#status = status;
    this.#answers = answers;
  }

  start(): Promise<void> {
    return this.#run();
  }

  restart(): Promise<void> {
    this.#forced = true;
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

  /** Send settings and interpreters if they differ from those that the server has. */
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

  /** Have the server carry out one of its commands; rejects if it is not running. */
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

  /** Call `listener` for each notification `method` of the server, also after a restart. */
  on(method: string, listener: GenericNotificationHandler): void {
    this.#listeners.push([method, listener]);
    this.#client?.onNotification(method, listener);
  }

  /** Call `listener` each time the server has started. */
  onReady(listener: () => void): void {
    this.#readyListeners.push(listener);
  }

  /** Send a notification, if the server is running. */
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
    const executable = await this.#findExecutable();
    const launch = executable && commandLine(executable);
    if (this.#running && launch === this.#launched && !this.#forced) {
      return;
    }

    this.#forced = false;
    await this.stop();
    if (executable) {
      this.#launched = launch;
      await this.#launch(executable);
    }
  }

  async #findExecutable(): Promise<Executable | undefined> {
    try {
      return await serverExecutable(this.#root.fsPath);
    } catch (error) {
      if (!(error instanceof NoServerPython)) {
        throw error;
      }
      this.#fail(error.message, CHOOSE_PYTHON);
      return undefined;
    }
  }

  async #launch(executable: Executable): Promise<void> {
    this.#status.show({ state: "starting" });
    this.#channels.log.info(`Starting ${this.#launched ?? ""}`);

    this.#configuration = await this.#readConfiguration();
    const client = this.#newClient(executable);
    this.#client = client;
    this.#listenTo(client);
    try {
      await client.start();
    } catch (error) {
      this.#fail(`Evenhand's server did not start: ${String(error)}`, RESTART);
    }
  }

  #newClient(executable: Executable): LanguageClient {
    return new LanguageClient("evenhand", "Evenhand", executable, {
      documentSelector: [
        { scheme: "file", language: "python" },
        { scheme: "untitled", language: "python" },
        { scheme: "vscode-notebook-cell", language: "python" },
      ],
      outputChannel: this.#channels.log,
      traceOutputChannel: this.#channels.trace,
      // A function, so that a restart after a crash reads today's settings and trust.
      initializationOptions: () => ({
        trusted: vscode.workspace.isTrusted,
        client: ABILITIES,
        ...this.#configuration,
      }),
      errorHandler: this.#errorHandler(),
      middleware: {
        handleDiagnostics: (uri, diagnostics, next) => {
          const own = diagnostics.map((diagnostic) => withOwnPage(diagnostic, this.#root));
          next(uri, this.#answers.decisions.withoutMarks(uri, own));
        },
        provideCodeActions: async (document, range, context, token, next) => {
          const marks = this.#answers.decisions.at(document.uri, range);
          const diagnostics = [...context.diagnostics, ...marks];
          const actions = await next(document, range, { ...context, diagnostics }, token);
          return actions?.map(inOneStep);
        },
        resolveCodeAction: (action, token, next) =>
          isInOneStep(action) ? action : next(action, token),
      },
    });
  }

  #listenTo(client: LanguageClient): void {
    const { preview, keys } = this.#answers;
    client.onRequest(CHOOSE_REPAIR, preview.choose.bind(preview));
    client.onRequest(ASK_MODEL, (request: ModelRequest, token: vscode.CancellationToken) =>
      askModel(request, token, (characters) => {
        this.tell(MODEL_WRITES, { question: request.question, characters });
      }),
    );
    client.onRequest(FIND_MODEL, findModel);
    client.onRequest(MAY_SEND, maySend);
    client.onRequest(PICK, pickOne);
    client.onNotification(MODEL_FAILED, showFailure);
    client.onRequest(COPY_TEXT, ({ text }: { readonly text: string }) =>
      vscode.env.clipboard.writeText(text),
    );
    client.onNotification(ASK_REASON, ({ uri, function: name, ...asked }: Allowing) => {
      const place = name === "" ? asked.line : undefined;
      const command = "evenhand.allow";
      void runCommand({ command, arguments: [uri, name, asked.attributes, place, asked.reason] });
    });
    client.onRequest(API_KEY, ({ endpoint }: { readonly endpoint: string }) => keys.of(endpoint));

    client.onNotification(STATUS, (status: Status) => {
      this.#status.show(status);
    });
    for (const [method, listener] of this.#listeners) {
      client.onNotification(method, listener);
    }

    client.onDidChangeState(({ newState }) => {
      if (newState === State.Running) {
        for (const listener of this.#readyListeners) listener();
      }
      if (newState === State.Stopped && this.#client === client) {
        this.#status.show({ state: "stopped" });
      }
    });
  }

  #errorHandler(): ErrorHandler {
    const crashes = new CrashCounter();
    return {
      error: () => ({ action: ErrorAction.Continue }),
      closed: () => {
        if (crashes.mayRestart()) {
          this.#channels.log.warn("The server ended unexpectedly and is started again.");
          return { action: CloseAction.Restart, handled: true };
        }
        this.#fail(
          "Evenhand's server ended four times within three minutes and stays off.",
          RESTART,
        );
        return { action: CloseAction.DoNotRestart, handled: true };
      },
    };
  }

  async #readConfiguration(): Promise<Configuration> {
    const folders = vscode.workspace.workspaceFolders ?? [];
    const settings = folders.map((folder) => [folder.uri.toString(), folderSettings(folder)]);
    return {
      settings: Object.fromEntries(settings) as Configuration["settings"],
      globalSettings: folderSettings(),
      interpreters: await interpreters(this.#channels.log),
      repair: repairSettings(),
      ledger: ledgerSettings(),
    };
  }

  /** Log an error, and show it in the status and in a message, with what can be done about it. */
  #fail(sentence: string, remedy: vscode.Command): void {
    this.#channels.log.error(sentence);
    this.#status.show({ state: "error", detail: sentence, remedy });

    const remedies = [remedy, SHOW_LOG];
    const titles = remedies.map(({ title }) => title);
    void vscode.window.showErrorMessage(sentence, ...titles).then((answer) => {
      const chosen = remedies.find(({ title }) => title === answer);
      if (chosen !== undefined) void runCommand(chosen);
    });
  }
}
