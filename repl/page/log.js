/* The whole story turn by turn, and what befell one unit: lists of events that lead to their moment on the map.
 */
(function () {
  const { el, list } = Limber;

  /** The units, leaders and formations that an event is about. */
  Limber.about = (event) => new Set([...list(event.who), ...list((event.link || {}).from), ...list((event.link || {}).to),
    ...list(event.set).filter((piece) => piece.gone).map((piece) => piece.id)]);

  const cite = (event) => (event.cite ? el("span", { class: "cite" }, " (" + event.cite + ")") : null);

  /** A text in which those that it names are marked: to be pointed at and clicked. Names stay text. */
  Limber.named = (model, text, ids) => {
    const names = [...ids].map((id) => [model.name(id), id]).filter(([name]) => name && name.length > 1)
      .sort((one, other) => other[0].length - one[0].length);
    const lower = text.toLowerCase();
    const parts = [];
    let [from, at] = [0, 0];
    while (at < text.length) {
      const hit = /\w/.test(text[at - 1] || "") ? null : names.find(([name]) => lower.startsWith(name.toLowerCase(), at));
      if (!hit) { at += 1; continue; }
      parts.push(text.slice(from, at), el("span", { class: "named", "data-named": hit[1] }, text.slice(at, at + hit[0].length)));
      at += hit[0].length;
      from = at;
    }
    parts.push(text.slice(from));
    return parts;
  };

  /** One command of the story; `about`: what of it tells of that piece. */
  function entry(model, index, go, about) {
    const line = model.line(index);
    const events = list(line.events).filter((event) => !about || Limber.about(event).has(about));
    return el("li", {}, model.turns.length > 1 ? el("span", { class: "cite" }, model.when(index) + " ") : null,
      el("a", { href: "#map", click: () => go(index) }, Limber.heading(model, line)),
      line.solo ? el("span", { class: "cite" }, " — " + line.solo) : null,
      line.note ? el("span", { class: "remark" }, " “" + line.note + "”") : null,
      events.length ? el("ul", {}, events.map((event) => el("li", {}, event.text, cite(event)))) : null);
  }

  /** The lines of one turn, or all, that tell anything. */
  const telling = (model, turn) => {
    const told = [];
    for (let index = turn.first; index <= turn.last; index += 1) {
      if (list(model.line(index).events).length || model.line(index).verb !== "done") told.push(index);
    }
    return told;
  };

  const MOST = 300; // entries that are listed at once

  /** What is asked of the story: a side, a step, a unit, words; it hides what does not fit. */
  function filters(model, changed) {
    const select = (label, options) => el("select", { "aria-label": label, change: changed },
      el("option", { value: "" }, label), options.map(([value, name]) => el("option", { value }, name)));
    const steps = [...new Set(model.lines.map((line) => line.title).filter(Boolean))];
    const side = select("Every side", model.sides.map((one) => [one.id, Limber.capital(one.name)]));
    const step = select("Every step", steps.map((title) => [title, title]));
    const unit = select("Everybody", [...model.units, ...model.leaders].map((one) => [one.id, (one.number ? one.number + " " : "") + one.name]));
    const words = el("input", { type: "search", "aria-label": "Words of the story", placeholder: "search", input: changed });
    return {
      root: el("div", { class: "filters" }, side, step, unit, words),
      about: () => unit.value || null,
      on: () => Boolean(side.value || step.value || unit.value || words.value.trim()),
      fits: (line) => {
        if (side.value && line.side !== side.value) return false;
        if (step.value && line.title !== step.value) return false;
        if (unit.value && !list(line.events).some((event) => Limber.about(event).has(unit.value))) return false;
        const wanted = words.value.trim().toLowerCase();
        return !wanted || [Limber.heading(model, line), line.solo, ...list(line.events).map((event) => event.text)].some((text) => text && text.toLowerCase().includes(wanted));
      },
    };
  }

  /** Everything that was told, a part for each turn, which is filled when it is opened; or what is asked of it. */
  Limber.wholeStory = (model, go) => {
    const found = el("div", { class: "found" });
    const turns = el("div", {}, model.turns.map((turn) => {
      const told = telling(model, turn);
      const part = el("details", { class: "told" }, el("summary", {}, model.when(turn.first) + ": " + told.length + (told.length === 1 ? " entry" : " entries")));
      part.addEventListener("toggle", () => {
        if (part.open && part.children.length === 1) part.append(el("ol", { class: "log" }, told.map((index) => entry(model, index, go))));
      });
      return part;
    }));
    const asked = filters(model, () => {
      turns.hidden = asked.on();
      if (!asked.on()) { found.replaceChildren(); return; }
      const all = model.turns.flatMap((turn) => telling(model, turn)).filter((index) => asked.fits(model.line(index)));
      found.replaceChildren(el("p", { class: "note", role: "status" }, all.length + (all.length === 1 ? " entry" : " entries") + (all.length > MOST ? ", the first " + MOST + " of them" : "")),
        el("ol", { class: "log" }, all.slice(0, MOST).map((index) => entry(model, index, go, asked.about()))));
    });
    return [asked.root, found, turns];
  };

  /** What befell one unit: how it is at a moment, and each event that it had a part in. */
  class UnitCard {
    /** @param trail shows a way on the map */
    constructor(model, go, mark, trail) {
      Object.assign(this, { model, go, mark, trail });
      this.root = el("section", { class: "card", hidden: true, "aria-label": "One unit" });
    }

    /** The way that the unit has gone so far. */
    way() {
      const { model, id } = this;
      const points = [];
      for (let index = 0; id && index <= (this.index || 0); index += 1) {
        const piece = model.states[index][id];
        const last = points[points.length - 1];
        if (piece && piece.at && !piece.unseen && !(last && last[0] === piece.at[0] && last[1] === piece.at[1])) points.push(piece.at);
      }
      return points;
    }

    /** Shows a unit, or hides the card where it is the one that is shown. */
    pick(id) {
      this.id = this.id === id ? null : id;
      this.root.hidden = !this.id;
      this.mark(this.id ? [this.id] : [], Boolean(this.id));
      this.trail(this.way());
      if (this.id) this.build();
    }

    build() {
      const { model, id, go } = this;
      const one = model.by.get(id);
      this.state = el("p", {});
      this.items = [];
      model.lines.forEach((line, i) => list(line.events).forEach((event) => {
        if (!Limber.about(event).has(id)) return;
        const item = el("li", {}, el("a", { href: "#map", click: () => go(i + 1) }, model.when(i + 1)), ": ", event.text);
        this.items.push({ index: i + 1, item });
      }));
      const side = model.side(id);
      const belongs = [one.arm, one.formation ? model.name(one.formation) : null, side ? side.name : null].filter(Boolean).join(", ");
      this.root.replaceChildren(
        el("h2", {}, model.long(id)),
        el("button", { type: "button", class: "close", "aria-label": "Close", click: () => this.pick(id) }, "✕"),
        el("p", { class: "cite" }, belongs), this.state,
        this.items.length ? el("ol", { class: "log" }, this.items.map(({ item }) => item)) : el("p", { class: "note" }, "Nothing is told of it."));
      this.show(this.index || 0);
    }

    /** The same unit at another moment. */
    show(index) {
      this.index = index;
      if (!this.id) return;
      this.trail(this.way());
      const { model } = this;
      const piece = model.states[index][this.id] || {};
      this.state.textContent = [model.words(piece) || "there", Limber.where(model, piece)].filter(Boolean).join("; ");
      for (const one of this.items) one.item.classList.toggle("now", one.index === index);
      const now = this.items.find((one) => one.index === index);
      if (now && now.item.scrollIntoView && this.root.contains(now.item)) {
        const box = this.root;
        box.scrollTop = Math.max(0, now.item.offsetTop - box.clientHeight / 2);
      }
    }
  }

  Limber.UnitCard = UnitCard;
})();
