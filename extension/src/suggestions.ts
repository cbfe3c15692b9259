// The view in the activity bar: what assistants suggested lately, by file, and what is to be done.

import { clearInterval, setInterval, setTimeout } from "node:timers";
import * as vscode from "vscode";

import {
  attributes,
  auditedFiles,
  open,
  type AuditedFile,
  type AuditedFunction,
  type State,
} from "./audit.ts";
import { AuditActions } from "./auditActions.ts";
import { LEDGER_CHANGED, type Suggestion } from "./protocol.ts";
import type { Server } from "./server.ts";

const VIEW = "evenhand.suggestions";
/** How long the view waits for more changes of the ledger before it reads it again. */
const CALM_MILLISECONDS = 300;
/** How often the ages in the view are brought up to date. */
const AGE_MILLISECONDS = 60_000;

type Row = AuditedFile | AuditedFunction;

export class SuggestionsView implements vscode.TreeDataProvider<Row>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #server: Server;
  readonly #view: vscode.TreeView<Row>;
  readonly #parts: vscode.Disposable;
  #files: readonly AuditedFile[] | undefined;
  #waiting = false;

  constructor(server: Server) {
    this.#server = server;
    this.#view = vscode.window.createTreeView(VIEW, {
      treeDataProvider: this,
      showCollapseAll: true,
    });
    const refresh = (): void => {
      void this.#read();
    };
    const timer = setInterval(() => {
      if (this.#view.visible) this.#changed.fire();
    }, AGE_MILLISECONDS);
    this.#parts = vscode.Disposable.from(
      this.#changed,
      this.#view,
      new AuditActions(server),
      new vscode.Disposable(() => {
        clearInterval(timer);
      }),
      vscode.commands.registerCommand("evenhand.refreshSuggestions", refresh),
    );
    server.on(LEDGER_CHANGED, () => {
      this.#readSoon();
    });
    server.onReady(() => {
      this.#readSoon();
    });
  }

  dispose(): void {
    this.#parts.dispose();
  }

  async getChildren(parent?: Row): Promise<Row[]> {
    if (parent !== undefined) return isFile(parent) ? [...parent.functions] : [];
    if (this.#files === undefined) await this.#read();
    return [...(this.#files ?? [])];
  }

  getTreeItem(row: Row): vscode.TreeItem {
    return isFile(row) ? itemOfFile(row) : itemOfFunction(row);
  }

  /** Read the ledger again, and count what is to be done. */
  async #read(): Promise<void> {
    if (!this.#server.isRunning) return;
    const answer = (await this.#server.execute("evenhand.server.suggestions")) as {
      readonly suggestions: readonly Suggestion[];
    };
    this.#files = auditedFiles(answer.suggestions);

    const value = this.#files.reduce((sum, file) => sum + open(file).length, 0);
    const tooltip = `${value} suggested ${value === 1 ? "function treats" : "functions treat"} people differently`;
    this.#view.badge = value === 0 ? undefined : { value, tooltip };
    this.#changed.fire();
  }

  #readSoon(): void {
    if (!this.#waiting) {
      this.#waiting = true;
      setTimeout(() => {
        this.#waiting = false;
        void this.#read();
      }, CALM_MILLISECONDS);
    }
  }
}

function isFile(row: Row): row is AuditedFile {
  return "functions" in row;
}

function itemOfFile(row: AuditedFile): vscode.TreeItem {
  const item = new vscode.TreeItem(row.file === "" ? "Asked by agents" : row.file);
  item.collapsibleState = vscode.TreeItemCollapsibleState.Expanded;
  item.iconPath = vscode.ThemeIcon.File;
  if (row.uri !== "") item.resourceUri = vscode.Uri.parse(row.uri);
  const count = open(row).length;
  item.description = count === 0 ? "" : `${count} to do`;
  item.contextValue = "file";
  return item;
}

function itemOfFunction(row: AuditedFunction): vscode.TreeItem {
  const { suggestion, name, state } = row;
  const item = new vscode.TreeItem(name);
  const parts = [attributes(row), state === "fine" ? "no difference found" : state];
  const told = parts.filter((part) => part !== "" && (part !== "new" || parts[0] === ""));
  item.description = [...told, age(suggestion.time)].join(" · ");
  item.iconPath = ICONS[state];
  item.tooltip = tooltip(row);
  item.accessibilityInformation = { label: `${name}, ${state}, ${item.description}` };
  // Nothing of what an agent asked about is in a file.
  item.contextValue = suggestion.uri === "" ? "asked" : CONTEXTS[state];

  if (suggestion.uri !== "") {
    item.command = {
      command: "evenhand.showSuggestion",
      title: "Show",
      arguments: [suggestion.uri, name],
    };
  }
  return item;
}

const ICONS: Readonly<Record<State, vscode.ThemeIcon>> = {
  new: new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground")),
  allowed: new vscode.ThemeIcon("comment"),
  repaired: new vscode.ThemeIcon("pass"),
  edited: new vscode.ThemeIcon("edit"),
  fine: new vscode.ThemeIcon("circle-outline"),
  "not an assistant's": new vscode.ThemeIcon("person"),
};

/** What the menus of `package.json` know of a function. */
const CONTEXTS: Readonly<Record<State, string>> = {
  new: "open",
  allowed: "settled",
  repaired: "settled",
  edited: "settled",
  fine: "settled",
  "not an assistant's": "person",
};

function tooltip({ suggestion, unequal, state, detail }: AuditedFunction): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  const { kind, confidence, assistant, model } = suggestion;
  const name = [assistant, model].filter((part) => part !== null).join(", ");
  const sure = confidence < 1 ? `, ${Math.round(100 * confidence)} % sure` : "";
  text.appendText(`${name === "" ? "An assistant" : name} (${kind}${sure})\n`);

  for (const { reason, calls, outcomes } of unequal) {
    text.appendText(`\n${reason}\n`);
    const pairs = calls.map((call, index) => `${call}  →  ${outcomes[index] ?? ""}`);
    text.appendCodeblock(pairs.join("\n"), "python");
  }

  const became = detail === "" ? state : `${state}: ${detail}`;
  if (state !== "new" && state !== "fine") text.appendText(`\n${became}`);
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
