/* The units and leaders on a map: one group each, moved by a transform and drawn anew only when they look otherwise. */
(function () {
  const { svg, n } = Limber;

  /** What of a piece changes its drawing, not only its place. */
  const looks = (piece) => [piece.size, piece.state, piece.open, piece.drill, piece.gone, piece.wear && piece.wear.lost,
    Limber.list(piece.bases).length > 1 ? [piece.bases, piece.at, piece.facing] : 0].join("|");

  /** A block with no room for its number, which then stands behind it. */
  const small = (piece, u) => piece.size[0] < 3.2 * u || piece.open;

  /** What a unit has lost of what it can lose: a bar along its rear, so far filled. */
  function wear(piece, u) {
    const { lost, of } = piece.wear;
    const width = Math.max(piece.size[0], 1.2 * u);
    const bar = (share, kind) => svg("rect", { x: n(-width / 2), y: n(Limber.drawnDepth(piece, u) + 0.12 * u), width: n(width * share), height: n(0.5 * u), class: kind });
    return svg("g", { class: "wear" }, bar(1, "wear-of"), bar(Math.min(1, lost / Math.max(1, of)), "wear-lost"));
  }

  class Figures {
    constructor(map) {
      this.map = map;
      this.known = new Map();
      this.nodes = new Map();
      const { model } = map;
      for (const one of [...model.units, ...model.leaders]) {
        const isUnit = model.glyphs.has(one.id);
        const group = svg("g", { class: isUnit ? "unit" : "unit leads", "data-id": one.id },
          svg("title", {}), svg("g", { class: "turned" }), svg("g", { class: "upright" }));
        this.nodes.set(one.id, { group, one, isUnit, turn: 0, look: null });
        map.layers.units.append(group);
        group.setAttribute("display", "none");
      }
    }

    node(id) { const found = this.nodes.get(id); return found && found.group; }

    /** Shows everybody as in `state`: of units only those whose piece is another one are touched. */
    show(state) {
      for (const [id, node] of this.nodes) {
        const piece = state[id];
        if (this.known.get(id) === piece && (node.isUnit || !piece || !(piece.at || piece.with))) continue;
        this.known.set(id, piece);
        this.put(node, piece, state);
      }
    }

    put(node, piece, state) {
      const { group, isUnit } = node;
      let at = piece && (piece.at || (piece.gone && piece.last));
      if (piece && !isUnit) at = this.leaderAt(piece, state) || at;
      if (!piece || !at || piece.unseen || piece.off || (piece.gone && !isUnit)) {
        group.setAttribute("display", "none");
        return;
      }
      group.removeAttribute("display");
      const look = looks(piece);
      if (look !== node.look) {
        node.look = look;
        this.draw(node, piece);
      }
      this.place(node, piece, at);
      const { model } = this.map;
      const words = model.words(piece);
      group.firstChild.textContent = model.long(node.one.id) + (words ? ": " + words : "");
    }

    /** Where a leader is drawn: behind the unit that he is with, or on whose body he stands; else where he is. */
    leaderAt(piece, state) {
      if (piece.with) return state[piece.with] ? this.behind(state[piece.with]) : null;
      if (!piece.at) return null;
      const { model, u } = this.map;
      const { side } = model.by.get(piece.id) || {};
      for (const { id } of model.units) {
        const unit = state[id];
        if (!unit || !unit.at || !unit.size || unit.gone || unit.off || unit.unseen || model.by.get(id).side !== side) continue;
        const turn = ((unit.facing || 0) * Math.PI) / 180;
        const [dx, dy] = [piece.at[0] - unit.at[0], piece.at[1] - unit.at[1]];
        const [across, ahead] = [dx * Math.cos(turn) - dy * Math.sin(turn), dx * Math.sin(turn) + dy * Math.cos(turn)];
        const front = unit.size[1] / 2;
        const rear = front - Limber.drawnDepth(unit, u) - (small(unit, u) ? 2.2 : 1) * u;
        if (Math.abs(across) < unit.size[0] / 2 && ahead < front && ahead > rear) return this.behind(unit);
      }
      return piece.at;
    }

    /** Where a leader is drawn who is with a unit: behind it, so that neither hides the other nor its number. */
    behind(unit) {
      if (!unit.at || !unit.size) return null;
      const turn = ((unit.facing || 0) * Math.PI) / 180;
      const back = Limber.drawnDepth(unit, this.map.u) - unit.size[1] / 2 + 1.1 * this.map.u;
      const aside = small(unit, this.map.u) ? unit.size[0] / 2 + 1.2 * this.map.u : Math.min(unit.size[0] / 4, 3 * this.map.u);
      return [unit.at[0] - Math.sin(turn) * back + Math.cos(turn) * aside, unit.at[1] - Math.cos(turn) * back - Math.sin(turn) * aside];
    }

    /** Moves a group: the middle of its front edge is the origin of its drawing. */
    place(node, piece, at) {
      const { map } = this;
      const [turned, upright] = [node.group.children[1], node.group.children[2]];
      if (!node.isUnit || piece.gone || !piece.size) {
        const move = `translate(${n(at[0])}px, ${n(map.y(at[1]))}px)`;
        turned.style.transform = move;
        upright.style.transform = move;
        return;
      }
      const facing = piece.facing || 0;
      node.turn += ((facing - node.turn + 540) % 360 + 360) % 360 - 180;
      const [sin, cos] = [Math.sin((facing * Math.PI) / 180), Math.cos((facing * Math.PI) / 180)];
      const half = piece.size[1] / 2;
      const [fx, fy] = [at[0] + sin * half, at[1] + cos * half];
      turned.style.transform = `translate(${n(fx)}px, ${n(map.y(fy))}px) rotate(${n(node.turn)}deg)`;
      const depth = Limber.drawnDepth(piece, map.u);
      const back = small(piece, map.u) ? depth + 1.1 * map.u : depth / 2;
      upright.style.transform = `translate(${n(fx - sin * back)}px, ${n(map.y(fy - cos * back))}px)`;
    }

    draw(node, piece) {
      const { map } = this;
      const { model, u } = map;
      const side = model.pattern(node.one.id) || 1;
      const [turned, upright] = [node.group.children[1], node.group.children[2]];
      turned.replaceChildren();
      upright.replaceChildren();
      node.group.classList.toggle("gone", Boolean(piece.gone));
      if (piece.gone) {
        upright.append(svg("path", { d: `M0 ${n(-1.3 * u)}V${n(1.1 * u)}M${n(-0.8 * u)} ${n(-0.5 * u)}H${n(0.8 * u)}`, class: "cross" }),
          svg("text", { y: n(2.6 * u), "font-size": n(1.5 * u), class: "label" }, node.one.number || ""));
        return;
      }
      if (!node.isUnit) {
        turned.append(Limber.leaderGlyph(side, map));
        return;
      }
      turned.append(Limber.unitGlyph(node.one.glyph, piece, side, map));
      if (piece.wear && piece.wear.lost > 0) turned.append(wear(piece, u));
      const pale = small(piece, u) || /guns$/.test(node.one.glyph) || piece.drill === "square";
      const on = pale ? "label" : "label on" + side;
      upright.append(svg("text", { y: n(0.6 * u), "font-size": n(1.7 * u), class: on }, node.one.number));
      const word = piece.state && model.stateWords.get(piece.state);
      if (word) {
        const aside = n(0.75 * u * (String(node.one.number).length + 1.4));
        upright.append(svg("circle", { cx: aside, cy: 0, r: n(0.95 * u), class: "state" }),
          svg("text", { x: aside, y: n(0.55 * u), "font-size": n(1.6 * u), class: "state-sign" }, word.sign || "!"));
      }
    }
  }

  Limber.Figures = Figures;
})();
