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
  function full(ask, number) {
    const text = el("pre", { tabindex: "0" });
    const root = el("details", {}, el("summary", {}, "In full, with what was weighed and how its dice are named"), text);
    root.addEventListener("toggle", async () => {
      if (!root.open || text.textContent) return;
      const answer = await ask({ ask: "why", line: number });
      text.textContent = answer.refused || answer.said;
    });
    return root;
  }

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
      full((question) => wire.ask(question), String(line.id)),
    ));
    root.addEventListener("click", (event) => rules.clicked(event));
    return root;
  };
})();
