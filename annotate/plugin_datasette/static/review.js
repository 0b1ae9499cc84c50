"use strict";
// The page works without this file: here forms are sent in place and single keys press buttons.
(() => {
  const ROOT = "annotate-review";
  const KEYS = "annotate-single-keys";
  const root = () => document.getElementById(ROOT);
  const stored = () => {
    try { return localStorage.getItem(KEYS) !== "off"; } catch { return true; }
  };
  const store = (on) => {
    try { localStorage.setItem(KEYS, on ? "on" : "off"); } catch { /* storage may be forbidden */ }
  };
  let keys = stored();
  let asking = null; // what is on its way: a verdict is waited for, a look elsewhere gives way

  const say = (text) => {
    const line = document.createElement("p");
    line.className = "error";
    line.textContent = text;
    document.getElementById("annotate-said").replaceChildren(line);
  };
  const dress = () => {
    const help = document.getElementById("annotate-shortcuts");
    if (!help) return;
    help.hidden = false;
    const box = document.getElementById("annotate-keys");
    box.checked = keys;
    box.addEventListener("change", () => {
      keys = box.checked;
      store(keys);
    });
  };
  // After a name was saved, the keyboard stays at it; after a verdict, at the next claim's abstract.
  const settle = (place) => {
    const named = [...root().querySelectorAll(".name")].find((form) => place && place === nameOf(form));
    const target = named?.querySelector("input[type=text]") ?? document.getElementById("annotate-title");
    target?.focus({ preventScroll: true });
  };
  const nameOf = (form) =>
    form.elements.target && `${form.elements.target.value}|${form.elements.key?.value ?? ""}`;
  const load = async (url, options, push, place) => {
    if (asking?.verdict) return;
    asking?.stop.abort();
    const mine = { verdict: options.method === "POST", stop: new AbortController() };
    asking = mine;
    root().setAttribute("aria-busy", "true");
    try {
      const response = await fetch(url, { ...options, signal: mine.stop.signal });
      const fresh = new DOMParser().parseFromString(await response.text(), "text/html").getElementById(ROOT);
      if (asking !== mine) return;
      if (!fresh) throw new Error(`the server answered ${response.status}`);
      root().replaceWith(fresh);
      if (push && response.ok) history.pushState({}, "", response.url);
      dress();
      if (!fresh.querySelector(".error")) settle(place);
    } catch (error) {
      if (asking === mine) say(`${mine.verdict ? "Not saved" : "Not loaded"}: ${error.message}. Try again.`);
    } finally {
      if (asking === mine) {
        asking = null;
        root().removeAttribute("aria-busy");
      }
    }
  };
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!root()?.contains(form) || form.method !== "post") return;
    event.preventDefault();
    const body = new URLSearchParams(new FormData(form));
    if (event.submitter?.name) body.set(event.submitter.name, event.submitter.value);
    load(form.action, { method: "POST", body, credentials: "same-origin" }, true, nameOf(form));
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    const plain = !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey && event.button === 0;
    if (!link || !plain || !root()?.contains(link) || link.target) return;
    if (link.origin !== location.origin || link.pathname !== location.pathname) return;
    event.preventDefault();
    load(link.href, { credentials: "same-origin" }, true);
  });
  addEventListener("popstate", () => load(location.href, { credentials: "same-origin" }, false));
  document.addEventListener("keydown", (event) => {
    if (!keys || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.target.closest?.("input, textarea, select, [contenteditable]")) return;
    const target = root()?.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
    if (!target) return;
    event.preventDefault();
    if (target.matches("input, textarea")) {
      target.focus();
      target.select();
    } else if (target.matches("summary")) {
      target.parentElement.open = true;
      target.parentElement.querySelector("input[type=text]").focus();
    } else target.click();
  });
  dress();
})();
