// Opens pages in Chromium, and finds what is wrong with any page.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
// Generous, for machines that do other work at the same time.
const timeout = 180_000;

export async function launch() {
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  const args = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"];
  return chromium.launch({ executablePath, args, timeout });
}

export async function newContext(browser, options) {
  const context = await browser.newContext({ ...options, bypassCSP: false });
  context.setDefaultTimeout(timeout);
  return context;
}

// Opens a page and collects what must not happen.
export async function open(context, url, faults) {
  const page = await context.newPage();
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) faults.push(`${url}: ${message.text()}`);
  });
  page.on("pageerror", (error) => faults.push(`${url}: ${error}`));
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== "data:" && origin !== new URL(url).origin) faults.push(`${url}: ${request.url()}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) faults.push(`${url}: ${response.status()} ${response.url()}`);
  });
  await page.goto(url, { waitUntil: "load" });
  return page;
}

export async function check(page, url, faults) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  for (const { id, help, nodes } of violations) {
    const places = nodes.slice(0, 3).map(({ html, failureSummary }) => `${html} ${failureSummary}`);
    faults.push(`${url}: ${id}: ${help}\n${places.join("\n")}`);
  }
  const [wide, width] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  if (wide > width) faults.push(`${url}: ${wide} pixels wide, more than ${width}`);
}
