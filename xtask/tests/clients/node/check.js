// Opens pages in Chromium: check.js FOLDER [PAGE...] serves a folder, check.js URL opens one page.
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
  { name: "phone-dark", colorScheme: "dark", viewport: { width: 360, height: 780 } },
  ...(process.env.SCREENSHOTS
    ? [
        { name: "desktop-dark", colorScheme: "dark", viewport: { width: 1280, height: 900 } },
        { name: "phone-light", colorScheme: "light", viewport: { width: 360, height: 780 } },
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

async function checkSearch(page, root) {
  const [words, address] = process.env.SEARCH.split("=");
  await page.fill("#search", words);
  const first = page.locator("#results a").first();
  await first.waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(`${root}${address}`);
}

const [, , source, ...paths] = process.argv;
const server = source.startsWith("http") ? undefined : await serve(source);
const root = server ? `http://127.0.0.1:${server.address().port}/` : source;
const urls = server ? paths.map((path) => root + path) : [source];
const browser = await launch();
const faults = [];
for (const { name, ...options } of views) {
  const context = await newContext(browser, options);
  for (const url of urls) {
    const page = await open(context, url, faults);
    await check(page, url, faults);
    if (process.env.SCREENSHOTS) {
      const file = new URL(url).pathname.replace(/\W+/g, "-");
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/${file}-${name}.png`, fullPage: true });
    }
    await page.close();
  }
  const page = await open(context, urls[0], faults);
  if (process.env.SEARCH) await checkSearch(page, root);
  await checkSwitch(page);
  await context.close();
}
await browser.close();
server?.close();
assert.deepEqual(faults, []);
