// Light and dark, the menu of narrow screens, search, tabs, copies, and the heading that is being read.
"use strict";

const page = document.documentElement;
page.classList.add("js");

// Storage may be forbidden, such as for files: then a choice lasts for this page.
const stored = {
  get(name) { try { return localStorage.getItem(name); } catch { return null; } },
  set(name, value) { try { localStorage.setItem(name, value); } catch { /* not kept */ } },
};
const chosen = stored.get("theme");
if (chosen === "light" || chosen === "dark") page.dataset.theme = chosen;

function switchTheme() {
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  page.dataset.theme = (page.dataset.theme ?? system) === "dark" ? "light" : "dark";
  stored.set("theme", page.dataset.theme);
}

const MOST_RESULTS = 30;

const KINDS = ["gap", "clause", "guide", "record", "operation"];

// Entries with all words; first those with more of them in the title, then those that begin with them, then by kind.
function find(words) {
  const found = [];
  for (const [title, kind, address, text] of window.searchIndex ?? []) {
    const name = title.toLowerCase();
    const all = `${name} ${kind} ${text.toLowerCase()}`;
    if (words.every((word) => all.includes(word))) {
      const named = words.filter((word) => name.includes(word)).length;
      const begins = name.startsWith(words.join(" ")) ? 1 : 0;
      const rank = 100 * named + 10 * begins + KINDS.indexOf(kind);
      found.push({ title, kind, address, text, rank });
    }
  }
  return found.sort((a, b) => b.rank - a.rank).slice(0, MOST_RESULTS);
}

function element(tag, text, className = "") {
  const made = document.createElement(tag);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

function showResults(input, list) {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = words.length === 0 ? [] : find(words);
  const items = found.map(({ title, kind, address, text }) => {
    const link = element("a", "");
    link.href = document.body.dataset.root + address;
    const about = text.length > 140 ? `${text.slice(0, 140)}…` : text;
    link.append(element("small", kind, "kind"), element("b", title), element("small", about));
    const item = document.createElement("li");
    item.append(link);
    return item;
  });
  if (words.length > 0 && items.length === 0) items.push(element("li", "Nothing found.", "none"));
  list.replaceChildren(...items);
  list.hidden = items.length === 0;
}

// The index is large, so that it is loaded when it is needed.
let index;
function loadIndex() {
  index ??= new Promise((loaded) => {
    const script = document.createElement("script");
    script.src = `${document.body.dataset.root}search.js`;
    script.addEventListener("load", loaded);
    document.head.append(script);
  });
  return index;
}

function setUpSearch() {
  const input = document.getElementById("search");
  const list = document.getElementById("results");
  const button = document.getElementById("find");
  const setOpen = (open) => {
    page.classList.toggle("search-open", open);
    button.setAttribute("aria-expanded", String(open));
    if (open) input.focus();
  };
  button.addEventListener("click", () => setOpen(!page.classList.contains("search-open")));
  input.addEventListener("focus", loadIndex);
  input.addEventListener("input", () => loadIndex().then(() => showResults(input, list)));
  const close = () => { list.hidden = true; };
  input.parentElement.addEventListener("keydown", (event) => {
    const links = [...list.querySelectorAll("a")];
    const at = links.indexOf(document.activeElement);
    if (event.key === "Escape") {
      close();
      input.focus();
    } else if (event.key === "ArrowDown" && links.length > 0) {
      links[Math.min(at + 1, links.length - 1)].focus();
      event.preventDefault();
    } else if (event.key === "ArrowUp" && at >= 0) {
      (links[at - 1] ?? input).focus();
      event.preventDefault();
    } else if (event.key === "Enter" && at < 0 && links.length > 0) {
      links[0].click();
    }
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("#results a");
    if (link || !input.parentElement.contains(event.target)) close();
  });
  document.addEventListener("keydown", (event) => {
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      setOpen(true);
      event.preventDefault();
    }
  });
}

function setUpMenu() {
  const menu = document.getElementById("menu");
  const isOpen = () => page.classList.contains("menu-open");
  const setOpen = (open) => {
    page.classList.toggle("menu-open", open);
    menu.setAttribute("aria-expanded", String(open));
  };
  menu.addEventListener("click", () => setOpen(!isOpen()));
  document.getElementById("navigation").addEventListener("click", (event) => {
    if (event.target.closest("a")) setOpen(false);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && isOpen()) {
      setOpen(false);
      menu.focus();
    }
  });
  // `scrollIntoView` would move the start of the Tab key here.
  const list = document.getElementById("navigation");
  const current = list.querySelector("[aria-current]");
  if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

function addCopyButtons() {
  for (const block of document.querySelectorAll("main pre")) {
    const around = element("div", "", "code");
    block.replaceWith(around);
    const button = element("button", "Copy", "copy");
    button.type = "button";
    button.addEventListener("click", async () => {
      button.textContent = (await copy(block.textContent)) ? "Copied" : "Not allowed";
      setTimeout(() => { button.textContent = "Copy"; }, 1500);
    });
    around.append(block, button);
  }
}

// Sections of languages as tabs; the language is kept for all pages.
function makeTabs(tabs, number) {
  const panels = [...tabs.querySelectorAll(":scope > section")];
  if (panels.length < 2) {
    tabs.querySelector("h3")?.remove();
    return;
  }
  const list = element("div", "");
  list.setAttribute("role", "tablist");
  list.setAttribute("aria-label", "Language");
  const buttons = panels.map((panel, at) => {
    const { language } = panel.dataset;
    const button = element("button", language);
    Object.assign(button, { type: "button", id: `tab-${number}-${at}` });
    button.setAttribute("role", "tab");
    panel.id ||= `panel-${number}-${at}`;
    button.setAttribute("aria-controls", panel.id);
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", button.id);
    panel.querySelector("h3")?.remove();
    button.addEventListener("click", () => {
      stored.set("language", language);
      select(at);
    });
    return button;
  });
  const select = (chosen) => panels.forEach((panel, at) => {
    panel.hidden = at !== chosen;
    buttons[at].setAttribute("aria-selected", String(at === chosen));
    buttons[at].tabIndex = at === chosen ? 0 : -1;
  });
  list.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const at = buttons.indexOf(document.activeElement) + step + buttons.length;
    const button = buttons[at % buttons.length];
    button.focus();
    button.click();
  });
  list.append(...buttons);
  tabs.prepend(list);
  select(Math.max(0, panels.findIndex((panel) => panel.dataset.language === stored.get("language"))));
}

// Marks the heading that is being read in the list of headings.
function followHeadings() {
  const links = [...document.querySelectorAll("#contents a")];
  const headings = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
  const mark = () => {
    const below = headings.findIndex((heading) => heading && heading.getBoundingClientRect().top > 120);
    const current = below < 0 ? links.length - 1 : Math.max(0, below - 1);
    links.forEach((link, at) => {
      if (at === current) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    });
  };
  if (links.length > 0) {
    addEventListener("scroll", mark, { passive: true });
    mark();
  }
}

// The address of the server that serves the site from a folder of its root.
function showBaseUrl() {
  const { root, served } = document.body.dataset;
  if (served === undefined) return;
  const base = new URL(`${root}..`, location.href).href.replace(/\/$/, "");
  for (const place of document.querySelectorAll("[data-base-url]")) place.textContent = base;
}

document.addEventListener("DOMContentLoaded", () => {
  document.getElementById("theme").addEventListener("click", switchTheme);
  showBaseUrl();
  setUpMenu();
  setUpSearch();
  document.querySelectorAll(".tabs").forEach(makeTabs);
  addCopyButtons();
  followHeadings();
});
