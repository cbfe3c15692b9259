// How a finding is shown in a real VS Code: where, how large, in which words, with which fixes.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";

import type { Browser, Locator, Page } from "playwright-core";

import {
  choose,
  clickFix,
  command,
  count,
  goTo,
  launch,
  openFile,
  quickFix,
  untilShown,
  visit,
  warnings,
} from "./page.ts";
import { open, type Workbench } from "./workbench.ts";

const SCREENSHOTS = path.join(import.meta.dirname, "screenshots");
/** Pixels that a hover may take for one attribute. */
const TALLEST = 250;

const FILES = {
  "loans.py": `\
def loan_score(income, age, gender, marital_status):
    score = income / 1000
    if age > 40:
        score -= 10
    if gender == "male":
        score += 5
    if marital_status == "married":
        score += 3
    return score


def approve(income, age, gender, marital_status):
    return loan_score(income, age, gender, marital_status) > 40
`,
  "people.py": `\
import asyncio
from dataclasses import dataclass
from enum import Enum


class Sex(Enum):
    F = "F"
    M = "M"


@dataclass
class Candidate:
    name: str
    skills: list[str]
    sex: Sex


def shortlist(candidates: list[Candidate]):
    return [c.name for c in candidates if c.skills and c.sex is Sex.M]


async def price_of(visits, gender):
    await asyncio.sleep(0)
    return visits * (2 if gender == "female" else 1)
`,
  "views.py": `\
from flask import Flask, abort, request

app = Flask(__name__)


@app.route("/apply", methods=["POST"])
def apply():
    if request.form["nationality"] not in ("German", "French"):
        abort(403)
    return "ok"
`,
  "masks.py": `\
import pandas as pd


def shortlist(frame: pd.DataFrame) -> pd.DataFrame:
    return frame[(frame["score"] > 50) & (frame["gender"] == "male")]


def means(frame: pd.DataFrame) -> pd.DataFrame:
    return frame.groupby("gender")["score"].mean()
`,
  "limits.py": `\
def may_buy_wine(age):
    if age < 18:
        return False
    return True


def race_condition(page_age, cache_age):
    return page_age > 40 or cache_age > 40
`,
  "fees.py": `\
def fee(days, age):
    return days * (2 if age < 45 else 1)


def total(days, rate):
    return days * rate
`,
  "rent.py": `\
def rent(rooms, gender):
    if gender == "female":
        return rooms * 90
    return rooms * 100
`,
  "training.py": `\
from sklearn.linear_model import LogisticRegression

FEATURES = ["debts", "gender"]


def train(df):
    return LogisticRegression().fit(df[FEATURES], df["repaid"])
`,
  "wages.py": `\
def pay(amount, gender):
    return eval(f"amount * (2 if gender == 'male' else 1)")
`,
  "letters.py": `\
def letter(name, gender):
    note = gender
    return "Dear " + name
`,
  "pyproject.toml": '[project]\nname = "desk"\nversion = "1"\n',
};

let browser: Browser;
let folder: string;
let workbench: Workbench;
let page: Page;

before(async () => {
  mkdirSync(SCREENSHOTS, { recursive: true });
  folder = mkdtempSync(path.join(tmpdir(), "evenhand-findings-"));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(path.join(folder, name), text);
  browser = await launch();
  workbench = await open(folder, { trusted: true });
  page = await visit(browser, workbench, "loans.py");
  await lens("Treats people differently").waitFor();
});

after(async () => {
  await page.screenshot({ path: path.join(SCREENSHOTS, "findings_last.png") });
  await browser.close();
  await workbench.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The first line above a function that has the text. */
function lens(text: RegExp | string): Locator {
  return page.locator(".codelens-decoration a", { hasText: text }).first();
}

/** The hover of a place, by the keyboard. */
async function hoverAt(line: number, column: number, text: string): Promise<Locator> {
  await goTo(page, line, column);
  const hover = page.locator(".monaco-hover:visible", { hasText: text }).first();
  await untilShown(hover, showHover);
  return hover;
}

/** By its keys: the list of commands takes the focus, by which some hovers close. */
async function showHover(): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.keyboard.press("Control+i");
}

async function shot(name: string): Promise<void> {
  await page.screenshot({ path: path.join(SCREENSHOTS, `${name}.png`) });
}

describe("a hover", () => {
  it("has one table for all attributes, with two rows for each that differ in it alone", async () => {
    const hover = await hoverAt(1, 6, "gender");
    const rows = hover.locator("table tbody tr");
    await rows.nth(5).waitFor();
    await shot("hover_three_attributes");
    const box = await hover.boundingBox();
    const cells = await rows.evaluateAll((each) =>
      each.map((row) => [...row.querySelectorAll("td")].map((cell) => cell.innerHTML)),
    );
    await page.keyboard.press("Escape");

    assert.ok(box !== null && box.height <= TALLEST, JSON.stringify(box));
    assert.equal(cells.length, 6);
    for (const row of cells) {
      const isBold = row.map((cell) => cell.startsWith("<strong>"));
      assert.equal(isBold.filter(Boolean).length, 2, row.join()); // the attribute, and the outcome
      assert.ok(isBold.at(-1), row.join());
    }
  });

  it("proves a difference within 250 pixels, in calls that a person would write", async () => {
    await openFile(page, "people.py");
    await lens("Treats people differently").waitFor();
    for (const [name, line] of [
      ["shortlist", 18],
      ["price_of", 22],
    ] as const) {
      const hover = await hoverAt(line, name === "price_of" ? 12 : 6, `${name}(`);
      await shot(`hover_${name}`);
      const [text, box] = [await hover.innerText(), await hover.boundingBox()];
      await page.keyboard.press("Escape");

      assert.ok(box !== null && box.height <= TALLEST, `${name}: ${JSON.stringify(box)}`);
      assert.doesNotMatch(text, /__import__/);
      assert.match(text, name === "price_of" ? /asyncio\.run\(price_of\(/ : /Sex\.[FM]/);
    }
  });
});

describe("a condition that decides", () => {
  it("has words at the end of its line, and the fixes of its finding", async () => {
    await openFile(page, "loans.py");
    const words = page.locator(".view-line span[class*='ced-']");
    await untilShown(words.first(), () => goTo(page, 3, 8));
    const contents = await words.evaluateAll((spans) =>
      spans.map((span) => getComputedStyle(span, "::after").content),
    );
    await shot("deciding_conditions");
    for (const attribute of ["age", "gender", "marital status"]) {
      const said = contents.some((content) => content.includes(`← decides by ${attribute}`));
      assert.ok(said, contents.join());
    }
    await quickFix(page, [3, 8], /^Repair `loan_score`/);
    await page.keyboard.press("Escape");
    await page.locator(".action-widget").first().waitFor({ state: "hidden" });
  });
});

describe("the list of problems", () => {
  it("says of each finding in one line who gets what, and leads to its proof", async () => {
    await openFile(page, "loans.py");
    await page.keyboard.press("Control+Shift+M");
    const panel = page.locator(".markers-panel");
    const finding = panel.locator(".monaco-list-row", { hasText: /loan_score.*EVH001/s }).first();
    await finding.waitFor();
    await shot("problems");
    const rows = await panel.locator(".monaco-list-row").allInnerTexts();
    const sentence = /loan_score is [\d.]+ (higher|lower) for \S+.* than for /;
    assert.equal(rows.filter((row) => sentence.test(row)).length, 3, rows.join("\n"));

    await finding.click();
    await page.keyboard.press("Enter");
    const proof = page.locator(".monaco-hover:visible table tbody tr");
    await untilShown(proof.nth(5), showHover);
    await page.keyboard.press("Escape");
    await command(page, "View: Hide Panel");
    await panel.waitFor({ state: "hidden" });
  });

  it("blames the cause: a caller has a hint that names the way", async () => {
    await count(warnings(page), 1);
    const hover = await hoverAt(12, 6, "through");
    await shot("hover_caller");
    assert.match(await hover.innerText(), /through `?loan_score`?/);
    await page.keyboard.press("Escape");
  });
});

describe("the light bulb", () => {
  it("offers at most six fixes, the repair of the function first, none of them twice", async () => {
    await openFile(page, "loans.py");
    const repair = /^Repair `loan_score` \(age, gender and marital status\)/;
    await quickFix(page, [1, 6], repair);
    await shot("light_bulb");
    const rows = page.locator(".action-widget .monaco-list-row.action");
    const titles = (await rows.allInnerTexts()).map((title) => title.trim());
    await page.keyboard.press("Escape");
    await page.locator(".action-widget").first().waitFor({ state: "hidden" });

    const own = titles.filter((title) => !/Copilot|Disable|Learn/.test(title));
    assert.ok(own.length <= 6, own.join("\n"));
    assert.equal(new Set(own).size, own.length, own.join("\n"));
    assert.match(own[0] ?? "", repair);
    assert.match(own[0] ?? "", /, and with it `approve`/);
  });

  it("asks for the reason before a difference is allowed", async () => {
    await openFile(page, "rent.py");
    await lens("Treats people differently").waitFor();
    const question = page.locator(".quick-input-widget", { hasText: "Why is this intended?" });
    await clickFix(page, [1, 5], /^Allow gender in `rent` and say why/, question);
    await shot("allow_reason");
    await page.keyboard.press("Enter");
    await page.locator(".notification-toast", { hasText: "that needs a reason" }).waitFor();
    assert.equal(await warnings(page).count(), 1);

    await clickFix(page, [1, 5], /^Allow gender in `rent` and say why/, question);
    await question.locator("input").first().fill("a rebate that the city pays for");
    await page.keyboard.press("Enter");

    const comment = "# evenhand: allow(gender) a rebate that the city pays for";
    await page.locator(".view-line", { hasText: comment }).first().waitFor();
    await lens(/allowed/i).waitFor();
    await warnings(page).first().waitFor({ state: "detached" });
    await page.keyboard.press("Control+s");
  });

  it("adds a test, shows it, and does not offer it twice", async () => {
    await openFile(page, "fees.py");
    await lens("Treats people differently").waitFor();
    const added = page.locator(".view-line", { hasText: "def test_" }).first();
    await clickFix(page, [1, 5], /^Add a test for age to tests\/test_fees_evenhand.py/, added);
    await page.locator('.tab.active[data-resource-name="test_fees_evenhand.py"]').waitFor();
    const cursor = page.locator(".view-overlays .current-line").first();
    await cursor.waitFor();
    await shot("added_test");
    await page.keyboard.press("Control+s");

    await openFile(page, "fees.py");
    await quickFix(page, [1, 5], /^Repair `fee` \(age\)/);
    const titles = await page.locator(".action-widget .monaco-list-row").allInnerTexts();
    await page.keyboard.press("Escape");
    assert.doesNotMatch(titles.join("\n"), /Add a test/);
  });
});

describe("what is not repaired", () => {
  it("has buttons that lead on", async () => {
    await openFile(page, "wages.py");
    await lens("Treats people differently").waitFor();
    const told = toast("was not repaired");
    await clickFix(page, [1, 5], /^Repair `pay` \(gender\)/, told);
    await shot("not_repaired");
    const buttons = await told.locator(".monaco-button").allInnerTexts();
    const titles = buttons.map((title) => title.trim()).filter((title) => title !== "");
    assert.deepEqual(titles.slice(0, 2), ["Show the Line", "Allow and Say Why"]);
    assert.ok(titles.includes("Copy AI Prompt"), titles.join());

    const question = page.locator(".quick-input-widget", { hasText: "Why is this intended?" });
    await told.getByText("Allow and Say Why").click();
    await question.waitFor();
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "hidden" });
  });

  it("may be no problem, in so much of the code as is said, and can be taken back", async () => {
    await openFile(page, "wages.py");
    await lens("Treats people differently").waitFor();
    await command(page, "Notifications: Clear All Notifications"); // three at most are shown
    const list = page.locator(".quick-input-widget", { hasText: "Dismiss the finding on gender" });
    await clickFix(page, [1, 5], /^Not a problem: gender here/, list);
    await shot("not_a_problem");
    await list
      .locator(".monaco-list-row", { hasText: "ignore gender in this file" })
      .first()
      .click();
    await toast("in this file? It is kept on this machine").getByText("Go On").click();
    await lens("Treats people differently").waitFor({ state: "detached" });

    await toast("Hidden on this machine").getByText("Undo").click();
    await lens("Treats people differently").waitFor();
  });

  function toast(text: string): Locator {
    return page.locator(".notification-toast", { hasText: text }).first();
  }
});

describe("a protected column among the features of a model", () => {
  it("is taken out of them by a fix", async () => {
    await openFile(page, "training.py");
    const shortened = page.locator(".view-line", { hasText: 'FEATURES = ["debts"]' }).first();
    await clickFix(page, [3, 25], /^Take `gender` out of the features/, shortened);
    await shot("feature_taken_out");
    await page.keyboard.press("Control+s");
  });
});

describe("settings", () => {
  it("choose the functions that have a line above them", async () => {
    await openFile(page, "loans.py");
    await lens(/Treats people differently/)
      .first()
      .waitFor();

    configure({ "evenhand.codeLens": "off" });
    await lens(/.*/).first().waitFor({ state: "detached" });
    configure({});
    await lens(/Treats people differently/)
      .first()
      .waitFor();
  });

  /** Write the settings of the folder, which the editor watches. */
  function configure(settings: object): void {
    mkdirSync(path.join(workbench.folder, ".vscode"), { recursive: true });
    const file = path.join(workbench.folder, ".vscode/settings.json");
    writeFileSync(file, JSON.stringify(settings));
  }
});

describe("what is judged", () => {
  it("is a view of Flask that refuses people by their nationality", async () => {
    await openFile(page, "views.py");
    await lens(/nationality/).waitFor();
    await warnings(page).first().waitFor();
  });

  it("is a mask of pandas, and no table of what groups have on average", async () => {
    await openFile(page, "masks.py");
    await lens(/Treats people differently: gender/).waitFor();
    await count(warnings(page), 1);
    await page.locator(".squiggly-warning").first().waitFor();
  });

  it("is no age limit, and nothing that only sounds like a person", async () => {
    await openFile(page, "limits.py");
    await lens(/age/).waitFor();
    assert.equal(await warnings(page).count(), 0);
    const hover = await hoverAt(1, 6, "age");
    await shot("hover_age_limit");
    assert.match(await hover.innerText(), /age limit|minimum age|limit/i);
    await page.keyboard.press("Escape");
  });
});

describe("a text that is broken for a moment", () => {
  it("keeps the line of before above the function, and all others as they are", async () => {
    await openFile(page, "people.py");
    await lens("Treats people differently: gender").waitFor();
    const before = page.locator(".codelens-decoration", {
      hasText: "Treats people differently: gender · before the last edits",
    });
    await goTo(page, 19, 200);
    await page.keyboard.type(" def");
    await before.first().waitFor();
    await shot("broken_text");
    await lens("Treats people differently: gender").waitFor();
    await count(warnings(page), 1);

    for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press("Backspace");
    await before.first().waitFor({ state: "detached" });
    await count(warnings(page), 2);
  });
});

describe("the whole folder", () => {
  it("is summed up when it was checked, and checked again behind a restarted server", async () => {
    await command(page, "View: Close All Editors");
    await command(page, "Evenhand: Check All Open Folders");
    const summary = page.locator(".notification-toast", { hasText: /\d+ warnings/ });
    await summary.getByText("Show Problems").click();
    const finding = page.locator(".markers-panel .monaco-list-row", { hasText: "loan_score" });
    await finding.first().waitFor();
    await shot("checked_folder");

    await command(page, "Evenhand: Restart Server");
    await finding.first().waitFor({ state: "detached" });
    await finding.first().waitFor();
  });
});

describe("first contact", () => {
  it("leads from an example that is saved nowhere to its repair, in steps", async () => {
    await command(page, "View: Close All Editors");
    await choose(page, "Welcome: Open Walkthrough");
    const walkthroughs = page.locator(".quick-input-list .monaco-list-row");
    await walkthroughs.filter({ hasText: "Get Started with Evenhand" }).first().click();

    const steps = page.locator(".getting-started-step");
    await steps.getByRole("button", { name: "Open Example" }).click();
    await lens("Treats people differently").waitFor();

    await steps.filter({ hasText: "Read the proof" }).click();
    const hover = page.locator(".monaco-hover:visible", { hasText: "→" }).first();
    const proof = steps.getByRole("button", { name: "Show the Two Calls" });
    await untilShown(hover, () => proof.click()); // a step that opens takes the focus for a moment
    await shot("walkthrough");

    await steps.filter({ hasText: "Repair it" }).click();
    await steps.getByRole("button", { name: "Repair the Example" }).click();
    await page.locator(".review-widget", { hasText: "What this changes" }).waitFor();
    await shot("walkthrough_repair");
    await page.locator(".notification-toast").getByText("Apply Change").click();
    await lens("Treats people differently").waitFor({ state: "detached" });
    await page.locator(".notification-toast", { hasText: "Undo" }).waitFor();
  });
});

describe("the extension's page", () => {
  it("is for those who use it, with pictures that the editor lets through", async () => {
    await command(page, "Extensions: Focus on Extensions View");
    await page.keyboard.type("@installed Evenhand");
    await page.locator(".extension-list-item", { hasText: "Evenhand" }).first().click();
    const about = page.frameLocator("iframe.webview.ready").frameLocator("#active-frame");
    await about.locator('img[src^="https://"]').nth(2).waitFor({ state: "attached" });
    await shot("extension_page");

    const text = await about.locator("body").innerText();
    assert.match(text, /Get Started with Evenhand/);
    assert.doesNotMatch(text, /make run/);
  });
});
