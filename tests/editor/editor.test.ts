// What a person sees and does in the editor.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "node:test";

import type { Browser, Page } from "playwright-core";

import { chat, type Chat } from "./chat.ts";
import {
  clickFix,
  command,
  count,
  launch,
  openFile,
  quickFix,
  takeFix,
  visit,
  warnings,
} from "./page.ts";
import { open, type Workbench } from "./workbench.ts";

const EXAMPLES = path.resolve(import.meta.dirname, "../../examples");
const PYTHON = path.resolve(import.meta.dirname, "../../.venv/bin/python");
const SCREENSHOTS = path.join(import.meta.dirname, "screenshots");

const RATING = `\
def score(years, gender):
    points = years * 2
    if gender == "male":
        points += 10
    return points


def fee(days, age):
    return days * (2 if age < 45 else 1)
`;
/** A view, whose test asks the client of its own framework. */
const DESK = `\
from flask import Flask, jsonify, request

app = Flask(__name__)


@app.post("/grade")
def grade():
    form = request.get_json()
    points = form["years"] * 2
    if form["gender"] == "male":
        points += 10
    return jsonify(points=points)
`;
const ANSWER = "Here it is.\n\n```python\ndef fee(days, age):\n    return days * 2\n```\n";

const NOTEBOOK = {
  cells: [
    { cell_type: "markdown", metadata: {}, source: "# Fees" },
    { cell_type: "code", metadata: {}, outputs: [], source: "%matplotlib inline\nLIMIT = 65" },
    {
      cell_type: "code",
      metadata: {},
      outputs: [],
      source: "def fee(age):\n    return 10 if age > LIMIT else 20",
    },
  ],
  metadata: { language_info: { name: "python" } },
  nbformat: 4,
  nbformat_minor: 4,
};

let browser: Browser;
let model: Chat;
let workbench: Workbench;
/** The page of the workbench that most tests share: an editor takes ten seconds to start. */
let page: Page;

before(async () => {
  mkdirSync(SCREENSHOTS, { recursive: true });
  browser = await launch();
  model = await chat(ANSWER);
  workbench = await open(EXAMPLES, { trusted: true, settings: asking(model.url) });
  for (const name of ["rating.py", "fares.py"]) {
    writeFileSync(path.join(workbench.folder, name), RATING);
  }
  writeFileSync(path.join(workbench.folder, "desk.py"), DESK);
  writeFileSync(path.join(workbench.folder, "fees.ipynb"), JSON.stringify(NOTEBOOK));
  page = await visit(browser, workbench, "lending.py");
});

after(async () => {
  await page.screenshot({ path: path.join(SCREENSHOTS, "last.png") });
  await browser.close();
  await workbench.stop();
  await model.stop();
});

/** The settings of a person who lets a model behind an endpoint write repairs. */
function asking(endpoint: string): object {
  return {
    "evenhand.repair.provider": "openai",
    "evenhand.repair.endpoint": endpoint,
    "evenhand.repair.model": "scripted",
    "files.autoSave": "off",
  };
}

/**
 * The number of the first line that has `text`, as the editor shows it.
 *
 * Lines move while lenses come and go, so both places are looked at in one moment.
 */
async function lineOf(page: Page, text: string): Promise<number> {
  const shown = await page.waitForFunction((wanted) => {
    const top = (element: Element) => element.getBoundingClientRect().top;
    const lines = [...document.querySelectorAll(".view-line")];
    const numbers = [...document.querySelectorAll(".margin-view-overlays .line-numbers")];
    // The editor writes spaces that do not break.
    const line = lines.find((each) => each.textContent.replaceAll("\u00a0", " ").includes(wanted));
    if (line === undefined) return 0;
    const number = numbers.find((each) => Math.abs(top(each) - top(line)) < 3);
    return Number(number?.textContent ?? 0);
  }, text);
  return shown.jsonValue();
}

describe("in a folder that is trusted", () => {
  it("underlines a function that treats people differently", async () => {
    await warnings(page).first().waitFor();

    await page.screenshot({ path: path.join(SCREENSHOTS, "squiggle.png") });
  });

  it("says above each function what was found", async () => {
    const lens = page.locator(".codelens-decoration a", { hasText: "Treats people" }).first();
    await lens.waitFor();

    assert.match(await lens.innerText(), /Treats people differently: .*marital status/);
  });

  it("shows both situations when the name is pointed at", async () => {
    const name = page.locator(".view-line", { hasText: "def score" }).first();
    await name.locator("span", { hasText: "score" }).last().hover();
    const hover = page.locator(".monaco-hover:visible", { hasText: "married" }).first();
    await hover.waitFor();
    const text = await hover.innerText();

    await page.screenshot({ path: path.join(SCREENSHOTS, "hover.png") });
    assert.match(text, /'married'/);
    assert.match(text, /'single'/);
    assert.match(text, /5\.0/);
    assert.match(text, /-10\.0/);
    await page.mouse.move(5, 5);
  });

  it("lists the findings among the problems", async () => {
    await page.keyboard.press("Control+Shift+M");
    const row = page.locator(".markers-panel .monaco-list-row", { hasText: "EVH001" }).first();
    await row.waitFor();

    assert.match(await row.innerText(), /score/);
    await page.keyboard.press("Control+Shift+M");
  });

  it("allows a difference by a quick fix, and the warning goes", async () => {
    await openFile(page, "tenants.py");
    const file = path.join(workbench.folder, "tenants.py");
    const source = readFileSync(file, "utf8").split("\n");
    const line = source.findIndex((text) => text.startsWith("def deposit")) + 1;
    await quickFix(page, [line, 5], /allow/i);
    await page.screenshot({ path: path.join(SCREENSHOTS, "quick_fix.png") });
    await page.keyboard.press("Escape");
    await page.locator(".action-widget").first().waitFor({ state: "hidden" });
    const question = page.locator(".quick-input-widget", { hasText: "Why is this intended?" });
    await clickFix(page, [line, 5], /allow/i, question);
    await question.locator("input").first().fill("a guarantee from abroad is hard to get");
    await page.keyboard.press("Enter");
    const allowed = page.locator(".view-line", { hasText: "evenhand: allow(nationality)" });
    await allowed.waitFor();
    await page.keyboard.press("Control+s");

    await page
      .locator(".codelens-decoration a", { hasText: /allowed/i })
      .first()
      .waitFor();
    assert.match(readFileSync(file, "utf8"), /# evenhand: allow\(nationality\)/);
  });
});

describe("a notebook", () => {
  it("shows what its cells do together in the cell of the function", async () => {
    await page.getByRole("treeitem", { name: "fees.ipynb" }).dblclick();
    const cell = page.locator(".monaco-list-row.code-cell-row", { hasText: "def fee" });
    await cell.locator(".squiggly-warning").first().waitFor();
    await cell.locator(".codelens-decoration a", { hasText: "Treats people" }).first().waitFor();
  });

  it("is repaired in the cell", async () => {
    // The message about the first finding leaves too little room for one with three choices.
    await command(page, "Notifications: Clear All Notifications");
    const cell = page.locator(".monaco-list-row.code-cell-row", { hasText: "def fee" });
    await cell.locator(".view-line", { hasText: "def fee" }).click();
    await page.keyboard.press("Home");
    await page.keyboard.press("F8");
    await page.keyboard.press("Control+.");
    const repair = page.locator(".action-widget .monaco-list-row", {
      hasText: "Repair `fee` (age)",
    });
    await repair.click();
    const offered = page.locator(".notification-toast", { hasText: "Treat everyone" }).first();
    await offered
      .getByRole("button", { name: /^Treat everyone as age 65 and below/ })
      .first()
      .click();
    await cell.locator(".view-line", { hasText: "return 20" }).waitFor();
    await cell.locator(".squiggly-warning").first().waitFor({ state: "detached" });
  });
});

describe("a repair", () => {
  before(async () => {
    // A notebook that is behind another file still has its marks.
    await command(page, "File: Save All Files");
    await page.locator(".tab.dirty").first().waitFor({ state: "detached" });
    await command(page, "View: Close All Editors");
    await openFile(page, "desk.py");
    await warnings(page).first().waitFor();
  });

  it("leads from a warning in a view to a repaired, tested one without the mouse", async () => {
    const tests = page.locator('.tab.active[data-resource-name="test_desk_evenhand.py"]');
    await takeFix(page, [7, 5], /^Add a test for gender/, tests);
    await page.locator(".view-line", { hasText: "def test_" }).first().waitFor();
    await page.keyboard.press("Control+s");
    await page.locator(".tab.active.dirty").waitFor({ state: "detached" });
    await openFile(page, "desk.py");
    const test = path.join(workbench.folder, "tests/test_desk_evenhand.py");
    assert.match(tested(test), /1 failed/);

    const choices = page.locator(".quick-input-list .monaco-list-row.focused");
    const choice = choices.filter({ hasText: "Remove the rules by gender" });
    await takeFix(page, [7, 5], /^Repair `grade` \(gender\)/, choice);
    await page.screenshot({ path: path.join(SCREENSHOTS, "repair_choice.png") });
    for (const words of await page.locator(".quick-input-list .label-name").all()) {
      const isWhole = await words.evaluate((label) => label.scrollWidth <= label.clientWidth + 1);
      assert.ok(isWhole, `cut off: ${await words.innerText()}`);
    }
    await page.keyboard.press("Enter");

    const diff = page.locator(".monaco-diff-editor:visible").first();
    await diff.locator(".view-line", { hasText: "points += 10" }).first().waitFor();
    const why = diff.locator(".review-widget", { hasText: "nobody gains" });
    await why.waitFor();
    await page.locator(".notification-toast", { hasText: "nobody gains" }).first().waitFor();
    await page.screenshot({ path: path.join(SCREENSHOTS, "repair_diff.png") });
    await page.keyboard.press("Control+Enter");
    const gone = page.locator(".view-line", { hasText: '== "male"' });
    await gone.waitFor({ state: "detached" });
    const unsaved = page.locator('.tab.active.dirty[data-resource-name="desk.py"]');
    await unsaved.waitFor();
    await page.locator(".monaco-editor.focused").first().waitFor();
    await warnings(page).first().waitFor({ state: "detached" });
    await page.keyboard.press("Control+s");
    await unsaved.waitFor({ state: "detached" });

    assert.doesNotMatch(readFileSync(path.join(workbench.folder, "desk.py"), "utf8"), /"male"/);
    assert.match(tested(test), /1 passed/);
  });

  /** What pytest says of a file. */
  function tested(test: string): string {
    const run = spawnSync(PYTHON, ["-m", "pytest", "-q", "-p", "no:cacheprovider", test]);
    return String(run.stdout);
  }

  it("may come from a model, which is told of first", async () => {
    await openFile(page, "rating.py");
    await warnings(page).nth(1).waitFor();
    const written = readFileSync(path.join(workbench.folder, "rating.py"), "utf8").split("\n");
    const line = written.findIndex((text) => text.startsWith("def fee")) + 1;
    const consent = page.locator(".monaco-dialog-box", { hasText: "May Evenhand send code to" });
    const fix = /^Repair `fee` with a language model/;
    await clickFix(page, [line, 5], fix, consent);
    await page.screenshot({ path: path.join(SCREENSHOTS, "repair_consent.png") });
    await page.keyboard.press("Escape");
    await consent.waitFor({ state: "detached" });
    await clickFix(page, [line, 5], fix, consent);
    // An Enter that was on its way opens the settings, and sends nothing.
    await page.keyboard.press("Enter");
    await page.locator(".settings-editor", { hasText: "Who writes repairs" }).waitFor();
    assert.equal(model.requests.join("\n"), "");
    await page.keyboard.press("Escape");
    await page.locator(".settings-editor").waitFor({ state: "hidden" });

    await clickFix(page, [line, 5], fix, consent);
    await consent.locator(".monaco-button", { hasText: "Send" }).click();
    const told = page.locator(".notification-toast", { hasText: "1 attempt, 250 tokens" }).first();
    await told.waitFor();
    await told.locator(".monaco-button", { hasText: "Apply" }).click();
    // A warning that is drawn anew is gone for a moment, too.
    const gone = page.locator(".view-line", { hasText: "if age < 45" });
    await gone.waitFor({ state: "detached" });
    await count(warnings(page), 1);

    assert.equal(model.requests.length, 1);
    assert.match(model.requests[0] ?? "", /# Case 1: age/);
  });
});

describe("an endpoint that cannot be used", () => {
  before(async () => {
    workbench.configure(asking("localhost:1/v1"));
    await openFile(page, "fares.py");
    await warnings(page).nth(1).waitFor();
  });

  it("ends in a sentence, with a button that leads to its setting", async () => {
    const line = await lineOf(page, "def fee");
    const consent = page.locator(".monaco-dialog-box", { hasText: "will send the text" }).first();
    await clickFix(page, [line, 5], /^Repair `fee` with a language model/, consent);
    await consent.locator(".monaco-button", { hasText: "Send" }).click();
    const told = page.locator(".notification-toast", { hasText: "cannot be reached" }).first();
    await told.waitFor();
    await page.screenshot({ path: path.join(SCREENSHOTS, "endpoint_failed.png") });
    await told.locator(".monaco-button", { hasText: "Open Settings" }).click();

    await page.locator(".settings-editor", { hasText: "Where the model is" }).waitFor();
  });
});

describe("a Python that is not there", () => {
  before(async () => {
    workbench.configure({ "evenhand.serverInterpreter": "/nowhere/python" });
    await page.close();
    page = await visit(browser, workbench, "fares.py");
  });

  it("is named, with a button that leads to its setting", async () => {
    const told = page.locator(".notification-toast", { hasText: "/nowhere/python" }).first();
    await told.waitFor();
    await page.screenshot({ path: path.join(SCREENSHOTS, "wrong_python.png") });
    await told.locator(".monaco-button", { hasText: "Choose Python" }).click();

    await page.locator(".settings-editor", { hasText: "runs Evenhand itself" }).waitFor();
  });
});

describe("a model of the editor", () => {
  let workbench: Workbench;
  let page: Page;

  before(async () => {
    workbench = await open(EXAMPLES, {
      trusted: true,
      assistant: true,
      settings: { "evenhand.repair.provider": "editor", "chat.disableAIFeatures": false },
    });
    writeFileSync(path.join(workbench.folder, "rating.py"), RATING);
    page = await visit(browser, workbench, "rating.py");
    await warnings(page).nth(1).waitFor();
  });

  after(async () => {
    await page.screenshot({ path: path.join(SCREENSHOTS, "editor_model_last.png") });
    await page.close();
    await workbench.stop();
  });

  it("writes a repair, once the person agrees", async () => {
    const line = await lineOf(page, "def fee");
    const consent = page.locator(".monaco-dialog-box", { hasText: "Stand-in Model of your" });
    await clickFix(page, [line, 5], /^Repair `fee` with a language model/, consent.first());
    await page.screenshot({ path: path.join(SCREENSHOTS, "editor_model_consent.png") });
    await consent.first().locator(".monaco-button", { hasText: "Send" }).click();
    const told = page.locator(".notification-toast", { hasText: "Older people pay more" }).first();
    await told.waitFor();
    await page.screenshot({ path: path.join(SCREENSHOTS, "editor_model_repair.png") });
    await told.locator(".monaco-button", { hasText: "Apply" }).click();
    await count(warnings(page), 1);
  });
});

describe("in Restricted Mode", () => {
  let workbench: Workbench;
  let page: Page;
  let mark: string;

  before(async () => {
    workbench = await open(EXAMPLES, { trusted: false });
    mark = path.join(workbench.folder, "executed");
    const code = `open(${JSON.stringify(mark)}, "w").close()\n\n\ndef fee(age):\n    return 1 if age > 40 else 2\n`;
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
