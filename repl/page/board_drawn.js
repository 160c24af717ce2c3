/* What a choice means, drawn over the map: targets with their distance, where a move leads, how far a shot reaches, and
 * a refusal at its place. Everything stands in the map's overlay and is taken off again.
 */
(function () {
  const { svg, n, list } = Limber;
  const RADIAN = Math.PI / 180;

  class Drawn {
    /** @param stage { map, state(): pieces by id, area(id): bounds of ground, length(mm): in words } */
    constructor(stage) {
      this.stage = stage;
    }

    get map() {
      return this.stage.map;
    }

    /** A layer of the overlay; the later of this list lie on top. */
    layer(name) {
      const { overlay } = this.map;
      if (!overlay.firstChild) {
        overlay.append(
          ...["meant", "actors", "chosen-one", "asked-about", "row", "word"].map((one) => svg("g", { class: one })),
        );
      }
      return overlay.querySelector(":scope > ." + name);
    }

    clear(...names) {
      if (!this.map) return;
      for (const name of names) this.layer(name).replaceChildren();
    }

    piece(id) {
      return this.stage.state()[id];
    }

    place(id) {
      const piece = this.piece(id);
      if (piece && piece.at) return piece.at;
      if (piece && piece.with && this.piece(piece.with)) return this.piece(piece.with).at;
      const bounds = this.stage.area(id);
      return bounds ? [bounds.x, bounds.y] : null;
    }

    /** A frame round a piece as it is drawn: a shallow base is drawn deeper than it is, behind its front edge. It is a
     * circle where the piece has no base. */
    ring(id, kind) {
      const { map } = this;
      const piece = this.piece(id) || {};
      const drawn = piece.id && !map.model.glyphs.has(id) ? map.figures.leaderAt(piece, this.stage.state()) : null;
      const at = drawn || this.place(id);
      if (!at) return null;
      const [x, y] = [n(at[0]), n(map.y(at[1]))];
      if (!piece.size) return svg("circle", { cx: x, cy: y, r: n(1.8 * map.u), class: "ring " + kind });
      const exact = !map.model.glyphs.has(id) || list(piece.bases).length > 1;
      const [w, d] = exact ? piece.size : [Math.max(piece.size[0], 1.2 * map.u), Limber.drawnDepth(piece, map.u)];
      return svg("rect", {
        x: n(-(w + map.u) / 2),
        y: n(-(piece.size[1] + map.u) / 2),
        width: n(w + map.u),
        height: n(d + map.u),
        rx: n(map.u / 2),
        class: "ring " + kind,
        transform: "translate(" + x + " " + y + ") rotate(" + n(piece.facing || 0) + ")",
      });
    }

    label(x, y, text, kind) {
      return svg(
        "text",
        { x: n(x), y: n(this.map.y(y)), "font-size": n(this.map.u * 1.7 * (this.map.scale || 1)), class: "says " + kind },
        text,
      );
    }

    line(from, to, kind) {
      return svg("line", {
        x1: n(from[0]),
        y1: n(this.map.y(from[1])),
        x2: n(to[0]),
        y2: n(this.map.y(to[1])),
        class: "aim " + kind,
      });
    }

    /** A base as it would stand. */
    ghost(x, y, facing, size) {
      return svg("rect", {
        x: n(-size[0] / 2),
        y: n(-size[1] / 2),
        width: n(size[0]),
        height: n(size[1]),
        class: "shade",
        transform: "translate(" + n(x) + " " + n(this.map.y(y)) + ") rotate(" + n(facing) + ")",
      });
    }

    /** Those who may act now. */
    actors(ids) {
      if (!this.map) return;
      this.layer("actors").replaceChildren(...ids.map((id) => this.ring(id, "may")).filter(Boolean));
    }

    /** Those that a decision is about. */
    asked(ids) {
      if (!this.map) return;
      this.layer("asked-about").replaceChildren(...ids.map((id) => this.ring(id, "target")).filter(Boolean));
    }

    /** The piece that was chosen, with the arcs that its ruleset asks about. */
    chosen(id, arcs, rows) {
      if (!this.map) return;
      const parts = [];
      const piece = this.piece(id);
      if (piece && piece.at) Limber.list(arcs).forEach((arc, i) => parts.push(...Limber.reached(this, piece, arc, i % 2 === 1)));
      const known = new Set();
      for (const row of Limber.list(rows)) {
        const open = Limber.list(row.open).find((one) => one.kind === "length" && one.range);
        if (!open || row.actor !== id || !piece || !piece.at || known.has(row.verb)) continue;
        known.add(row.verb);
        parts.push(...this.ahead(piece, row, open.range[0], open.begin || open.range[1]));
      }
      const ring = this.ring(id, "picked");
      if (ring) parts.push(ring);
      this.layer("chosen-one").replaceChildren(...parts);
    }

    /** How far a piece may be sent: x, y …; or where one that is still to come may be placed: x, y, width, depth … */
    going({ outline, places, most }) {
      const [corners, squares] = [Limber.list(outline), Limber.list(places)];
      const points = [];
      for (let i = 0; i < corners.length; i += 2) points.push(n(corners[i]) + "," + n(this.map.y(corners[i + 1])));
      const layer = this.layer("chosen-one");
      if (points.length) {
        layer.append(svg("polygon", { points: points.join(" "), class: "going" }));
        let far = 0;
        const { at } = this.piece(this.stage.chosen()) || {};
        for (let i = 0; at && i < corners.length; i += 2) {
          if (Math.hypot(corners[i] - at[0], corners[i + 1] - at[1]) > Math.hypot(corners[far] - at[0], corners[far + 1] - at[1]) + 1) far = i;
        }
        layer.append(this.label(corners[far], corners[far + 1], this.stage.length(most), "leads-says"));
      }
      for (let i = 0; i < squares.length; i += 4) {
        const [x, y, width, height] = squares.slice(i, i + 4);
        layer.append(svg("rect", { x: n(x), y: n(this.map.y(y + height)), width: n(width), height: n(height), class: "may-stand" }));
      }
    }

    /** What a row would do: lines to those it names, ghosts where it leads, ranges that are open; of one whose values are
     * given (open: null) that alone. */
    row(row, fields) {
      if (!this.map) return;
      if (row.open === null) for (const most of this.layer("chosen-one").querySelectorAll(".shade, .leads, .least, .leads-says")) most.remove();
      const parts = [];
      const actor = row.actor || row.args.unit || Limber.list(row.args.units)[0];
      const from = actor && this.place(actor);
      const piece = this.piece(actor) || {};
      const odds = Limber.list(row.odds).map(Limber.promised).join(", ");
      for (const field of fields) {
        const value = row.args[field.name];
        if (value === undefined || value === null) continue;
        if (["unit", "leader", "area", "formation"].includes(field.kind)) {
          for (const id of Limber.list(field.many ? value : [value])) {
            if (id === actor || !this.place(id)) continue;
            if (from) parts.push(this.line(from, this.place(id), field.whose === "enemy" ? "at-enemy" : "at-friend"));
            parts.push(this.ring(id, field.whose === "enemy" ? "target" : "friend"));
            if (odds && field.whose !== "own")
              parts.push(this.label(this.place(id)[0], this.place(id)[1] + 2.4 * this.map.u, odds, "odds-says"));
          }
        } else if (field.kind === "point" && field.many) {
          parts.push(...this.round(from, Limber.list(value)));
        } else if (field.kind === "point" && value.x !== undefined) {
          parts.push(...this.goal(row, piece, from, [value.x, value.y]));
        } else if (field.kind === "length" && piece.at) {
          parts.push(...this.ahead(piece, row, value, value, Limber.headed(fields, row.args)));
        }
      }
      const begun = Object.fromEntries(Limber.list(row.open).map((one) => [one.name, one.begin]));
      for (const open of Limber.list(row.open)) {
        if (open.kind === "length" && open.range && piece.at)
          parts.push(...this.ahead(piece, row, open.range[0], open.begin || open.range[1], Limber.headed(fields, begun)));
      }
      this.layer("row").replaceChildren(...parts.filter(Boolean));
    }

    /** A goal, and the way to it. */
    goal(row, piece, from, [x, y]) {
      if (piece.at && Limber.short(row, piece, { x, y })) return this.partWay(row, piece, [x, y]);
      return [
        from ? this.line(from, [x, y], "leads") : null,
        piece.size ? this.ghost(x, y, this.facing(row, piece), piece.size) : this.dot([x, y], 1, "shade"),
      ];
    }

    /** A way round by some places, on to wherever it leads. */
    round(from, places) {
      const way = [from, ...places.map((one) => [one.x, one.y])].filter(Boolean);
      return way.slice(1).flatMap((at, i) => [this.line(way[i], at, "leads"), this.dot(at, 0.5, "least")]);
    }

    dot(at, size, kind) {
      return svg("circle", { cx: n(at[0]), cy: n(this.map.y(at[1])), r: n(this.map.u * size), class: kind });
    }

    /** On the way to a goal, as far as it gets now; the rest is faint. */
    partWay(row, piece, goal) {
      const away = Math.hypot(goal[0] - piece.at[0], goal[1] - piece.at[1]);
      const [x, y] = [0, 1].map((i) => piece.at[i] + ((goal[i] - piece.at[i]) * row.goes) / away);
      return [
        this.line([x, y], goal, "leads rest"),
        this.line(piece.at, [x, y], "leads"),
        this.ghost(x, y, this.facing(row, piece), piece.size),
        this.label(x, y, this.stage.length(row.goes), "leads-says"),
      ];
    }

    /** What units are going to do: what is sealed, and what those do who are told nothing. */
    meant(rows) {
      if (!this.map) return;
      const [parts, said] = [[], []];
      for (const row of rows) {
        const piece = this.piece(row.actor);
        const enemy = row.args.target && this.place(row.args.target);
        if (piece && piece.at && enemy) parts.push(this.line(piece.at, enemy, "at-enemy"));
        if (piece && piece.at && Array.isArray(row.args.via)) parts.push(...this.round(piece.at, row.args.via));
        const goal = row.args.to || (row.args.toward && this.place(row.args.toward));
        const to = goal && (Array.isArray(goal) ? goal : [goal.x, goal.y]);
        if (!piece || !piece.at || !piece.size) continue;
        if (to && Limber.short(row, piece, { x: to[0], y: to[1] })) parts.push(...this.partWay(row, piece, to).slice(1, 3), this.apart(said, row, piece, to));
        else if (to) parts.push(this.line(piece.at, to, "leads"), this.ghost(...to, this.facing(row, piece), piece.size));
        else if (row.args.forward) parts.push(...this.ahead(piece, row, row.args.forward, row.args.forward));
      }
      this.layer("meant").replaceChildren(...parts.filter(Boolean));
    }

    /** How far it gets, where no other length stands already. */
    apart(said, row, piece, goal) {
      const away = Math.hypot(goal[0] - piece.at[0], goal[1] - piece.at[1]);
      const [x, y] = [0, 1].map((i) => piece.at[i] + ((goal[i] - piece.at[i]) * row.goes) / away);
      if (said.some((one) => Math.abs(one[0] - x) < 8 * this.map.u && Math.abs(one[1] - y) < 2 * this.map.u)) return null;
      said.push([x, y]);
      return this.label(x, y, this.stage.length(row.goes), "leads-says");
    }

    facing(row, piece) {
      if (typeof row.args.facing === "number") return row.args.facing;
      return piece.facing || 0;
    }

    /** Straight ahead, or back where the row goes back. */
    ahead(piece, row, least, most, { off, turned } = { off: 0, turned: 0 }) {
      const back = row.back ? 180 : 0;
      const turn = (piece.facing + back + off) * RADIAN;
      const at = (mm) => [piece.at[0] + Math.sin(turn) * mm, piece.at[1] + Math.cos(turn) * mm];
      const parts = [this.line(at(0), at(most), "leads"), this.ghost(...at(most), piece.facing + turned, piece.size)];
      if (least < most && least > 0) parts.push(this.dot(at(least), 0.4, "least"));
      parts.push(this.label(...at(most), this.stage.length(most), "leads-says"));
      return parts;
    }

    /** What the rules say at a place: where a command was refused, or what may be done there. */
    at(x, y, words, kind) {
      if (!this.map) return;
      const width = 34;
      const lines = [];
      for (const word of words.split(/\s+/)) {
        const last = lines[lines.length - 1];
        if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = last + " " + word;
        else lines.push(word);
      }
      const { map } = this;
      const size = 1.6 * map.u;
      const left = Math.min(x, map.width - width * size * 0.5);
      const top = Math.max(map.y(y) - lines.length * size * 1.25 - map.u, size);
      this.layer("word").replaceChildren(
        svg("circle", { cx: n(x), cy: n(map.y(y)), r: n(map.u * 0.7), class: "spot " + kind }),
        svg(
          "g",
          { class: "said-at" },
          svg("rect", {
            x: n(left - size * 0.5),
            y: n(top - size),
            width: n(width * size * 0.53),
            height: n(lines.length * size * 1.25 + size * 0.5),
            class: "plate " + kind,
          }),
          ...lines.map((line, i) =>
            svg("text", { x: n(left), y: n(top + i * size * 1.25), "font-size": n(size), class: "word " + kind }, line),
          ),
        ),
      );
    }
  }

  Limber.Drawn = Drawn;
})();
