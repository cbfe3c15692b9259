// What the client and the server say to each other beyond the Language Server Protocol.

import type { FolderSettings } from "./settings.ts";

/** Sent with `initialize`, and again (but for `trusted`) with `workspace/didChangeConfiguration`. */
export interface InitializationOptions extends Configuration {
  /** Whether code of the workspace may run. */
  readonly trusted: boolean;
}

export interface Configuration {
  /** What the user has set, per folder URI; what is absent is left to `pyproject.toml`. */
  readonly settings: Readonly<Record<string, FolderSettings>>;
  /** The same for files outside all folders. */
  readonly globalSettings: FolderSettings;
  /** The Python in which a folder's code runs, per folder URI; "" for files outside all folders. */
  readonly interpreters: Readonly<Record<string, string>>;
}

/** Client to server, `{ trusted: boolean }`: the user has decided to trust the workspace. */
export const TRUST = "evenhand/trust";

/** Server to client: what it is doing and how well the code that it runs is walled in. */
export const STATUS = "evenhand/status";

export interface Status {
  readonly state: "idle" | "checking" | "untrusted" | "error";
  readonly isolation?: "strong" | "basic" | "static" | null;
  readonly python?: string | null;
  readonly detail?: string | null;
}
