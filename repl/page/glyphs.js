/* How a unit is drawn, as `limber map` draws it (repl/drawn/units.lua): a body over its real frontage. The arm is a shape
 * (foot plain, horse a diagonal, guns a row of dots, machine guns three, wagons a cross, open order dots in a dashed
 * frame, a square is hollow), the side a filling (solid or hatched) as well as a colour, the state a sign and a broken
 * edge. Nothing is told by colour alone.
 */
(function () {
  const { svg, n, list } = Limber;

  /* `how` is { u, id }: a hundredth of the table's longer side, and the drawing's own id, which its hatching bears. */

  /** How a side fills a shape: the first solidly, the second with hatching. */
  const filling = (side, how, more) => ({
    class: "block fill" + side + (more || ""), fill: side === 2 ? "url(#" + how.id + "-side2)" : null,
  });

  /** A rectangle whose front is the line y = 0; everything else is behind it (y > 0 is to the rear). */
  const box = (width, depth, attributes) =>
    svg("rect", { x: n(-width / 2), y: 0, width: n(width), height: n(depth), ...attributes });

  /** Dots in a row along the front, or in two rows in turn; hollow ones for the second side. */
  function dots(width, depth, side, how, count, rows) {
    const group = svg("g", {});
    const radius = Math.min(0.42 * how.u, (0.32 * width) / count, 0.3 * depth);
    for (let i = 0; i < count; i += 1) {
      const y = rows === 1 ? 0.35 : i % 2 ? 0.7 : 0.3;
      group.append(svg("circle", { cx: n(((i + 0.5) / count - 0.5) * width), cy: n(depth * y), r: n(radius), class: "dot dot" + side }));
    }
    return group;
  }

  /** The body of a unit of one base. */
  function body(glyph, piece, width, depth, side, how, broken) {
    const more = broken ? " broken" : "";
    if (piece.open) return [box(width, depth, { class: "open open" + side }), dots(width, depth, side, how, Math.max(3, Math.round(width / (1.4 * how.u))), 2)];
    if (glyph === "guns") return [box(width, depth, { class: "pale pale" + side + more }), dots(width, depth, side, how, Math.max(2, Math.min(5, Math.round(width / (1.6 * how.u)))), 1)];
    if (glyph === "machine_guns") return [box(width, depth, { class: "pale pale" + side + more }), dots(width, depth, side, how, 3, 2)];
    const parts = [box(width, depth, filling(side, how, more))];
    if (piece.drill === "square") parts.push(svg("rect", { x: n(-width / 4), y: n(depth / 4), width: n(width / 2), height: n(depth / 2), class: "pale pale" + side }));
    return parts;
  }

  /** The bases of a unit of several, in the frame of its front middle. */
  function bases(piece, side, how, broken) {
    const turn = (-piece.facing * Math.PI) / 180;
    const [width, depth] = piece.size;
    return svg("g", {}, list(piece.bases).map(([x, y, facing, w, d]) => {
      const [dx, dy] = [x - piece.at[0], y - piece.at[1]];
      const aside = dx * Math.cos(turn) + dy * Math.sin(turn);
      const ahead = -dx * Math.sin(turn) + dy * Math.cos(turn);
      return svg("rect", {
        x: n(-w / 2), y: n(-d / 2), width: n(w), height: n(d), ...filling(side, how, " base" + (broken ? " broken" : "")),
        transform: `translate(${n(aside)} ${n(depth / 2 - ahead)}) rotate(${n(facing - piece.facing)})`,
      });
    }), box(width, depth, { class: "ghost" }));
  }

  /** How deep a unit is drawn: a thin line of foot is made thick enough to be seen. */
  const drawnDepth = (piece, u) => Math.max(piece.size[1], 1.5 * u);

  /** The drawing of a unit, its front middle at the origin and facing up. */
  Limber.unitGlyph = (glyph, piece, side, how) => {
    const { u } = how;
    const width = Math.max(piece.size[0], 1.2 * u);
    const depth = drawnDepth(piece, u);
    const broken = piece.state && piece.state !== "square";
    const group = svg("g", { class: "figure" });
    if (list(piece.bases).length > 1) group.append(bases(piece, side, how, broken));
    else group.append(...body(glyph, piece, width, depth, side, how, broken));
    if (glyph === "horse") group.append(svg("line", { x1: n(-width / 2), y1: n(depth), x2: n(width / 2), y2: 0, class: "mark mark" + side }));
    if (glyph === "wagon") {
      group.append(svg("path", { d: `M${n(-width / 2)} 0L${n(width / 2)} ${n(depth)}M${n(width / 2)} 0L${n(-width / 2)} ${n(depth)}`, class: "mark mark" + side }));
    }
    group.append(svg("path", { d: `M ${n(-0.5 * u)} 0 L 0 ${n(-0.7 * u)} L ${n(0.5 * u)} 0 Z`, class: "front" + side }));
    return group;
  };

  Limber.drawnDepth = drawnDepth;

  /** A leader: a disc with a flag, upright whichever way he looks; hollow for the second side. */
  Limber.leaderGlyph = (side, how) => {
    const { u } = how;
    const flag = `M 0 ${n(-2.2 * u)} h ${n(1.3 * u)} l ${n(-0.35 * u)} ${n(0.42 * u)} l ${n(0.35 * u)} ${n(0.42 * u)} h ${n(-1.3 * u)} Z`;
    return svg("g", { class: "leader dot" + side },
      svg("line", { x1: 0, y1: n(-0.5 * u), x2: 0, y2: n(-2.2 * u) }), svg("path", { d: flag }),
      svg("circle", { cx: 0, cy: 0, r: n(0.55 * u) }));
  };

  /** The hatching of the second side, for the drawing with that id. */
  Limber.hatching = (how) => svg("defs", {}, svg("pattern", {
    id: how.id + "-side2", width: n(0.62 * how.u), height: n(0.62 * how.u), patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)",
  },
  svg("rect", { width: n(0.62 * how.u), height: n(0.62 * how.u), class: "hatch-ground" }),
  svg("rect", { width: n(0.28 * how.u), height: n(0.62 * how.u), class: "hatch-line" })));

  /** A small picture of a unit for legends and lists. */
  Limber.sample = (glyph, side, open) => {
    const how = { u: 7, id: Limber.fresh("sample") };
    return svg("svg", { viewBox: "-16 -7 32 22", width: 32, height: 22, class: "sample", "aria-hidden": "true" },
      Limber.hatching(how),
      glyph === "leader" ? svg("g", { transform: "translate(-3 11)" }, Limber.leaderGlyph(side, how))
        : Limber.unitGlyph(glyph, { size: [26, 12], at: [0, 0], facing: 0, open }, side, how));
  };
})();
