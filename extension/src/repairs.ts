// Shows repairs as a diff; a repair is applied only by a person's click.

import * as vscode from "vscode";

import type { Chosen, Offer, OfferedRepair } from "./protocol.ts";

const SCHEME = "evenhand-repair";
/** Set while a repair is shown, for the buttons above the diff. */
const SHOWING = "evenhand.showingRepair";

type Decision = "apply" | "other" | "discard";

/** Shows repairs, and waits for the person's decision. */
export class RepairPreview implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #parts: vscode.Disposable;
  #decide: ((decision: Decision) => void) | undefined;
  #count = 0;

  constructor() {
    this.#parts = vscode.Disposable.from(
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      vscode.commands.registerCommand("evenhand.applyRepair", () => this.#decide?.("apply")),
      vscode.commands.registerCommand("evenhand.discardRepair", () => this.#decide?.("discard")),
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        if (closed.some(isPreview)) {
          this.#decide?.("discard");
        }
      }),
    );
  }

  dispose(): void {
    this.#decide?.("discard");
    this.#parts.dispose();
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? "";
  }

  /** The number of the repair that the person wants; null if none. */
  async choose(offer: Offer, token: vscode.CancellationToken): Promise<Chosen> {
    this.#decide?.("discard");
    let number = offer.repairs.length === 1 ? 0 : await pick(offer.repairs, token);
    while (number !== undefined && !token.isCancellationRequested) {
      const repair = offer.repairs[number];
      if (repair === undefined) break;
      const decision = await this.#show(offer, repair, token);
      if (decision === "apply") return { chosen: number };
      number = decision === "other" ? await pick(offer.repairs, token) : undefined;
    }
    return { chosen: null };
  }

  async #show(
    offer: Offer,
    repair: OfferedRepair,
    token: vscode.CancellationToken,
  ): Promise<Decision> {
    const before = vscode.Uri.parse(offer.uri);
    const after = before.with({ scheme: SCHEME, query: String((this.#count += 1)) });
    this.#texts.set(after.toString(), repair.text);

    const decided = new Promise<Decision>((resolve) => {
      this.#decide = resolve;
    });
    const cancelled = token.onCancellationRequested(() => this.#decide?.("discard"));

    await vscode.commands.executeCommand("setContext", SHOWING, true);
    await vscode.commands.executeCommand("vscode.diff", before, after, repair.title, {
      preview: true,
    });
    void this.#ask(repair, offer.repairs.length);

    try {
      return await decided;
    } finally {
      this.#decide = undefined;
      cancelled.dispose();
      await vscode.commands.executeCommand("setContext", SHOWING, false);
      await closePreviews();
      this.#texts.delete(after.toString());
    }
  }

  /** Ask in a message; the answer has the same effect as the buttons above the diff. */
  async #ask(repair: OfferedRepair, count: number): Promise<void> {
    const decide = this.#decide;
    const buttons: Record<string, Decision> = { Apply: "apply", Discard: "discard" };
    if (count > 1) buttons["Other Repair…"] = "other";

    const parts = [repair.title, repair.effect, repair.evidence].filter((part) => part !== "");
    const message = `${parts.join(". ")}.`;
    const answer = await vscode.window.showInformationMessage(message, ...Object.keys(buttons));

    // If the message was only closed, the buttons above the diff are still there.
    const decision = answer === undefined ? undefined : buttons[answer];
    if (decision !== undefined) decide?.(decision);
  }
}

async function pick(
  repairs: readonly OfferedRepair[],
  token: vscode.CancellationToken,
): Promise<number | undefined> {
  const items = repairs.map((repair, number) => ({
    label: repair.title,
    description: repair.effect,
    detail: repair.evidence,
    number,
  }));
  const options = { title: "Which repair?", matchOnDescription: true };
  return (await vscode.window.showQuickPick(items, options, token))?.number;
}

function isPreview(tab: vscode.Tab): boolean {
  return tab.input instanceof vscode.TabInputTextDiff && tab.input.modified.scheme === SCHEME;
}

async function closePreviews(): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs).filter(isPreview);
  if (tabs.length > 0) await vscode.window.tabGroups.close(tabs);
}
