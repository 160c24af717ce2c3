/* What the data of a battle says at each moment: where everybody is after each line and each event, what was lost, who
 * holds what, which orders are on their way. The shape of the data stands in page/data.lua.
 */
(function () {
  const { list } = Limber;

  /** Pieces by id, whatever an id is: "__proto__" is a name like any other. */
  const copied = (pieces) => Object.assign(Object.create(null), pieces);

  class Model {
    constructor(data) {
      this.data = data;
      this.about = data.about;
      this.sides = list(data.sides);
      this.lossRows = list(data.loss_rows);
      this.odds = list(data.odds);
      this.ending = data.ending || {};
      this.by = new Map();
      for (const one of [...this.sides, ...list(data.areas), ...list(data.lines_of_ground)]) this.by.set(one.id, one);
      this.stateWords = new Map(list(data.states).map((one) => [one.word, one]));
      this.stateWords.set("off_table", { word: "off_table", doc: "yet to come", sign: "" });
      this.glyphs = new Map();
      this.units = [];
      this.leaders = [];
      this.formations = [];
      this.meet(data);
      const start = copied();
      for (const piece of list(data.start)) start[piece.id] = piece;
      this.lines = [];
      this.states = [start];
      this.losses = [data.losses || {}];
      this.holds = [data.holds || null];
      this.clocks = [data.clock || null];
      this.turns = [];
      this.orders = new Map();
      this.falls = [];
      this.notes = new Map(); // what people said of lines, by the lines' numbers
      for (const line of list(data.lines)) this.add(line);
    }

    /** How many lines there are; index 0 is the beginning, index n is after line n. */
    get count() { return this.lines.length; }

    /** Takes in who is known of: at the beginning, and as they come into sight. */
    meet(who) {
      for (const place of ["units", "leaders", "formations"]) {
        for (const one of list(who[place])) {
          if (this.by.has(one.id)) continue;
          this.by.set(one.id, one);
          this[place].push(one);
          if (place === "units") this.glyphs.set(one.id, one.glyph);
        }
      }
    }

    /** Takes the next line of the battle. */
    add(line) {
      if (line.who) this.meet(line.who);
      const before = this.states[this.lines.length];
      let state = before;
      const put = (pieces) => {
        if (!pieces) return;
        if (state === before) state = copied(before);
        for (const piece of list(pieces)) {
          const old = state[piece.id];
          if (piece.gone && !(old && old.gone)) this.falls.push({ index: this.lines.length + 1, id: piece.id, old });
          state[piece.id] = piece.gone && old && old.at && !piece.at ? { ...piece, last: old.at } : piece;
        }
      };
      put(line.set);
      for (const event of list(line.events)) put(event.set);
      this.lines.push(line);
      if (line.note) this.notes.set(line.of, [...this.notesOf(line.of), line.note]);
      const index = this.lines.length;
      this.states.push(state);
      this.losses.push(line.losses || this.losses[index - 1]);
      this.holds.push(line.holds || this.holds[index - 1]);
      this.clocks.push(line.clock || this.clocks[index - 1]);
      const last = this.turns[this.turns.length - 1];
      if (!last || last.turn !== line.turn) this.turns.push({ turn: line.turn, first: index, last: index });
      else last.last = index;
      for (const order of list(line.orders)) {
        const known = this.orders.get(order.n);
        if (order.ended === undefined) this.orders.set(order.n, { ...order, line: known ? known.line : index });
        else if (known) known.ended = order.ended;
      }
    }

    /** Everybody after line `index`; with `event`, after so many events of it. */
    at(index, event) {
      if (event === undefined || event === null || index === 0) return this.states[index];
      const line = this.lines[index - 1];
      const state = copied(this.states[index - 1]);
      const put = (pieces) => { for (const piece of list(pieces)) state[piece.id] = piece; };
      put(line.set);
      list(line.events).slice(0, event).forEach((one) => put(one.set));
      return state;
    }

    notesOf(id) { return this.notes.get(id) || []; }

    line(index) { return this.lines[index - 1]; }

    name(id) {
      const one = this.by.get(id);
      return one ? one.name || one.id : String(id);
    }

    /** A unit as it is called, with its number. */
    long(id) {
      const one = this.by.get(id);
      if (!one) return String(id);
      return one.number && one.number !== one.name ? one.name + " (" + one.number + ")" : one.name;
    }

    side(id) {
      const one = this.by.get(id);
      return one && (one.pattern ? one : this.by.get(one.side));
    }

    /** 1 or 2: how a side is drawn. */
    pattern(id) {
      const side = this.side(id);
      return side ? side.pattern : 0;
    }

    stateDoc(piece) {
      if (!piece) return "";
      if (piece.gone) return "gone";
      if (!piece.state) return "";
      const word = this.stateWords.get(piece.state);
      return word ? word.doc : String(piece.state).replaceAll("_", " ");
    }

    /** A piece as it is, in words: strength, formation, state. */
    words(piece) {
      const parts = [];
      if (piece.strength) parts.push(piece.strength);
      else if (piece.drill) parts.push(piece.drill);
      if (piece.wear && piece.wear.text) parts.push(piece.wear.text);
      if (piece.house) parts.push(piece.house);
      const state = this.stateDoc(piece);
      if (state) parts.push(state);
      return parts.join("; ");
    }

    /** The turn of an index, as people call it: "Bound 3, 08:50". */
    when(index) {
      const line = this.line(Math.max(1, index));
      if (!line || index === 0) return "The beginning";
      const word = Limber.capital(this.about.turn_word || "turn");
      const clock = this.clocks[index - 1];
      if (line.turn === 0) return "The set-up";
      return word + " " + line.turn + (clock ? ", " + clock : "");
    }

    /** The same of what one line did, which may go on into the next turn: "The set-up, into turn 1". */
    span(index) {
      const line = this.line(index);
      const into = index > 0 && line && line.into;
      return this.when(index) + (into ? ", into " + (this.about.turn_word || "turn") + " " + into : "");
    }

    /** All throws of the battle: { throw, line, index, n }. */
    throws() {
      const all = [];
      this.lines.forEach((line, i) => list(line.throws).forEach((thrown, n) =>
        all.push({ thrown, line, index: i + 1, n: n + 1 })));
      return all;
    }

    /** Does anybody have a place that can be drawn? */
    get placed() {
      if (!this.data.table) return false;
      return list(this.data.start).some((one) => one.at) || this.lines.some((line) =>
        list(line.set).some((one) => one.at) || list(line.events).some((e) => list(e.set).some((one) => one.at)));
    }
  }

  Limber.Model = Model;
})();
