/* The whole story turn by turn, and what befell one unit: lists of events that lead to their moment on the map.
 */
(function () {
  const { el, list } = Limber;

  /** The units, leaders and formations that an event is about. */
  Limber.about = (event) => new Set([...list(event.who), ...list((event.link || {}).from), ...list((event.link || {}).to),
    ...list(event.set).filter((piece) => piece.gone).map((piece) => piece.id)]);

  const cite = (event) => (event.cite ? el("span", { class: "cite" }, " (" + event.cite + ")") : null);

  /** One command of the story. */
  function entry(model, index, go) {
    const line = model.line(index);
    return el("li", {}, el("a", { href: "#map", click: () => go(index) }, Limber.heading(model, line)),
      line.solo ? el("span", { class: "cite" }, " — " + line.solo) : null,
      list(line.events).length ? el("ul", {}, list(line.events).map((event) => el("li", {}, event.text, cite(event)))) : null);
  }

  /** Everything that was told, a part for each turn, which is filled when it is opened. */
  Limber.wholeStory = (model, go) => model.turns.map((turn) => {
    const told = [];
    for (let index = turn.first; index <= turn.last; index += 1) {
      if (list(model.line(index).events).length || model.line(index).verb !== "done") told.push(index);
    }
    const part = el("details", { class: "told" }, el("summary", {}, model.when(turn.first) + ": " + told.length + (told.length === 1 ? " entry" : " entries")));
    part.addEventListener("toggle", () => {
      if (part.open && part.children.length === 1) part.append(el("ol", { class: "log" }, told.map((index) => entry(model, index, go))));
    });
    return part;
  });

  /** What befell one unit: how it is at a moment, and each event that it had a part in. */
  class UnitCard {
    constructor(model, go, mark) {
      Object.assign(this, { model, go, mark });
      this.root = el("section", { class: "card", hidden: true, "aria-label": "One unit" });
    }

    /** Shows a unit, or hides the card where it is the one that is shown. */
    pick(id) {
      this.id = this.id === id ? null : id;
      this.root.hidden = !this.id;
      this.mark(this.id ? [this.id] : [], Boolean(this.id));
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
