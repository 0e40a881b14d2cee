"use strict";
(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const find = (id) => document.getElementById(id);
  document.documentElement.classList.add("scripted");

  const cells = all(".cell");
  const clauses = all(".clause").map((element) => ({
    element,
    verdict: element.dataset.verdict,
    text: element.textContent.toLowerCase(),
  }));
  const cellOf = new Map(cells.map((cell) => [cell.hash.slice(1), cell]));
  const [filters, search, shown, fold] = [all(".filter"), find("search"), find("shown"), find("fold")];

  // Shows the clauses with one of the chosen verdicts, or any if none is chosen, and with all words.
  function apply() {
    const pressed = filters.filter((filter) => filter.getAttribute("aria-pressed") === "true");
    const verdicts = new Set(pressed.map((filter) => filter.dataset.verdict));
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const { element, verdict, text } of clauses) {
      const is = (verdicts.size === 0 || verdicts.has(verdict)) && words.every((word) => text.includes(word));
      element.hidden = !is;
      cellOf.get(encodeURIComponent(element.id))?.classList.toggle("filtered", !is);
      count += is;
    }
    const isFiltered = verdicts.size > 0 || words.length > 0;
    for (const part of [...all(".reason"), ...all(".group")]) {
      part.hidden = !part.querySelector(".clause:not([hidden])");
      if (isFiltered && !part.hidden && part.matches(".group")) part.open = true;
    }
    shown.textContent = isFiltered ? `${count} of ${clauses.length} clauses` : "";
  }

  for (const filter of filters) {
    filter.addEventListener("click", () => {
      const pressed = filter.getAttribute("aria-pressed") === "true";
      filter.setAttribute("aria-pressed", String(!pressed));
      apply();
    });
  }
  search?.addEventListener("input", apply);
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && search && event.target !== search) {
      event.preventDefault();
      search.focus();
    } else if (event.key === "Escape" && event.target === search) {
      search.value = "";
      apply();
    }
  });

  // Opens the clause that the address names, also if it is filtered out.
  function open() {
    const clause = find(decodeURIComponent(location.hash.slice(1)));
    if (clause?.matches(".group")) clause.open = true;
    if (!clause?.matches(".clause")) return;
    if (clause.hidden) {
      for (const filter of filters) filter.setAttribute("aria-pressed", "false");
      search.value = "";
      apply();
    }
    for (let part = clause; part; part = part.parentElement?.closest("details")) part.open = true;
    const details = clause.querySelector("details");
    details.open = true;
    clause.scrollIntoView();
    details.querySelector("summary").focus({ preventScroll: true });
  }
  addEventListener("hashchange", open);

  // One stop of the tab key for the whole map; arrow keys move within it.
  cells.forEach((cell, index) => {
    cell.tabIndex = index === 0 ? 0 : -1;
    cell.addEventListener("click", () => {
      if (cell.hash === location.hash) open();
    });
    cell.addEventListener("keydown", (event) => {
      const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: cells.length - 1 };
      to.ArrowUp = beside(index, -1);
      to.ArrowDown = beside(index, 1);
      const next = cells[to[event.key]];
      if (!next) return;
      event.preventDefault();
      for (const other of cells) other.tabIndex = other === next ? 0 : -1;
      next.focus();
    });
  });

  // The index of the nearest cell in the line above or below.
  function beside(index, direction) {
    const at = cells[index].getBoundingClientRect();
    let [line, best] = [null, undefined];
    for (let other = index + direction; cells[other]; other += direction) {
      const place = cells[other].getBoundingClientRect();
      if (place.top === at.top) continue;
      line ??= place.top;
      if (place.top !== line) break;
      const distance = Math.abs(place.left - at.left);
      if (!best || distance < best.distance) best = { other, distance };
    }
    return best?.other;
  }

  fold?.addEventListener("click", () => {
    const isFolding = fold.textContent === "Fold all";
    for (const details of all(".clause.breach > details, .group")) details.open = !isFolding;
    fold.textContent = isFolding ? "Unfold all" : "Fold all";
  });

  for (const button of all(".copy")) {
    button.addEventListener("click", async () => {
      const command = button.closest(".command").querySelector("pre");
      getSelection().selectAllChildren(command);
      // Pages of files have no clipboard in some browsers: the command stays selected.
      await navigator.clipboard?.writeText(command.textContent).then(
        () => (button.textContent = "Copied"),
        () => {},
      );
    });
  }

  addEventListener("beforeprint", () => {
    for (const details of all(".clause.breach > details")) details.open = true;
  });
  open();
})();
