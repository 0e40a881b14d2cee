// Opens reports in HTML as files in Chromium: report.js FOLDER. With SCREENSHOTS=DIR it also writes pictures.
import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { check, launch, newContext, open } from "./browser.js";

const folder = resolve(process.argv[2]);
const names = (await readdir(folder)).filter((name) => name.endsWith(".html"));
const views = [390, 1280].flatMap((width) =>
  ["light", "dark"].map((colorScheme) => ({ colorScheme, viewport: { width, height: 900 } })),
);

const visible = (page) => page.locator(".clause:not([hidden])").count();
const focused = (page) => page.evaluate(() => document.activeElement.getAttribute("aria-label"));

async function checkFilters(page) {
  const all = await visible(page);
  const filter = page.locator('.filter[data-verdict="violated"]');
  const violated = Number(await filter.locator("b").textContent());
  assert.ok(violated > 0 && violated < all);
  await filter.click();
  assert.equal(await visible(page), violated);
  assert.equal(await page.locator("#shown").textContent(), `${violated} of ${all} clauses`);
  assert.equal(await page.locator('#held').isVisible(), false);
  await page.locator('.filter[data-verdict="held"]').click();
  assert.ok((await visible(page)) > violated, "several verdicts can be chosen");
  await page.locator('.filter[data-verdict="held"]').click();
  await filter.click();
  assert.equal(await visible(page), all);
}

async function checkSearch(page) {
  const all = await visible(page);
  await page.keyboard.press("/");
  await page.keyboard.type("isbn_taken message");
  const found = await visible(page);
  assert.ok(found > 0 && found < all, `${found} of ${all} clauses found`);
  assert.equal(await page.locator(".cell:not(.filtered)").count(), found, "the map shows the same");
  await page.keyboard.type(" nowhere");
  assert.equal(await visible(page), 0);
  await page.keyboard.press("Escape");
  assert.equal(await visible(page), all);
}

async function checkFolding(page) {
  const unfolded = page.locator(".clause.breach > details[open]");
  const before = await unfolded.count();
  assert.ok(before > 0);
  await page.click("#fold");
  assert.equal(await unfolded.count(), 0);
  await page.click("#fold");
  assert.equal(await unfolded.count(), before);
}

async function checkMap(page) {
  const first = page.locator(".cell").first();
  await first.focus();
  const label = await focused(page);
  await page.keyboard.press("ArrowRight");
  assert.notEqual(await focused(page), label);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Home");
  assert.equal(await focused(page), label);
  assert.equal(await page.locator('.cell[tabindex="0"]').count(), 1, "the map is one stop of the tab key");
  await page.keyboard.press("Enter");
  const [id] = label.split(": ");
  const clause = page.locator(`[id="${id}"]`);
  await page.waitForFunction((name) => document.getElementById(name).querySelector("details").open, id);
  assert.ok(await clause.isVisible());
}

const browser = await launch();
const faults = [];
for (const options of views) {
  const context = await newContext(browser, options);
  for (const name of names) {
    const page = await open(context, pathToFileURL(join(folder, name)).href, faults);
    page.on("dialog", (dialog) => faults.push(`${name}: ${dialog.message()}`));
    await check(page, name, faults);
    if (process.env.SCREENSHOTS) {
      const file = `${name}-${options.viewport.width}-${options.colorScheme}.png`;
      await page.screenshot({ path: join(process.env.SCREENSHOTS, file), fullPage: true });
    }
    if (name === "violations.html") {
      await checkFilters(page);
      await checkSearch(page);
      await checkFolding(page);
      await checkMap(page);
      await check(page, name, faults);
    }
    await page.close();
  }
  await context.close();
}
await browser.close();
assert.deepEqual(faults, []);
