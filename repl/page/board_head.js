/* What stands over the panel of a live page: that the battle is not kept, that the map shows the past, who fights.
 */
(function () {
  const { el } = Limber;

  class Head {
    /** @param now what shows the present again */
    constructor(now) {
      this.unkept = el("p", { class: "link", role: "alert" });
      this.when = el("span", {});
      this.past = el(
        "p",
        { class: "past", role: "status", hidden: true },
        this.when,
        " ",
        el("button", { type: "button", click: now }, "Back to now"),
      );
      this.sides = el("p", { class: "sides" });
      this.root = el("div", { class: "head" }, this.past, this.sides);
    }

    /** Says that what is done is in no file, and why. */
    keep(why) {
      this.unkept.textContent = why
        ? "This battle is not kept: " + why + ". The button Save gives it to your browser."
        : "";
    }

    /** Which moment the map shows. */
    moment(model, index) {
      this.past.hidden = index >= model.count;
      if (this.past.hidden) return;
      const when = index > 0 ? model.when(index) : "the beginning";
      this.when.textContent = "The map shows the past: " + when + ". What may be done is of now.";
    }

    /** Who fights, each with the look of its units. */
    fight(model) {
      this.sides.replaceChildren(
        ...model.sides.map((side) =>
          el("span", {}, Limber.sample("foot", side.pattern), " ", Limber.capital(side.name)),
        ),
      );
    }
  }

  Limber.Head = Head;
})();
