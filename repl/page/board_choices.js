/* What may be done, as buttons: choices with what they promise, decisions, inputs for what a choice leaves open, and any
 * command by hand. The panel (board_panel.js) shows them with everything else.
 */
(function () {
  const { el, list } = Limber;

  /** So many choices are listed as they are; more are folded, each formation's by itself. */
  const FLAT = 10;

  class Choices {
    /** A panel has besides: acts, stage, buttons, rows, more. */
    constructor(acts, stage) {
      this.acts = acts;
      this.stage = stage;
      this.form = null;
      this.fields = {};
      this.titles = {};
    }

    fieldsOf(row) {
      const form = this.stage.forms().find((one) => one.verb === row.verb);
      return form ? list(form.args) : list((this.fields || {})[row.verb] || this.stage.answerFields());
    }

    /** A command that was given, in the words of a choice. */
    given(one) {
      return one.given ? this.words(one.given).head : one.typed || one.text;
    }

    /** What a command is called. */
    verb(name) {
      return (this.titles || {})[name] || name.replaceAll("_", " ");
    }

    words(row) {
      return { head: Limber.commandSaid(this.stage, row, this.fieldsOf(row), this.verb(row.verb)), typed: row.typed };
    }

    /** Where a row leads, and how far of that it gets now. */
    place(row, at) {
      return Limber.placeSaid(this.stage, row, at);
    }

    /** A decision: its options with what each promises, or what it wants to know. */
    decide(rows, fields, side) {
      const answers = list(rows).filter((row) => row.verb === "answer");
      const command = { verb: "answer", side, args: {}, typed: "answer" };
      if (answers.length) {
        this.buttons.replaceChildren(
          ...answers.map((row) => {
            const notes = [...list(row.odds).map(Limber.promised), row.says].filter(Boolean).join("; ");
            return el(
              "button",
              { type: "button", class: "main option", click: () => this.acts.choose(row.choice) },
              Limber.capital(row.choice.replaceAll("_", " ")),
              notes ? el("span", { class: "notes" }, " " + notes) : null,
            );
          }),
        );
      } else if (fields.length) {
        const item = el("div", {});
        this.buttons.replaceChildren(item);
        this.openRow(item, { ...command, open: fields }, fields);
      }
      this.rows.replaceChildren();
      const first = this.buttons.querySelector("button,input,select");
      if (first) first.focus({ preventScroll: true });
    }

    /** Rows of choices under a title; with what there is besides: { back, more, rest: of whom how many are left }. */
    choices(title, rows, { back, tell, more, rest, actors: toCome, unsaid }) {
      this.form = null;
      const shown = Limber.byPromise(list(rows).filter((row) => row.verb !== "done" && row.verb !== "answer"));
      const items = (some) => el("ul", { class: "choices" }, some.map((row) => this.row(row)));
      const groups = shown.length > FLAT ? this.groups(shown, list(rest)) : [];
      const open = groups.find((one) => one.key === this.opened) || groups[0];
      this.rows.replaceChildren(
        el("h2", {}, Limber.capital(title)),
        back ? el("button", { type: "button", class: "back", click: back }, "All units") : "",
        tell ? el("button", { type: "button", click: tell }, "What it did") : "",
        this.unsaid(list(unsaid)),
        ...(groups.length > 1
          ? groups.map((one) =>
              el(
                "details",
                { class: "group", name: "formation", open: one === open, toggle: (event) => event.target.open && (this.opened = one.key) },
                el("summary", {}, this.summary(one)),
                one.rows.length ? items(one.rows) : "",
                this.others(one.rest, true),
              ),
            )
          : [shown.length ? items(shown) : el("p", { class: "none" }, this.nothing(Boolean(back))), this.others(list(rest))]),
        this.toCome(back ? [] : list(toCome)),
        more > 0 ? el("p", { class: "none" }, "… and " + more + " more: see any command of this step.") : "",
      );
    }

    /** Choices by the formation of who acts, in the order of the best of each; of whom more are left is there too. */
    groups(rows, rest) {
      const groups = new Map();
      const of = (id) => {
        const key = (id && this.stage.formation(id)) || "";
        if (!groups.has(key)) groups.set(key, { key, rows: [], rest: [] });
        return groups.get(key);
      };
      for (const row of rows) of(row.actor).rows.push(row);
      for (const one of rest) of(one.id).rest.push(one);
      return [...groups.values()].sort((one, other) => !one.key - !other.key);
    }

    summary({ key, rows, rest }) {
      const count = rows.length + rest.reduce((sum, one) => sum + one.count, 0);
      return Limber.capital(key ? this.stage.long(key) : "others") + ": " + count + (count === 1 ? " choice" : " choices");
    }

    hint(words) {
      this.rows.querySelector("h2").after(el("p", { class: "none", role: "status" }, words));
    }

    nothing(ofOne) {
      if (this.stage.over()) return "The battle is over: look back with the bar below the map.";
      if (this.stage.watching()) return "Solo commanders lead both sides. “Players” hands a side back to you.";
      if (ofOne) return "Nothing for it to do in this step.";
      return this.buttons.querySelector(".done") ? "Nothing is left to do here: press Done." : "Nothing to do here now.";
    }

    /** Those who may act and are not on the table yet: a click shows where each may stand, and the next one puts it there. */
    toCome(actors) {
      const state = this.stage.state();
      const ids = actors.filter((id) => state[id] && state[id].off && !state[id].gone);
      if (!ids.length || !this.stage.map) return "";
      return el(
        "p",
        { class: "others" },
        "Choose a place on the map for ",
        ids.map((id) => el("button", { type: "button", click: () => this.acts.piece(id) }, this.stage.long(id))),
      );
    }

    /** Those who do something although nobody tells them to. */
    unsaid(rows) {
      if (!rows.length) return "";
      const one = (row) => el("li", {}, Limber.capital(this.stage.long(row.actor)) + ": " + this.place(row, row.args.to));
      const many = rows.length === 1 ? "one unit" : rows.length + " units";
      return el(
        "details",
        { class: "unsaid" },
        el("summary", {}, "Without a command " + many + " will move as ordered"),
        el("ul", {}, rows.map(one)),
      );
    }

    /** Those of whom not all is listed: a click lists it. */
    others(rest, folded) {
      const { acts, stage } = this;
      if (!rest.length) return "";
      const buttons = el(
        "p",
        { class: "others" },
        rest.map((one) =>
          el("button", { type: "button", click: () => acts.piece(one.id) }, Limber.capital(stage.long(one.id)) + ": " + one.count + " more"),
        ),
      );
      if (folded || rest.length < 5) return buttons;
      return el("details", {}, el("summary", {}, "More choices of " + rest.length), buttons);
    }

    row(row) {
      const { acts } = this;
      const fields = this.fieldsOf(row);
      const { head, typed } = this.words(row);
      const open = list(row.open);
      const show = () => acts.preview(row, fields);
      const item = el("li", { mouseenter: show, mouseleave: () => acts.unpreview(row), focusin: show });
      const says = head.includes(row.says) ? null : row.says; // it may say no more than the name
      const alone = list(row.odds).length && this.joins(row) ? "by itself; others are to attack it too" : null;
      const notes = [...list(row.odds).map(Limber.promised), alone, says].filter(Boolean).join("; ");
      const button = el(
        "button",
        {
          type: "button",
          class: "choice",
          title: row.doc || typed,
          click: () =>
            open.length
              ? this.openRow(item, row, open)
              : acts.give([{ verb: row.verb, side: row.side, choice: row.choice, args: row.args }]),
        },
        el("b", {}, head),
        notes ? el("span", { class: "notes" }, notes) : null,
        open.length
          ? el("span", { class: "notes" }, open.map((one) => Limber.rangeSaid(one, this.stage)).join(", "))
          : null,
      );
      item.append(button);
      return item;
    }

    /** Is the same already to be done to its target by others, in sealed commands? */
    joins(row) {
      const { target } = row.args;
      return Boolean(target) && this.stage.sealed().some((one) => one.verb === row.verb && one.actor !== row.actor && one.args.target === target);
    }

    /** A row that leaves something open: its inputs, and a button that does it. */
    openRow(item, row, open) {
      const there = item.querySelector("form");
      if (there) {
        there.querySelector("input,select").focus();
        return;
      }
      const form = Limber.form(open, row.args, this.stage);
      const args = () => form.values();
      const send = (event) => {
        event.preventDefault();
        this.acts.give([{ verb: row.verb, side: row.side, choice: row.choice, args: args() }]);
      };
      const root = el(
        "form",
        { class: "open-row", submit: send },
        form.root,
        el("button", { type: "submit", class: "main" }, "Do it"),
      );
      const preview = () => this.acts.preview({ ...row, args: args(), open: null }, this.fieldsOf(row));
      root.addEventListener("input", preview);
      root.addEventListener("change", () => {
        preview();
        this.acts.check({ verb: row.verb, side: row.side, choice: row.choice, args: args() });
      });
      preview();
      item.append(root);
      this.form = form;
      root.querySelector("input,select").focus();
    }

    // ---- commands by hand ------------------------------------------------------------------------------------------

    byHand(forms) {
      this.more.replaceChildren();
      this.more.hidden = !forms.length;
      if (!forms.length) return;
      const id = Limber.fresh("verb");
      const host = el("div", {});
      const many = new Set(forms.map((one) => one.side)).size > 1;
      const box = el(
        "select",
        { id, change: () => this.byHandForm(host, forms[box.selectedIndex - 1]) },
        el("option", {}, "choose …"),
        forms.map((one) =>
          el("option", {}, Limber.capital(this.verb(one.verb)) + (many ? " (" + this.stage.sideName(one.side) + ")" : "")),
        ),
      );
      this.more.append(el("summary", {}, "Any command of this step"), el("label", { for: id }, "Command "), box, host);
    }

    byHandForm(host, one) {
      host.replaceChildren();
      this.form = null;
      if (!one) return;
      const pieces = ["unit", "leader", "formation"];
      const actor = list(one.args).find((field) => field.whose === "own" && pieces.includes(field.kind));
      const form = Limber.form(list(one.args).map((field) => ({ ...field, empty: true, acts: field === actor })), {}, this.stage);
      const command = () => ({ verb: one.verb, side: one.side, args: form.values() });
      const chosen = this.stage.chosen();
      const acts = form.inputs.find((input) => actor && input.field.name === actor.name);
      if (chosen && acts) acts.pick(actor.kind, chosen);
      const root = el(
        "form",
        {
          submit: (event) => {
            event.preventDefault();
            this.acts.give([command()]);
          },
        },
        el("p", { class: "doc" }, one.doc || "", one.cite ? " (" + one.cite + ")" : ""),
        form.root,
        el("button", { type: "submit", class: "main" }, "Do it"),
      );
      const seen = () => {
        const made = command();
        this.acts.preview({ ...made, typed: made.verb }, list(one.args));
        this.acts.check(made);
      };
      root.addEventListener("change", seen);
      root.addEventListener("picked", seen);
      host.append(root);
      this.form = form;
    }
  }

  Limber.Choices = Choices;
})();
