/* The arrows of a map: where units went, and who shot at, charged or fought whom. A charge that was not made, or did not
 * get there, is a stump with a bar across its end.
 */
(function () {
  const { svg, n, list } = Limber;

  /** The arrows that have a head of their own. */
  Limber.ARROWS = ["shot", "charge", "fight", "tie", "move"];

  const STUMP = 0.4; // of the way to the enemy

  function arrow(map, kind, x1, y1, x2, y2) {
    return svg("line", {
      x1: n(x1), y1: n(map.y(y1)), x2: n(x2), y2: n(map.y(y2)), class: "arrow " + kind,
      "marker-end": Limber.ARROWS.includes(kind) ? "url(#" + map.id + "-" + kind + ")" : null,
    });
  }

  /** A charge that stays where it began. */
  function broken(map, [x1, y1], [x2, y2]) {
    const [x, y] = [x1 + (x2 - x1) * STUMP, y1 + (y2 - y1) * STUMP];
    const away = Math.hypot(x2 - x1, y2 - y1);
    const [across, along] = [((y2 - y1) / away) * 1.2 * map.u, ((x2 - x1) / away) * 1.2 * map.u];
    return [arrow(map, "broken", x1, y1, x, y), arrow(map, "broken", x - across, y + along, x + across, y - along)];
  }

  /** Crossed swords between two places. */
  function swords(map, a, b) {
    const [x, y, r] = [(a[0] + b[0]) / 2, map.y((a[1] + b[1]) / 2), map.u];
    return svg("path", { d: `M${n(x - r)} ${n(y - r)}L${n(x + r)} ${n(y + r)}M${n(x + r)} ${n(y - r)}L${n(x - r)} ${n(y + r)}`, class: "swords" });
  }

  function tie(map, kind, from, to, state) {
    const [a, b] = [state[from], state[to]].map((one) => one && (one.at || one.last));
    if (!a || !b || Math.hypot(a[0] - b[0], a[1] - b[1]) < map.u / 2) return [];
    if (kind === "broken") return broken(map, a, b);
    return [arrow(map, kind, a[0], a[1], b[0], b[1]), kind === "fight" ? swords(map, a, b) : null].filter(Boolean);
  }

  /** Who is tied to whom, of several links; a charge that broke off is no charge besides. */
  function pairs(links) {
    const all = links.flatMap((one) => list(one.from).flatMap((from) => list(one.to).map((to) => ({ kind: one.kind, from, to }))));
    const off = (one) => all.some((other) => other.kind === "broken" && other.from === one.from && other.to === one.to);
    return all.filter((one) => one.kind !== "charge" || !off(one));
  }

  /** Draws what a line did, or one event of it. */
  Limber.arrows = (map, line, state, only) => {
    const { trails, arrows } = map.layers;
    trails.replaceChildren();
    arrows.replaceChildren();
    if (!line) return;
    const told = only ? [only] : list(line.events);
    const links = told.map((one) => one.link).filter(Boolean);
    if (!links.length && line.link) links.push(line.link);
    for (const { kind, from, to } of pairs(links)) arrows.append(...tie(map, kind, from, to, state));
    for (const one of only ? told : [...told, line]) {
      for (const [, x1, y1, , x2, y2] of list(one.moves)) {
        if (Math.hypot(x2 - x1, y2 - y1) > map.u) trails.append(arrow(map, "move", x1, y1, x2, y2));
      }
    }
  };
})();
