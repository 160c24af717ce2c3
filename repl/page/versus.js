/* Two battles side by side: they are shown in step up to the line where they part, and after it turn by turn. */
(function () {
  const { el, list } = Limber;

  /** What of a line tells whether two battles are still the same. */
  const mark = (line) => JSON.stringify([line.text, line.verb, line.side, list(line.throws).map((one) => [one.procedure, one.dice]), list(line.events).map((one) => one.text)]);

  /** The first index at which two battles differ; 0 where they begin differently; null where they are the same. */
  Limber.parting = (one, other) => {
    const begins = (model) => JSON.stringify(model.data.start);
    if (begins(one) !== begins(other)) return 0;
    const most = Math.max(one.count, other.count);
    for (let i = 1; i <= most; i += 1) {
      const [a, b] = [one.line(i), other.line(i)];
      if (!a || !b || mark(a) !== mark(b)) return i;
    }
    return null;
  };

  /** Pairs of indices: equal up to the parting, then each turn of both stretched to the longer of the two. */
  Limber.inStep = (one, other, part) => {
    const pairs = [];
    const common = part === null ? one.count : Math.max(0, part - 1);
    for (let i = 0; i <= common; i += 1) pairs.push([i, i]);
    if (part === null) return pairs;
    const turns = [...new Set([...one.turns, ...other.turns].map((turn) => turn.turn))].sort((a, b) => a - b);
    let [a, b] = [common, common];
    for (const number of turns) {
      const span = (model, from) => {
        const turn = model.turns.find((found) => found.turn === number);
        return turn ? Math.max(0, turn.last - from) : 0;
      };
      const [left, right] = [span(one, a), span(other, b)];
      const most = Math.max(left, right);
      for (let i = 1; i <= most; i += 1) pairs.push([a + Math.round((left * i) / most), b + Math.round((right * i) / most)]);
      [a, b] = [a + left, b + right];
    }
    return pairs;
  };

  /** What a line says first that the other battle's line does not. */
  function firstOther(line, other, model) {
    if (!line) return "the battle is over.";
    const texts = other ? list(other.events).map((event) => event.text) : [];
    const event = list(line.events).find((one, i) => one.text !== texts[i]);
    return event ? event.text : Limber.heading(model, line);
  }

  /** What two battles came to, beside each other. */
  function compared(models, names) {
    const rows = [["Result", ...models.map((model) => model.ending.result || "not over")],
      ["Commands", ...models.map((model) => model.about.commands)], ["Throws", ...models.map((model) => model.about.rolls)],
      ["House rules", ...models.map((model) => list(model.about.variants).join(", ") || "none")], ["Seed", ...models.map((model) => model.about.seed)]];
    for (const side of models[0].sides) {
      const losses = (model) => list((model.ending.losses || {})[side.id]).map((row) => row.text).join("; ") || "none";
      rows.push(["Losses of " + side.name, ...models.map(losses)]);
      const luck = (model) => {
        const found = list((model.ending.luck || {}).sides).find((one) => one.side === side.id);
        return found ? Limber.ofHundred(found.all.percentile) + " of 100" : "–";
      };
      rows.push(["Luck of " + side.name, ...models.map(luck)]);
    }
    return Limber.table("The two battles compared", ["What", ...names], rows);
  }

  /** What each of two battles is called: by its title, and by what tells it from the other. */
  Limber.namesApart = (models) => {
    const abouts = models.map((model) => model.about);
    const [one, other] = abouts;
    const rules = (about) => (list(about.variants).length ? "with " + list(about.variants).join(", ") : "by the published rules");
    const differing = [(about) => about.title || about.file, rules, (about) => "seed " + about.seed, (about) => about.file]
      .find((say) => say(one) !== say(other));
    return abouts.map((about, i) => {
      const title = about.title || about.file;
      const apart = differing ? differing(about) : String(i + 1);
      return apart === title ? title : title + ", " + apart;
    });
  };

  /** What is printed: both battles where they part and as they end. */
  function printed(models, names, part, told) {
    const stills = [];
    models.forEach((model, i) => {
      if (!model.placed) return;
      const at = Math.min(part || 1, model.count);
      stills.push(Limber.still(model, at, names[i] + ": " + model.when(at)), Limber.still(model, model.count, names[i] + ": the end", true));
    });
    return el("section", { id: "account", class: "printed" }, el("h2", {}, "Where they part, and their ends"), told, el("div", { class: "stills" }, stills));
  }

  /** The page of two battles. */
  Limber.Versus = (models) => {
    const [one, other] = models;
    const names = Limber.namesApart(models);
    const part = Limber.parting(one, other);
    const pairs = Limber.inStep(one, other, part);
    const live = el("p", { class: "visually-hidden", "aria-live": "polite" });
    const panes = models.map((model, i) => {
      const map = model.placed ? new Limber.Map(model, { label: "Map of " + names[i] }) : null;
      const story = new Limber.Story(model, (index, event) => {
        if (!map) return;
        const state = model.at(index, event);
        map.show(state);
        map.draw(model.line(index), state, event ? list(model.line(index).events)[event - 1] : null);
      }, "What happened in " + names[i]);
      return { model, map, story, root: el("section", { class: "pane", "aria-label": names[i] }, el("h2", {}, names[i]), map && map.root, story.root) };
    });
    const timeline = new Limber.Timeline(one, (at, how) => {
      panes.forEach((pane, i) => {
        const index = (pairs[at] || pairs[pairs.length - 1])[i];
        if (pane.map) {
          pane.map.show(pane.model.states[index]);
          pane.map.draw(pane.model.line(index), pane.model.states[index]);
        }
        pane.story.show(index, how.scrubbed);
      });
      clearTimeout(timeline.saying);
      timeline.saying = setTimeout(() => { live.textContent = panes.map((pane, i) => names[i] + ": " + pane.story.brief()).join(" "); }, 400);
    }, part ? [{ index: part }] : [], pairs.map((pair) => pair[0]));
    timeline.root.classList.add("beside");
    const toPart = (event) => { event.preventDefault(); timeline.stop(); timeline.go(part); };
    const told = () => (part === null ? "The two battles are the same, throw for throw."
      : part === 0 ? "The two battles begin differently: their armies or their ground are not the same."
        : ["They are the same up to a moment and part at ", el("a", { href: "#map", click: toPart }, "line " + part + ", " + one.when(Math.min(part, one.count))),
          ".", el("ul", {}, models.map((model, i) => el("li", {}, el("b", {}, names[i] + ": "), firstOther(model.line(part), models[1 - i].line(part), model))))]);
    return {
      timeline, root: [el("div", { class: "parting" }, told()), el("div", { class: "panes", id: "map" }, panes.map((pane) => pane.root)), timeline.root, live,
        el("div", { class: "below" }, el("section", { id: "compared" }, el("h2", {}, "Compared"), compared(models, names)),
          printed(models, names, part, told()))],
    };
  };
})();
