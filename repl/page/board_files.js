/* Battles as files: the present one is saved or made into a report, which the browser keeps where its person says; another
 * is begun, or the same one again, with its own dice or with others.
 */
(function () {
  const { el, list } = Limber;

  const keep = (name, text) => Limber.keep(name, text, name.endsWith(".html") ? "text/html;charset=utf-8" : "text/plain;charset=utf-8");

  const SAID = {
    save: "Saved with all its branches: limber FILE plays it on.",
    report: "The report of the battle so far is one page: open it in any browser.",
  };

  class Files {
    /** @param board whose wire is asked, and whose panel tells what is refused */
    constructor(board) {
      this.board = board;
      this.said = el("p", { class: "file-said", role: "status" });
    }

    /** Fetches the present battle as a file. */
    async fetch(what) {
      const { board } = this;
      if (!board.told || !board.told.battle) return;
      this.said.textContent = what === "report" ? "The battle is being played again for its report …" : "";
      const answer = await board.wire.ask({ ask: what });
      this.said.textContent = answer.refused ? "" : answer.name + ": " + SAID[what];
      if (answer.refused) board.panel.refuse(answer.refused);
      else keep(answer.name, answer.text);
    }

    /** Asks which battle, with which dice. */
    async another() {
      const { board } = this;
      const answer = await board.wire.ask({ ask: "battles" });
      if (answer.refused) {
        board.panel.refuse(answer.refused);
        return;
      }
      Limber.dialogs.another(answer, (path, seed) => board.change({ open: path, seed }));
    }
  }

  /** The dice of a battle: { root, value() }. */
  function dice(answer, chosen) {
    const name = Limber.fresh("dice");
    const number = el("input", { type: "number", min: 0, step: 1, "aria-label": "Seed of the dice", value: answer.seed });
    const own = el("span", {});
    const option = (value, ...words) =>
      el("label", { class: "dice-choice" }, el("input", { type: "radio", name, value, checked: value === "own" }), " ", words);
    const root = el(
      "fieldset",
      { class: "dice-choices" },
      el("legend", {}, "Its dice"),
      option("own", "the scenario's own", own),
      option("new", "new ones"),
      option("this", "of the seed ", number),
    );
    number.addEventListener("input", () => {
      root.querySelector("[value=this]").checked = true;
    });
    const same = () => {
      own.textContent = chosen() === answer.path && answer.own_seed !== undefined ? " (seed " + answer.own_seed + ")" : "";
    };
    same();
    return {
      root,
      same,
      value: () => {
        const { value } = root.querySelector(":checked");
        return value === "this" ? Number(number.value) : value;
      },
    };
  }

  /** Which battle next; `begin(path, seed)`. */
  Limber.dialogs.another = (answer, begin) => {
    const id = Limber.fresh("battle");
    const battles = list(answer.battles);
    const known = battles.some((one) => one.path === answer.path);
    const select = el(
      "select",
      { id, change: () => throwing.same() },
      answer.path && !known ? el("option", { value: answer.path, selected: true }, "This one again") : null,
      battles.map((one) =>
        el("option", { value: one.path, selected: one.path === answer.path }, one.title + (one.path === answer.path ? " (again)" : "")),
      ),
    );
    const throwing = dice(answer, () => select.value);
    const root = Limber.dialogs.open(
      "another",
      "Begin a battle",
      el(
        "form",
        {
          submit: (event) => {
            event.preventDefault();
            root.close();
            begin(select.value, throwing.value());
          },
        },
        el("p", {}, el("label", { for: id }, "Battle "), select),
        throwing.root,
        el("p", { class: "note" }, "The present battle is kept: :resume at Limber's prompt takes it up again. One that is over is not: save it first if you want it."),
        el(
          "p",
          { class: "closing" },
          el("button", { type: "submit", class: "main" }, "Begin"),
          " ",
          el("button", { type: "button", click: () => root.close() }, "Cancel"),
        ),
      ),
    );
    return root;
  };

  Limber.Files = Files;
})();
