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

  const MOST = 16 * 1048576; // bytes of a saved battle
  const PART = 15000; // characters that are sent at once
  const cut = (text, nth) => text.slice((nth - 1) * PART, nth * PART);

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
      Limber.dialogs.another(answer, (path, seed) => board.change({ open: path, seed }), (file) => this.open(file));
    }

    /** Opens a saved battle from the browser's disk: it goes to the program in parts. */
    async open(file) {
      const { board } = this;
      if (file.size > MOST) {
        board.panel.refuse(file.name + " has more than " + MOST / 1048576 + " MB.");
        return;
      }
      const text = await file.text();
      const of = Math.max(1, Math.ceil(text.length / PART));
      this.said.textContent = file.name + " is read and verified …";
      for (let upload = 1; upload < of; upload += 1) {
        const answer = await board.wire.ask({ upload, of, name: file.name, text: cut(text, upload) });
        if (answer.refused) {
          this.said.textContent = "";
          board.panel.refuse(answer.refused);
          return;
        }
      }
      await board.change({ upload: of, of, name: file.name, text: cut(text, of) });
      this.said.textContent = "";
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

  /** What a battle is, in a line: place and date, what happens, how long it lasts. */
  Limber.battleSaid = ({ title, head, doc, turns }, word) =>
    [head && head !== title ? head + "." : "", doc || "", turns ? "At most " + turns + " " + (word || "turn") + "s." : ""].filter(Boolean).join(" ");

  /** Which battle next; `begin(path, seed)`, or `load(file)` of one that was saved. */
  Limber.dialogs.another = (answer, begin, load) => {
    const id = Limber.fresh("battle");
    const battles = list(answer.battles);
    const known = battles.some((one) => one.path === answer.path);
    const select = el(
      "select",
      {
        id,
        change: () => {
          tell();
          throwing.same();
        },
      },
      answer.path && !known ? el("option", { value: answer.path, selected: true }, "This one again") : null,
      battles.map((one) =>
        el("option", { value: one.path, selected: one.path === answer.path }, one.title + (one.path === answer.path ? " (again)" : "")),
      ),
    );
    const about = el("p", { class: "about-battle", role: "status" });
    const tell = () => {
      const one = battles.find(({ path }) => path === select.value);
      about.textContent = one ? Limber.battleSaid(one, answer.turn_word) : "";
    };
    tell();
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
        about,
        throwing.root,
        el("p", {}, el("label", {}, "Or open a saved battle ", el("input", {
          type: "file",
          accept: ".replay",
          change: (event) => {
            const [file] = event.target.files;
            if (!file) return;
            root.close();
            load(file);
          },
        }))),
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
