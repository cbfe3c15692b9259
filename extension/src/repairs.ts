// Shows repairs as a diff; a repair is applied only by a person's click.

import * as vscode from "vscode";

import type { Chosen, Offer, OfferedRepair } from "./protocol.ts";
import { columnOf } from "./visibleEditors.ts";

const SCHEME = "evenhand-repair";
/** As `package.json` names it where it adds the buttons to what is said in the diff. */
const CONTROLLER = "evenhand.repair";
/** Set while a repair is shown, for the buttons above the diff. */
const SHOWING = "evenhand.showingRepair";

/** Characters that a line of the list has room for, also in a wide font. */
const WIDTH = 80;

type Decision = "apply" | "other" | "discard";

/** Shows repairs, and waits for the person's decision. */
export class RepairPreview implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #comments = vscode.comments.createCommentController(CONTROLLER, "Evenhand");
  readonly #parts: vscode.Disposable;
  #decide: ((decision: Decision) => void) | undefined;
  #count = 0;

  constructor() {
    this.#parts = vscode.Disposable.from(
      this.#comments,
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      vscode.commands.registerCommand("evenhand.applyRepair", () => this.#decide?.("apply")),
      // The editor would write the key of a command into its button, which has no room for it.
      vscode.commands.registerCommand("evenhand.applyRepairByKey", () => this.#decide?.("apply")),
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
      viewColumn: columnOf(offer.uri),
    });
    const thread = await this.#explain(before, after, repair);
    void this.#ask(repair, offer.repairs.length);

    try {
      return await decided;
    } finally {
      this.#decide = undefined;
      cancelled.dispose();
      thread.dispose();
      // What asks for a decision has nothing left to decide.
      await vscode.commands.executeCommand("notifications.hideToasts");
      await vscode.commands.executeCommand("setContext", SHOWING, false);
      await closePreviews();
      this.#texts.delete(after.toString());
    }
  }

  /** Say within the diff, below its first difference, what changes for whom. */
  async #explain(
    before: vscode.Uri,
    after: vscode.Uri,
    repair: OfferedRepair,
  ): Promise<vscode.CommentThread> {
    const document = await vscode.workspace.openTextDocument(before);
    const line = firstDifference(document.getText(), repair.text);
    // A comment with a body would have the editor open a panel with a list of all comments.
    const comments = [repair.effects.join("; "), repair.evidence]
      .filter((part) => part !== "")
      .map((name) => ({ author: { name }, body: "", mode: vscode.CommentMode.Preview }));
    const place = new vscode.Range(line, 0, line, 0);
    const thread = this.#comments.createCommentThread(after, place, comments);
    thread.canReply = false;
    thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
    thread.label = repair.allows ? "Why this is allowed" : "What this changes";
    return thread;
  }

  /** Ask in a message; the answer has the same effect as the buttons above the diff. */
  async #ask(repair: OfferedRepair, count: number): Promise<void> {
    const decide = this.#decide;
    const buttons: Record<string, Decision> = {
      "Apply Change": "apply",
      "Discard Change": "discard",
    };
    if (count > 1) buttons["Another Way…"] = "other";

    const told = [repair.title, repair.effects.join("; "), repair.evidence];
    const parts = told.filter((part) => part !== "");
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
  const items = repairs.map((repair, number) => {
    const [label, detail] = twoLines(repair);
    return { label, detail, number };
  });
  const options = {
    title: "How is everyone treated from now on?",
    placeHolder: "Nothing changes before you have seen the difference",
    matchOnDetail: true,
  };
  return (await vscode.window.showQuickPick(items, options, token))?.number;
}

/**
 * A repair in two lines that the list can show whole: it wraps nothing, and cuts what is longer.
 *
 * What has no room is said beside the difference.
 */
export function twoLines(repair: OfferedRepair): [string, string] {
  const { title, effects, evidence } = repair;
  if (title.length > WIDTH) {
    const end = title.lastIndexOf(" ", WIDTH);
    return [title.slice(0, end), title.slice(end + 1)];
  }

  const all = effects.length > 0 ? effects : [evidence];
  for (let count = all.length; count > 0; count -= 1) {
    const left = all.length - count;
    const more = left === 0 ? "" : `; ${left} more with the difference`;
    const line = all.slice(0, count).join("; ") + more;
    if (line.length <= WIDTH) return [title, line];
  }
  return [title, "Who gains and who loses is said with the difference"];
}

/** The first line, from 0, in which a text differs from another. */
function firstDifference(before: string, after: string): number {
  const old = before.split(/\r?\n/);
  const lines = after.split(/\r?\n/);
  const line = lines.findIndex((text, number) => text !== old[number]);
  return line === -1 ? lines.length - 1 : line;
}

function isPreview(tab: vscode.Tab): boolean {
  return tab.input instanceof vscode.TabInputTextDiff && tab.input.modified.scheme === SCHEME;
}

async function closePreviews(): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs).filter(isPreview);
  if (tabs.length > 0) await vscode.window.tabGroups.close(tabs);
}
