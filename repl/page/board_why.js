/* Why a command came out as it did: its throws with their chances and modifiers, what a solo commander meant by it; and
 * in full, as the prompt tells it.
 */
(function () {
  const { el, list } = Limber;

  /** The line that is meant: that of a number, else the last one with a throw. */
  function meant(model, number) {
    if (number) return model.lines.find((line) => String(line.id) === number);
    return [...model.lines].reverse().find((line) => list(line.throws).length);
  }

  /** The same in the words of the prompt, once it is opened. */
  function full(ask, question, title) {
    const text = el("pre", { tabindex: "0" });
    const root = el("details", {}, el("summary", {}, title), text);
    root.addEventListener("toggle", async () => {
      if (!root.open || text.textContent) return;
      const answer = await ask({ ask: "why", ...question });
      text.textContent = answer.refused || answer.said;
    });
    return root;
  }

  /** Tells what a unit did and what was done to it, the last first; and as the prompt tells it, with what was meant. */
  Limber.deeds = ({ model, panel, wire, page }, id) => {
    const { dialogs } = Limber;
    const entries = model.lines.map((line, i) => {
      const given = line.given || {};
      const own = !line.hidden && line.kind === "command" && (given.actor === id || Object.values(given.args || {}).some((value) => [value].flat().includes(id)));
      const events = list(line.events).filter((event) => Limber.about(event).has(id));
      if (!own && !events.length) return null;
      const show = () => {
        root.close();
        page.show(i + 1);
      };
      return el("li", {}, el("a", { href: "#map", click: show }, model.when(i + 1)), ": ", own ? el("b", {}, panel.given(line), ". ") : null,
        line.solo && own ? Limber.capital(line.solo) + ". " : "", events.map((event) => event.text + " "));
    }).filter(Boolean).reverse();
    const root = dialogs.closing(dialogs.open("text why", "What " + model.long(id) + " did",
      entries.length ? el("ol", { class: "log" }, entries) : el("p", {}, "It did nothing so far, and nothing was done to it."),
      full((question) => wire.ask(question), { unit: id }, "As the prompt tells it, with its task")));
    return root;
  };

  /** Tells why, on a board: of a line by its number, or of the last throw. */
  Limber.why = ({ model, panel, wire, rules }, asked) => {
    const { dialogs } = Limber;
    const line = model && meant(model, asked);
    if (!line) return dialogs.text("Why?", "No dice have been thrown yet.");
    const given = line.verb !== "done" && line.kind === "command" && panel.given(line);
    const index = model.lines.indexOf(line) + 1;
    const side = line.side ? Limber.capital(model.name(line.side)) + ": " : "";
    const root = dialogs.closing(dialogs.open(
      "text why",
      "Why?",
      el("p", {}, el("b", {}, given ? side + given : side + (line.title || line.text)), ", " + model.when(index)),
      line.solo ? el("p", {}, "The solo commander: ", line.solo, ".") : null,
      list(line.events).map((one) => [
        el("p", {}, one.text, one.cite ? el("span", { class: "cite" }, " (" + one.cite + ")") : null),
        list(one.throws).map((nth) => Limber.throwCard(model, list(line.throws)[nth - 1])),
      ]),
      full((question) => wire.ask(question), { line: String(line.id) }, "In full, with what was weighed and how its dice are named"),
    ));
    root.addEventListener("click", (event) => rules.clicked(event));
    return root;
  };
})();
