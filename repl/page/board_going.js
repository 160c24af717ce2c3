/* Solo commanders that lead every side go on command after command at the pace of the timeline, until somebody stops them.
 */
(function () {
  const { el, list } = Limber;

  const SOON = 30; // milliseconds after a command of which nothing is seen

  class Going {
    constructor(board) {
      this.board = board;
      this.button = el("button", { type: "button", class: "main", click: () => this.turn(!this.on) });
      this.turn(false);
    }

    /** What stands where a person would be asked. */
    buttons() {
      const one = () => this.board.change({ run: "next", rest: "" });
      return [this.button, el("button", { type: "button", click: one }, "Next command")];
    }

    /** Lets them go on, or stops them. */
    turn(on) {
      this.on = on;
      this.button.textContent = on ? "‖ Pause" : "▶ Let them fight";
      clearTimeout(this.waiting);
      if (on) this.next();
    }

    next() {
      const { board } = this;
      if (board.changing) this.later(SOON);
      else board.change({ run: "next", rest: "" });
    }

    later(milliseconds) {
      clearTimeout(this.waiting);
      this.waiting = setTimeout(() => this.on && this.next(), milliseconds);
    }

    /** After a command was shown. */
    goOn() {
      const { told, model, page } = this.board;
      if (!this.on) return;
      if (told.battle.kind === "over" || !Going.leads(told.battle)) {
        this.turn(false);
        return;
      }
      const line = model.lines[model.count - 1];
      const seen = line && (line.verb !== "done" || list(line.events).length);
      this.later(seen ? page.timeline.pace : SOON);
    }

    /** Do solo commanders lead every side? */
    static leads(battle) {
      return Boolean(battle.players) && battle.kind !== "over" && list(battle.led).length === list(battle.sides).length;
    }
  }

  Limber.Going = Going;
})();
