// What the client and the server say to each other beyond the Language Server Protocol.
// The server has the same names in `evenhand/apps/lsp/lsp_extensions.py`.

import type * as vscode from "vscode";

import type { FolderSettings, LedgerSettings, RepairSettings } from "./settings.ts";

/** Sent with `initialize`, and again without `trusted` in `workspace/didChangeConfiguration`. */
export interface InitializationOptions extends Configuration {
  /** Whether code of the workspace may run. */
  readonly trusted: boolean;
  /** What this client can do beyond the protocol. */
  readonly client: readonly string[];
}

export interface Configuration {
  /** By folder URI, what the user has set; `pyproject.toml` decides the rest. */
  readonly settings: Readonly<Record<string, FolderSettings>>;
  /** The same for files outside all folders. */
  readonly globalSettings: FolderSettings;
  /** By folder URI ("" for files outside all folders), the Python in which its code runs. */
  readonly interpreters: Readonly<Record<string, string>>;
  /** Who writes repairs, from the user's own settings. */
  readonly repair: RepairSettings;
  /** What is recorded of suggestions, from the user's own settings. */
  readonly ledger: LedgerSettings;
}

/** Client to server, `{ trusted: boolean }`: the user has decided to trust the workspace. */
export const TRUST = "evenhand/trust";

/** Server to client: what it is doing, and the isolation of the code that it runs. */
export const STATUS = "evenhand/status";

export interface Status {
  readonly state: "idle" | "checking" | "untrusted" | "error";
  readonly isolation?: "strong" | "wasm" | "basic" | "static" | null;
  readonly python?: string | null;
  readonly detail?: string | null;
}

/**
 * Server to client: the check of a version has ended, with findings, without, or by a failure. All
 * its diagnostics came before this. A check that a newer text interrupts does not send it.
 */
export const CHECK_ENDED = "evenhand/checkEnded";

export interface CheckEnded {
  readonly uri: string;
  readonly version: number;
  /** How many functions treat people differently. */
  readonly unequal: number;
}

/** Server to client, a request: show repairs, and answer which of them is wanted. */
export const CHOOSE_REPAIR = "evenhand/chooseRepair";

export interface Offer {
  readonly uri: string;
  readonly version: number;
  readonly repairs: readonly OfferedRepair[];
}

export interface OfferedRepair {
  readonly title: string;
  /** What changes for whom; may be empty. */
  readonly effects: readonly string[];
  readonly evidence: string;
  /** The whole document with the repair. */
  readonly text: string;
  /** A comment allows the difference: nothing is repaired. */
  readonly allows: boolean;
}

export interface Chosen {
  readonly chosen: number | null;
}

/** Server to client, a request: have one of the editor's language models answer. */
export const ASK_MODEL = "evenhand/askModel";

export interface ModelRequest {
  readonly messages: readonly {
    readonly role: "system" | "user" | "assistant";
    readonly text: string;
  }[];
  /** Names the request in `MODEL_WRITES`. */
  readonly question: string;
  /** As `FIND_MODEL` named it; the person has agreed to this model and to no other. */
  readonly id: string;
}

export interface ModelAnswer {
  readonly text: string;
  /** Tokens. */
  readonly sent?: number;
  readonly received?: number;
}

/** Client to server, `{ question, characters }`: so much of an answer has been written. */
export const MODEL_WRITES = "evenhand/modelWrites";

/** Server to client, a request: the name and the id of the model that would be asked. */
export const FIND_MODEL = "evenhand/findModel";

/** Server to client, a request: ask the person whether code may be sent to a model. */
export const MAY_SEND = "evenhand/maySend";

export interface Sending {
  readonly question: string;
  readonly detail: string;
}

/** Server to client: a model does not answer. */
export const MODEL_FAILED = "evenhand/modelFailed";

export interface ModelFailure {
  readonly problem: string;
  readonly remedy: "none" | "key" | "endpoint" | "model" | "timeout" | "length";
}

/** Server to client, a request: have a person choose from a list. */
export const PICK = "evenhand/pick";

export interface Choices {
  readonly title: string;
  readonly items: readonly { readonly label: string; readonly detail: string }[];
}

/** Server to client, a request, `{ text }`: put a text into the clipboard. */
export const COPY_TEXT = "evenhand/copyText";

/** Server to client: ask why a difference is allowed, and have that written into the code. */
export const ASK_REASON = "evenhand/askReason";

export interface Allowing {
  readonly uri: string;
  /** Empty for what is outside of all functions. */
  readonly function: string;
  /** With commas. */
  readonly attributes: string;
  /** A proposal; may be empty. */
  readonly reason: string;
  /** From 0. */
  readonly line: number;
}

/** Server to client, a request: the key that the client keeps for an endpoint. */
export const API_KEY = "evenhand/apiKey";

/** Client to server: an edit was a suggestion of an assistant. */
export const ACCEPTED = "evenhand/suggestionAccepted";

export interface Accepted {
  readonly uri: string;
  /** Of the document, after the edit. */
  readonly version: number;
  readonly kind: "inline" | "inline part";
  /** Its name; empty if it is not known. */
  readonly assistant: string;
}

/** Client to server: what the editor knows of an edit that it did not accept as a suggestion. */
export const EDITED = "evenhand/edited";

export type Hint = "paste" | "undo" | "redo" | "save" | "disk";

/** Server to client: something was written to the ledger. */
export const LEDGER_CHANGED = "evenhand/ledgerChanged";

/** A suggestion in the ledger. */
export interface Suggestion {
  readonly id: number;
  /** ISO 8601 */
  readonly time: string;
  readonly workspace: string;
  readonly file: string;
  /** Of the file; empty if the suggestion is in no file. */
  readonly uri: string;
  readonly kind: string;
  /** In [0, 1] */
  readonly confidence: number;
  readonly assistant: string | null;
  readonly model: string | null;
  readonly functions: readonly string[];
  readonly verdicts: readonly SuggestedVerdict[];
  readonly fates: readonly {
    readonly function: string;
    readonly fate: string;
    readonly detail: string | null;
  }[];
}

/** What the server would write into a document. */
export interface PlainEdit {
  readonly range: vscode.Range;
  readonly text: string;
}

export interface SuggestedVerdict {
  readonly function: string;
  readonly attribute: string;
  readonly verdict: string;
  readonly reason: string;
  readonly calls: readonly string[];
  readonly outcomes: readonly string[];
}

export const ABILITIES = [
  "chooseRepair",
  "askModel",
  "apiKey",
  "findModel",
  "maySend",
  "modelFailed",
  "editHints",
  "diagnosticsInHover",
  "showFinding",
  "askReason",
  "copyText",
  "pick",
] as const;
