/* The board: the live page of a battle. Click a piece to see what it may do, and click that to do it. Everything that is
 * done goes to the program as a command; what is shown is what the program tells.
 */
(function () {
  const { el, list } = Limber;

  class Board extends Limber.Field {
    constructor(root) {
      super();
      this.host = root;
      this.told = null;
      this.heard = 0; // how often it was told how things stand
      this.settled = 0; // of these, which the page shows in full
      this.stepped = 0; // of these, whose step it shows
      this.panel = new Limber.Panel(
        {
          give: (commands) => this.change({ give: commands }),
          run: (run, rest) => this.change({ run, rest }),
          choose: (choice) => this.answer(choice),
          ending: () => Limber.keeping(this),
          going: () => this.going.buttons(),
          why: (what) => this.why(what),
          piece: (id) => this.choose(id),
          mark: (ids) => this.map && this.map.mark(ids),
          rule: (words, refusal) => this.rules.open(words, refusal),
          moment: (line) => this.page.show(this.model.lines.indexOf(line) + 1),
          check: (command) => this.check(command),
          allow: (command, because) => this.change({ give: [command], allow: because }),
          preview: (row, fields) => {
            this.drawn.clear("word");
            this.drawn.row(row, fields);
          },
          unpreview: () => {
            if (!this.panel.form) this.drawn.clear("row");
          },
        },
        this.stage,
      );
      this.drawn = new Limber.Drawn(this.stage);
      this.files = new Limber.Files(this);
      this.going = new Limber.Going(this);
      this.head = new Limber.Head({
        now: () => this.toNow(),
        players: (who) => this.change({ players: who }),
        watch: (from) => this.watch(from),
        brief: () => this.wire.ask({ ask: "briefing" }),
      });
      this.rules = new Limber.Rules((question) => this.wire.ask(question));
      this.panel.root.prepend(this.head.root);
      this.field = el("div", { class: "field-of-battle" });
      this.link = el("p", { class: "link", role: "status" });
      this.seat = el("span", {});
      this.layout();
      this.wire = new Limber.Wire({
        state: (state) => this.hear(state),
        asked: (prompt) => this.hearAsked(prompt),
        lost: () =>
          this.connection("No connection: Limber does not run any more, or is busy. What was recorded is kept."),
        found: () => this.connection(""),
      });
    }

    layout() {
      this.host.replaceChildren(Limber.bar(this), this.field);
      this.field.addEventListener("click", (event) => this.rules.clicked(event));
      this.carry = new Limber.Carry(this);
      document.addEventListener("keydown", (event) => Limber.boardKey(this, event));
      document.addEventListener("keydown", () => (this.byKey = true), true);
      document.addEventListener("pointerdown", () => (this.byKey = false), true);
    }

    // ---- what is heard -----------------------------------------------------------------------------------------------

    connection(words) {
      this.link.textContent = words;
      this.host.classList.toggle("lost", words !== "");
    }

    async hear(state) {
      const same = this.told && JSON.stringify(state.battle) === JSON.stringify(this.told.battle) && !state.fault && this.settled === this.heard;
      // what was just refused here has changed nothing: what is filled in stays
      if (this.told && !state.curtain && state.battle && (state.n === this.told.n || (same && Date.now() - this.tried < 3000))) {
        this.told = state;
        return;
      }
      this.told = state;
      if (this.question && this.prompt === state.prompt) this.hearAsked(this.prompt); // it was no question in between
      this.heard += 1;
      const turn = this.heard;
      this.lower();
      if (state.fault) {
        this.panel.refuse(state.fault);
        return;
      }
      if (!state.battle) {
        this.without(state);
        return;
      }
      this.sit(state.seat);
      this.choice = null;
      this.drawn.clear("row", "word", "chosen-one", "asked-about");
      document.title = state.battle.title + " – Limber";
      this.panel.busy(null);
      this.head.keep(state.battle.unkept);
      await this.fetchBattle();
      if (turn !== this.heard) return;
      this.panel.step(state.battle);
      this.stepped = turn;
      if (!state.seat) this.head.showPlayers(state.battle);
      await this.fetchChoices(turn);
    }

    async fetchBattle() {
      const have = this.have || {};
      const answer = await this.wire.ask({
        ask: "battle",
        key: have.key,
        line: have.line,
        odds: this.model ? this.model.odds.length : 0,
      });
      if (answer.refused) {
        this.panel.refuse(answer.refused);
        return;
      }
      const lines = list(answer.lines);
      if (answer.ground) this.drawGround(answer.head.ground, answer.ground);
      if (answer.head) this.begin({ ...answer.head, odds: list(answer.odds), lines, ending: answer.ending });
      else this.follow(lines, answer);
      const last = this.model.lines[this.model.count - 1];
      this.have = { key: answer.key, line: last ? last.id : answer.present };
      if (answer.fields) [this.panel.fields, this.panel.titles] = [answer.fields, answer.titles];
      if (answer.head) this.page.story.show(this.page.timeline.index); // in the words that it has now
      this.head.fight(this.model);
      this.head.came(this.model, this.told, this.since);
      this.head.tellBriefing(!this.head.gave(this.model, this.told));
      this.panel.telling.tell(lines, Boolean(answer.head));
      this.page.timeline.now(this.told.battle);
      this.field.hidden = false;
    }

    async fetchChoices(turn) {
      const answer = await this.wire.ask({ ask: "all" });
      if (turn !== this.heard || answer.refused) return;
      this.all = answer;
      this.panel.choices("What may be done", answer.rows, answer);
      const { battle } = this.told;
      if (battle.kind === "decision" && list(battle.acting).length) {
        this.panel.decide(answer.rows, list(answer.answer), battle.acting[0].id);
        this.drawn.asked(list(battle.about));
      }
      this.panel.byHand(list(answer.forms));
      this.drawn.meant([...list(answer.unsaid), ...list(battle.sealed).map((one) => one.given).filter(Boolean)]);
      this.markActors();
      if (this.byKey && document.activeElement === document.body) this.panel.focus();
      this.settled = turn;
      this.passOn(turn);
      this.going.goOn();
    }

    /** Passes a step in which nothing is proposed, where that is wanted: after a command, never after an undo. */
    passOn(turn) {
      const { battle } = this.told;
      const [side, other] = list((battle || {}).acting);
      if (turn !== this.heard || !this.gave || !side || other || !this.panel.passes(battle, this.all)) return;
      if (this.changing) setTimeout(() => this.passOn(turn), 30);
      else this.change({ give: [{ verb: "done", side: side.id, args: {} }] }, true);
    }

    /** The map shows the present again. */
    toNow() {
      if (!this.page) return;
      this.page.timeline.stop();
      this.page.show(this.model.count);
    }

    // ---- asking and doing --------------------------------------------------------------------------------------------

    async change(question, alone) {
      const { battle } = this.told || {};
      if (!battle || this.changing) return;
      if (question.give && this.stepped !== this.heard) return; // it was meant for another step
      if (question.run !== "next" && this.going.on) this.going.turn(false);
      this.gave = Boolean(question.give);
      if (!alone && !this.replies(question)) this.since = this.gave && this.model ? this.model.count : Infinity;
      this.files.said.textContent = "";
      this.changing = true;
      this.tried = question.give ? Date.now() : 0;
      this.toNow();
      this.panel.refuse("");
      const slow = setTimeout(() => this.panel.busy("Limber is at work …"), 400);
      const answer = await this.wire.ask({ ...question, at: battle.present, place: battle.place });
      clearTimeout(slow);
      this.changing = false;
      this.panel.busy(null);
      if (!answer.refused) return;
      if (this.going && this.going.on) this.going.turn(false);
      this.panel.question.textContent = this.told.battle ? Limber.asked(this.told.battle) : "";
      this.panel.refuse(answer.refused, answer.cite && question.give && question.give[0], answer.cite);
      if (question.give) this.atPlace(answer, question.give[0]);
    }

    /** Is it no more than an answer, or Done, while others act? What they did since our last command goes on. */
    replies({ give }) {
      const { since } = this;
      const from = this.model && this.model.lines[since];
      if (!give || !from || from.turn < this.told.battle.turn) return false;
      const own = (line) => line.kind === "command" && list(this.told.battle.acting).some((one) => one.id === line.side);
      const ours = this.model.lines.slice(since).some((line) => own(line) && line.verb !== "done" && line.verb !== "answer");
      return give[0].verb === "answer" || (give[0].verb === "done" && !ours && this.model.count > since + 1);
    }

    /** An answer to a decision; one that needs more is asked for first. */
    answer(choice) {
      const { battle } = this.told;
      const fields = list(this.all.answer);
      const side = list(battle.acting)[0];
      const command = { verb: "answer", side: side && side.id, choice, args: {} };
      if (!fields.some((one) => !one.optional)) {
        this.change({ give: [command] });
        return;
      }
      this.panel.rows.replaceChildren();
      const item = el("li", {});
      this.panel.rows.append(el("ul", { class: "choices" }, item));
      this.panel.openRow(item, { ...command, typed: choice, open: fields }, fields);
    }

    async show(title, question) {
      const answer = await this.wire.ask(question);
      Limber.dialogs.text(title, answer.refused || answer.said);
    }

    why(what) {
      if (what.unit) return Limber.deeds(this, what.unit);
      return Limber.why(this, what.line);
    }

    /** Keeps what is said of the moment that the map shows. */
    note() {
      if (!this.page || !this.model.count) return;
      const line = this.model.line(Math.max(1, this.page.timeline.index));
      const about = this.model.when(this.model.lines.indexOf(line) + 1) + ": " + Limber.heading(this.model, line, this.page.story.words);
      Limber.dialogs.note(about, this.told.battle.note_most, (words) => this.change({ run: "note", rest: line.id + ": " + words }));
    }

    async tree() {
      const answer = await this.wire.ask({ ask: "tree" });
      if (answer.refused) {
        this.panel.refuse(answer.refused);
        return;
      }
      Limber.dialogs.tree(
        answer,
        (line) => this.change({ run: "goto", rest: line }),
        (name) => this.change({ run: "branch", rest: name }),
        (one) => this.panel.given(one),
      );
    }

    // ---- what lies over it -------------------------------------------------------------------------------------------

    lower() {
      if (this.over) this.over.close();
      this.over = null;
    }

    /** Nothing of the battle stays on the page while the screen changes hands. */
    hide() {
      this.have = null;
      this.field.hidden = true;
      this.panel.clear();
    }

    veil(words) {
      this.hide();
      this.over = Limber.dialogs.curtain(words, () => this.wire.reply(""));
    }

    /** What is shown where there is no battle, or none that may be seen. */
    without(state) {
      const { dialogs } = Limber;
      if (state.curtain) this.veil(state.curtain);
      else if (state.away) {
        this.hide();
        this.over = dialogs.must(state.away, "", "Command here again", () => this.wire.ask({ call_back: true }));
      } else if (state.seat) {
        this.hide();
        this.sit(state.seat);
        this.over = dialogs.must(
          Limber.capital(state.seat.name),
          state.seat.led
            ? "A solo commander leads them. The main page says who commands."
            : "Whoever commands from here sees what they may know, and the main screen does not any more.",
          "Command " + state.seat.name + " here",
          () => this.take(true),
        );
      } else if (state.empty) {
        this.hide();
        this.over = dialogs.must("No battle yet", "It begins at the main page.", null);
      } else this.offer(state);
    }

    async take(takes) {
      const answer = await this.wire.ask({ take: takes });
      if (!answer.refused) return;
      this.lower();
      this.over = Limber.dialogs.must(Limber.capital(this.told.seat.name), answer.refused, "Try again", () => this.take(true));
    }

    /** The page of one side has only what that side may do. */
    sit(seat) {
      this.host.classList.toggle("seated", Boolean(seat));
      this.seat.textContent = seat ? "You command " + seat.name + "." : "";
    }

    offer(state) {
      this.over = Limber.dialogs.battles(list(state.battles), (path) => this.wire.ask({ open: path }));
    }

    /** The program asks something in between, or has gone on. */
    hearAsked(prompt) {
      this.prompt = prompt;
      const between = prompt !== null && this.told && prompt !== this.told.prompt && !this.told.curtain;
      if (prompt === null || !between) {
        if (this.question) {
          this.question.close();
          this.question = null;
        }
        return;
      }
      if (this.question) this.question.close();
      this.question = Limber.dialogs.asked(this.told.asks || prompt, (line) => {
        this.question = null;
        this.wire.reply(line);
      });
    }
  }

  Limber.Board = Board;
  document.addEventListener("DOMContentLoaded", () => {
    Limber.board = new Board(document.getElementById("limber"));
  });
})();
