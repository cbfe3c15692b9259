// What a person sees and does in the editor.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "node:test";

import { chromium, type Browser, type Locator, type Page } from "playwright-core";

import { open, type Workbench } from "./workbench.ts";

const FIXTURES = path.resolve(import.meta.dirname, "../../fixtures");
const SCREENSHOTS = path.join(import.meta.dirname, "screenshots");
const FLAGS = [
  ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"],
  ...["--disable-background-networking", "--disable-component-update"],
];
const PATIENCE = 90_000;
const FILE = "biased/loan_desk.py";

let browser: Browser;

before(async () => {
  mkdirSync(SCREENSHOTS, { recursive: true });
  browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: FLAGS });
});

after(() => browser.close());

async function visit(workbench: Workbench, file: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(PATIENCE);
  await page.goto(workbench.url(file));
  await page.locator(".monaco-editor .view-lines").first().waitFor();
  return page;
}

function warnings(page: Page): Locator {
  return page.locator(".squiggly-warning");
}

describe("in a folder that is trusted", () => {
  let workbench: Workbench;
  let page: Page;

  before(async () => {
    workbench = await open(FIXTURES, { trusted: true });
    page = await visit(workbench, FILE);
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
    await page.keyboard.press("Control+g");
    await page.locator(".quick-input-widget input").first().fill(`:${line}:5`);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Control+.");
    const fix = page.locator(".action-widget .monaco-list-row", { hasText: /allow/i }).first();
    await fix.waitFor();
    await page.screenshot({ path: path.join(SCREENSHOTS, "quick_fix.png") });
    await page.keyboard.press("Enter");
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

describe("in Restricted Mode", () => {
  let workbench: Workbench;
  let page: Page;
  let mark: string;

  before(async () => {
    workbench = await open(FIXTURES, { trusted: false });
    mark = path.join(workbench.folder, "executed");
    const code = `open(${JSON.stringify(mark)}, "w").close()\n\n\ndef fee(age):\n    return 1 if age > 60 else 2\n`;
    writeFileSync(path.join(workbench.folder, "marks.py"), code);
    page = await visit(workbench, "marks.py");
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
