/* The panel beside the map: what is asked, what may be done, by whom, and what the battle told last. It shows and asks;
 * what a click means is decided by board.js.
 */
(function () {
  const { el, list } = Limber;

  class Panel {
    /** @param stage the map and its names */
    constructor(acts, stage) {
      this.acts = acts;
      this.stage = stage;
      this.question = el("p", { class: "question", role: "status", "aria-live": "polite" });
      this.clock = el("p", { class: "clock" });
      this.refusal = el("p", { class: "refusal", role: "alert" });
      this.overrule = this.overruling();
      this.buttons = el("div", { class: "step-buttons", role: "group", "aria-label": "This step" });
      this.rows = el("section", { class: "rows", "aria-label": "What may be done" });
      this.sealed = el("section", { class: "sealed", "aria-label": "Sealed orders" });
      this.more = el("details", { class: "by-hand" });
      this.story = el("section", { class: "told", "aria-label": "The story", "aria-live": "polite", role: "log" });
      this.root = el(
        "aside",
        { class: "panel" },
        this.clock,
        this.question,
        this.buttons,
        this.refusal,
        this.overrule,
        this.rows,
        this.more,
        this.sealed,
        el("h2", {}, "The story"),
        this.story,
      );
      this.form = null;
    }

    busy(words) {
      this.root.setAttribute("aria-busy", words ? "true" : "false");
      if (words) this.question.textContent = words;
    }

    /** Says what the rules refuse; a command that they refuse may be allowed by the players. */
    refuse(words, command) {
      this.refusal.textContent = words || "";
      this.overrule.hidden = !command;
      this.refused = command || null;
    }

    overruling() {
      const because = el("input", { type: "text", maxlength: 120, required: true });
      const allow = (event) => {
        event.preventDefault();
        this.acts.allow(this.refused, because.value);
        because.value = "";
      };
      return el(
        "form",
        { class: "overrule", submit: allow, hidden: true },
        el("label", {}, "Allowed all the same, because ", because),
        el("button", { type: "submit" }, "Allow it"),
      );
    }

    // ---- the step --------------------------------------------------------------------------------------------------

    step(battle) {
      const { acts } = this;
      const word = Limber.capital(battle.turn_word);
      const of = battle.last_turn >= battle.turn ? " of " + battle.last_turn : "";
      this.clock.textContent =
        battle.turn > 0 ? word + " " + battle.turn + of + (battle.clock ? ", " + battle.clock : "") : "The set-up";
      this.question.textContent = battle.question;
      this.clock.title = list(battle.agenda).join("\n");
      const buttons = [];
      const led = list(battle.led).map((one) => one.id);
      if (battle.kind === "phase") {
        for (const side of list(battle.acting)) {
          const whose = list(battle.acting).length > 1 ? " (" + side.name + ")" : "";
          buttons.push(
            el(
              "button",
              { type: "button", class: "main done", click: () => acts.give([{ verb: "done", side: side.id, args: {} }]) },
              "Done with this step" + whose,
            ),
          );
        }
      }
      if (led.length && !list(battle.acting).length && battle.kind !== "over") {
        buttons.push(
          el("button", { type: "button", class: "main", click: () => acts.run("next", "") }, "Next command"),
        );
      }
      if (battle.script && !led.length)
        buttons.push(el("button", { type: "button", click: () => acts.run("next", "") }, "Next of the script"));
      this.buttons.replaceChildren(...buttons);
      this.showSealed(list(battle.sealed));
    }

    showSealed(sealed) {
      this.sealed.replaceChildren();
      if (!sealed.length) return;
      this.sealed.append(
        el("h2", {}, "Sealed until both are done"),
        el(
          "ul",
          {},
          sealed.map((one) =>
            el(
              "li",
              {},
              this.given(one),
              " ",
              el(
                "button",
                {
                  type: "button",
                  "aria-label": "Take back: " + this.given(one),
                  click: () => this.acts.give([{ verb: "withdraw", side: one.side, args: { unit: one.slot } }]),
                },
                "Take back",
              ),
            ),
          ),
        ),
      );
    }

    // ---- choices ---------------------------------------------------------------------------------------------------

    fieldsOf(row) {
      const form = this.stage.forms().find((one) => one.verb === row.verb);
      return form ? list(form.args) : list((this.fields || {})[row.verb] || this.stage.answerFields());
    }

    /** A command that was given, in the words of a choice. */
    given(one) {
      return one.given ? this.words(one.given).head : one.typed || one.text;
    }

    words(row) {
      const chosen = this.stage.chosen();
      const who = row.actor && row.actor !== chosen ? this.stage.long(row.actor) + ": " : "";
      const parts = [];
      let place = null;
      for (const field of this.fieldsOf(row)) {
        const value = row.args[field.name];
        if (value === row.actor) continue;
        const words = Limber.valueSaid(field, value, this.stage);
        if (words) parts.push(words);
        else if (field.kind === "point" && value && value.x !== undefined) place = "to " + this.stage.square(value);
      }
      if (!parts.length && place) parts.push(place);
      const verb = (row.choice || row.verb).replaceAll("_", " ");
      return {
        head: Limber.capital(
          who + (who ? verb : Limber.capital(verb)) + (parts.length ? " – " + parts.join(", ") : ""),
        ),
        typed: row.typed,
      };
    }

    /** A decision: its options with what each promises, or what it wants to know. */
    decide(rows, fields, side) {
      const answers = list(rows).filter((row) => row.verb === "answer");
      const command = { verb: "answer", side, args: {}, typed: "answer" };
      if (answers.length) {
        this.buttons.replaceChildren(
          ...answers.map((row) => {
            const notes = [...list(row.odds), row.says].filter(Boolean).join("; ");
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

    /** Rows of choices under a title. */
    choices(title, rows, more, back) {
      this.form = null;
      const items = list(rows)
        .filter((row) => row.verb !== "done" && row.verb !== "answer")
        .map((row) => this.row(row));
      this.rows.replaceChildren(
        el("h2", {}, title),
        back ? el("button", { type: "button", class: "back", click: back }, "All units") : "",
        items.length ? el("ul", { class: "choices" }, items) : el("p", { class: "none" }, "Nothing to do here now."),
        more > 0 ? el("p", { class: "none" }, "… and " + more + " more: click a unit.") : "",
      );
    }

    row(row) {
      const { acts } = this;
      const fields = this.fieldsOf(row);
      const { head, typed } = this.words(row);
      const open = list(row.open);
      const show = () => acts.preview(row, fields);
      const item = el("li", { mouseenter: show, mouseleave: () => acts.unpreview(row), focusin: show });
      const notes = [...list(row.odds), row.says].filter(Boolean).join("; ");
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
      root.addEventListener("input", () => this.acts.preview({ ...row, args: args(), open: null }, this.fieldsOf(row)));
      root.addEventListener("change", () =>
        this.acts.check({ verb: row.verb, side: row.side, choice: row.choice, args: args() }),
      );
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
          el("option", {}, one.verb.replaceAll("_", " ") + (many ? " (" + this.stage.sideName(one.side) + ")" : "")),
        ),
      );
      this.more.append(el("summary", {}, "Any command of this step"), el("label", { for: id }, "Command "), box, host);
    }

    byHandForm(host, one) {
      host.replaceChildren();
      this.form = null;
      if (!one) return;
      const form = Limber.form(list(one.args), {}, this.stage);
      const command = () => ({ verb: one.verb, side: one.side, args: form.values() });
      const chosen = this.stage.chosen();
      if (chosen) for (const kind of ["unit", "leader", "formation"]) form.pick(kind, chosen);
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

    // ---- the story -------------------------------------------------------------------------------------------------

    tell(lines, whole) {
      if (whole) this.story.replaceChildren();
      for (const line of lines) {
        const events = list(line.events).filter((one) => one.text);
        const typed = line.kind === "command" && !line.hidden && line.verb !== "done" && this.given(line);
        if (!events.length && !typed) continue;
        const throws = list(line.throws).length;
        this.story.append(
          el(
            "div",
            { class: "line" },
            typed
              ? el("p", { class: "command" }, (line.side ? this.stage.sideName(line.side) + ": " : "") + typed)
              : null,
            line.solo && line.verb !== "done" ? el("p", { class: "solo" }, line.solo) : null,
            events.map((one) => el("p", {}, one.text)),
            throws || line.solo
              ? el(
                  "button",
                  {
                    type: "button",
                    class: "why",
                    "aria-label": "Why? Line " + line.id,
                    click: () => this.acts.why({ line: String(line.id) }),
                  },
                  "Why?",
                )
              : null,
          ),
        );
      }
      while (this.story.children.length > 400) this.story.firstChild.remove();
      this.story.scrollTop = this.story.scrollHeight;
    }
  }

  Limber.Panel = Panel;
})();
