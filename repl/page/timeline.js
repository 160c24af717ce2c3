/* The timeline: a slider over the commands of a battle, buttons to step and to play, and above it a strip that shows
 * where turns begin, where there was shooting, charging and loss, and which moments turned the battle.
 */
(function () {
  const { el, svg, n, list } = Limber;

  const SPEEDS = [[0.5, "slow"], [1, "normal"], [2, "fast"], [6, "very fast"]];
  const TICK = 1100; // milliseconds for a command at normal speed

  /** What a line is on the strip: the strongest of what happened in it. */
  function kindOf(line) {
    const links = list(line.events).map((one) => one.link && one.link.kind);
    if (list(line.events).some((one) => list(one.set).some((piece) => piece.gone))) return "loss";
    for (const kind of ["fight", "charge", "shot"]) {
      if (links.includes(kind)) return kind;
    }
    return list(line.events).some((one) => list(one.moves).length) || list(line.moves).length ? "move" : null;
  }

  const HEIGHTS = { loss: 20, fight: 15, charge: 12, shot: 9, move: 4 };

  class Timeline {
    /** @param model  @param show (index) => void  @param moments turning points, { index, title }
     *  @param steps which line of the model each step of the slider is, where they are not one to one */
    constructor(model, show, moments, steps) {
      Object.assign(this, { model, show, steps, index: 0, playing: false, speed: 1, length: 0 });
      this.strip = svg("svg", { class: "strip", preserveAspectRatio: "none", "aria-hidden": "true" });
      this.cursor = svg("line", { class: "cursor", y1: 0, y2: 30 });
      this.slider = el("input", {
        type: "range", min: 0, max: 1, value: 0, step: 1, class: "slider", "aria-label": "Command of the battle",
        input: () => { this.stop(); this.go(Number(this.slider.value), true); },
      });
      this.button = el("button", { type: "button", class: "play", click: () => this.toggle() }, "▶ Play");
      const step = (label, sign, act) =>
        el("button", { type: "button", "aria-label": label, title: label, click: () => { this.stop(); act(); } }, sign);
      this.where = el("output", { class: "where" });
      const word = model.about.turn_word || "turn";
      this.pick = el("select", { "aria-label": "Go to a " + word, change: () => this.go(this.pick.value === "now" ? this.length : Number(this.pick.value)) });
      const speed = el("select", {
        "aria-label": "Speed of playing", change: (event) => { this.speed = Number(event.target.value); },
      }, SPEEDS.map(([value, name]) => el("option", { value, selected: value === 1 }, name)));
      this.root = el("div", { class: "timeline", role: "group", "aria-label": "Timeline" },
        el("div", { class: "stripped" }, this.strip, this.slider),
        el("div", { class: "buttons" },
          step("To the beginning (Home)", "|◀", () => this.go(0)),
          step("One " + word + " back (Shift+Left)", "◀◀", () => this.turn(-1)),
          step("One command back (Left)", "◀", () => this.go(this.index - 1)),
          this.button,
          step("One command on (Right)", "▶", () => this.go(this.index + 1)),
          step("One " + word + " on (Shift+Right)", "▶▶", () => this.turn(1)),
          step("To the end (End)", "▶|", () => this.go(this.length)),
          this.pick, speed, this.where));
      this.mark(moments);
    }

    /** The line that a step of the slider shows, and the first step that shows a line. */
    line(step) { return this.steps ? this.steps[step] : step; }

    step(line) { return this.steps ? Math.max(0, this.steps.indexOf(line)) : line; }

    /** Draws the strip, and lists the turns. */
    mark(moments) {
      const { model } = this;
      this.length = this.steps ? this.steps.length - 1 : model.count;
      this.slider.max = this.length;
      const width = Math.max(1, this.length);
      this.strip.setAttribute("viewBox", `0 0 ${width} 30`);
      this.strip.replaceChildren();
      const paths = {};
      model.lines.forEach((line, i) => {
        const kind = kindOf(line);
        if (kind) (paths[kind] = paths[kind] || []).push(`M${this.step(i + 1) - 0.5} 30v${-HEIGHTS[kind]}`);
      });
      for (const [kind, parts] of Object.entries(paths)) {
        this.strip.append(svg("path", { d: parts.join(""), class: "tick " + kind }));
      }
      for (const turn of model.turns) {
        const x = this.step(turn.first) - 1;
        this.strip.append(svg("line", { x1: x, x2: x, y1: 0, y2: 30, class: "turn" }));
      }
      for (const moment of moments || []) {
        const x = this.step(moment.index) - 0.5;
        this.strip.append(svg("path", { d: `M${n(x)} 8V0`, class: "moment" }));
      }
      this.strip.append(this.cursor);
      const begun = this.begun && !model.turns.some((turn) => turn.turn === this.begun.turn);
      this.pick.replaceChildren(el("option", { value: 0 }, "The beginning"),
        ...model.turns.map((turn) => el("option", { value: this.step(turn.first) }, model.when(turn.first))),
        begun ? el("option", { value: "now" }, Limber.capital(model.about.turn_word || "turn") + " " + this.begun.turn) : "");
      this.place();
    }

    /** The turn that a live battle is in, of which nothing may have been done yet: { turn }. */
    now(begun) {
      this.begun = begun.turn > 0 ? begun : null;
      this.mark([]);
    }

    /** Milliseconds for a command. */
    get pace() { return TICK / this.speed; }

    place() {
      const { index, model } = this;
      this.slider.value = index;
      const nth = this.line(index);
      const line = model.line(nth);
      const title = line ? model.when(nth) + (line.title ? ": " + line.title : "") : "The beginning";
      this.slider.setAttribute("aria-valuetext", title + (line ? ", " + Limber.heading(model, line) : ""));
      this.where.textContent = index + " of " + this.length;
      this.cursor.setAttribute("x1", index);
      this.cursor.setAttribute("x2", index);
      const turn = [...model.turns].reverse().find((one) => one.first <= nth);
      const last = [...this.pick.options].find((one) => one.value === "now");
      const value = last && index === this.length ? "now" : String(turn ? this.step(turn.first) : 0);
      if (this.pick.value !== value) this.pick.value = value;
    }

    /** Goes to a command. */
    go(index, scrubbed) {
      const to = Math.min(this.length, Math.max(0, index));
      if (to === this.index && this.shown) return;
      this.index = to;
      this.shown = true;
      this.place();
      this.show(to, { scrubbed: Boolean(scrubbed), playing: this.playing });
    }

    /** Goes to the first command of the next turn, or of this one or the one before. */
    turn(way) {
      const firsts = this.model.turns.map((one) => this.step(one.first));
      const found = way > 0 ? firsts.find((first) => first > this.index)
        : [...firsts].reverse().find((first) => first < this.index);
      this.go(found === undefined ? (way > 0 ? this.length : 0) : found);
    }

    toggle() {
      if (this.playing) { this.stop(); return; }
      if (this.index >= this.length) this.go(0);
      this.playing = true;
      this.button.textContent = "‖ Pause";
      this.last = null;
      this.frame = requestAnimationFrame((now) => this.run(now));
    }

    stop() {
      if (!this.playing) return;
      this.playing = false;
      this.button.textContent = "▶ Play";
      cancelAnimationFrame(this.frame);
    }

    run(now) {
      if (!this.playing) return;
      if (this.last === null) this.last = now - this.pace;
      if (now - this.last >= this.pace) {
        this.last = now;
        this.go(this.index + 1);
        if (this.index >= this.length) { this.stop(); return; }
      }
      this.frame = requestAnimationFrame((then) => this.run(then));
    }

    /** Keys that work anywhere on the page, but where something is typed or chosen. */
    key(event) {
      const target = event.target;
      if (event.ctrlKey || event.metaKey || event.altKey) return false;
      if (/^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) && target !== this.slider) return false;
      const onButton = target.tagName === "BUTTON" || target.tagName === "SUMMARY" || target.tagName === "A";
      const act = {
        ArrowLeft: () => (event.shiftKey ? this.turn(-1) : this.go(this.index - 1)),
        ArrowRight: () => (event.shiftKey ? this.turn(1) : this.go(this.index + 1)),
        Home: () => this.go(0), End: () => this.go(this.length),
        " ": onButton ? null : () => { this.toggle(); return true; },
      }[event.key];
      if (!act) return false;
      if (act() !== true) this.stop();
      event.preventDefault();
      return true;
    }
  }

  Limber.Timeline = Timeline;
})();
