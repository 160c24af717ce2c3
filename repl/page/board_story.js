/* The story beside the map of a live page: what each line told, with a way to ask why; the units of a line are shown on
 * the map while it is looked at.
 */
(function () {
  const { el, list } = Limber;

  class Telling {
    /** @param words (line) => a command in the words of a choice  @param why (line id)  @param mark (ids of pieces) */
    constructor(stage, words, why, mark) {
      Object.assign(this, { stage, words, why, mark });
      this.root = el("section", { class: "told", "aria-label": "The story", "aria-live": "polite", role: "log" });
    }

    clear() {
      this.root.replaceChildren();
    }

    event(one) {
      const ids = [...Limber.about(one)];
      return el("p", { mouseenter: () => this.mark(ids), mouseleave: () => this.mark([]) }, one.text);
    }

    line(line) {
      const events = list(line.events).filter((one) => one.text);
      const typed = line.kind === "command" && !line.hidden && line.verb !== "done" && this.words(line);
      if (!events.length && !typed) return null;
      const ends = line.verb === "done" || line.kind !== "command"; // a step is over: its throws are many units'
      const side = line.side ? Limber.capital(this.stage.sideName(line.side)) + ": " : "";
      return el(
        "div",
        { class: "line" },
        typed ? el("p", { class: "command" }, side + typed) : null,
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
      for (const line of lines) {
        const told = this.line(line);
        if (told) this.root.append(told);
      }
      while (this.root.children.length > 400) this.root.firstChild.remove();
      this.root.scrollTop = this.root.scrollHeight;
    }
  }

  Limber.Telling = Telling;
})();
