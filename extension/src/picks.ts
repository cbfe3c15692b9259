// Lists from which the server has a person choose.

import * as vscode from "vscode";

import type { Choices } from "./protocol.ts";

/** The number of what the person picks; null if nothing. */
export async function pickOne(
  { title, items }: Choices,
  token: vscode.CancellationToken,
): Promise<{ picked: number | null }> {
  const numbered = items.map((item, number) => ({ ...item, number }));
  const options = { title, placeHolder: "Choose a reason; below each is what it changes" };
  const picked = await vscode.window.showQuickPick(numbered, options, token);
  return { picked: picked?.number ?? null };
}
