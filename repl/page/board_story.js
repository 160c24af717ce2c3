/* The story beside the map of a live page: what each line told, with a way to ask why; the units of a line are shown on
 * the map while it is looked at.
 */
(function () {
  const { el, list } = Limber;

  class Telling {
    /** @param words (line) => a command in the words of a choice  @param acts why, mark some pieces, choose a piece, show a
     *  moment */
    constructor(stage, words, { why, mark, piece, moment }) {
      Object.assign(this, { stage, words, why, mark, moment, who: piece });
      this.root = el("section", { class: "told", "aria-label": "The story", "aria-live": "polite", role: "log" });
    }

    clear() {
      this.root.replaceChildren();
    }

    event(one) {
      const ids = [...Limber.about(one)];
      const named = (event) => event.target.closest("[data-named]");
      return el(
        "p",
        {
          mouseover: (event) => this.mark(named(event) ? [named(event).dataset.named] : ids),
          mouseleave: () => this.mark([]),
          click: (event) => named(event) && this.who(named(event).dataset.named),
        },
        Limber.named(this.stage.model(), one.text, ids),
      );
    }

    line(line) {
      const events = list(line.events).filter((one) => one.text);
      const typed = line.kind === "command" && !line.hidden && line.verb !== "done" && this.words(line);
      if (line.note) return el("div", { class: "line" }, el("p", { class: "remark" }, "On line " + line.of + ": “" + line.note + "”"));
      if (!events.length && !typed) return null;
      const ends = line.verb === "done" || line.kind !== "command"; // a step is over: its throws are many units'
      const side = line.side ? Limber.capital(this.stage.sideName(line.side)) + ": " : "";
      return el(
        "div",
        { class: "line" },
        typed
          ? el(
              "button",
              { type: "button", class: "command", title: "Show this moment on the map", click: () => this.moment(line) },
              side + typed,
            )
          : null,
        line.solo && !ends && !events.some((one) => one.text.includes(line.solo)) ? el("p", { class: "solo" }, Limber.capital(line.solo) + ".") : null,
        events.map((one) => this.event(one)),
        list(line.throws).length || (line.solo && !ends)
          ? el(
              "button",
              {
                type: "button",
                class: "why",
                "aria-label": "Why? Line " + line.id,
                click: () => this.why({ line: String(line.id) }),
              },
              "Why?",
            )
          : null,
      );
    }

    tell(lines, whole) {
      if (whole) this.clear();
      const fresh = lines.map((line) => this.line(line)).filter(Boolean);
      if (fresh.length) for (const old of this.root.querySelectorAll(".fresh")) old.classList.remove("fresh");
      for (const told of fresh) told.classList.toggle("fresh", !whole);
      this.root.append(...fresh);
      while (this.root.children.length > 400) this.root.firstChild.remove();
      this.root.scrollTop = this.root.scrollHeight;
    }
  }

  Limber.Telling = Telling;
})();
