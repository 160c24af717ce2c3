/* How a unit is drawn, as on maps of the period: a block over its real frontage. The arm is a shape (foot a full block,
 * horse a diagonal, guns a wheel and a barrel, skirmishers dots), the side a filling (plain or hatched) as well as a
 * colour, the state a sign and a broken edge. Nothing is told by colour alone.
 */
(function () {
  const { svg, n } = Limber;

  /* `how` is { u, id }: a hundredth of the table's longer side, and the drawing's own id, which its hatching bears. */

  /** How a side fills a shape: the first plainly, the second with hatching. */
  const filling = (side, how, more) => ({
    class: "block fill" + side + (more || ""), fill: side === 2 ? "url(#" + how.id + "-side2)" : null,
  });

  /** A block: its front edge is the line y = 0, everything else is behind it (y > 0 is to the rear). */
  function block(width, depth, side, how, broken) {
    return svg("rect", {
      x: n(-width / 2), y: 0, width: n(width), height: n(depth), ...filling(side, how, broken ? " broken" : ""),
    });
  }

  function diagonal(width, depth) {
    return svg("line", { x1: n(-width / 2), y1: n(depth), x2: n(width / 2), y2: 0, class: "mark" });
  }

  function gun(width, depth, u) {
    const radius = Math.min(depth, width) * 0.28;
    return svg("g", { class: "mark" },
      svg("line", { x1: 0, y1: n(depth * 0.9), x2: 0, y2: n(-0.6 * u) }),
      svg("circle", { cx: 0, cy: n(depth * 0.45), r: n(radius), class: "hollow" }));
  }

  function wheels(width, depth) {
    const radius = Math.min(depth, width) * 0.2;
    return svg("g", { class: "mark" }, [-0.25, 0.25].map((at) =>
      svg("circle", { cx: n(width * at), cy: n(depth * 0.75), r: n(radius), class: "hollow" })));
  }

  function dots(width, depth, side, how) {
    const { u } = how;
    const count = Math.max(3, Math.round(width / (1.5 * u)));
    const group = svg("g", {}, svg("rect", {
      x: n(-width / 2), y: 0, width: n(width), height: n(depth), class: "ghost",
    }));
    for (let i = 0; i < count; i += 1) {
      const x = ((i + 0.5) / count - 0.5) * width;
      group.append(svg("circle", {
        cx: n(x), cy: n(depth * (i % 2 ? 0.7 : 0.35)), r: n(Math.min(0.5 * u, (0.4 * width) / count)),
        ...filling(side, how),
      }));
    }
    return group;
  }

  /** The front: a short stroke, so that facing shows on a square block too. */
  function tick(u) {
    return svg("path", { d: `M ${n(-0.55 * u)} 0 L 0 ${n(-0.75 * u)} L ${n(0.55 * u)} 0 Z`, class: "front" });
  }

  /** The bases of a unit of several, in the frame of its front middle. */
  function bases(piece, side, how, broken) {
    const turn = (-piece.facing * Math.PI) / 180;
    const [width, depth] = piece.size;
    return svg("g", {}, Limber.list(piece.bases).map(([x, y, facing, w, d]) => {
      const [dx, dy] = [x - piece.at[0], y - piece.at[1]];
      const aside = dx * Math.cos(turn) + dy * Math.sin(turn);
      const ahead = -dx * Math.sin(turn) + dy * Math.cos(turn);
      return svg("rect", {
        x: n(-w / 2), y: n(-d / 2), width: n(w), height: n(d),
        ...filling(side, how, " base" + (broken ? " broken" : "")),
        transform: `translate(${n(aside)} ${n(depth / 2 - ahead)}) rotate(${n(facing - piece.facing)})`,
      });
    }), svg("rect", { x: n(-width / 2), y: 0, width: n(width), height: n(depth), class: "ghost" }));
  }

  /** How deep a unit is drawn: a thin line of foot is made thick enough to be seen. */
  const drawnDepth = (piece, u) => Math.max(piece.size[1], 1.7 * u);

  /** The drawing of a unit, its front middle at the origin and facing up. */
  Limber.unitGlyph = (glyph, piece, side, how) => {
    const { u } = how;
    const width = Math.max(piece.size[0], 1.2 * u);
    const depth = drawnDepth(piece, u);
    const broken = piece.state && piece.state !== "square";
    const parts = [];
    if (Limber.list(piece.bases).length > 1) parts.push(bases(piece, side, how, broken));
    else if (piece.open) parts.push(dots(width, depth, side, how));
    else parts.push(block(width, depth, side, how, broken));
    if (glyph === "horse") parts.push(diagonal(width, depth));
    if (glyph === "guns") parts.push(gun(width, depth, u));
    if (glyph === "wagon") parts.push(wheels(width, depth));
    parts.push(tick(u));
    return svg("g", {}, parts);
  };

  Limber.drawnDepth = drawnDepth;

  /** A leader: a disc with a flag, upright whichever way he looks. */
  Limber.leaderGlyph = (side, how) => {
    const { u } = how;
    const flag = `M 0 ${n(-2.4 * u)} h ${n(1.6 * u)} l ${n(-0.4 * u)} ${n(0.5 * u)} l ${n(0.4 * u)} ${n(0.5 * u)}`
      + ` h ${n(-1.6 * u)} Z`;
    return svg("g", { class: "leader" },
      svg("line", { x1: 0, y1: 0, x2: 0, y2: n(-2.4 * u), class: "mark" }),
      svg("path", { d: flag, ...filling(side, how) }),
      svg("circle", { cx: 0, cy: 0, r: n(0.65 * u), ...filling(side, how) }));
  };

  /** The hatching of the second side, for the drawing with that id. */
  Limber.hatching = (how) => svg("defs", {},
    svg("pattern", {
      id: how.id + "-side2", width: n(0.62 * how.u), height: n(0.62 * how.u), patternUnits: "userSpaceOnUse",
      patternTransform: "rotate(45)",
    },
      svg("rect", { width: n(0.62 * how.u), height: n(0.62 * how.u), class: "hatch-ground" }),
      svg("rect", { width: n(0.26 * how.u), height: n(0.62 * how.u), class: "hatch-line" })));

  /** A small picture of a unit for legends and lists. */
  Limber.sample = (glyph, side, open) => {
    const how = { u: 7, id: Limber.fresh("sample") };
    return svg("svg", { viewBox: "-16 -7 32 22", width: 32, height: 22, class: "sample", "aria-hidden": "true" },
      Limber.hatching(how),
      glyph === "leader" ? svg("g", { transform: "translate(-3 11)" }, Limber.leaderGlyph(side, how))
        : Limber.unitGlyph(glyph, { size: [26, 12], at: [0, 0], facing: 0, open }, side, how));
  };
})();
