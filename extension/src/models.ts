// Language models: the editor's own, and keys for endpoints elsewhere.

import * as vscode from "vscode";
import { ResponseError } from "vscode-languageclient/node";

import type { ModelAnswer, ModelFailure, ModelRequest, Sending } from "./protocol.ts";
import { pageOf } from "./settings.ts";
import { runCommand } from "./status.ts";

/** Characters. */
const LONGEST_ANSWER = 60_000;
/** The first code that JSON-RPC leaves to servers. */
const FAILED = -32_000;
const OPENAI = "https://api.openai.com/v1";
const JUSTIFICATION = "Evenhand asks for a rewrite of a function that treats people differently.";

/** How often the server hears of an answer while it is written, in characters. */
const CHARACTERS_PER_REPORT = 200;
/** The setting that mends a failure. */
const SETTINGS: Partial<Record<ModelFailure["remedy"], string>> = {
  endpoint: "evenhand.repair.endpoint",
  model: "evenhand.repair.model",
  timeout: "evenhand.repair.advanced",
  length: "evenhand.repair.advanced",
};

/** The model that would answer. */
export async function findModel(): Promise<{ name: string; id: string }> {
  const model = await chosenModel();
  return { name: model.name, id: idOf(model) };
}

/**
 * Ask the person whether code may be sent.
 *
 * What has the focus when the question appears must not agree: an Enter may still be on its way.
 */
export async function maySend({ question, detail }: Sending): Promise<{ agreed: boolean }> {
  const settings = "Open Settings";
  const send = "Send";
  const options = { modal: true, detail };
  const answer = await vscode.window.showInformationMessage(question, options, settings, send);
  if (answer === settings) await runCommand(pageOf("evenhand.repair.provider"));
  return { agreed: answer === send };
}

/** Say why a model does not answer, with a button that leads to where it can be mended. */
export async function showFailure({ problem, remedy }: ModelFailure): Promise<void> {
  const setting = SETTINGS[remedy];
  const buttons: Record<string, () => Thenable<unknown>> = {};
  if (remedy === "key") {
    buttons["Set Key"] = () => vscode.commands.executeCommand("evenhand.setKey");
  }
  if (setting !== undefined) buttons["Open Settings"] = () => runCommand(pageOf(setting));
  buttons["Show Log"] = () => vscode.commands.executeCommand("evenhand.showLog");

  const answer = await vscode.window.showWarningMessage(problem, ...Object.keys(buttons));
  if (answer !== undefined) await buttons[answer]?.();
}

/** Have the editor's own model answer a conversation; `onProgress` hears the characters so far. */
export async function askModel(
  request: ModelRequest,
  token: vscode.CancellationToken,
  onProgress: (characters: number) => void,
): Promise<ModelAnswer> {
  const model = await allowedModel(request.id);
  const messages = request.messages.map(({ role, text }) =>
    role === "assistant"
      ? vscode.LanguageModelChatMessage.Assistant(text)
      : vscode.LanguageModelChatMessage.User(text),
  );
  try {
    const response = await model.sendRequest(messages, { justification: JUSTIFICATION }, token);
    const text = await wholeAnswer(response, model.name, onProgress);

    const counts = await Promise.all(messages.map((message) => model.countTokens(message, token)));
    const sent = counts.reduce((sum, count) => sum + count, 0);
    return { text, sent, received: await model.countTokens(text, token) };
  } catch (error) {
    throw error instanceof ResponseError ? error : failed(sentence(model.name, error));
  }
}

/** The model of the configured family, or the editor's first. */
async function chosenModel(): Promise<vscode.LanguageModelChat> {
  const family = vscode.workspace.getConfiguration("evenhand").get<string>("repair.model");
  const [model] = await vscode.lm.selectChatModels(family ? { family } : {});
  if (model !== undefined) {
    return model;
  }
  throw failed(
    family
      ? `This editor has no language model of the family ${family}.`
      : "This editor has no language model: sign in to one, such as GitHub Copilot.",
  );
}

/** The model of which the person was told, even if another one would be chosen by now. */
async function allowedModel(id: string): Promise<vscode.LanguageModelChat> {
  const model = (await vscode.lm.selectChatModels()).find((other) => idOf(other) === id);
  if (model !== undefined) {
    return model;
  }
  throw failed("The model that was to be asked is gone. Nothing was sent.");
}

/** A model's own id is unique among those of its vendor alone. */
function idOf({ vendor, id }: vscode.LanguageModelChat): string {
  return `${vendor}/${id}`;
}

async function wholeAnswer(
  response: vscode.LanguageModelChatResponse,
  name: string,
  onProgress: (characters: number) => void,
): Promise<string> {
  let text = "";
  let reported = 0;
  for await (const part of response.text) {
    text += part;
    if (text.length >= reported + CHARACTERS_PER_REPORT) {
      reported = text.length;
      onProgress(reported);
    }
    if (text.length > LONGEST_ANSWER) {
      throw failed(`${name} does not stop writing.`);
    }
  }
  return text;
}

/** Keys of endpoints, in the secret storage of the editor. */
export class Keys {
  readonly #secrets: vscode.SecretStorage;

  constructor(secrets: vscode.SecretStorage) {
    this.#secrets = secrets;
  }

  async of(endpoint: string): Promise<{ key: string | null }> {
    return { key: (await this.#secrets.get(endpoint)) ?? null };
  }

  /** Ask the person for the key of the configured endpoint, and keep it. */
  async set(): Promise<void> {
    const configuration = vscode.workspace.getConfiguration("evenhand");
    const written = configuration.get<string>("repair.endpoint");
    const endpoint = written === undefined || written === "" ? OPENAI : written;
    const key = await vscode.window.showInputBox({
      title: "API Key",
      prompt: `For ${endpoint.replace(/\/\/.*@/, "//")}; leave it empty to forget the key that is kept.`,
      password: true,
      ignoreFocusOut: true,
    });
    if (key === undefined) return;
    await (key === "" ? this.#secrets.delete(endpoint) : this.#secrets.store(endpoint, key));
  }
}

/** Why a model failed, for the person. */
function sentence(name: string, error: unknown): string {
  if (error instanceof vscode.LanguageModelError) {
    if (error.code === vscode.LanguageModelError.NoPermissions.name) {
      return `You have not allowed Evenhand to use ${name}.`;
    }
    if (error.code === vscode.LanguageModelError.Blocked.name) {
      return `${name} takes no more requests now: ${error.message}`;
    }
  }
  return `${name} failed: ${error instanceof Error ? error.message : String(error)}`;
}

function failed(message: string): ResponseError {
  return new ResponseError(FAILED, message);
}
