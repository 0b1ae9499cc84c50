"use strict";
(() => {
  const PAGE = 100;
  const RANK = { unsupported: 0, grounded: 1, verified: 2 };
  const EVIDENCE = {
    exact: "found word for word",
    normalised: "found, apart from mark-up or spacing",
    fuzzy: "found nearly word for word",
    ambiguous: "stands in more than one place",
    missing: "not found in the abstract",
  };
  const byId = (id) => document.getElementById(id);
  const data = JSON.parse(byId("data").textContent);
  const papers = data.papers.map((row) => Object.fromEntries(data.paperFields.map((f, i) => [f, row[i]])));
  const claims = data.claims.map((row, place) => {
    const claim = Object.fromEntries(data.claimFields.map((f, i) => [f, row[i]]));
    return Object.assign(claim, { place, paper: papers[claim.paper] });
  });
  for (const claim of claims) (claim.paper.claims ??= []).push(claim);

  let view = claims;
  let shown = PAGE;
  let opened = null;
  let order = { key: "", direction: 1 };
  const rows = byId("rows");

  // -- choosing and ordering

  const folded = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const textOf = (claim) => {
    const paper = claim.paper;
    paper.folded ??= folded([paper.title, paper.method, paper.task, paper.hardware, paper.abstract].join(" "));
    claim.folded ??= folded([claim.shown, claim.value, claim.metric, claim.device, claim.baseline, claim.setting].join(" "));
    return claim.folded + " " + paper.folded;
  };
  const wanted = () => {
    const value = (name) => byId("f-" + name)?.value ?? "";
    const words = folded(value("search")).split(/\s+/).filter(Boolean);
    const levels = new Set([...document.querySelectorAll("[name=support]:checked")].map((box) => box.value));
    const least = parseFloat(value("factor"));
    const [metric, device, whose, status] = ["metric", "device", "attribution", "status"].map(value);
    return (claim) =>
      levels.has(claim.support) &&
      (!metric || claim.metric === metric) &&
      (!device || claim.device === device || claim.paper.hardware.split("; ").includes(device)) &&
      (!whose || claim.attribution === whose) &&
      (!status || claim.status === status) &&
      (Number.isNaN(least) || (claim.factor !== null && claim.factor >= least)) &&
      words.every((word) => textOf(claim).includes(word));
  };
  const sortKey = {
    factor: (claim) => claim.factor,
    metric: (claim) => claim.metric,
    method: (claim) => folded(claim.paper.method || claim.paper.title || "") || null,
    device: (claim) => folded(claim.device || claim.paper.hardware || "") || null,
    support: (claim) => RANK[claim.support],
  };
  const compare = (a, b) => {
    const [x, y] = [sortKey[order.key](a), sortKey[order.key](b)];
    if (x === null || y === null) return (x === null) - (y === null) || a.place - b.place;
    return (x < y ? -1 : x > y ? 1 : 0) * order.direction || a.place - b.place;
  };

  // -- drawing

  const put = (node, selector, text) => {
    node.querySelector(selector).textContent = text ?? "";
  };
  const factorText = (factor) =>
    factor >= 1000 ? Math.round(factor).toLocaleString("en") : String(Number(factor.toPrecision(3)));
  const rowOf = (claim) => {
    const row = byId("row").content.firstElementChild.cloneNode(true);
    const paper = claim.paper;
    row.id = "claim-" + claim.id;
    row.classList.add(claim.support, claim.status);
    const factor = row.querySelector(".c-factor");
    factor.textContent = claim.factor === null ? "–" : factorText(claim.factor) + "×";
    if (claim.factor === null) {
      factor.classList.add("none");
      factor.setAttribute("aria-label", "no factor");
    }
    put(row, ".value", claim.shown);
    const whose = claim.attribution === "prior" ? "prior work" : "";
    const tags = [claim.metric.replace("_", " "), whose, claim.status === "unreviewed" ? "" : claim.status];
    put(row, ".metric", tags.filter(Boolean).join(" · "));
    put(row, ".name", paper.method);
    put(row, ".title", paper.title);
    put(row, ".c-device bdi", claim.device || paper.hardware);
    row.querySelector(".c-device").classList.toggle("empty", !(claim.device || paper.hardware));
    row.querySelector(".level").classList.add(claim.support);
    put(row, ".word", claim.support);
    return row;
  };
  const draw = () => {
    const some = view.slice(0, shown);
    rows.replaceChildren(...some.map(rowOf));
    some.forEach((claim, i) => rows.children[i].classList.toggle("same", claim.paper === some[i - 1]?.paper));
    const left = view.length - some.length;
    const more = byId("more");
    more.hidden = left === 0;
    more.textContent = `Show ${Math.min(PAGE, left)} more of ${left.toLocaleString("en")}`;
    if (opened && some.includes(opened)) unfold(opened);
    else opened = null;
  };
  const choose = () => {
    view = claims.filter(wanted());
    if (order.key) view.sort(compare);
    shown = PAGE;
    draw();
    const all = claims.length.toLocaleString("en") + (claims.length === 1 ? " claim" : " claims");
    byId("count").textContent =
      view.length === claims.length ? all : `${view.length.toLocaleString("en")} of ${all}`;
    byId("reset").hidden = view.length === claims.length;
  };

  // -- one claim

  // Offsets count code points, JavaScript's strings count UTF-16 units: so the text is split first.
  const pieces = (claim) => {
    const points = [...claim.paper.abstract];
    const inside = (c) => (c.start === null || c.end === null ? [0, 0] : [c.start, c.end]);
    const others = claim.paper.claims.filter((c) => c !== claim && c.start !== null);
    const cuts = new Set([0, points.length]);
    for (const c of [claim, ...others]) inside(c).forEach((cut) => cuts.add(Math.min(cut, points.length)));
    const ends = [...cuts].sort((a, b) => a - b);
    return ends.slice(1).map((end, i) => {
      const start = ends[i];
      const over = (c) => inside(c)[0] <= start && end <= inside(c)[1];
      const kind = over(claim) ? "this" : others.some(over) ? "other" : "";
      return [points.slice(start, end).join(""), kind];
    });
  };
  const marked = ([text, kind]) => {
    if (!kind) return text;
    const mark = document.createElement("mark");
    mark.className = kind;
    mark.textContent = text;
    return mark;
  };
  const pair = (list, name, text) => {
    if (!text) return;
    const [dt, dd, bdi] = ["dt", "dd", "bdi"].map((tag) => document.createElement(tag));
    dt.textContent = name;
    bdi.textContent = text;
    dd.append(bdi);
    list.append(dt, dd);
  };
  const detailOf = (claim) => {
    const row = byId("detail").content.firstElementChild.cloneNode(true);
    const paper = claim.paper;
    row.id = "abstract-" + claim.id;
    put(row, ".title", paper.title);
    const where = row.querySelector(".where");
    where.textContent = paper.where;
    if (paper.url) {
      const link = Object.assign(document.createElement("a"), { href: paper.url, rel: "noopener noreferrer", target: "_blank" });
      link.textContent = "paper";
      where.append(paper.where ? " · " : "", link);
    }
    row.querySelector(".abstract").append(...pieces(claim).map(marked));
    row.querySelector(".level").replaceWith(byId("claim-" + claim.id).querySelector(".level").cloneNode(true));
    put(row, ".meaning", data.meanings[claim.support]);
    const list = row.querySelector("dl");
    pair(list, "as written", claim.value);
    pair(list, "compared with", claim.baseline);
    pair(list, "holds for", claim.setting);
    pair(list, "measured on", claim.device);
    pair(list, "whose", claim.attribution === "prior" ? "prior work’s" : "the paper’s own");
    pair(list, "quote", EVIDENCE[claim.evidence]);
    pair(list, claim.start === null ? "words given" : "quote as written", claim.quote);
    pair(list, "review", claim.status === "unreviewed" ? "" : claim.status + (claim.reviewer ? " by " + claim.reviewer : ""));
    pair(list, "task", paper.task);
    pair(list, "hardware", paper.hardware);
    row.querySelector(".close").addEventListener("click", () => close(true));
    return row;
  };
  const button = (claim) => byId("claim-" + claim.id)?.querySelector(".open");
  const unfold = (claim) => {
    const row = byId("claim-" + claim.id);
    row.after(detailOf(claim));
    row.classList.add("opened");
    button(claim).setAttribute("aria-expanded", "true");
    button(claim).setAttribute("aria-controls", "abstract-" + claim.id);
  };
  const address = (hash) => {
    try { history.replaceState(null, "", hash || location.pathname + location.search); } catch { /* a sandboxed frame has no history */ }
  };
  const close = (refocus) => {
    if (!opened) return;
    const claim = opened;
    opened = null;
    byId("abstract-" + claim.id)?.remove();
    byId("claim-" + claim.id)?.classList.remove("opened");
    button(claim)?.setAttribute("aria-expanded", "false");
    button(claim)?.removeAttribute("aria-controls");
    address("");
    if (refocus) button(claim)?.focus();
  };
  const open = (claim) => {
    close(false);
    opened = claim;
    unfold(claim);
    address("#claim-" + claim.id);
  };

  // -- what people do

  const claimAt = (node) => {
    const row = node.closest("tr.claim");
    return row && view.find((claim) => "claim-" + claim.id === row.id);
  };
  rows.addEventListener("click", (event) => {
    const claim = event.target.closest(".open") && claimAt(event.target);
    if (claim) claim === opened ? close(false) : open(claim);
  });
  rows.addEventListener("keydown", (event) => {
    if (event.key === "Escape") return close(true);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || !event.target.matches(".open")) return;
    const buttons = [...rows.querySelectorAll(".open")];
    const next = buttons[buttons.indexOf(event.target) + step];
    if (next) {
      event.preventDefault();
      next.focus();
    }
  });
  const setOrder = (key, direction) => {
    order = { key, direction };
    for (const head of document.querySelectorAll("th[data-key]")) {
      if (head.dataset.key === key) head.setAttribute("aria-sort", direction > 0 ? "ascending" : "descending");
      else head.removeAttribute("aria-sort");
    }
    byId("f-sort").value = key ? `${key}:${direction}` : "";
    choose();
  };
  document.querySelector("thead").addEventListener("click", (event) => {
    const head = event.target.closest("th[data-key]");
    if (!head) return;
    const first = head.dataset.key === "factor" ? -1 : 1;
    if (order.key !== head.dataset.key) setOrder(head.dataset.key, first);
    else if (order.direction === first) setOrder(order.key, -first);
    else setOrder("", 1);
  });
  byId("f-sort").addEventListener("change", (event) => {
    const [key, direction] = event.target.value.split(":");
    setOrder(key, Number(direction ?? 1));
  });
  let waiting;
  byId("filters").addEventListener("input", (event) => {
    if (event.target.id === "f-sort") return;
    clearTimeout(waiting);
    waiting = setTimeout(choose, event.target.type === "search" || event.target.type === "number" ? 120 : 0);
  });
  byId("filters").addEventListener("submit", (event) => event.preventDefault());
  byId("reset").addEventListener("click", () => {
    byId("filters").reset();
    setOrder("", 1);
    byId("f-search").focus();
  });
  byId("more").addEventListener("click", () => {
    const first = shown;
    shown += PAGE;
    draw();
    button(view[first])?.focus();
  });
  addEventListener("beforeprint", () => {
    shown = Infinity;
    draw();
  });
  addEventListener("afterprint", () => {
    shown = PAGE;
    draw();
  });
  const follow = () => {
    const claim = claims.find((c) => "#claim-" + c.id === location.hash);
    if (!claim) return;
    if (!view.includes(claim)) byId("reset").click();
    shown = Math.max(shown, view.indexOf(claim) + 1);
    opened = claim;
    draw();
    button(claim).focus();
    byId("claim-" + claim.id).scrollIntoView();
  };
  addEventListener("hashchange", follow);

  byId("plain").hidden = true;
  byId("app").hidden = false;
  choose();
  follow();
})();
