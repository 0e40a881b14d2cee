// The switch between light and dark, the menu of narrow screens, and the search.
"use strict";

const page = document.documentElement;
page.classList.add("js");

// Storage may be forbidden, such as for files.
const stored = {
  get() { try { return localStorage.getItem("theme"); } catch { return null; } },
  set(theme) { try { localStorage.setItem("theme", theme); } catch { /* the choice lasts for this page */ } },
};
const chosen = stored.get();
if (chosen === "light" || chosen === "dark") page.dataset.theme = chosen;

function switchTheme() {
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  page.dataset.theme = (page.dataset.theme ?? system) === "dark" ? "light" : "dark";
  stored.set(page.dataset.theme);
}

const MOST_RESULTS = 30;

// Entries with all words; those with a word in the title are first.
function find(words) {
  const found = [];
  for (const [title, kind, address, text] of window.searchIndex ?? []) {
    const name = title.toLowerCase();
    const all = `${name} ${kind} ${text.toLowerCase()}`;
    if (words.every((word) => all.includes(word))) {
      const named = words.filter((word) => name.includes(word)).length;
      found.push({ title, kind, address, text, named });
    }
  }
  return found.sort((a, b) => b.named - a.named).slice(0, MOST_RESULTS);
}

function element(tag, text) {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}

function showResults(input, list) {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = words.length === 0 ? [] : find(words);
  const items = found.map(({ title, kind, address, text }) => {
    const link = element("a", title);
    link.href = document.body.dataset.root + address;
    link.append(element("small", `${kind} ${text}`.slice(0, 160)));
    const item = document.createElement("li");
    item.append(link);
    return item;
  });
  if (words.length > 0 && items.length === 0) items.push(element("li", "Nothing found."));
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

function setUpSearch(input, list) {
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
    if (!input.parentElement.contains(event.target)) close();
  });
  document.addEventListener("keydown", (event) => {
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
    if (event.key === "/" && !typing) {
      input.focus();
      event.preventDefault();
    }
  });
}

document.addEventListener("DOMContentLoaded", () => {
  document.getElementById("theme").addEventListener("click", switchTheme);
  const menu = document.getElementById("menu");
  const setMenu = (open) => {
    page.classList.toggle("menu-open", open);
    menu.setAttribute("aria-expanded", String(open));
  };
  menu.addEventListener("click", () => setMenu(!page.classList.contains("menu-open")));
  document.getElementById("navigation").addEventListener("click", (event) => {
    if (event.target.closest("a")) setMenu(false);
  });
  document.querySelector("nav [aria-current]")?.scrollIntoView({ block: "nearest" });
  const input = document.getElementById("search");
  if (input) setUpSearch(input, document.getElementById("results"));
});
