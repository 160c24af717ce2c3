/* What lies over a map to look closer: an overview while it is enlarged, the pieces under the pointer, and a ruler between
 * pieces and places. The ruler measures between the edges of bases; a live page also asks the rules (`options.measure`).
 */
(function () {
  const { el, svg, n, list } = Limber;

  // ---- lengths between bases -----------------------------------------------------------------------------------------

  /** The corners of the bases of a piece, or its place. */
  function outlines(piece) {
    const bases = list(piece.bases).length ? list(piece.bases)
      : piece.size ? [[piece.at[0], piece.at[1], piece.facing || 0, ...piece.size]] : [];
    if (!bases.length) return [[piece.at]];
    return bases.map(([x, y, facing, w, d]) => {
      const [sin, cos] = [Math.sin((facing * Math.PI) / 180), Math.cos((facing * Math.PI) / 180)];
      return [[-w, -d], [w, -d], [w, d], [-w, d]].map(([a, b]) => [x + (a * cos + b * sin) / 2, y + (b * cos - a * sin) / 2]);
    });
  }

  /** The nearest point of a stretch to a place. */
  function onto([ax, ay], [bx, by], [x, y]) {
    const [dx, dy] = [bx - ax, by - ay];
    const length = dx * dx + dy * dy;
    const share = length ? Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length)) : 0;
    return [ax + share * dx, ay + share * dy];
  }

  const sides = (points) => points.map((point, i) => [point, points[(i + 1) % points.length]]);

  function cross([a, b], [c, d]) {
    const turn = (p, q, r) => Math.sign((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]));
    return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
  }

  /** How far apart two pieces or places are, and between which points: { mm, from, to }. */
  Limber.gap = (one, other) => {
    let best = { mm: Infinity };
    const offer = (from, to) => {
      const mm = Math.hypot(from[0] - to[0], from[1] - to[1]);
      if (mm < best.mm) best = { mm, from, to };
    };
    for (const a of outlines(one)) {
      for (const b of outlines(other)) {
        for (const [p, q] of sides(a)) {
          for (const [r, s] of sides(b)) {
            if (cross([p, q], [r, s])) return { mm: 0, from: p, to: p };
            offer(onto(p, q, r), r);
            offer(p, onto(r, s, p));
          }
        }
      }
    }
    return best;
  };

  /** The pieces of ground that a stretch crosses, by name or kind. */
  function crossed(model, from, to) {
    const kinds = new Map(list(model.data.kinds).map((one) => [one.kind, one.doc]));
    const over = [];
    for (const [places, closed] of [[list(model.data.areas), true], [list(model.data.lines_of_ground), false]]) {
      for (const one of places) {
        const points = [];
        for (let i = 0; i + 1 < list(one.points).length; i += 2) points.push([one.points[i], one.points[i + 1]]);
        const edges = closed ? sides(points) : sides(points).slice(0, -1);
        if (edges.some((edge) => cross(edge, [from, to]))) over.push(one.name || kinds.get(one.kind) || one.kind);
      }
    }
    return [...new Set(over)];
  }

  // ---- the ruler -----------------------------------------------------------------------------------------------------

  class Ruler {
    /** @param measure (id, id or place) => { mm, clear, by, off }, or null where nobody can be asked */
    constructor(map, measure) {
      Object.assign(this, { map, measure, on: false, from: null, asked: 0 });
      this.layer = svg("g", { class: "ruler" });
      map.svg.append(this.layer);
      this.said = el("output", { class: "measured", "aria-live": "polite" });
      this.button = el("button", {
        type: "button", class: "tool", "aria-pressed": "false", "aria-label": "Measure (m): click two units or places",
        title: "Measure (m): click two units or places", click: () => this.toggle(),
      }, "↔");
      map.svg.addEventListener("click", (event) => {
        if (!this.on || map.dragged) return; // who drags moves the map
        event.stopImmediatePropagation();
        this.click(this.meant(event));
      }, true);
      this.ends = (event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        this.toggle();
      };
      map.svg.addEventListener("pointermove", (event) => {
        if (this.on && this.from && !this.done) this.draw(this.from, this.meant(event));
      });
    }

    toggle() {
      this.on = !this.on;
      document[this.on ? "addEventListener" : "removeEventListener"]("keydown", this.ends, true);
      this.button.setAttribute("aria-pressed", String(this.on));
      this.map.root.classList.toggle("measuring", this.on);
      this.clear();
      this.said.textContent = this.on ? "Click a unit or a place, then another." : "";
    }

    clear() {
      this.from = null;
      this.done = false;
      this.layer.replaceChildren();
    }

    /** What a click means: a piece with its base, or a place. */
    meant(event) {
      const node = event.target.closest && event.target.closest("[data-id].unit");
      const piece = node && this.map.state[node.getAttribute("data-id")];
      if (piece && piece.at) return piece;
      const at = this.map.place(event);
      return { at: [at.x, this.map.y(at.y)] };
    }

    click(what) {
      if (!this.from || this.done) {
        this.clear();
        this.from = what;
        this.said.textContent = this.name(what) + " to …";
        return;
      }
      this.done = true;
      this.draw(this.from, what);
      this.tell(this.from, what);
    }

    name(what) {
      return what.id ? this.map.model.long(what.id) : Limber.where(this.map.model, what).split(",")[0] || "a place";
    }

    draw(one, other) {
      const { map } = this;
      const gap = Limber.gap(one, other);
      if (!gap.from) return gap;
      const [a, b] = [gap.from, gap.to];
      this.layer.replaceChildren(
        svg("line", { x1: n(a[0]), y1: n(map.y(a[1])), x2: n(b[0]), y2: n(map.y(b[1])), class: "tape" }),
        svg("text", { x: n((a[0] + b[0]) / 2), y: n(map.y((a[1] + b[1]) / 2) - map.u), "font-size": n(2 * map.u * (map.view.w / map.whole.w)), class: "tape-says" },
          Limber.far(map.model, gap.mm)));
      return gap;
    }

    /** Says it in words, with the ground on the way; then what the rules say, where they can be asked. */
    async tell(one, other) {
      const { model } = this.map;
      const gap = Limber.gap(one, other);
      const over = crossed(model, gap.from, gap.to);
      const words = (mm) => this.name(one) + " to " + this.name(other) + ": " + Limber.far(model, mm) + ".";
      const ground = over.length ? " On the way: " + over.join(", ") + "." : "";
      this.said.textContent = words(gap.mm) + ground;
      if (!this.measure || !one.id) return;
      this.asked += 1;
      const turn = this.asked;
      const told = await this.measure(one.id, other.id || { x: other.at[0], y: other.at[1] });
      if (turn !== this.asked || !this.done || !told || told.mm === undefined) return;
      const line = told.clear === undefined ? "" : told.clear ? " By the rules the line of fire is clear"
        : " By the rules the line of fire is blocked" + (told.by ? " by " + told.by : "");
      const off = told.off === undefined ? "" : ", " + Math.round(Math.abs(told.off)) + "° off its front";
      this.said.textContent = words(told.mm) + (line ? line + off + "." : "") + ground;
    }
  }

  // ---- the overview --------------------------------------------------------------------------------------------------

  class Overview {
    constructor(map) {
      this.map = map;
      this.dots = svg("g", {});
      this.frame = svg("rect", { class: "seen" });
      this.root = svg("svg", { class: "map overview", viewBox: [map.whole.x, map.whole.y, map.whole.w, map.whole.h].map(n).join(" "), "aria-hidden": "true" },
        svg("rect", { x: 0, y: 0, width: n(map.width), height: n(map.depth), class: "sheet" }),
        map.model.data.ground ? svg("use", { href: "#" + map.model.data.ground }) : null, this.dots, this.frame);
      this.root.addEventListener("click", (event) => {
        const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.root.getScreenCTM().inverse());
        map.center(at);
      });
    }

    look() {
      const { view, whole } = this.map;
      const hidden = view.w >= whole.w - 1;
      this.root.toggleAttribute("data-off", hidden);
      if (hidden) return;
      for (const [name, value] of [["x", view.x], ["y", view.y], ["width", view.w], ["height", view.h]]) this.frame.setAttribute(name, n(value));
      this.show();
    }

    show() {
      if (this.root.hasAttribute("data-off")) return;
      const { map } = this;
      this.dots.replaceChildren(...map.model.units.map((one) => {
        const piece = (map.state || {})[one.id];
        if (!piece || !piece.at || piece.gone || piece.off || piece.unseen) return null;
        return svg("circle", { cx: n(piece.at[0]), cy: n(map.y(piece.at[1])), r: n(1.3 * map.u), class: "dot dot" + (map.model.pattern(one.id) || 1) });
      }).filter(Boolean));
    }
  }

  // ---- from the other side -------------------------------------------------------------------------------------------

  let turned = false; // of every map of the page, those too that are drawn anew

  /** The map as it is seen from the other side of the table. */
  class About {
    constructor(map) {
      this.map = map;
      const label = "Turn the map round (r)";
      this.button = el("button", { type: "button", class: "tool", "aria-label": label, title: label, click: () => this.turn() }, "↻");
    }

    get on() { return turned; }

    turn(to) {
      turned = to === undefined ? !turned : to;
      this.look(this.map.root);
    }

    look(frame) {
      frame.classList.toggle("about", turned);
      this.button.setAttribute("aria-pressed", String(turned));
    }
  }

  // ---- what is under the pointer -------------------------------------------------------------------------------------

  /** All pieces under the pointer, those that lie over each other too, with how they are. */
  class Under {
    constructor(map) {
      this.map = map;
      this.root = el("div", { class: "under-pointer", "aria-hidden": "true" });
      map.svg.addEventListener("pointermove", (event) => {
        if (event.pointerType === "touch" || event.buttons) return;
        cancelAnimationFrame(this.frame);
        this.frame = requestAnimationFrame(() => this.look(event.clientX, event.clientY));
      });
      map.svg.addEventListener("pointerleave", () => {
        cancelAnimationFrame(this.frame);
        this.root.replaceChildren();
      });
    }

    look(x, y) {
      const ids = new Set();
      for (const node of document.elementsFromPoint(x, y)) {
        const unit = node.closest && node.closest("[data-id].unit");
        if (unit && this.map.svg.contains(unit)) ids.add(unit.getAttribute("data-id"));
      }
      for (const one of this.map.model.leaders) {
        const piece = (this.map.state || {})[one.id];
        if (piece && piece.with && ids.has(piece.with)) ids.add(one.id);
      }
      const key = [...ids].join(" ");
      if (key === this.key && this.root.firstChild) return;
      this.key = key;
      this.root.replaceChildren(...[...ids].map((id) => {
        const piece = this.map.state[id] || {};
        const words = this.map.model.words(piece);
        return el("p", {}, el("b", {}, this.map.model.long(id)), words ? ": " + words : "");
      }));
    }
  }

  Object.assign(Limber, { Ruler, Overview, Under, About });
})();
