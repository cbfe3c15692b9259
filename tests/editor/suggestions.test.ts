// What assistants suggest in a real VS Code: noticed, marked, recorded, shown.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  watch,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, afterEach, before, describe, it } from "node:test";
import { setTimeout } from "node:timers/promises";

import type { Browser, Locator, Page } from "playwright-core";

import {
  clickFix,
  command,
  goTo,
  launch,
  openFile,
  PATIENCE,
  untilShown,
  useTheme,
  visit,
} from "./page.ts";
import { open, type Workbench } from "./workbench.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const SCREENSHOTS = path.join(import.meta.dirname, "screenshots");
const LABEL = `\
def label(points):
    if points > 20:
        return "high"
    return "low"
`;
const FEE = `

def fee(age, amount):
    if age > 45:
        return amount / 2
    return amount
`;

/** What an agent asks about: a repair by which nobody loses. */
const WAGE = `
def wage(sex, amount):
    if sex == "male":
        return amount * 2
    return amount
`;

/** A function that is in no other file. */
function refund(days: number): string {
  return `\n\ndef refund(age, price):\n    if age < ${days}:\n        return price\n    return price / 3\n`;
}

const BONUS = 'def bonus(gender):\n    return 3 if gender == "male" else 1\n';

interface Suggestion {
  readonly file: string;
  readonly kind: string;
  readonly confidence: number;
  readonly assistant: string | null;
  readonly functions: readonly string[];
  readonly verdicts: readonly { readonly attribute: string; readonly verdict: string }[];
  readonly fates: readonly { readonly fate: string; readonly detail: string | null }[];
}

let browser: Browser;
let folder: string;
let workbench: Workbench;
let page: Page;

/** What the ledger says of a file, the newest first; as the command line tells it. */
function recorded(file: string): Suggestion[] {
  if (!existsSync(workbench.ledger)) return [];
  const given = ["ledger", "--ledger", workbench.ledger, "export", "--format", "json"];
  const said = execFileSync(path.join(ROOT, ".venv/bin/evenhand"), given, { encoding: "utf8" });
  const { suggestions } = JSON.parse(said) as { suggestions: Suggestion[] };
  return suggestions.filter((one) => one.file === file);
}

/** The newest suggestion in a file, once `holds` is true of it. */
async function until(file: string, holds: (one: Suggestion) => boolean): Promise<Suggestion> {
  const watcher = watch(path.dirname(workbench.ledger));
  const deadline = Date.now() + PATIENCE;
  try {
    for (;;) {
      const changed = once(watcher, "change");
      const [newest] = recorded(file);
      if (newest !== undefined && holds(newest)) return newest;
      const left = deadline - Date.now();
      if (left < 0) throw new Error(`not so in ${file}: ${JSON.stringify(newest)}`);
      await Promise.race([changed, setTimeout(left, undefined, { ref: false })]);
    }
  } finally {
    watcher.close();
  }
}

/** The first function below a file in the view. */
async function rowBelow(file: string): Promise<Locator> {
  const rows = page.locator(".pane-body .monaco-list-row");
  const index = await rows.filter({ hasText: file }).first().getAttribute("data-index");
  return page.locator(`.pane-body .monaco-list-row[data-index="${Number(index) + 1}"]`);
}

const judged = ({ verdicts }: Suggestion): boolean => verdicts.length > 0;

/** Type the beginning of a function at the end of a file, and wait for what is suggested. */
async function ghost(file: string): Promise<void> {
  await openFile(page, file);
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\n\ndef fee(");
  await page.locator("[class*=ghost-text]").first().waitFor();
}

before(async () => {
  mkdirSync(SCREENSHOTS, { recursive: true });
  folder = mkdtempSync(path.join(tmpdir(), "evenhand-suggestions-"));
  const names = ["tab", "word", "line", "keys", "chat", "paste", "undo", "repair"];
  for (const name of names) writeFileSync(path.join(folder, `${name}.py`), LABEL);
  writeFileSync(path.join(folder, "ask.py"), WAGE.trimStart());
  writeFileSync(path.join(folder, "disk.py"), BONUS);
  browser = await launch();
  workbench = await open(folder, { trusted: true, assistant: true });
  mkdirSync(path.dirname(workbench.ledger), { recursive: true });
  page = await visit(browser, workbench, "ask.py");
  await page
    .locator(".codelens-decoration a", { hasText: "Treats people differently" })
    .first()
    .waitFor();
});

afterEach(async () => {
  await page.screenshot({ path: path.join(SCREENSHOTS, "suggestions_last.png") });
});

after(async () => {
  await browser.close();
  await workbench.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe("an inline completion", () => {
  it("accepted with Tab is marked at once and recorded for certain", async () => {
    await ghost("tab.py");
    await page.screenshot({ path: path.join(SCREENSHOTS, "ghost.png") });
    await page.keyboard.press("Tab");
    const lens = page.locator(".codelens-decoration a", { hasText: "accepted from an assistant" });
    await lens.first().waitFor();
    await page.screenshot({ path: path.join(SCREENSHOTS, "accepted.png") });

    const found = await until("tab.py", judged);
    assert.deepEqual([found.kind, found.confidence, found.functions], ["inline", 1, ["fee"]]);
    assert.equal(found.assistant, "Stand-in Assistant");
    const verdicts = found.verdicts.map(({ attribute, verdict }) => [attribute, verdict]);
    assert.deepEqual(verdicts, [["age", "biased"]]);
    assert.match(
      await lens.first().innerText(),
      /Treats people differently: age · accepted from an assistant (just now|\d+ s ago)/,
    );
  });

  it("accepted word by word is one suggestion", async () => {
    await ghost("word.py");
    await page.keyboard.press("Control+ArrowRight");
    await page.locator(".view-line", { hasText: "def fee(age" }).first().waitFor();
    await page.keyboard.press("Control+ArrowRight");
    await page.keyboard.press("Tab");

    const found = await until("word.py", judged);
    assert.deepEqual([found.kind, found.functions], ["inline", ["fee"]]);
    assert.equal(recorded("word.py").length, 1);
  });

  it("accepted line by line is one suggestion", async () => {
    await ghost("line.py");
    for (const line of ["def fee(age", "age > 45", "return amount / 2", "return amount"]) {
      await page.keyboard.press("Alt+l");
      await page.locator(".view-line", { hasText: line }).last().waitFor();
    }

    const found = await until("line.py", judged);
    assert.deepEqual([found.kind, found.confidence], ["inline part", 1]);
    assert.deepEqual(found.functions, ["fee"]);
  });

  it("leaves Tab to whatever else wants it, which is no suggestion", async () => {
    await openFile(page, "keys.py");
    await goTo(page, 2, 1);
    await page.keyboard.press("Tab");
    await page.locator(".view-line", { hasText: "        if points > 20:" }).first().waitFor();
    await page.keyboard.press("Control+z");
    // The list of suggestions, over a completion that could be accepted as well.
    await page.keyboard.press("Control+End");
    await page.keyboard.type("\n\npoi");
    await page.keyboard.press("Control+Space");
    await page.locator(".suggest-widget.visible .monaco-list-row").first().waitFor();
    await page.keyboard.press("Tab");
    await page
      .locator(".view-line", { hasText: /^points$/ })
      .first()
      .waitFor();
    // A snippet's next place.
    await page.keyboard.type("\n");
    await command(page, "Stand-in: Snippet");
    await page.locator(".view-line", { hasText: "def name(" }).first().waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.type("gender");
    await page.locator(".view-line", { hasText: "def name(gender):" }).first().waitFor();
    await page.keyboard.press("Escape");
  });
});

describe("what nobody announces", () => {
  it("is an assistant's where a chat writes a function", async () => {
    await openFile(page, "chat.py");
    await command(page, "Stand-in: Chat");
    const lens = page.locator(".codelens-decoration a", { hasText: "probably an assistant's" });
    await lens.first().waitFor();

    const found = await until("chat.py", judged);
    assert.deepEqual([found.kind, found.functions], ["chat", ["tax"]]);
    assert.ok(found.confidence < 1);
  });

  it("is an assistant's where an agent writes to the disk", async () => {
    await openFile(page, "disk.py");
    // Once the server has the text as it was.
    await page
      .locator(".codelens-decoration a", { hasText: "Treats people differently: gender" })
      .first()
      .waitFor();
    writeFileSync(path.join(workbench.folder, "disk.py"), BONUS + refund(12));

    const found = await until("disk.py", judged);
    assert.deepEqual([found.kind, found.functions], ["disk", ["refund"]]);
  });

  it("is an assistant's where an agent writes a file that is not open", async () => {
    writeFileSync(path.join(workbench.folder, "new.py"), refund(21).trimStart());

    const found = await until("new.py", judged);
    assert.deepEqual([found.kind, found.functions], ["disk", ["refund"]]);
  });

  it("is the person's own where it is pasted, or taken back and done again", async () => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), FEE);
    for (const file of ["paste.py", "undo.py"]) {
      await openFile(page, file);
      await page.keyboard.press("Control+End");
      await page.keyboard.press("Control+v");
      await page
        .locator(".codelens-decoration a", { hasText: "Treats people differently: age" })
        .first()
        .waitFor();
    }
    await page.keyboard.press("Control+z");
    await page.locator(".view-line", { hasText: "def fee" }).waitFor({ state: "detached" });
    await page.keyboard.press("Control+y");
    await page
      .locator(".codelens-decoration a", { hasText: "Treats people differently: age" })
      .first()
      .waitFor();
    // What is looked into later than both shows that both have been looked into.
    await command(page, "Stand-in: Chat");
    await until("undo.py", judged);

    assert.deepEqual(recorded("paste.py"), []);
    assert.deepEqual(recorded("keys.py"), []);
    assert.deepEqual(
      recorded("undo.py").map(({ functions }) => functions),
      [["tax"]],
    );
  });
});

describe("what becomes of a suggestion", () => {
  it("is recorded: repaired, with how", async () => {
    await ghost("repair.py");
    await page.keyboard.press("Tab");
    await until("repair.py", judged);
    await page.keyboard.press("Escape");
    const choice = page.locator(".quick-input-list .monaco-list-row").first();
    const told = page.locator(".notification-toast", { hasText: "Proved by" }).first();
    await clickFix(page, [7, 6], /^Repair `\w+` \(.*age/, choice.or(told).first());
    if (await choice.isVisible()) await choice.click();
    await told.locator(".monaco-button", { hasText: "Apply" }).click();

    const found = await until("repair.py", ({ fates }) => fates[0]?.fate === "repaired");
    assert.equal(found.fates[0]?.detail, "offline");
    assert.equal(recorded("repair.py").length, 1);
  });

  it("is recorded when the file is saved", async () => {
    await openFile(page, "tab.py");
    await page.keyboard.press("Control+s");

    await until("tab.py", ({ fates }) => fates[0]?.fate === "kept");
  });
});

describe("the view and the report", () => {
  it("list suggestions by file, with what is to be done, and lead to their functions", async () => {
    await command(page, "View: Show Evenhand");
    await page.locator(".activitybar .badge", { hasText: /^\d+$/ }).first().waitFor();
    const rows = page.locator(".pane-body .monaco-list-row");
    const file = rows.filter({ hasText: "tab.py" }).first();
    await file.waitFor();
    assert.match(await file.innerText(), /tab\.py\s*1 to do/);
    await page.screenshot({ path: path.join(SCREENSHOTS, "view.png") });

    await openFile(page, "ask.py");
    await (await rowBelow("tab.py")).click();
    await page.locator('.tab.active[data-resource-name="tab.py"]').waitFor();
    await page.locator(".line-numbers.active-line-number", { hasText: /^7$/ }).waitFor();
  });

  it("let the person say that no assistant wrote a function", async () => {
    const row = await rowBelow("word.py");
    await row.hover();
    await row.locator('a[aria-label^="Not an Assistant"]').click();

    await until("word.py", ({ fates }) => fates[0]?.fate === "not an assistant's");
    const own = page.locator(".pane-body .monaco-list-row", { hasText: "not an assistant's" });
    await own.hover();
    await own.locator('a[aria-label^="An Assistant"]').click();
    await until("word.py", ({ fates }) => fates.length === 0);
  });

  it("let the person allow a difference, with a reason", async () => {
    const reason = page.locator(".quick-input-widget input").first();
    await untilShown(reason, async (timeout) => {
      const row = await rowBelow("line.py");
      await row.hover({ timeout });
      await row.locator('a[aria-label^="Allow"]').click({ timeout });
    });
    await reason.fill("a rebate by law");
    await page.keyboard.press("Enter");

    const allowed = await until("line.py", ({ fates }) => fates[0]?.fate === "allowed");
    assert.equal(allowed.fates[0]?.detail, "a rebate by law");
    await page.locator(".pane-body .monaco-list-row", { hasText: "age · allowed" }).waitFor();
    await page.screenshot({ path: path.join(SCREENSHOTS, "view_states.png") });
  });

  it("are copied for a pull request", async () => {
    await command(page, "Copy Audit for a Pull Request");
    await page.locator(".notification-toast", { hasText: "Copied" }).first().waitFor();

    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(copied, /`line\.py`\n\n- \[x\] `fee`: age \(allowed\)/);
    assert.match(copied, /`tab\.py`\n\n- \[ \] `fee`: age\n {2}- `fee\(/);
  });

  for (const [name, theme] of [
    ["light", "Light Modern"],
    ["dark", "Dark Modern"],
    ["contrast", "Dark High Contrast"],
  ] as const) {
    it(`can be read in a ${name} theme`, async () => {
      await useTheme(page, theme);
      await command(page, "Evenhand: Show Audit Report");
      const report = page.frameLocator("iframe.webview.ready").frameLocator("#active-frame");
      await report.locator("#biased").waitFor();
      await page.screenshot({ path: path.join(SCREENSHOTS, `report_${name}.png`) });

      const given = ["ledger", "--ledger", workbench.ledger, "export", "--format", "json"];
      const said = execFileSync(path.join(ROOT, ".venv/bin/evenhand"), given, { encoding: "utf8" });
      const { suggestions } = JSON.parse(said) as { suggestions: Suggestion[] };
      const certain = suggestions.filter(({ confidence }) => confidence >= 1);
      assert.equal(await report.locator("#suggestions").innerText(), String(certain.length));
      assert.match(await report.locator("#guessed").innerText(), /probably wrote/);
      assert.ok((await report.locator("svg[role=img] .bar rect, svg[role=img] rect").count()) > 0);
    });
  }

  it("lead from the report to a function", async () => {
    const report = page.frameLocator("iframe.webview.ready").frameLocator("#active-frame");
    const article = report.locator("article", { hasText: "chat.py" }).first();
    await article.locator("a").click();

    await page.locator('.tab.active[data-resource-name="chat.py"]').waitFor();
  });
});

describe("an agent of the editor", () => {
  it("may ask before it writes", async () => {
    await openFile(page, "ask.py");
    const file = path.join(workbench.folder, "answers.json");
    const watcher = watch(workbench.folder);
    await command(page, "Stand-in: Ask");
    while (!existsSync(file)) {
      await once(watcher, "change", { signal: AbortSignal.timeout(PATIENCE) });
    }
    watcher.close();
    const answers = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;

    const check = answers["evenhand_check_bias"] as { treats_people_differently: boolean };
    assert.equal(check.treats_people_differently, true);
    const repair = answers["evenhand_repair_bias"] as { code: string; repaired: object[] };
    assert.equal(repair.repaired.length, 1);
    assert.doesNotMatch(repair.code, /sex ==/);
    assert.deepEqual(
      recorded("").map(({ kind }) => kind),
      ["asked"],
    );
  });
});
