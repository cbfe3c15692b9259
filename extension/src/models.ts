// Language models: the editor's own, and keys for endpoints elsewhere.

import * as vscode from "vscode";
import { ResponseError } from "vscode-languageclient/node";

import type { ModelAnswer, ModelRequest } from "./protocol.ts";

/** Characters. */
const LONGEST_ANSWER = 60_000;
/** The first code that JSON-RPC leaves to servers. */
const FAILED = -32_000;
const OPENAI = "https://api.openai.com/v1";
const JUSTIFICATION = "Evenhand asks for a rewrite of a function that treats people differently.";

/** Have the editor's own model answer a conversation. */
export async function askModel(
  request: ModelRequest,
  token: vscode.CancellationToken,
): Promise<ModelAnswer> {
  const model = await chosenModel();
  const messages = request.messages.map(({ role, text }) =>
    role === "assistant"
      ? vscode.LanguageModelChatMessage.Assistant(text)
      : vscode.LanguageModelChatMessage.User(text),
  );
  try {
    const response = await model.sendRequest(messages, { justification: JUSTIFICATION }, token);
    const text = await wholeAnswer(response, model.name);

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

async function wholeAnswer(
  response: vscode.LanguageModelChatResponse,
  name: string,
): Promise<string> {
  let text = "";
  for await (const part of response.text) {
    text += part;
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
      prompt: `For ${endpoint}; leave it empty to forget the key that is kept.`,
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
