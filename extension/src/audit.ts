// What the ledger says of the open folders, as a list of work: functions by file, each in a state.

import type { Suggestion, SuggestedVerdict } from "./protocol.ts";

export type State =
  | "new"
  | "allowed"
  | "repaired"
  | "edited"
  | "not an assistant's"
  /** Nobody is treated differently in it. */
  | "fine";

/** The latest suggestion of one function. */
export interface AuditedFunction {
  readonly suggestion: Suggestion;
  readonly name: string;
  /** The verdicts that say that people are treated differently. */
  readonly unequal: readonly SuggestedVerdict[];
  readonly state: State;
  /** Why it is allowed, or how it was repaired; empty if that is not known. */
  readonly detail: string;
}

/** One file, what is open first. */
export interface AuditedFile {
  readonly uri: string;
  readonly file: string;
  readonly functions: readonly AuditedFunction[];
}

const ORDER: readonly State[] = [
  "new",
  "allowed",
  "repaired",
  "edited",
  "fine",
  "not an assistant's",
];

/** The files with suggestions, those with something to do first; `suggestions`: newest first. */
export function auditedFiles(suggestions: readonly Suggestion[]): AuditedFile[] {
  const files = new Map<string, Map<string, AuditedFunction>>();
  for (const suggestion of suggestions) {
    const key = `${suggestion.workspace}/${suggestion.file}`;
    const functions = files.get(key) ?? new Map<string, AuditedFunction>();
    files.set(key, functions);
    for (const name of suggestion.functions) {
      if (!functions.has(name)) functions.set(name, audited(suggestion, name));
    }
  }

  return [...files.values()]
    .map((functions) => fileOf([...functions.values()].filter(isThere)))
    .filter((file) => file !== undefined)
    .sort((one, other) => open(other).length - open(one).length);
}

/** What somebody has to decide about. */
export function open({ functions }: AuditedFile): readonly AuditedFunction[] {
  return functions.filter(({ state }) => state === "new");
}

/** `age, marital status` */
export function attributes({ unequal }: AuditedFunction): string {
  return [...new Set(unequal.map(({ attribute }) => attribute.replaceAll("_", " ")))].join(", ");
}

function audited(suggestion: Suggestion, name: string): AuditedFunction {
  const verdicts = suggestion.verdicts.filter((verdict) => verdict.function === name);
  const unequal = verdicts.filter(({ verdict }) => verdict === "biased" || verdict === "refuses");
  const ended = suggestion.fates.find((fate) => fate.function === name);
  const state = stateOf(ended?.fate, unequal.length > 0);
  return { suggestion, name, unequal, state, detail: ended?.detail ?? "" };
}

function stateOf(fate: string | undefined, isUnequal: boolean): State {
  if (fate === "not an assistant's") return fate;
  if (!isUnequal) return "fine";
  return fate === "allowed" || fate === "repaired" || fate === "edited" ? fate : "new";
}

/** Whether a function still is in its file, as far as is known. */
function isThere({ suggestion, name }: AuditedFunction): boolean {
  return !suggestion.fates.some(({ function: of, fate }) => of === name && fate === "deleted");
}

function fileOf(functions: readonly AuditedFunction[]): AuditedFile | undefined {
  const [first] = functions;
  if (first === undefined) return undefined;
  const { uri, file } = first.suggestion;
  const sorted = functions.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
  return { uri, file, functions: sorted };
}
