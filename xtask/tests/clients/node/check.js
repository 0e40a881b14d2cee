// Opens pages in Chromium: check.js FOLDER PAGE... serves a folder, check.js URL PAGE... opens pages below an address.
// With SCREENSHOTS=DIR it also writes pictures.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { check, launch, newContext, open } from "./browser.js";

const types = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript" };
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; img-src data:";
const views = [
  { name: "desktop-light", colorScheme: "light", viewport: { width: 1280, height: 900 } },
  { name: "phone-dark", colorScheme: "dark", viewport: { width: 390, height: 780 } },
  ...(process.env.SCREENSHOTS
    ? [
        { name: "desktop-dark", colorScheme: "dark", viewport: { width: 1280, height: 900 } },
        { name: "phone-light", colorScheme: "light", viewport: { width: 390, height: 780 } },
      ]
    : []),
];

function serve(folder) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    try {
      const body = await readFile(join(folder, normalize(decodeURIComponent(pathname))));
      const headers = { "content-type": types[extname(pathname)], "content-security-policy": policy };
      response.writeHead(200, headers).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((ready) => server.listen(0, "127.0.0.1", () => ready(server)));
}

async function checkSwitch(page) {
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const before = await background();
  await page.click("#theme");
  const after = await background();
  assert.notEqual(after, before, "the switch changes the colours");
  await page.reload();
  assert.equal(await background(), after, "the choice is kept");
}

// By keyboard: `/` goes to the search, arrows to the results.
async function checkSearch(page, root) {
  const [words, address] = process.env.SEARCH.split("=");
  await page.keyboard.press("/");
  await page.keyboard.type(words);
  const first = page.locator("#results a").first();
  await first.waitFor();
  const texts = await page.locator("#results").innerText();
  assert.ok(!/[`<>]/.test(texts), texts);
  await page.keyboard.press("ArrowDown");
  assert.ok(await first.evaluate((link) => link === document.activeElement), "the first result has the focus");
  await page.keyboard.press("Enter");
  await page.waitForURL(`${root}${address}`);
}

// The menu of a narrow screen; on a wide one the list of pages is beside the text.
async function checkNavigation(page) {
  const current = page.locator("nav [aria-current]").first();
  const isNarrow = await page.locator("#menu").isVisible();
  assert.equal(await current.isVisible(), !isNarrow, "the current page in the list");
  if (isNarrow) {
    await page.click("#menu");
    assert.ok(await current.isVisible(), "the menu shows the current page");
    assert.equal(await page.getAttribute("#menu", "aria-expanded"), "true");
    await page.keyboard.press("Escape");
    assert.ok(!(await current.isVisible()), "Escape closes the menu");
  } else {
    assert.ok(await page.locator("#contents a[aria-current]").isVisible(), "the headings beside the text");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForURL(/#content$/);
  }
}

async function checkFolding(page) {
  const folded = page.locator("details.marks");
  await folded.locator("summary").click();
  assert.ok(await folded.locator("dl").isVisible(), "the meanings of the marks");
  const tabs = page.locator("[role=tab]");
  if ((await tabs.count()) === 0) return;
  const last = tabs.last();
  await last.click();
  await page.reload();
  assert.equal(await last.getAttribute("aria-selected"), "true", "the language is kept");
  assert.equal(await page.locator("[role=tabpanel]:visible").count(), 1);
  await last.press("ArrowRight");
  assert.equal(await tabs.first().getAttribute("aria-selected"), "true");
}

// The height from which a page is too long, on a wide screen.
const highest = 12_000;

const [, , source, ...paths] = process.argv;
const server = source.startsWith("http") ? undefined : await serve(source);
const root = server ? `http://127.0.0.1:${server.address().port}/` : source;
const urls = paths.map((path) => root + path);
const browser = await launch();
const faults = [];
for (const { name, ...options } of views) {
  const context = await newContext(browser, options);
  for (const url of urls) {
    const page = await open(context, url, faults);
    await check(page, url, faults);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    if (options.viewport.width > 1000 && height > highest) faults.push(`${url}: ${height} pixels high`);
    if (process.env.SCREENSHOTS) {
      const file = new URL(url).pathname.replace(/\W+/g, "-");
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/${file}-${name}.png`, fullPage: true });
    }
    await page.close();
  }
  const page = await open(context, urls[0], faults);
  await checkNavigation(page);
  await checkFolding(page);
  await checkSearch(page, root);
  await checkSwitch(page);
  await context.close();
}
await browser.close();
server?.close();
assert.deepEqual(faults, []);
