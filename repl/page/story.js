/* What one command did, in words: who gave it, what happened event by event with its clauses, and its throws. An event
 * can be pressed: the map then shows the battle as it stood there.
 */
(function () {
  const { el, list } = Limber;

  /** What a line is called: its command as typed, or what else it was. */
  function heading(model, line, words) {
    if (line.note) return "A note on line " + line.of;
    if (line.hidden) return Limber.capital(line.text);
    const side = line.side && model.by.get(line.side);
    const who = side ? Limber.capital(side.name) + ": " : "";
    return who + ((line.verb !== "done" && (words ? words(line) : Limber.given(model, line))) || line.text || line.verb || line.kind);
  }

  const REST = 150; // milliseconds after which a slider rests

  class Story {
    /** @param model  @param pick (line index, event number or null) => void  @param label what it is called */
    constructor(model, pick, label) {
      this.model = model;
      this.pick = pick;
      this.mark = () => {};
      this.who = () => {};
      this.words = null; // (line) => its command in words, where a page has any
      this.title = el("h2", { class: "story-title" });
      this.what = el("p", { class: "what" });
      this.body = el("div", { class: "story-body" });
      this.root = el("section", { class: "story", "aria-label": label || "What happened" }, this.title, this.what, this.body);
    }

    /** Shows line `index`; 0 is the beginning. While a slider is drawn along, throws wait until it rests. */
    show(index, passing) {
      const { model } = this;
      this.index = index;
      this.passing = passing;
      clearTimeout(this.resting);
      if (passing) this.resting = setTimeout(() => this.show(this.index), REST);
      const line = model.line(index);
      this.title.textContent = model.span(index);
      if (!line) {
        this.what.textContent = "Where everybody begins.";
        this.body.replaceChildren(this.forces());
        return;
      }
      this.what.textContent = heading(model, line, this.words) + (line.title ? " (" + line.title + ")" : "");
      const parts = [];
      if (line.allowed) parts.push(el("p", { class: "note" }, "Allowed by the players: ", line.allowed));
      if (line.solo) parts.push(el("p", { class: "note" }, "The solo commander: ", line.solo));
      const events = list(line.events);
      for (const note of line.note ? [line.note] : model.notesOf(line.id)) parts.push(el("p", { class: "remark" }, "“" + note + "”"));
      parts.push(el("ol", { class: "events" }, events.map((event, i) => this.event(line, event, i))));
      const over = index === model.count && model.ending.result;
      if (over) parts.push(el("p", { class: "result" }, over));
      else if (!events.length && !line.solo && line.kind === "command" && !line.hidden && line.verb !== "done") {
        parts.push(el("p", { class: "note" }, "Nothing else happened."));
      }
      this.body.replaceChildren(...parts);
    }

    event(line, event, i) {
      const throws = list(event.throws).map((nth) => list(line.throws)[nth - 1]).filter(Boolean);
      const cite = event.cite ? el("span", { class: "cite" }, " (", event.cite, ")") : null;
      return el("li", { class: event.impossible ? "impossible" : null },
        el("button", {
          type: "button", class: "event",
          click: (press) => {
            const named = press.target.closest("[data-named]");
            if (named) this.who(named.dataset.named);
            else this.choose(press.currentTarget, i + 1);
          },
          mouseover: (over) => {
            const named = over.target.closest("[data-named]");
            this.mark(named ? [named.dataset.named] : [...Limber.about(event)]);
          },
          mouseenter: () => this.mark([...Limber.about(event)]), focus: () => this.mark([...Limber.about(event)]),
          mouseleave: () => this.mark([]), blur: () => this.mark([]),
        }, Limber.named(this.model, event.text, Limber.about(event)), cite),
        this.passing ? null : throws.map((one) => Limber.throwCard(this.model, one)));
    }

    choose(button, event) {
      const chosen = button.getAttribute("aria-pressed") === "true";
      for (const other of this.body.querySelectorAll("[aria-pressed]")) other.removeAttribute("aria-pressed");
      if (!chosen) button.setAttribute("aria-pressed", "true");
      this.pick(this.index, chosen ? null : event);
    }

    /** Who stands on each side, at the beginning. */
    forces() {
      const { model } = this;
      return el("div", { class: "forces" }, model.sides.map((side) => el("div", {},
        el("h3", {}, Limber.sample("foot", side.pattern), " ", Limber.capital(side.name)),
        el("ul", {}, model.units.filter((one) => one.side === side.id).map((one) => {
          const piece = model.states[0][one.id] || {};
          return el("li", {}, el("b", {}, one.number), " ", one.name,
            piece.strength ? el("span", { class: "cite" }, ", " + piece.strength) : null);
        })))));
    }

    /** One line of it for a screen reader. */
    brief() {
      const line = this.model.line(this.index);
      if (!line) return "The beginning";
      const events = list(line.events);
      return this.model.when(this.index) + ". " + heading(this.model, line, this.words) + ". "
        + events.slice(0, 3).map((one) => one.text).join(" ") + (events.length > 3 ? " And " + (events.length - 3) + " more." : "");
    }
  }

  Limber.Story = Story;
  Limber.heading = heading;
})();
