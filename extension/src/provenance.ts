// Where an edit came from, as far as the editor shows it; the server infers the rest.

import { setTimeout } from "node:timers";
import * as vscode from "vscode";

import { ACCEPTED, EDITED, type Accepted, type Hint } from "./protocol.ts";
import type { Server } from "./server.ts";

const PYTHON = { language: "python" };
/** How long after its announcement a paste arrives at most. */
const PASTE_MILLISECONDS = 1_000;

/**
 * How long after an edit a document is known to have changes that are not saved. One that has
 * none then was read again from the disk.
 */
const DIRTY_MILLISECONDS = 200;

/** Commands of Evenhand's that accept an inline completion, each with the editor's own. */
const ACCEPTING = {
  "evenhand.acceptInline": ["editor.action.inlineSuggest.commit", "inline"],
  "evenhand.acceptInlineWord": ["editor.action.inlineSuggest.acceptNextWord", "inline part"],
  "evenhand.acceptInlineLine": ["editor.action.inlineSuggest.acceptNextLine", "inline part"],
} as const;

export class Provenance implements vscode.Disposable {
  readonly #server: Server;
  readonly #parts: vscode.Disposable;
  /** When text was announced to be pasted or dropped into a document, by its URI. */
  readonly #pastes = new Map<string, number>();
  #accepted = Promise.resolve();
  /** How a suggestion is being accepted just now. */
  #accepting: Accepted["kind"] | undefined;

  constructor(server: Server) {
    this.#server = server;
    // Nothing is put in another way: only that something is about to be.
    const announce = (document: vscode.TextDocument): undefined => {
      this.#pastes.set(document.uri.toString(), Date.now());
      return undefined;
    };
    this.#parts = vscode.Disposable.from(
      vscode.workspace.onDidChangeTextDocument((event) => {
        this.#changed(event);
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
      this.#accepting = kind;
      try {
        await vscode.commands.executeCommand(command);
      } finally {
        this.#accepting = undefined;
      }
    };
    // One after the other, or the changes of one would be taken for the other's.
    this.#accepted = this.#accepted.then(accept, accept);
    return this.#accepted;
  }

  #changed(event: vscode.TextDocumentChangeEvent): void {
    const { document, contentChanges } = event;
    if (document.languageId !== "python" || contentChanges.length === 0) {
      return;
    }
    const edit = { uri: document.uri.toString(), version: document.version };
    if (this.#accepting !== undefined) {
      this.#server.tell(ACCEPTED, { ...edit, kind: this.#accepting, assistant: assistant() });
      return;
    }
    const hint = this.#hint(event);
    if (hint !== undefined) {
      this.#server.tell(EDITED, { ...edit, hints: [hint] });
    } else if (!document.isDirty && !document.isUntitled) {
      setTimeout(() => {
        if (!document.isDirty && document.version === edit.version) {
          this.#server.tell(EDITED, { ...edit, hints: ["disk"] satisfies Hint[] });
        }
      }, DIRTY_MILLISECONDS);
    }
  }

  #hint({ document, reason }: vscode.TextDocumentChangeEvent): Hint | undefined {
    if (reason !== undefined) {
      return reason === vscode.TextDocumentChangeReason.Undo ? "undo" : "redo";
    }
    const uri = document.uri.toString();
    const pasted = this.#pastes.get(uri);
    this.#pastes.delete(uri);
    const soon = pasted !== undefined && Date.now() - pasted < PASTE_MILLISECONDS;
    return soon ? "paste" : undefined;
  }
}

/** The assistant of this editor, where there is only one that it can have been. */
function assistant(): string {
  const known = vscode.extensions.all.filter(({ isActive, packageJSON }) => {
    const { categories } = packageJSON as { categories?: readonly string[] };
    return isActive && (categories ?? []).some((name) => name === "AI" || name === "Chat");
  });
  const names = new Set(
    known.map(({ packageJSON }) => (packageJSON as { displayName?: string }).displayName ?? ""),
  );
  const [only] = names;
  return names.size === 1 && only !== undefined ? only : "";
}
