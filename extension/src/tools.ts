// Tools for the editor's own agents, which ask before they write.

import * as vscode from "vscode";

import type { Server } from "./server.ts";

interface Code {
  readonly code: string;
}

const AGENT = "an agent of the editor";

export function registerTools(server: Server): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.lm.registerTool<Code>("evenhand_check_bias", {
      prepareInvocation: () => ({ invocationMessage: "Checking who is treated differently" }),
      invoke: ({ input }) => answer(server, "evenhand.server.checkCode", input.code, AGENT),
    }),
    vscode.lm.registerTool<Code>("evenhand_repair_bias", {
      prepareInvocation: () => ({ invocationMessage: "Rewriting, and proving the rewrite" }),
      invoke: ({ input }) => answer(server, "evenhand.server.repairCode", input.code),
    }),
  );
}

async function answer(
  server: Server,
  command: string,
  ...given: string[]
): Promise<vscode.LanguageModelToolResult> {
  const result = await server.execute(command, ...given);
  const text = JSON.stringify(result, undefined, 1);
  return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
}
