/* A piece that may act is carried by the mouse to where it is to go: what the rules let it do there is done, where that is
 * one thing alone.
 */
(function () {
  const { svg, n } = Limber;

  const FAR = 6; // pixels that a piece is moved before it is carried

  class Carry {
    constructor(board) {
      this.board = board;
      this.held = null;
      board.field.addEventListener("pointerdown", (event) => this.take(event), true);
      window.addEventListener("pointermove", (event) => this.move(event));
      window.addEventListener("pointerup", (event) => this.put(event));
      window.addEventListener("pointercancel", () => this.drop());
      window.addEventListener("keydown", (event) => event.key === "Escape" && this.drop());
      board.field.addEventListener("click", (event) => {
        if (this.done) event.stopImmediatePropagation();
        this.done = false;
      }, true);
    }

    /** A press on a piece that may act, or on another of who acts, which is then told why not; the map is not moved by it. */
    take(event) {
      const { board } = this;
      const unit = event.target.closest && event.target.closest(".unit");
      this.done = false;
      const busy = board.panel.form || board.changing || !board.map || board.map.ruler.on;
      if (!unit || busy || event.button !== 0 || event.pointerType === "touch") return;
      const id = unit.dataset.id;
      const acting = board.told && board.told.battle ? Limber.list(board.told.battle.acting) : [];
      const own = acting.some((side) => side.id === (board.model.by.get(id) || {}).side);
      if (!unit.classList.contains("may") && (!own || board.map.svg.classList.contains("enlarged"))) return;
      if (!(board.stage.state()[id] || {}).at) return;
      event.stopPropagation();
      this.held = { id, x: event.clientX, y: event.clientY };
    }

    move(event) {
      const { held, board } = this;
      if (!held) return;
      if (!held.carried) {
        if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < FAR) return;
        held.carried = true;
        if (board.choice !== held.id) held.chosen = board.choose(held.id);
      }
      this.show(board.map.place(event));
    }

    /** The piece at the pointer, and how far that is. */
    show(at) {
      const { map, drawn, stage } = this.board;
      const piece = stage.state()[this.held.id];
      const [x, y] = [at.x, map.y(at.y)];
      drawn.layer("row").replaceChildren(
        drawn.line(piece.at, [x, y], "leads"),
        piece.size ? drawn.ghost(x, y, piece.facing || 0, piece.size) : svg("circle", { cx: n(x), cy: n(at.y), r: n(map.u), class: "shade" }),
        drawn.label(x, y + map.u, stage.length(Math.hypot(x - piece.at[0], y - piece.at[1])), "leads-says"),
      );
    }

    async put(event) {
      const { held, board } = this;
      this.held = null;
      if (!held || !held.carried) return;
      this.done = true;
      setTimeout(() => (this.done = false)); // a click, if any, has come by then
      const inside = board.map.svg.contains(event.target);
      const at = board.map.place(event);
      await held.chosen;
      if (inside) board.pickPlace({ x: Math.round(at.x), y: Math.round(board.map.y(at.y)) }, true);
      else board.drawn.clear("row");
    }

    drop() {
      if (this.held && this.held.carried) this.board.drawn.clear("row");
      this.held = null;
    }
  }

  Limber.Carry = Carry;
})();
