// What is done in one file, by whom, and what helps to do it.

import { writeFileSync } from "node:fs";
import path from "node:path";

import type { Page } from "playwright-core";

import { command, goTo } from "../page.ts";

export const QUIET_MILLISECONDS = 2_500;

export const SCORE = `\
def score(years, gender):
    points = years * 2
    if gender == 'male':
        points = points + 10
    return points


def label(points):
    if points > 20:
        return 'high'
    return 'low'
`;
export const FEE = `

def fee(age, amount):
    if age > 45:
        return amount / 2
    return amount
`;

export const TAX = `

def tax(gender, income):
    rate = 0.2
    if gender == "female":
        rate = 0.25
    return income * rate
`;
export const DESK = `\
class Desk:
    def __init__(self, rates):
        self.rates = rates

    def total(self, bill):
        return sum(bill) * self.rates[0]
`;
/** A bracket that nobody has closed. */
export const OPEN_BRACKET = `RATES = [1, 2\n\n\n${SCORE}`;

export interface Suggestion {
  readonly kind: string;
  readonly functions: readonly string[];
}

export interface Sequence {
  readonly label: string;
  readonly what: string;
  /** Who made the edits, if it was an assistant: how code came in, and the functions. */
  readonly suggestions?: readonly Suggestion[];
  /** The text with which the file is opened; null: it is not open. */
  readonly before?: string | null;
  /** The text that Git has, if it is another than `before`; null: Git does not know the file. */
  readonly git?: string | null;
  /** The text that Git has in the end, if it changes meanwhile. */
  readonly gitInTheEnd?: string;
  /** Files in the same folder, by name, which Git does not know. */
  readonly beside?: Readonly<Record<string, string>>;
  readonly act: (page: Page, file: string) => Promise<void>;
}

/** One edit of the stand-in for assistants and tools. */
export type Step =
  | { readonly end: string }
  | { readonly after: string; readonly put: string }
  | { readonly replace: readonly (readonly [string, string])[] }
  | { readonly whole: string }
  | { readonly wait: number };

export const end = (page: Page): Promise<void> => page.keyboard.press("Control+End");

export async function ghost(page: Page, typed: string): Promise<void> {
  await end(page);
  await page.keyboard.type(`\n\n${typed}`, { delay: 60 });
  await page.locator("[class*=ghost-text]").first().waitFor();
}

export async function typeFee(page: Page): Promise<void> {
  await end(page);
  await page.keyboard.type("\n\ndef fee(age, amount", { delay: 60 });
  await page.keyboard.press("End");
  await page.keyboard.type(":\nif age > 45:\nreturn amount / 2\n", { delay: 60 });
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.type("return amount", { delay: 60 });
}

export async function copy(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
}

/** Put the cursor behind the first occurrence of a text in `text`. */
export async function behind(page: Page, text: string, found: string): Promise<void> {
  const head = text.slice(0, text.indexOf(found) + found.length).split("\n");
  await goTo(page, head.length, (head.at(-1) ?? "").length + 1);
}

/** Have the stand-in make edits in the active editor, as chats and tools of extensions do. */
export async function standIn(page: Page, file: string, steps: readonly Step[]): Promise<void> {
  writeFileSync(path.join(path.dirname(file), "steps.json"), JSON.stringify(steps));
  await command(page, "Stand-in: Play");
  const waiting = steps.map((step) => ("wait" in step ? step.wait : 0));
  await page.waitForTimeout(waiting.reduce((sum, wait) => sum + wait, 500));
}

/** A sequence in which the stand-in alone edits. */
export function played(
  label: string,
  what: string,
  steps: readonly Step[],
  more: Partial<Sequence> = {},
): Sequence {
  return { label, what, act: (page, file) => standIn(page, file, steps), ...more };
}

/** The same text in pieces, each of them an edit at the end, some milliseconds apart. */
export function inPieces(pieces: readonly string[], wait: number): Step[] {
  return pieces.flatMap((piece) => [{ end: piece }, { wait }]);
}

export function linesOf(text: string): string[] {
  return text.split(/(?<=\n)/);
}
