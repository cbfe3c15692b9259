// The view in the activity bar: what assistants suggested lately, and the findings in it.

import { setTimeout } from "node:timers";
import * as vscode from "vscode";

import { LEDGER_CHANGED, type Suggestion, type SuggestedVerdict } from "./protocol.ts";
import type { Server } from "./server.ts";

const VIEW = "evenhand.suggestions";
/** How long the view waits for more changes of the ledger before it reads it again. */
const CALM_MILLISECONDS = 300;

/** One function of a suggestion. */
interface Row {
  readonly suggestion: Suggestion;
  readonly name: string;
  readonly verdicts: readonly SuggestedVerdict[];
  /** What became of it; undefined if nothing has yet. */
  readonly fate: string | undefined;
}

export class SuggestionsView implements vscode.TreeDataProvider<Row>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #server: Server;
  readonly #parts: vscode.Disposable;
  #waiting = false;

  constructor(server: Server) {
    this.#server = server;
    this.#parts = vscode.Disposable.from(
      this.#changed,
      vscode.window.createTreeView(VIEW, { treeDataProvider: this, showCollapseAll: false }),
      vscode.commands.registerCommand("evenhand.refreshSuggestions", () => {
        this.#changed.fire();
      }),
      vscode.commands.registerCommand("evenhand.showSuggestion", (uri: string, name: string) =>
        show(server, uri, name),
      ),
    );
    server.on(LEDGER_CHANGED, () => {
      this.#refreshSoon();
    });
    server.onReady(() => {
      this.#refreshSoon();
    });
  }

  dispose(): void {
    this.#parts.dispose();
  }

  async getChildren(parent?: Row): Promise<Row[]> {
    if (parent !== undefined || !this.#server.isRunning) {
      return [];
    }
    const answer = (await this.#server.execute("evenhand.server.suggestions")) as {
      readonly suggestions: readonly Suggestion[];
    };
    return answer.suggestions.flatMap(rows);
  }

  getTreeItem({ suggestion, name, verdicts, fate }: Row): vscode.TreeItem {
    const item = new vscode.TreeItem(name);
    const unequal = verdicts.filter(isUnequal);
    const isOpen = unequal.length > 0 && (fate === undefined || fate === "kept");

    const attributes = unequal.map(({ attribute }) => attribute).join(", ");
    const parts = [attributes, isOpen ? "" : (fate ?? ""), age(suggestion.time), suggestion.file];
    item.description = parts.filter((part) => part !== "").join(" · ");
    item.iconPath = icon(isOpen, unequal.length > 0);
    item.tooltip = tooltip(suggestion, verdicts, fate);
    item.accessibilityInformation = { label: `${name}, ${item.description}` };

    if (suggestion.uri !== "") {
      item.command = {
        command: "evenhand.showSuggestion",
        title: "Show",
        arguments: [suggestion.uri, name],
      };
    }
    return item;
  }

  #refreshSoon(): void {
    if (!this.#waiting) {
      this.#waiting = true;
      setTimeout(() => {
        this.#waiting = false;
        this.#changed.fire();
      }, CALM_MILLISECONDS);
    }
  }
}

function icon(isOpen: boolean, isUnequal: boolean): vscode.ThemeIcon {
  if (isOpen) {
    return new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground"));
  }
  return new vscode.ThemeIcon(isUnequal ? "pass" : "circle-outline");
}

/** The functions of a suggestion. */
function rows(suggestion: Suggestion): Row[] {
  const { functions, verdicts, fates } = suggestion;
  return functions.map((name) => ({
    suggestion,
    name,
    verdicts: verdicts.filter((verdict) => verdict.function === name),
    fate: fates.find((fate) => fate.function === name)?.fate,
  }));
}

function isUnequal({ verdict }: SuggestedVerdict): boolean {
  return verdict === "biased" || verdict === "refuses";
}

function tooltip(
  { kind, confidence, assistant, model }: Suggestion,
  verdicts: readonly SuggestedVerdict[],
  fate: string | undefined,
): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  const name = [assistant, model].filter((part) => part !== null).join(", ");
  const certainty = confidence < 1 ? `, ${Math.round(100 * confidence)} % sure` : "";
  text.appendText(`${name === "" ? "An assistant" : name} (${kind}${certainty})\n`);

  for (const { reason, calls, outcomes } of verdicts.filter(isUnequal)) {
    text.appendText(`\n${reason}\n`);
    const pairs = calls.map((call, index) => `${call}  →  ${outcomes[index] ?? ""}`);
    text.appendCodeblock(pairs.join("\n"), "python");
  }

  if (fate !== undefined) text.appendText(`\nSince then: ${fate}`);
  return text;
}

/** How long ago an ISO 8601 time was. */
function age(time: string): string {
  const minutes = Math.floor((Date.now() - Date.parse(time)) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} days ago`;
}

/** Open a suggestion's file, with the cursor on its function, wherever that is now. */
async function show(server: Server, uri: string, name: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri)).then(
    (opened) => opened,
    () => undefined,
  );
  if (document === undefined) {
    await vscode.window.showInformationMessage("The file no longer exists.");
    return;
  }

  const editor = await vscode.window.showTextDocument(document);
  const range = (await server.execute("evenhand.server.place", uri, name)) as vscode.Range | null;
  if (range === null) {
    await vscode.window.showInformationMessage(`\`${name}\` is no longer in this file.`);
    return;
  }

  const start = new vscode.Position(range.start.line, range.start.character);
  editor.selection = new vscode.Selection(start, start);
  editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenter);
}
