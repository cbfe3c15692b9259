// Tells the server where edits came from, as far as the editor knows; the server infers the rest.

import { setTimeout } from "node:timers";
import * as vscode from "vscode";

import { ACCEPTED, EDITED, type Accepted, type Hint } from "./protocol.ts";
import type { Server } from "./server.ts";

const PYTHON = { language: "python" };
/** The most time between the announcement of a paste and its edit. */
const PASTE_MILLISECONDS = 1_000;
/** The most time that formatters and linters have while a document is saved. */
const SAVE_MILLISECONDS = 5_000;

/**
 * The time after an edit until VS Code marks the document as changed. One that is not marked by
 * then was read again from the disk.
 */
const DIRTY_MILLISECONDS = 200;

/** Evenhand's commands that accept an inline completion, each with the editor's own command. */
const ACCEPTING = {
  "evenhand.acceptInline": ["editor.action.inlineSuggest.commit", "inline"],
  "evenhand.acceptInlineWord": ["editor.action.inlineSuggest.acceptNextWord", "inline part"],
  "evenhand.acceptInlineLine": ["editor.action.inlineSuggest.acceptNextLine", "inline part"],
} as const;

export class Provenance implements vscode.Disposable {
  readonly #server: Server;
  readonly #parts: vscode.Disposable;
  /** By a document's URI, when a paste or drop was announced; in milliseconds. */
  readonly #pastes = new Map<string, number>();
  /** By a document's URI, when it began to be saved; in milliseconds. */
  readonly #saves = new Map<string, number>();
  #accepted = Promise.resolve();
  /** The suggestion that is being accepted at the moment, and in which document. */
  #accepting: { readonly kind: Accepted["kind"]; readonly uri: string } | undefined;

  constructor(server: Server) {
    this.#server = server;
    // It offers no other way to paste: it is called because a paste is about to come.
    const announce = (document: vscode.TextDocument): undefined => {
      this.#pastes.set(document.uri.toString(), Date.now());
      return undefined;
    };
    this.#parts = vscode.Disposable.from(
      vscode.workspace.onDidChangeTextDocument((event) => {
        this.#changed(event);
      }),
      vscode.workspace.onWillSaveTextDocument(({ document, reason }) => {
        // What is saved by itself after a while is not formatted, and may be saved at any key.
        if (reason !== vscode.TextDocumentSaveReason.AfterDelay) {
          this.#saves.set(document.uri.toString(), Date.now());
        }
      }),
      vscode.workspace.onDidSaveTextDocument((document) => {
        this.#saves.delete(document.uri.toString());
      }),
      vscode.languages.registerDocumentPasteEditProvider(
        PYTHON,
        { provideDocumentPasteEdits: announce },
        { pasteMimeTypes: ["text/plain"], providedPasteEditKinds: [] },
      ),
      vscode.languages.registerDocumentDropEditProvider(
        PYTHON,
        { provideDocumentDropEdits: announce },
        { dropMimeTypes: ["text/plain"] },
      ),
      ...Object.entries(ACCEPTING).map(([name, [own, kind]]) =>
        vscode.commands.registerCommand(name, () => this.#accept(own, kind)),
      ),
    );
  }

  dispose(): void {
    this.#parts.dispose();
  }

  /** Have the editor accept a suggestion; the changes that arrive meanwhile are its text. */
  #accept(command: string, kind: Accepted["kind"]): Promise<void> {
    const accept = async (): Promise<void> => {
      const uri = vscode.window.activeTextEditor?.document.uri.toString() ?? "";
      this.#accepting = { kind, uri };
      try {
        await vscode.commands.executeCommand(command);
      } finally {
        this.#accepting = undefined;
      }
    };
    // One after the other: the changes of one must not be taken for the other's.
    this.#accepted = this.#accepted.then(accept, accept);
    return this.#accepted;
  }

  #changed(event: vscode.TextDocumentChangeEvent): void {
    const { document, contentChanges } = event;
    if (document.languageId !== "python" || contentChanges.length === 0) {
      return;
    }

    const edit = { uri: document.uri.toString(), version: document.version };
    if (event.reason === undefined && this.#accepting?.uri === edit.uri) {
      const { kind } = this.#accepting;
      this.#server.tell(ACCEPTED, { ...edit, kind, assistant: assistant() });
      return;
    }

    const hint = this.#hint(event);
    if (hint !== undefined) {
      this.#server.tell(EDITED, { ...edit, hints: [hint] });
    } else if (!document.isDirty && !document.isUntitled) {
      this.#tellIfFromDisk(document);
    }
  }

  /** Tell the server that an edit came from the disk, unless the document is soon marked dirty. */
  #tellIfFromDisk(document: vscode.TextDocument): void {
    const edit = { uri: document.uri.toString(), version: document.version };
    setTimeout(() => {
      if (!document.isDirty && document.version === edit.version) {
        this.#server.tell(EDITED, { ...edit, hints: ["disk"] satisfies Hint[] });
      }
    }, DIRTY_MILLISECONDS);
  }

  #hint({ document, reason }: vscode.TextDocumentChangeEvent): Hint | undefined {
    if (reason !== undefined) {
      return reason === vscode.TextDocumentChangeReason.Undo ? "undo" : "redo";
    }

    const uri = document.uri.toString();
    const announced = this.#pastes.get(uri);
    this.#pastes.delete(uri);
    if (isWithin(announced, PASTE_MILLISECONDS)) return "paste";
    return isWithin(this.#saves.get(uri), SAVE_MILLISECONDS) ? "save" : undefined;
  }
}

/** Whether something happened within the last milliseconds. */
function isWithin(time: number | undefined, milliseconds: number): boolean {
  return time !== undefined && Date.now() - time < milliseconds;
}

interface Manifest {
  readonly categories?: readonly string[];
  readonly displayName?: string;
}

/** The assistant of this editor; empty if there are several that it can have been. */
function assistant(): string {
  const names = new Set<string>();
  for (const { isActive, packageJSON } of vscode.extensions.all) {
    const { categories = [], displayName = "" } = packageJSON as Manifest;
    const isAssistant = categories.includes("AI") || categories.includes("Chat");
    if (isActive && isAssistant) {
      names.add(displayName);
    }
  }

  const [only] = names;
  return names.size === 1 && only !== undefined ? only : "";
}
