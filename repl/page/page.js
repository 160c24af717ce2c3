/* The page itself: heading, map, timeline and story, then the sections. `Limber.Page(root, data, options)` is also what a
 * live page uses: it adds lines as they are played, or replaces everything after another branch was taken.
 *
 *   options: { live: true, extra: element beside the story, onUnit(id, element), onPlace(x_mm, y_mm), onMoment(model, index) }
 *   gives:   { model, map, timeline, story, show(index), add(line, odds), ending(ending), replace(data) }
 */
(function () {
  const { el, list, capital } = Limber;

  const THEMES = [["auto", "As the system"], ["light", "Light"], ["dark", "Dark"]];

  /** The switch between dark and light; the choice is kept where the browser allows it. */
  function themes() {
    const kept = () => { try { return localStorage.getItem("limber-theme"); } catch (_) { return null; } };
    const set = (name) => {
      if (name === "auto") document.documentElement.removeAttribute("data-theme");
      else document.documentElement.setAttribute("data-theme", name);
      try { localStorage.setItem("limber-theme", name); } catch (_) { /* a page from a file may keep nothing */ }
    };
    const now = THEMES.some(([name]) => name === kept()) ? kept() : "auto";
    if (now !== "auto") set(now);
    return el("label", { class: "theme" }, "Colours ", el("select", { change: (event) => set(event.target.value) },
      THEMES.map(([name, title]) => el("option", { value: name, selected: name === now }, title))));
  }

  /** Whose eyes the battle is seen with: everybody's, or those of one side while it was fought. */
  function eyes(data, change) {
    const sides = list(data.as_seen);
    if (!sides.length) return null;
    const name = (one) => list(one.sides).find((side) => side.id === one.about.side).name;
    return el("label", { class: "eyes" }, "Seen by ", el("select", { change: (event) => change([data, ...sides][event.target.selectedIndex]) },
      el("option", { value: "" }, "everybody"), sides.map((one) => el("option", { value: one.about.side }, name(one) + " at the time"))));
  }

  /** What the battle is called, how it stands or ended, and by which rules. */
  function titles({ about, ending }, two) {
    const variants = list(about.variants).map((one) => one.replaceAll("_", " "));
    return el("div", {}, el("h1", {}, about.title || "A battle"),
      el("p", { class: "result" }, two ? "Two battles side by side" : ending.result || (about.live ? "" : "Not over.")),
      el("p", { class: "cite" }, (about.ruleset_title || about.ruleset) + (variants.length ? " with " + variants.join(", ") : "")
        + (about.facts === "told" ? ", told at a table" : "") + (about.undone ? "; " + about.undone + " lines that were undone are not shown" : "")));
  }

  function heading(model, print, ending, switches) {
    return el("header", { class: "top" }, titles(model, ending === null),
      el("div", { class: "switches" }, switches, themes(), print ? el("button", { type: "button", click: () => window.print() }, ending === null ? "Print both" : "Print the account") : null));
  }

  /** What the signs on the map mean. */
  function legend(model) {
    const arms = new Map();
    for (const unit of model.units) if (!arms.has(unit.glyph)) arms.set(unit.glyph, unit);
    const words = { foot: "foot", horse: "horse", guns: "guns", machine_guns: "machine guns", wagon: "wagons", other: "others" };
    const sides = model.sides.map((side) => el("span", {}, Limber.sample("foot", side.pattern), " ", capital(side.name)));
    const shapes = [...arms.keys()].map((glyph) => el("span", {}, Limber.sample(glyph, 1), " ", words[glyph] || glyph));
    const signs = list(model.data.states).map((one) => el("span", {}, el("b", { class: "sign" }, one.sign), " ", one.doc));
    const { table, ground } = model.data;
    const swatch = (look) => {
      const u = Math.max(table.width, table.depth) / 1000;
      return Limber.svg("svg", { viewBox: [0, -12 * u, 30 * u, 16 * u].join(" "), width: 30, height: 16, class: "sample", "aria-hidden": "true" },
        Limber.svg("use", { href: "#look" + look.replace(/\W|_/g, "") + ground.replace("ground", "") }));
    };
    const grounds = list(model.data.kinds).filter((one) => one.look !== "open")
      .map((one) => el("span", {}, ground && table ? [swatch(one.look), " "] : null, one.doc));
    return el("details", { class: "legend-box" }, el("summary", {}, "Signs on the map"),
      el("p", { class: "legend" }, sides, shapes, el("span", {}, Limber.sample("foot", 1, true), " in open order"), el("span", {}, Limber.sample("leader", 1), " a leader"),
        el("span", {}, "† gone"), el("span", {}, el("span", { class: "wear-sample" }), " along the rear: lost so far")),
      el("p", { class: "legend" }, signs),
      el("p", { class: "legend" }, el("span", { class: "way move" }, "── march"), el("span", { class: "way shot" }, "╌╌ shot"), el("span", { class: "way charge" }, "━━ charge"), el("span", { class: "way charge" }, "━┤ charge that was not made, or fell short"), el("span", { class: "way fight" }, "✕ combat")),
      grounds.length ? el("p", { class: "legend" }, "Ground: ", grounds) : null);
  }

  const section = (id, title, ...parts) => el("section", { id, "aria-labelledby": id + "-title" }, el("h2", { id: id + "-title" }, title), parts);

  /** The sections below the map: each [id, title, function that fills it]. */
  function sectionsOf(model, moments, go) {
    return [
      ["turning", "Turning points", () => Limber.turningList(model, moments, go)],
      ["losses", "Losses and morale", () => [Limber.lossesTable(model), Limber.lossCharts(model), Limber.stateTables(model)]],
      ["orders", "Orders on their way", () => Limber.orderChart(model)],
      ["objectives", "Objectives", () => Limber.objectivesTable(model)],
      ["luck", "Luck", () => [model.ending.luck ? Limber.luckChart(model) : null, Limber.luckTables(model, go), Limber.expectedTable(model)]],
      ["deeds", "Who did what", () => Limber.deedsTable(model, go)],
      ["house", "House rules", () => Limber.houseRules(model)],
      ["story", "The whole story", () => Limber.wholeStory(model, go)],
      ["account", "Account", () => [el("h2", { class: "print-title" }, model.about.title || "A battle"), Limber.account(model, moments)]],
      ["throws", "Every throw", () => Limber.throwsSection(model, go)],
    ];
  }

  /** Those of a live page: they are filled when they are opened, and anew while they are open. */
  const LIVE = ["losses", "orders", "objectives", "deeds", "house", "story", "throws"];

  function folded(page, id, title, fill) {
    const body = el("div", {});
    const root = el("details", { class: "roster-box", id: "live-" + id }, el("summary", {}, title), body);
    const fresh = () => {
      if (!root.open) return;
      const opened = [...body.querySelectorAll("details")].map((one) => one.open);
      body.replaceChildren(...[fill() || el("p", { class: "note" }, "Nothing to tell of it yet.")].flat(Infinity).filter(Boolean));
      [...body.querySelectorAll("details")].forEach((one, i) => { one.open = Boolean(opened[i]); });
    };
    root.addEventListener("toggle", fresh);
    page.folded.push(fresh);
    return root;
  }

  function single(root, data, options) {
    let model = new Limber.Model(data);
    const live = el("p", { class: "visually-hidden", "aria-live": "polite" });
    const page = { options };
    const stage = el("div", { class: "stage" });
    const below = el("div", { class: "below" });

    function build() {
      page.model = model;
      const moments = options.live ? [] : Limber.turningPoints(model);
      page.map = model.placed ? new Limber.Map(model, { label: "Map of the table", measure: options.measure }) : null;
      page.story = new Limber.Story(model, (index, event) => page.event(index, event));
      page.timeline = new Limber.Timeline(model, (index, how) => page.present(index, how), moments);
      const go = (index) => { page.timeline.stop(); page.timeline.go(index); };
      const mark = (ids, raise) => { if (page.map) page.map.mark(ids.length ? ids : page.card.id ? [page.card.id] : [], raise); };
      page.card = new Limber.UnitCard(model, go, mark, (points) => page.map && page.map.way(points));
      page.story.mark = mark;
      page.story.words = options.words || null;
      page.story.who = (id) => (options.onUnit || ((one) => page.card.pick(one)))(id);
      page.now = Limber.unitsNow(model, options.onUnit || ((id) => page.card.pick(id)));
      stage.replaceChildren(
        el("div", { class: "left", id: "map" }, page.map ? page.map.root
          : el("p", { class: "note" }, "This battle was told at a table of its players: no positions are known, so that there is no map."),
        page.timeline.root, page.map ? legend(model) : null),
        el("div", { class: "right" }, options.extra || null, page.card.root, page.story.root));
      const nav = el("nav", { "aria-label": "Sections" });
      const roster = el("details", { class: "roster-box", open: !page.map }, el("summary", {}, "All units at this moment"), page.now.root);
      roster.addEventListener("toggle", () => { if (roster.open) page.now.show(page.timeline.index); });
      page.roster = roster;
      below.replaceChildren(nav, roster);
      page.folded = [];
      if (options.live) {
        for (const [id, title, fill] of sectionsOf(model, [], go)) {
          if (LIVE.includes(id)) below.append(folded(page, id, title, fill));
        }
      } else {
        for (const [id, title, fill] of sectionsOf(model, moments, go)) {
          const parts = fill();
          if (!parts) continue;
          nav.append(el("a", { href: "#" + id }, title));
          below.append(section(id, title, parts));
        }
      }
      if (page.map) {
        const onUnit = options.onUnit || ((id) => page.card.pick(id));
        page.map.svg.addEventListener("click", (event) => {
          const unit = event.target.closest("[data-id].unit");
          if (unit) onUnit(unit.getAttribute("data-id"), unit);
          else if (options.onPlace) { const at = page.map.place(event); options.onPlace(at.x, page.map.y(at.y)); }
        });
      }
      page.timeline.go(options.live ? model.count : asked() || 0);
    }

    /** The line that the address asks for: page.html#line-48. */
    function asked() {
      const found = /^#line-(\d+)$/.exec(window.location.hash);
      const index = found ? model.lines.findIndex((line) => line.id === Number(found[1])) + 1 : 0;
      return index || null;
    }

    /** Keeps the line in the address, so that a moment can be sent to a friend. */
    function keep(index) {
      clearTimeout(page.keeping);
      if (options.live) return;
      page.keeping = setTimeout(() => {
        try { history.replaceState(null, "", index ? "#line-" + model.line(index).id : "#map"); } catch (_) { /* not everywhere */ }
      }, 500);
    }

    window.addEventListener("hashchange", () => { if (!options.live && asked()) page.timeline.go(asked()); });

    page.present = (index, how) => {
      const state = model.states[index];
      if (page.map) {
        page.map.svg.classList.toggle("moving", Boolean(how && how.playing));
        page.map.show(state);
        page.map.draw(model.line(index), state);
      }
      page.story.show(index, how && how.scrubbed);
      page.card.show(index);
      if (page.roster && page.roster.open) page.now.show(index);
      keep(index);
      if (options.onMoment) options.onMoment(model, index);
      clearTimeout(page.saying);
      page.saying = setTimeout(() => { live.textContent = page.story.brief(); }, 400);
    };
    page.event = (index, event) => {
      if (!page.map) return;
      const state = model.at(index, event);
      page.map.show(state);
      page.map.draw(model.line(index), state, event ? list(model.line(index).events)[event - 1] : null);
    };
    page.show = (index) => page.timeline.go(index);
    page.add = (line, odds) => {
      const follows = page.timeline.index === model.count;
      for (const one of list(odds)) model.odds.push(one);
      model.add(line);
      page.timeline.mark([]);
      if (follows) page.timeline.go(model.count);
    };
    page.renew = () => build();
    page.ending = (ending) => {
      const over = model.ending.result !== ending.result;
      model.ending = ending;
      if (over) retitle();
      clearTimeout(page.freshening);
      page.freshening = setTimeout(() => page.folded.forEach((fresh) => fresh()), 200);
    };
    page.replace = (next) => {
      model = new Limber.Model(next);
      retitle();
      build();
    };
    const retitle = () => root.querySelector("header.top > div").replaceWith(titles(model));
    const seen = eyes(data, (next) => {
      const { index } = page.timeline;
      page.replace(next);
      page.timeline.go(index);
    });
    root.replaceChildren(heading(model, !options.live, undefined, seen), el("main", {}, stage, below), live);
    build();
    return page;
  }

  Limber.Page = (root, data, options) => {
    const page = single(root, data, options || {});
    document.addEventListener("keydown", (event) => page.timeline.key(event));
    return page;
  };

  function versus(root, battles) {
    const models = battles.map((data) => new Limber.Model(data));
    const page = Limber.Versus(models);
    root.replaceChildren(heading(models[0], true, null), el("main", {}, page.root));
    page.timeline.go(0);
    document.addEventListener("keydown", (event) => page.timeline.key(event));
    return page;
  }

  const holder = document.getElementById("battle");
  if (holder) {
    const { battles } = JSON.parse(holder.textContent);
    const root = document.getElementById("limber");
    Limber.page = battles.length > 1 ? versus(root, battles) : Limber.Page(root, battles[0]);
  }
})();
