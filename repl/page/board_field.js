/* The field of a live page: the battle as the program tells it, the names and lengths of what is on it, and what it means
 * when a piece or a place is picked. The board (board.js) is a field that also gives commands.
 */
(function () {
  const { list } = Limber;

  class Field {
    /** A board has besides: field (where the page goes), panel, drawn, wire, told. */
    constructor() {
      this.page = null;
      this.choice = null;
      this.rowsOf = null;
      this.all = { rows: [], actors: [], forms: [] };
      this.stage = this.makeStage();
    }

    // ---- what the other files ask of the map and its names -----------------------------------------------------------

    makeStage() {
      const board = this;
      return {
        get map() {
          return board.map;
        },
        model: () => board.model,
        state: () => (board.model ? board.model.states[board.model.count] : {}),
        long: (id) => (board.model ? board.model.long(id) : id),
        formation: (id) => board.formationOf(id),
        sideName: (id) => (board.model && board.model.by.get(id) ? board.model.by.get(id).name : id),
        chosen: () => board.choice,
        toward: (at) => {
          const piece = board.model && board.model.states[board.model.count][board.choice];
          return piece && piece.at ? Limber.toward(piece, at) : null;
        },
        over: () => Boolean(board.told && board.told.battle && board.told.battle.over),
        watching: () => Boolean(board.told && board.told.battle && Limber.Going.leads(board.told.battle)),
        sealed: () => list((board.told.battle || {}).sealed).map((one) => one.given).filter(Boolean),
        forms: () => list(board.all.forms),
        answerFields: () => list(board.all.answer),
        ...Limber.measures(() => board.unit(), () => board.model && board.model.data.table && board.model.data.table.square, () => list(board.model && board.model.data.areas)),
        area: (id) => {
          const area = board.model && list(board.model.data.areas).find((one) => one.id === id);
          return area ? Limber.bounds(area.points) : null;
        },
        named: (kind, whose, acts) => board.named(kind, whose, acts),
      };
    }

    /** The unit that people measure in: its sign, and its length in millimetres. */
    unit() {
      const { unit, unit_mm: mm } = (this.told && this.told.battle) || {};
      return { sign: unit === "inch" ? "in" : unit || "mm", mm: mm || 1 };
    }

    /** Pieces that a field may name, as far as the viewer knows them. */
    named(kind, whose, acts) {
      const { model } = this;
      const may = acts && kind !== "area" ? this.actors() : [];
      if (!model) return [];
      const from = {
        unit: model.units,
        leader: model.leaders,
        formation: model.formations,
        area: list(model.data.areas),
      }[kind];
      const acting = list(this.told.battle.acting).map((one) => one.id);
      const state = model.states[model.count];
      return from
        .filter((one) => {
          const piece = state[one.id];
          if (piece && (piece.gone || piece.unseen)) return false;
          if (kind === "area" || whose === "any" || !acting.length) return true;
          return acting.includes(one.side) === (whose === "own");
        })
        .map(({ id, name }) => ({ id, name: kind === "area" ? name || id : model.long(id), later: may.length > 0 && !may.includes(id) }));
    }

    // ---- the battle ---------------------------------------------------------------------------------------------------

    get model() {
      return this.page ? this.page.model : null;
    }

    get map() {
      return this.page ? this.page.map : null;
    }

    /** The ground of a battle, once. Its markup is the program's own: numbers alone, no word of the battle. */
    drawGround(id, markup) {
      if (document.getElementById(id)) return;
      const drawn = new DOMParser().parseFromString(markup, "text/html").querySelector("svg");
      if (drawn) document.body.append(document.adoptNode(drawn));
    }

    /** The battle from its beginning, or another branch of it. */
    begin(data) {
      if (this.page) {
        this.page.replace(data);
        for (const said of this.field.querySelectorAll("[aria-live]")) said.textContent = ""; // of another player, it may be
        return;
      }
      this.page = Limber.Page(this.field, data, {
        live: true,
        measure: (from, to) => this.wire.ask({ ask: "measure", from, to }),
        extra: this.panel.root,
        words: (line) => line.kind === "command" && !line.hidden && this.panel.given(line),
        onMoment: (model, index) => this.moment(model, index),
        onUnit: (id) => this.pickPiece(id),
        onPlace: (x, y) => this.pickPlace({ x: Math.round(x), y: Math.round(y) }),
      });
      this.sitBelow();
      this.field.addEventListener("keydown", (event) => {
        const unit = event.target.closest && event.target.closest("[data-id].unit");
        if (!unit || (event.key !== "Enter" && event.key !== " ")) return;
        event.preventDefault();
        event.stopPropagation();
        this.pickPiece(unit.dataset.id);
      });
    }

    /** Which moment the map shows: of the past, in its own words, without what may be done now. */
    moment(model, index) {
      this.head.moment(model, index);
      const { map } = this;
      if (!map || !map.root) return;
      map.overlay.classList.toggle("of-now", index < model.count);
      map.root.append(this.head.caption);
    }

    /** The side that alone is commanded here has its edge of the table below, where that is the northern one. */
    sitBelow() {
      const { battle, seat } = this.told;
      const led = list(battle.led).map((one) => one.id);
      const here = this.model.sides.filter((side) => (seat ? side.id === seat.id : led.length && !led.includes(side.id)));
      if (this.map && here.length === 1 && here[0].edge === "north") this.map.about.turn(true);
    }

    /** Plays what came from a line on. */
    watch(from) {
      this.page.show(from - 1);
      this.page.timeline.toggle();
    }

    follow(lines, answer) {
      const { model } = this;
      list(answer.odds).forEach((one, i) => {
        model.odds[answer.odds_from + i] = one;
      });
      this.page.ending(answer.ending);
      for (const line of lines) this.page.add(line);
      if (lines.some((one) => one.who)) this.page.renew(); // with figures of those who came into sight
    }

    /** The pieces that may act; of a formation that may, all of its units. */
    actors() {
      const ids = list(this.all.actors);
      return [...new Set([...ids, ...this.model.units.filter((one) => ids.includes(one.formation)).map((one) => one.id)])];
    }

    markActors() {
      const actors = this.actors();
      this.drawn.actors(actors);
      if (!this.map) return;
      for (const one of [...this.model.units, ...this.model.leaders]) {
        const node = this.map.unit(one.id);
        if (!node) continue;
        const may = actors.includes(one.id);
        node.classList.toggle("may", may);
        node.setAttribute("tabindex", may ? "0" : "-1");
        node.setAttribute("role", "button");
        const shown = node.querySelector(".upright");
        const named = node.querySelector("title");
        node.setAttribute(
          "aria-label",
          (shown ? shown.textContent + ": " : "") + (named ? named.textContent : "") + (may ? ", may act" : ""),
        );
      }
    }

    // ---- pieces and places -------------------------------------------------------------------------------------------

    /** The formation of a piece, that a leader commands, or one itself. */
    formationOf(id) {
      const { by, formations } = this.model || { by: new Map(), formations: [] };
      const one = by.get(id);
      const led = formations.find((each) => each.commander === id || each === one);
      return led ? led.id : one && one.formation;
    }

    kindOf(id) {
      if (this.model.units.some((one) => one.id === id)) return "unit";
      return this.model.leaders.some((one) => one.id === id) ? "leader" : "formation";
    }

    /** A piece was clicked: it fills a field that waits, else it is chosen, or is what the chosen one acts on. */
    pickPiece(id) {
      const form = this.panel.form;
      if (form && form.pick(this.kindOf(id), id)) return;
      const acts = this.choice && this.choice !== id && this.rowsOf;
      if (acts && this.actOn(id)) return;
      if (acts && this.tried !== id && this.tryOn(id)) return;
      this.choose(id);
    }

    /** Says why the chosen piece can do nothing to an enemy; one that is clicked twice is chosen itself. */
    tryOn(id) {
      const [own, other] = [this.choice, id].map((one) => ({ ...this.model.by.get(one), id: one, kind: this.kindOf(one) }));
      if (!this.actors().includes(own.id) || !own.side || own.side === other.side) return false;
      this.tried = id;
      Limber.tryOn(this, own, other);
      return true;
    }

    actOn(id) {
      const theirs = this.formationOf(this.choice) !== this.formationOf(id) && this.formationOf(id);
      const fits = list(this.rowsOf).filter((row) =>
        Object.entries(row.args).some(
          ([name, value]) => name !== "unit" && [value].flat().some((one) => one === id || (one && one === theirs)),
        ),
      );
      if (!fits.length) return false;
      this.panel.choices(this.model.long(this.choice) + " and " + this.model.long(id), fits, {
        back: () => this.choose(this.choice),
      });
      this.drawn.row(fits[0], this.panel.fieldsOf(fits[0]));
      this.panel.rows.querySelector("button.choice").focus({ preventScroll: true });
      return true;
    }

    async choose(id) {
      this.choice = id;
      this.tried = null;
      this.rowsOf = null;
      this.panel.form = null;
      this.panel.refuse("");
      this.drawn.clear("row", "word", "chosen-one");
      if (!id) {
        this.panel.choices("What may be done", this.all.rows, this.all);
        return;
      }
      const turn = this.heard;
      this.drawn.chosen(id, []);
      const answer = await this.wire.ask({ ask: "piece", id });
      if (turn !== this.heard || this.choice !== id) return;
      if (answer.refused) {
        this.panel.refuse(answer.refused);
        return;
      }
      this.rowsOf = answer.rows;
      this.drawn.chosen(id, answer.arcs, answer.rows);
      const how = this.model.words(this.stage.state()[id] || {});
      this.panel.choices(this.model.long(id) + (how ? " (" + how + ")" : ""), answer.rows, {
        back: () => this.choose(null),
        tell: this.mayTell(id) ? () => this.why({ unit: id }) : null,
      });
      await this.reach(turn);
    }

    /** Is what a unit did, and why, told here? A page of one side alone tells it of its own. */
    mayTell(id) {
      const { seat } = this.told;
      return this.kindOf(id) === "unit" && (!seat || this.model.by.get(id).side === seat.id);
    }

    /** The commands of this step that may send the chosen piece to a place. */
    ways(at) {
      const { side } = this.model.by.get(this.choice) || {};
      return Limber.ways(list(this.all.forms), this.choice, this.kindOf(this.choice), side, this.stage.state()[this.choice], at);
    }

    /** A place straight before the chosen piece. */
    ahead() {
      return Limber.before(this.stage.state()[this.choice] || {});
    }

    /** Draws how far the chosen piece may be sent, as the rules answer along bearings all round. */
    async reach(turn) {
      const [first] = this.map && this.model.by.get(this.choice) ? this.ways(this.ahead()) : [];
      if (!first) return;
      const id = this.choice;
      const answer = await this.wire.ask({ ask: "reach", id, verb: first.verb });
      if (turn !== this.heard || this.choice !== id) return;
      this.drawn.going(answer);
      if (answer.places) this.panel.hint(list(answer.places).length ? "Click on the map where it is to stand." : "There is no room for it.");
    }

    /** An empty place was clicked: it fills a field that waits; else what the chosen piece, or one carried there, may do. */
    async pickPlace(at, carried) {
      const form = this.panel.form;
      if (form && form.pick("place", at)) return;
      if (!this.choice) return;
      const ways = this.ways(at);
      if (!ways.length) {
        const elsewhere = this.ways(this.ahead());
        if (carried && !elsewhere.length) this.refuse({ refused: "No command of this step sends " + this.model.long(this.choice) + " anywhere." }, {}, at);
        else if (elsewhere.length) this.refuse({ refused: "That is behind " + this.model.long(this.choice) + "." }, {}, at);
        else this.choose(null);
        return;
      }
      const rows = [];
      let first = null;
      for (const way of ways) {
        for (const args of way.tries) {
          const row = { verb: way.verb, side: this.model.by.get(this.choice).side, args, actor: this.choice, typed: way.verb };
          const command = { verb: row.verb, side: row.side, args };
          const answer = await this.wire.ask({ check: command });
          first = first || { row, command, answer, fields: way.fields };
          if (answer.refused) continue;
          rows.push({ ...row, goes: answer.goes });
          break;
        }
      }
      const nearest = rows.length ? null : await Limber.farthest(this, ways, at);
      if (nearest) rows.push(nearest);
      const fits = rows.length > 0;
      this.drawn.row(fits ? rows[0] : first.row, first.fields);
      this.refuse(first.answer, first.command, at); // what was meant; something near it may fit
      carried = carried && !nearest;
      if (carried && rows.length === 1) this.change({ give: rows });
      else if (fits) this.panel.choices(this.model.long(this.choice), [...rows, ...list(this.rowsOf)], { back: () => this.choose(null) });
    }

    // ---- would it be allowed? ------------------------------------------------------------------------------------------

    /** Would it be allowed? A refusal is said at its place. */
    async check(command, at) {
      this.refuse(await this.wire.ask({ check: command }), command, at);
    }

    refuse(answer, command, at) {
      this.panel.refuse(answer.refused || "", answer.cite && command, answer.cite);
      this.atPlace(answer, command, at);
    }

    atPlace(answer, command, at) {
      this.drawn.clear("word");
      if (!this.map) return;
      const args = command.args || {};
      const point = at || Object.values(args).find((one) => one && one.x !== undefined);
      const id =
        answer.arg && typeof args[answer.arg] === "string" && this.drawn.place(args[answer.arg])
          ? args[answer.arg]
          : args.target || args.unit;
      const place = point ? [point.x, point.y] : id && this.drawn.place(id);
      if (answer.refused && place) this.drawn.at(place[0], place[1], Limber.capital(answer.refused), "no");
    }
  }

  Limber.Field = Field;
})();
