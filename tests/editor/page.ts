// A person at the keyboard of a real VS Code.

import { chromium, type Browser, type Locator, type Page } from "playwright-core";

import type { Workbench } from "./workbench.ts";

/** Milliseconds; a safety net, since all that is waited for comes soon or not at all. */
export const PATIENCE = 240_000;
const FLAGS = [
  ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"],
  ...["--disable-background-networking", "--disable-component-update"],
];

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: "/usr/bin/chromium", args: FLAGS });
}

export async function visit(browser: Browser, workbench: Workbench, file: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  await page.goto(workbench.url(file));
  await page.locator(".monaco-editor .view-lines").first().waitFor();
  return page;
}

export function warnings(page: Page): Locator {
  return page.locator(".squiggly-warning");
}

/** Wait until there are so many of something, at least one. */
export async function count(some: Locator, wanted: number): Promise<void> {
  await some.nth(wanted).waitFor({ state: "detached" });
  await some.nth(wanted - 1).waitFor();
}

/** Put the cursor at a line and a column, both from 1. */
export async function goTo(page: Page, line: number, column: number): Promise<void> {
  await page.keyboard.press("Control+g");
  await page.locator(".quick-input-widget input").first().fill(`:${line}:${column}`);
  await page.keyboard.press("Enter");
  await page.locator(".quick-input-widget").waitFor({ state: "hidden" });
}

/**
 * Ask for the quick fixes of a place until one has the title.
 *
 * The editor looks for fixes by itself where warnings or the cursor have just changed, and drops
 * the menu that was asked for meanwhile.
 */
export async function quickFix(
  page: Page,
  [line, column]: [number, number],
  title: RegExp,
): Promise<Locator> {
  const row = page.locator(".action-widget .monaco-list-row", { hasText: title }).first();
  for (const timeout of timeouts()) {
    await goTo(page, line, column);
    await page.keyboard.press("Control+.");
    if (await isShown(row, timeout)) return row;
    await page.keyboard.press("Escape");
  }
  throw new Error(`no quick fix ${title} at ${line}:${column}`);
}

/** Milliseconds for each try, twice as many as for the last, until there was enough patience. */
function* timeouts(): Generator<number> {
  for (let each = 2_000; each < PATIENCE; each *= 2) yield each;
}

async function isShown(locator: Locator, timeout: number): Promise<boolean> {
  return locator.waitFor({ timeout }).then(
    () => true,
    () => false,
  );
}

/**
 * Click a quick fix until its result shows.
 *
 * The editor may drop the menu in that moment, or show another one in its place. So the click is
 * on what has the title, wherever that is by then, and on nothing if it is gone.
 */
export async function clickFix(
  page: Page,
  place: [number, number],
  title: RegExp,
  result: Locator,
): Promise<void> {
  await untilShown(result, async (timeout) => {
    const row = await quickFix(page, place, title);
    await row.dispatchEvent("click", {}, { timeout });
  });
}

/** Take a quick fix by the keyboard until its result shows. */
export async function takeFix(
  page: Page,
  place: [number, number],
  title: RegExp,
  result: Locator,
): Promise<void> {
  const focused = page.locator(".action-widget .monaco-list-row.focused");
  await untilShown(result, async () => {
    const row = await quickFix(page, place, title);
    for (let presses = 0; presses < 20 && (await row.isVisible()); presses += 1) {
      const isFocused = title.test((await focused.allInnerTexts()).join());
      await page.keyboard.press(isFocused ? "Enter" : "ArrowDown");
      if (isFocused) return;
    }
    throw new Error(`the menu with ${title} is gone`);
  });
}

/**
 * Do it again until its result is seen: the editor may be busy with something else.
 *
 * `act` throws if it could not be done within `timeout`; then nothing has to be waited for.
 */
export async function untilShown(
  result: Locator,
  act: (timeout: number) => Promise<void>,
): Promise<void> {
  for (const timeout of timeouts()) {
    const isDone = await act(timeout).then(
      () => true,
      () => false,
    );
    if (await isShown(result, isDone ? PATIENCE / 9 : 1)) return;
  }
  await result.waitFor();
}

/** Carry out a command by its title. */
export async function command(page: Page, title: string): Promise<void> {
  await choose(page, title);
  await page.locator(".quick-input-widget").waitFor({ state: "hidden" });
}

/** Change the colours of everything. */
export async function useTheme(page: Page, name: string): Promise<void> {
  await choose(page, "Preferences: Color Theme");
  await page.locator('.quick-input-widget input[placeholder*="Color Theme"]').fill(name);
  await page.locator(".quick-input-list .monaco-list-row", { hasText: name }).first().click();
  await page.locator(".quick-input-widget").waitFor({ state: "hidden" });
}

/**
 * Choose a command by its title, which may ask for something next.
 *
 * It is tried again, for what opens meanwhile takes the focus and closes the list.
 */
export async function choose(page: Page, title: string): Promise<void> {
  const input = page.locator(".quick-input-widget input").first();
  const entry = page.locator(".quick-input-list .monaco-list-row", { hasText: title }).first();

  for (const timeout of timeouts()) {
    await page.keyboard.press("F1");
    const isChosen = await input
      .fill(`>${title}`, { timeout })
      .then(() => entry.click({ timeout }))
      .then(
        () => true,
        () => false,
      );
    if (isChosen) return;
  }
  throw new Error(`no command ${title}`);
}

/** Open another file of the folder; tried again, for the list closes if it loses the focus. */
export async function openFile(page: Page, name: string): Promise<void> {
  const entry = page.locator(".quick-input-list .monaco-list-row.focused", { hasText: name });

  await untilShown(page.locator(`.tab.active[data-resource-name="${name}"]`), async (timeout) => {
    await page.keyboard.press("Control+p");
    await page.locator(".quick-input-widget input").first().fill(name, { timeout });
    await entry.waitFor({ timeout });
    await page.keyboard.press("Enter");
  });
  await page.locator(".monaco-editor.focused").first().waitFor();
}
