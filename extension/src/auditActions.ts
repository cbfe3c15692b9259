// What can be done about a suggested function, from its row in the view.

import * as vscode from "vscode";

import type { AuditedFunction } from "./audit.ts";
import type { PlainEdit } from "./protocol.ts";
import type { Server } from "./server.ts";
import { mayRun } from "./trust.ts";

export class AuditActions implements vscode.Disposable {
  readonly #server: Server;
  readonly #commands: vscode.Disposable;

  constructor(server: Server) {
    this.#server = server;
    const commands: Record<string, (...given: never[]) => unknown> = {
      "evenhand.showSuggestion": (uri: string, name: string) => this.#show(uri, name),
      "evenhand.repairSuggestion": (row: AuditedFunction) => this.#repair(row),
      "evenhand.allowSuggestion": (row: AuditedFunction) => this.#allowRow(row),
      "evenhand.allow": this.#allow.bind(this),
      "evenhand.notAssistants": (row: AuditedFunction) => this.#disown(row, false),
      "evenhand.assistantsAfterAll": (row: AuditedFunction) => this.#disown(row, true),
      "evenhand.removeSuggestion": (row: AuditedFunction) => this.#remove(row),
      "evenhand.copyTaskList": () => this.#copy(),
    };
    this.#commands = vscode.Disposable.from(
      ...Object.entries(commands).map(([name, run]) => vscode.commands.registerCommand(name, run)),
    );
  }

  dispose(): void {
    this.#commands.dispose();
  }

  /** Open a suggestion's file, with the cursor on its function, wherever that is now. */
  async #show(uri: string, name: string): Promise<boolean> {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri)).then(
      (opened) => opened,
      () => undefined,
    );
    if (document === undefined) {
      await vscode.window.showInformationMessage("The file no longer exists.");
      return false;
    }

    const editor = await vscode.window.showTextDocument(document);
    const place = await this.#server.execute("evenhand.server.place", uri, name);
    const range = place as vscode.Range | null;
    if (range === null) {
      await vscode.window.showInformationMessage(`${name} is no longer in this file.`);
      return false;
    }

    const start = new vscode.Position(range.start.line, range.start.character);
    editor.selection = new vscode.Selection(start, start);
    editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenter);
    return true;
  }

  async #repair({ suggestion, name }: AuditedFunction): Promise<void> {
    if ((await this.#show(suggestion.uri, name)) && (await mayRun())) {
      await this.#server.execute("evenhand.server.repair", suggestion.uri, name);
    }
  }

  async #allowRow(row: AuditedFunction): Promise<void> {
    const { suggestion, name } = row;
    if (await this.#show(suggestion.uri, name)) {
      const names = new Set(row.unequal.map(({ attribute }) => attribute));
      await this.#allow(suggestion.uri, name, [...names].join(", "));
    }
  }

  /**
   * Ask for the reason of an allowance, with a `proposal`; without a function's `name` it is for
   * what is in `line`.
   */
  async #allow(
    uri: string,
    name: string,
    names: string,
    line?: number,
    proposal = "",
  ): Promise<void> {
    const attributes = names.replaceAll("_", " ");
    const isFunction = name !== "";
    const what = isFunction
      ? `${name} to treat people differently by ${attributes}`
      : `${attributes} here`;
    const reason = await vscode.window.showInputBox({
      title: `Allow ${what}`,
      prompt: `Why is this intended? The reason is written above ${isFunction ? "the function" : "this line"}.`,
      value: proposal,
      placeHolder: "Such as: a statutory minimum age",
      ignoreFocusOut: true, // the code may have to be looked at for it
    });
    if (reason === undefined) return;
    if (reason.trim() === "") {
      await vscode.window.showInformationMessage("Nothing was allowed: that needs a reason.");
      return;
    }

    const given = [uri, name, names, reason, ...(line === undefined ? [] : [line])];
    const answer = await this.#server.execute("evenhand.server.allowance", ...given);
    if (answer === null) {
      const subject = isFunction ? name : "This";
      await vscode.window.showInformationMessage(`${subject} is already allowed, or has gone.`);
      return;
    }
    const { range, text } = answer as PlainEdit;
    const edit = new vscode.WorkspaceEdit();
    const [start, end] = [range.start, range.end].map(
      ({ line, character }) => new vscode.Position(line, character),
    ) as [vscode.Position, vscode.Position];
    edit.replace(vscode.Uri.parse(uri), new vscode.Range(start, end), text);
    await vscode.workspace.applyEdit(edit);
  }

  async #disown({ suggestion, name }: AuditedFunction, undo: boolean): Promise<void> {
    await this.#server.execute("evenhand.server.notAssistants", suggestion.id, name, undo);
  }

  async #remove({ suggestion, name }: AuditedFunction): Promise<void> {
    const remove = "Remove";
    const others = suggestion.functions.length - 1;
    const message =
      others === 0
        ? `Remove the suggestion of ${name} from the ledger?`
        : `Remove the suggestion of ${name} and ${others} more from the ledger?`;
    const detail = "Nothing changes in the file. This cannot be undone.";
    const answer = await vscode.window.showWarningMessage(message, { modal: true, detail }, remove);
    if (answer === remove) {
      await this.#server.execute("evenhand.server.removeSuggestion", suggestion.id);
    }
  }

  async #copy(): Promise<void> {
    const answer = await this.#server.execute("evenhand.server.taskList");
    await vscode.env.clipboard.writeText((answer as { readonly markdown: string }).markdown);
    await vscode.window.showInformationMessage("Copied: paste it into the pull request.");
  }
}
