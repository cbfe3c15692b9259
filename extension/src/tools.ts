// Tools for the editor's own agents, which ask before they write.

import * as vscode from "vscode";

import type { Server } from "./server.ts";

interface Code {
  readonly code: string;
}

/** Whether a result says what an agent does next, or what is left as it was. */
type IsAnswer = (result: Readonly<Record<string, unknown>>) => boolean;

const AGENT = "an agent of the editor";

export function registerTools(server: Server): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.lm.registerTool<Code>("evenhand_check_bias", {
      prepareInvocation: () => ({ invocationMessage: "Checking who is treated differently" }),
      invoke: ({ input }) =>
        answer(server, saysNext, "evenhand.server.checkCode", input.code, AGENT),
    }),
    vscode.lm.registerTool<Code>("evenhand_repair_bias", {
      prepareInvocation: () => ({ invocationMessage: "Rewriting, and proving the rewrite" }),
      invoke: ({ input }) => answer(server, hasCode, "evenhand.server.repairCode", input.code),
    }),
  );
}

const saysNext: IsAnswer = ({ next_step, treats_people_differently }) =>
  typeof next_step === "string" &&
  (treats_people_differently === null || typeof treats_people_differently === "boolean");

const hasCode: IsAnswer = ({ code, left }) => typeof code === "string" && Array.isArray(left);

/** The server's answer as text; rejects if that is none, which is never taken for fine. */
async function answer(
  server: Server,
  isAnswer: IsAnswer,
  command: string,
  ...given: string[]
): Promise<vscode.LanguageModelToolResult> {
  const result = await server.execute(command, ...given);
  if (!isAnswer(Object(result) as Record<string, unknown>)) {
    throw new Error("Evenhand gave no answer, so nothing is known of this code.");
  }
  const text = JSON.stringify(result, undefined, 1);
  return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
}
