/* What lies over the board: the curtain while the screen changes hands, a question that the program asks in between, the
 * branches of the battle as a tree, and explanations.
 */
(function () {
  const { el, list } = Limber;

  /** A dialog with a title; `close` may be left out where it must be answered. */
  function dialog(kind, title, ...children) {
    const id = Limber.fresh("title");
    // a text is read from its beginning, whatever in it can have the focus
    const reads = /^text/.test(kind) ? { tabindex: "-1", autofocus: true } : {};
    const root = el("dialog", { class: kind, "aria-labelledby": id }, el("h2", { id, ...reads }, title), children);
    document.body.append(root);
    root.addEventListener("close", () => root.remove());
    root.showModal();
    return root;
  }

  function closing(root) {
    root.append(
      el(
        "p",
        { class: "closing" },
        el("button", { type: "button", class: "main", click: () => root.close() }, "Close"),
      ),
    );
    return root;
  }

  Limber.dialogs = {
    open: dialog,
    closing,

    /** The screen changes hands: nothing of the battle is seen until the next player says so. */
    curtain(words, here) {
      const root = dialog(
        "curtain",
        words,
        el("p", {}, "Sealed orders are not for the other player's eyes."),
        el("button", { type: "button", class: "main", click: here }, "I sit here now"),
      );
      root.addEventListener("cancel", (event) => event.preventDefault());
      return root;
    },

    /** What stands in place of the battle, with what ends that; `label` null: nothing here does. */
    must(title, words, label, act) {
      const root = dialog(
        "curtain",
        title,
        words ? el("p", {}, words) : null,
        label ? el("button", { type: "button", class: "main", click: act }, label) : null,
      );
      root.addEventListener("cancel", (event) => event.preventDefault());
      return root;
    },

    /** What the program asks at the prompt. */
    asked(words, answer) {
      const box = el("input", { type: "text", maxlength: 200, "aria-label": words });
      const yes = /\by\/n\b/i.test(words);
      const send = (line) => {
        root.close();
        answer(line);
      };
      const root = dialog(
        "asked",
        words.trim(),
        el(
          "form",
          {
            submit: (event) => {
              event.preventDefault();
              send(box.value);
            },
          },
          yes
            ? ["Yes", "No"].map((one) =>
                el("button", { type: "button", class: "main", click: () => send(one.slice(0, 1).toLowerCase()) }, one),
              )
            : box,
          yes ? null : el("button", { type: "submit", class: "main" }, "Answer"),
          el("p", { class: "note" }, "Limber asks the same at its prompt; either answer will do."),
        ),
      );
      root.addEventListener("cancel", (event) => event.preventDefault());
      return root;
    },

    /** Asks before something is done that another minds. */
    sure(title, words, label, act) {
      const root = dialog("sure", title, el("p", {}, words));
      const button = (name, kind, then) => el("button", { type: "button", class: kind, click: () => { root.close(); then(); } }, name);
      root.append(el("p", { class: "closing" }, button(label, "main", act), " ", button("Leave it", null, () => {})));
      return root;
    },

    /** A text as it stands. */
    text(title, words) {
      return closing(dialog("text", title, el("pre", { tabindex: "0" }, words || "Nothing to tell.")));
    },

    /** What is said of a line of the record. */
    note(about, most, keep) {
      const box = el("input", { type: "text", maxlength: most, required: true, "aria-label": "Your note", class: "wide" });
      const send = (event) => {
        event.preventDefault();
        root.close();
        keep(box.value);
      };
      const root = dialog(
        "note",
        "A note in the record",
        el("p", {}, about),
        el("form", { submit: send }, box, " ", el("button", { type: "submit", class: "main" }, "Keep it")),
        el("p", { class: "note" }, "It is saved with the battle and stands in its report. Nothing follows from it."),
      );
      box.focus();
      return closing(root);
    },

    /** The journal as a tree: where it forks, and where one is. */
    tree(told, go, name, said) {
      const stretches = list(told.stretches);
      const below = new Map();
      for (const one of stretches) below.set(one.parent || 0, [...(below.get(one.parent || 0) || []), one]);
      let root = null;
      const item = (one) => {
        const here = told.present >= one.first && one.here !== undefined && told.present <= one.last;
        return el(
          "li",
          { class: one.here !== undefined ? "on-way" : null },
          el(
            "button",
            {
              type: "button",
              click: () => {
                root.close();
                go(String(one.last));
              },
            },
            (one.name ? one.name + ": " : "") +
              one.when + ", to line " + one.last +
              " (" +
              one.lines +
              (one.lines === 1 ? " line)" : " lines)"),
          ),
          " ",
          said(one),
          here ? el("strong", {}, " — you are here, line " + told.present) : null,
          (below.get(one.n) || []).length ? el("ul", {}, below.get(one.n).map(item)) : null,
        );
      };
      const box = el("input", {
        type: "text",
        maxlength: 40,
        pattern: "[A-Za-z_][A-Za-z0-9_\\-]*",
        "aria-label": "A name for this branch",
      });
      root = dialog(
        "branches",
        "Branches",
        el("p", { class: "note" }, "Nothing is ever deleted: what you undo stays as a branch."),
        el("ul", { class: "branches" }, (below.get(0) || []).map(item)),
        el(
          "form",
          {
            submit: (event) => {
              event.preventDefault();
              if (box.value) {
                root.close();
                name(box.value);
              }
            },
          },
          el("label", {}, "Name what is played from here on: ", box),
          el("button", { type: "submit" }, "Name it"),
        ),
      );
      return closing(root);
    },

    /** Battles to begin with, where none is on the table. */
    battles(battles, open) {
      const root = dialog(
        "battles",
        "Which battle?",
        el(
          "ul",
          { class: "choices" },
          battles.map((one) =>
            el(
              "li",
              {},
              el(
                "button",
                {
                  type: "button",
                  class: "choice",
                  click: () => {
                    root.close();
                    open(one.path);
                  },
                },
                el("b", {}, one.title),
                el("span", { class: "notes" }, Limber.battleSaid(one)),
              ),
            ),
          ),
        ),
      );
      root.addEventListener("cancel", (event) => event.preventDefault());
      return root;
    },
  };
})();
