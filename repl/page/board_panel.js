/* The panel beside the map: what is asked, what may be done, by whom, and what the battle told last. It shows and asks;
 * what a click means is decided by board.js.
 */
(function () {
  const { el, list } = Limber;

  /** What is asked, with how many turns there are: "Bound 2 of 7, 10:10. Orders are issued: the French." */
  Limber.asked = ({ question: asked, decision, turn, turn_word: word, last_turn: last }) => {
    const question = list(decision).reduce((words, one) => words.replace(one, one.replaceAll("_", " ")), asked);
    const now = Limber.capital(word) + " " + turn;
    const rest = question.slice(now.length);
    return question.startsWith(now) && /^\D/.test(rest) && last >= turn ? now + " of " + last + rest : question;
  };

  class Panel extends Limber.Choices {
    /** @param stage the map and its names */
    constructor(acts, stage) {
      super(acts, stage);
      this.question = el("p", { class: "question", role: "status", "aria-live": "polite" });
      this.refusal = el("p", { class: "refusal", role: "alert" });
      this.overrule = this.overruling();
      this.buttons = el("div", { class: "step-buttons", role: "group", "aria-label": "This step" });
      this.passing = el("input", { type: "checkbox" });
      this.pass = el("label", { class: "pass", hidden: true }, this.passing, " Pass steps in which nothing is proposed");
      this.rows = el("section", { class: "rows", id: "choices", tabindex: "-1", "aria-label": "What may be done" });
      this.sealed = el("section", { class: "sealed", "aria-label": "Sealed orders" });
      this.more = el("details", { class: "by-hand" });
      this.telling = new Limber.Telling(stage, (line) => this.given(line), acts);
      this.root = el(
        "aside",
        { class: "panel" },
        this.telling.root,
        this.question,
        this.buttons,
        this.pass,
        this.refusal,
        this.overrule,
        this.rows,
        this.more,
        this.sealed,
      );
    }

    /** Nothing of the battle stays. */
    clear() {
      for (const part of [this.rows, this.buttons, this.sealed, this.more, this.question]) part.replaceChildren();
      this.telling.clear();
      this.pass.hidden = true;
      this.refuse("");
    }

    busy(words) {
      this.root.setAttribute("aria-busy", words ? "true" : "false");
      if (words) this.question.textContent = words;
    }

    /** The first choice, or where there is none what may be pressed, is what keys reach next. */
    toChoices(event) {
      event.preventDefault();
      const first = [...this.rows.querySelectorAll("button.choice")].find((one) => one.checkVisibility());
      (first || this.buttons.querySelector("button") || this.rows).focus();
    }

    /** After a key, the next thing to press has the focus: what had it is gone. */
    focus() {
      const next = this.root.querySelector("button.choice") || this.root.querySelector("button.main");
      if (next) next.focus({ preventScroll: true });
    }

    /** Whether a step is to be passed: nothing is proposed, nothing was sealed. */
    passes(battle, all) {
      const nothing = !list(all.rows).some((row) => row.verb !== "done") && !list(all.rest).length && !(all.more > 0);
      return this.passing.checked && battle.kind === "phase" && nothing && !list(battle.sealed).length;
    }

    /** Says what the rules refuse, and of which clause; a command that they refuse may be allowed by the players. */
    refuse(words, command, cite) {
      const look = cite && el("button", { type: "button", click: () => this.acts.rule(cite, Limber.capital(words)) }, "The rule");
      this.refusal.replaceChildren(Limber.capital(words || ""), ...(look ? [" ", look] : []));
      if (this.form) this.form.said.textContent = Limber.capital(words || ""); // in view, where one is filled in
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
      this.question.textContent = Limber.asked(battle);
      this.question.title = list(battle.agenda).join("\n");
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
      if (Limber.Going.leads(battle)) buttons.push(...acts.going());
      else if (led.length && !list(battle.acting).length && battle.kind !== "over" && battle.players) {
        buttons.push(
          el("button", { type: "button", class: "main", click: () => acts.run("next", "") }, "Next command"),
          el("span", { class: "note" }, "The solo commander waits here; Next command lets him go on."),
        );
      }
      if (battle.script && !led.length && !list(battle.away).length)
        buttons.push(el("button", { type: "button", click: () => acts.run("next", "") }, "Next of the script"));
      const waits = battle.kind !== "over" && !list(battle.acting).length && led.length < list(battle.sides).length;
      if (waits && !buttons.length) buttons.push(el("span", { class: "note" }, "The others are to act; this page follows."));
      if (battle.over) buttons.push(...acts.ending());
      this.buttons.replaceChildren(...buttons);
      this.pass.hidden = battle.kind !== "phase" || !list(battle.acting).length;
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
  }

  Limber.Panel = Panel;
})();
