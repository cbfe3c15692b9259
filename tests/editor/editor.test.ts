// What a person sees and does in the editor.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "node:test";

import type { Browser, Page } from "playwright-core";

import { chat, type Chat } from "./chat.ts";
import { count, launch, quickFix, visit, warnings } from "./page.ts";
import { open, type Workbench } from "./workbench.ts";

const FIXTURES = path.resolve(import.meta.dirname, "../../fixtures");
const SCREENSHOTS = path.join(import.meta.dirname, "screenshots");
const FILE = "biased/loan_desk.py";

const RATING = `\
def score(years, gender):
    points = years * 2
    if gender == "male":
        points += 10
    return points


def fee(days, age):
    return days * (2 if age < 65 else 1)
`;
const ANSWER = "Here it is.\n\n```python\ndef fee(days, age):\n    return days * 2\n```\n";

let browser: Browser;

before(async () => {
  mkdirSync(SCREENSHOTS, { recursive: true });
  browser = await launch();
});

after(() => browser.close());

/** Take one of the quick fixes of the function whose name is in a line. */
async function repair(page: Page, line: number, title: RegExp): Promise<void> {
  const row = await quickFix(page, [line, 5], title);
  await page.screenshot({ path: path.join(SCREENSHOTS, "repair_menu.png") });
  await row.click();
}

/** The number of the line that begins with `text`, as the editor shows it. */
async function lineOf(page: Page, text: string): Promise<number> {
  const line = page.locator(".view-line", { hasText: text }).first();
  const top = (await line.boundingBox())?.y;
  const numbers = page.locator(".margin-view-overlays .line-numbers");
  for (const number of await numbers.all()) {
    if (Math.abs(((await number.boundingBox())?.y ?? -99) - (top ?? 0)) < 3) {
      return Number(await number.innerText());
    }
  }
  throw new Error(`no line has ${text}`);
}

describe("in a folder that is trusted", () => {
  let workbench: Workbench;
  let page: Page;

  before(async () => {
    workbench = await open(FIXTURES, { trusted: true });
    page = await visit(browser, workbench, FILE);
  });

  after(async () => {
    await page.screenshot({ path: path.join(SCREENSHOTS, "last.png") });
    await page.close();
    await workbench.stop();
  });

  it("underlines a function that treats people differently", async () => {
    await warnings(page).first().waitFor();

    await page.screenshot({ path: path.join(SCREENSHOTS, "squiggle.png") });
  });

  it("says above each function what was found", async () => {
    const lens = page.locator(".codelens-decoration a", { hasText: "biased" }).first();
    await lens.waitFor();

    assert.match(await lens.innerText(), /biased: .*gender/);
  });

  it("shows the two calls when the name is pointed at", async () => {
    const name = page.locator(".view-line", { hasText: "def credit_score" }).first();
    await name.locator("span", { hasText: "credit_score" }).last().hover();
    const hover = page.locator(".monaco-hover:visible", { hasText: "credit_score(" }).first();
    await hover.waitFor();
    const text = await hover.innerText();

    await page.screenshot({ path: path.join(SCREENSHOTS, "hover.png") });
    assert.match(text, /'male'/);
    assert.match(text, /'female'/);
    assert.match(text, /35/);
    assert.match(text, /25/);
    await page.mouse.move(5, 5);
  });

  it("lists the findings among the problems", async () => {
    await page.keyboard.press("Control+Shift+M");
    const row = page.locator(".markers-panel .monaco-list-row", { hasText: "EVH001" }).first();
    await row.waitFor();

    assert.match(await row.innerText(), /credit_score|letter|interest_rate/);
    await page.keyboard.press("Control+Shift+M");
  });

  it("allows a difference by a quick fix, and the warning goes", async () => {
    const source = readFileSync(path.join(workbench.folder, FILE), "utf8").split("\n");
    const line = source.findIndex((text) => text.startsWith("def letter")) + 1;
    const fix = await quickFix(page, [line, 5], /allow/i);
    await page.screenshot({ path: path.join(SCREENSHOTS, "quick_fix.png") });
    await fix.click();
    await page.locator(".view-line", { hasText: "evenhand: allow(marital_status)" }).waitFor();
    await page.keyboard.press("Control+s");

    await page
      .locator(".codelens-decoration a", { hasText: /allowed/i })
      .first()
      .waitFor();
    const saved = readFileSync(path.join(workbench.folder, FILE), "utf8");
    assert.match(saved, /# evenhand: allow\(marital_status\)/);
  });
});

describe("a repair", () => {
  let model: Chat;
  let workbench: Workbench;
  let page: Page;

  before(async () => {
    model = await chat(ANSWER);
    workbench = await open(FIXTURES, {
      trusted: true,
      settings: {
        "evenhand.repair.provider": "openai",
        "evenhand.repair.endpoint": model.url,
        "evenhand.repair.model": "scripted",
      },
    });
    writeFileSync(path.join(workbench.folder, "rating.py"), RATING);
    page = await visit(browser, workbench, "rating.py");
    await warnings(page).nth(1).waitFor();
  });

  after(async () => {
    await page.screenshot({ path: path.join(SCREENSHOTS, "repair_last.png") });
    await page.close();
    await workbench.stop();
    await model.stop();
  });

  it("needs no model: light bulb, diff, click, and the warning is gone", async () => {
    await repair(page, 1, /^Repair so that gender makes no difference/);
    const choice = page.locator(".quick-input-list .monaco-list-row", { hasText: "'male'" });
    await choice.first().waitFor();
    await page.screenshot({ path: path.join(SCREENSHOTS, "repair_choice.png") });
    await choice.first().click();
    const diff = page.locator(".monaco-diff-editor:visible").first();
    await diff.locator(".view-line", { hasText: "points += 10" }).last().waitFor();
    const told = page.locator(".notification-toast", { hasText: "nobody loses" }).first();
    await told.waitFor();
    await told.locator(".monaco-button", { hasText: "Apply" }).hover();
    await page.screenshot({ path: path.join(SCREENSHOTS, "repair_diff.png") });
    await told.locator(".monaco-button", { hasText: "Apply" }).click();

    const gone = page.locator(".view-line", { hasText: 'if gender == "male"' });
    await gone.waitFor({ state: "detached" });
    const lens = page.locator(".codelens-decoration a", { hasText: /no difference|independent/ });
    await lens.first().waitFor();
    await count(warnings(page), 1);
  });

  it("may come from a model, which is told of first", async () => {
    const line = await lineOf(page, "def fee");
    await repair(page, line, /^Repair with a language model/);
    const consent = page.locator(".notification-toast", { hasText: "will send the text" }).first();
    await consent.waitFor();
    await page.screenshot({ path: path.join(SCREENSHOTS, "repair_consent.png") });
    assert.equal(model.requests.length, 0);
    await consent.locator(".monaco-button", { hasText: "Send" }).click();
    const told = page.locator(".notification-toast", { hasText: "200 + 50 tokens" }).first();
    await told.waitFor();
    await told.locator(".monaco-button", { hasText: "Apply" }).click();
    await warnings(page).first().waitFor({ state: "detached" });

    assert.equal(model.requests.length, 1);
    assert.match(model.requests[0] ?? "", /# Case 1: age/);
    assert.equal(await warnings(page).count(), 0);
  });
});

describe("in Restricted Mode", () => {
  let workbench: Workbench;
  let page: Page;
  let mark: string;

  before(async () => {
    workbench = await open(FIXTURES, { trusted: false });
    mark = path.join(workbench.folder, "executed");
    const code = `open(${JSON.stringify(mark)}, "w").close()\n\n\ndef fee(age):\n    return 1 if age > 60 else 2\n`;
    writeFileSync(path.join(workbench.folder, "marks.py"), code);
    page = await visit(browser, workbench, "marks.py");
  });

  after(async () => {
    await page.screenshot({ path: path.join(SCREENSHOTS, "restricted.png") });
    await page.close();
    await workbench.stop();
  });

  it("reads the source and runs nothing", async () => {
    const told = page.locator(".codelens-decoration a", { hasText: /not checked/i }).first();
    await told.waitFor();

    assert.equal(existsSync(mark), false);
    assert.equal(await warnings(page).count(), 0);
  });
});
