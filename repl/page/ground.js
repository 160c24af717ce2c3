/* The ground in the manner of period maps: hills in hachures, woods as trees, villages as roofs, water with its banks,
 * roads, walls, hedges. How a kind of ground is drawn follows from its `look` (show/glyphs.lua); each look has a shape of
 * its own, so that colour is never needed to tell it.
 */
(function () {
  const { svg, n, list } = Limber;

  /** An outline or a line as the `d` of a path; the sheet's y grows downwards. */
  function path(points, map, closed) {
    const parts = [];
    for (let i = 0; i < points.length; i += 2) {
      parts.push((i ? "L" : "M") + n(points[i]) + " " + n(map.y(points[i + 1])));
    }
    return parts.join(" ") + (closed ? " Z" : "");
  }

  /** Points along an outline, each `step` apart, with the direction of travel. */
  function along(points, step, closed) {
    const found = [];
    const count = points.length / 2;
    let left = step / 2;
    for (let i = 0; i < (closed ? count : count - 1); i += 1) {
      const [x1, y1] = [points[2 * i], points[2 * i + 1]];
      const j = (i + 1) % count;
      const [dx, dy] = [points[2 * j] - x1, points[2 * j + 1] - y1];
      const length = Math.hypot(dx, dy);
      for (; left < length; left += step) {
        found.push({ x: x1 + (dx * left) / length, y: y1 + (dy * left) / length, dx: dx / length, dy: dy / length });
      }
      left -= length;
    }
    return found;
  }

  /** Places inside an outline, on a grid that is shaken a little; the same ones each time. */
  function within(points, step, map) {
    const box = Limber.bounds(points);
    const random = Limber.scatter(Math.round(box.x * 7 + box.y * 13) + 1);
    const found = [];
    for (let y = box.south + step / 2; y < box.north && found.length < 900; y += step) {
      for (let x = box.west + step / 2; x < box.east; x += step) {
        const [px, py] = [x + (random() - 0.5) * step * 0.7, y + (random() - 0.5) * step * 0.7];
        const inside = Limber.inside(points, px, py) && px > 0 && py > 0 && px < map.width && py < map.depth;
        if (inside) found.push({ x: px, y: py, r: random() });
      }
    }
    return found;
  }

  /** Short strokes down a slope, from its outline to the top. */
  function hachures(points, map) {
    const box = Limber.bounds(points);
    const parts = [];
    for (const [share, length] of [[1, 1.9], [0.66, 1.5]]) {
      const ring = points.map((value, i) => (i % 2 ? box.y + (value - box.y) * share : box.x + (value - box.x) * share));
      for (const at of along(ring, 0.85 * map.u, true)) {
        const [tx, ty] = [box.x - at.x, box.y - at.y];
        const far = Math.hypot(tx, ty) || 1;
        const side = at.dx * ty - at.dy * tx > 0 ? 1 : -1;
        const [ix, iy] = [-at.dy * side, at.dx * side];
        const reach = Math.min(length * map.u, far * 0.5);
        parts.push(`M${n(at.x)} ${n(map.y(at.y))}L${n(at.x + ix * reach)} ${n(map.y(at.y + iy * reach))}`);
      }
    }
    return svg("path", { d: parts.join(""), class: "hachure" });
  }

  function trees(points, map, spread) {
    const canopy = [];
    const shade = [];
    const r = 0.75 * map.u;
    for (const at of within(points, spread * map.u, map)) {
      const size = r * (0.75 + at.r * 0.5);
      const [x, y] = [at.x, map.y(at.y)];
      canopy.push(`M${n(x - size)} ${n(y)}a${n(size)} ${n(size)} 0 1 1 ${n(2 * size)} 0a${n(size)} ${n(size)} 0 1 1 ${n(-2 * size)} 0`);
      shade.push(`M${n(x)} ${n(y + size)}A${n(size)} ${n(size)} 0 0 0 ${n(x + size)} ${n(y)}`);
    }
    return [svg("path", { d: canopy.join(""), class: "tree" }), svg("path", { d: shade.join(""), class: "tree-shade" })];
  }

  function roofs(points, map) {
    const group = svg("g", {});
    for (const at of within(points, 2.5 * map.u, map)) {
      const [w, d] = [map.u * (1.2 + at.r), map.u * (0.9 + 0.5 * at.r)];
      group.append(svg("g", { transform: `translate(${n(at.x)} ${n(map.y(at.y))}) rotate(${n((at.r - 0.5) * 50)})` },
        svg("rect", { x: n(-w / 2), y: n(-d / 2), width: n(w), height: n(d), class: "roof" }),
        svg("line", { x1: n(-w / 2), y1: 0, x2: n(w / 2), y2: 0, class: "ridge" })));
    }
    return group;
  }

  /** Marks strewn over an outline: each drawn by `stroke(x, y, r)` as part of one path. */
  function strewn(points, map, spread, kind, stroke) {
    return svg("path", {
      d: within(points, spread * map.u, map).map((at) => stroke(n(at.x), n(map.y(at.y)), at.r)).join(""), class: kind,
    });
  }

  /** Lines of water: the outline once more, further in; a river or stream is too narrow for that. */
  function ripples(points, map) {
    const box = Limber.bounds(points);
    let [area, round] = [0, 0];
    for (let i = 0, j = points.length - 2; i < points.length; j = i, i += 2) {
      area += (points[j] * points[i + 1] - points[i] * points[j + 1]) / 2;
      round += Math.hypot(points[i] - points[j], points[i + 1] - points[j + 1]);
    }
    if ((2 * Math.abs(area)) / round < 4 * map.u) return svg("g", {});
    const ring = points.map((value, i) => (i % 2 ? box.y + (value - box.y) * 0.8 : box.x + (value - box.x) * 0.9));
    return svg("path", { d: path(ring, map, true), class: "ripple" });
  }

  const INSIDE = {
    hill: (points, map) => [hachures(points, map)],
    woods: (points, map) => trees(points, map, 1.55),
    open_woods: (points, map) => trees(points, map, 2.3),
    village: (points, map) => [roofs(points, map)],
    water: (points, map) => [ripples(points, map)],
    marsh: (points, map) => [strewn(points, map, 1.9, "reeds", (x, y) =>
      `M${x - map.u * 0.6} ${y}h${n(map.u * 1.2)}M${x} ${y}v${n(-map.u * 0.6)}M${x - n(map.u * 0.25)} ${y}l${n(-map.u * 0.2)} ${n(-map.u * 0.5)}`)],
    rough: (points, map) => [strewn(points, map, 1.6, "stones", (x, y, r) =>
      `M${x} ${y}l${n(map.u * 0.3)} ${n(-map.u * (0.3 + r * 0.3))}l${n(map.u * 0.3)} ${n(map.u * 0.4)}`)],
    scrub: (points, map) => [strewn(points, map, 1.6, "reeds", (x, y) =>
      `M${x} ${y}v${n(-map.u * 0.5)}M${x} ${y}l${n(map.u * 0.35)} ${n(-map.u * 0.4)}M${x} ${y}l${n(-map.u * 0.35)} ${n(-map.u * 0.4)}`)],
    impassable: (points, map) => [strewn(points, map, 1.2, "stones", (x, y) =>
      `M${x} ${y}l${n(map.u * 0.5)} ${n(map.u * 0.5)}m0 ${n(-map.u * 0.5)}l${n(-map.u * 0.5)} ${n(map.u * 0.5)}`)],
    bridge: (points, map) => [svg("path", {
      d: along(points, 0.8 * map.u, true).map((at) => `M${n(at.x)} ${n(map.y(at.y))}l${n(at.dy * map.u)} ${n(at.dx * map.u)}`).join(""),
      class: "stones",
    })],
    works: (points, map) => [svg("path", {
      d: along(points, map.u, true).map((at) =>
        `M${n(at.x)} ${n(map.y(at.y))}l${n((at.dy + at.dx) * map.u * 0.5)} ${n((at.dx - at.dy) * map.u * 0.5)}`).join(""),
      class: "bastion",
    })],
  };

  /** Marks along a line: each drawn by `stroke(at)` as part of one path. */
  function strung(points, map, step, kind, stroke) {
    return svg("path", { d: along(points, step * map.u, false).map(stroke).join(""), class: kind });
  }

  const ALONG = {
    hedge: (points, map) => [strung(points, map, 0.9, "tree", (at) => {
      const r = n(0.4 * map.u);
      return `M${n(at.x) - r} ${n(map.y(at.y))}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0`;
    })],
    fence: (points, map) => [strung(points, map, 1, "stones", (at) => `M${n(at.x)} ${n(map.y(at.y) - 0.4 * map.u)}v${n(0.8 * map.u)}`)],
    wall: (points, map) => [strung(points, map, 0.8, "stones", (at) =>
      `M${n(at.x - at.dy * 0.25 * map.u)} ${n(map.y(at.y + at.dx * 0.25 * map.u))}L${n(at.x + at.dy * 0.25 * map.u)} ${n(map.y(at.y - at.dx * 0.25 * map.u))}`)],
    ditch: (points, map) => [strung(points, map, 0.7, "hachure", (at) =>
      `M${n(at.x)} ${n(map.y(at.y))}L${n(at.x - at.dy * 0.6 * map.u)} ${n(map.y(at.y + at.dx * 0.6 * map.u))}`)],
  };

  /** What a kind of ground is called. */
  Limber.kinds = (data) => new Map(list(data.kinds).map((one) => [one.kind, one]));

  function area(one, kind, map) {
    const look = one.look || (kind ? kind.look : "other");
    const points = list(one.points);
    const group = svg("g", { class: "area look-" + look, "data-id": one.id },
      svg("title", {}, one.name ? one.name + ": " + (kind ? kind.doc : one.kind) : kind ? kind.doc : one.kind),
      svg("path", { d: path(points, map, true), class: "ground" }));
    if (one.hill && look !== "hill") group.append(...INSIDE.hill(points, map));
    if (INSIDE[look]) group.append(...INSIDE[look](points, map));
    return group;
  }

  function line(one, kind, map) {
    const look = kind ? kind.look : "other";
    const points = list(one.points);
    const group = svg("g", { class: "line look-" + look, "data-id": one.id },
      svg("title", {}, one.name || (kind ? kind.doc : one.kind)),
      svg("path", { d: path(points, map, false), class: "along" }));
    if (ALONG[look]) group.append(...ALONG[look](points, map));
    return group;
  }

  /** All ground of a battle, hills first, in the order in which its ruleset lays kinds over one another. */
  Limber.drawGround = (data, map) => {
    const kinds = Limber.kinds(data);
    const rank = (one) => { const kind = kinds.get(one.kind); return kind ? kind.rank : 0; };
    const group = svg("g", { class: "grounds" });
    for (const one of [...list(data.areas)].sort((a, b) => (b.hill ? 1 : 0) - (a.hill ? 1 : 0) || rank(a) - rank(b))) {
      group.append(area(one, kinds.get(one.kind), map));
    }
    for (const one of list(data.lines_of_ground)) group.append(line(one, kinds.get(one.kind), map));
    const names = svg("g", { class: "names" });
    for (const one of [...list(data.areas), ...list(data.lines_of_ground)]) {
      if (!one.name && !one.worth) continue;
      const box = Limber.bounds(list(one.points));
      const x = Math.min(map.width, Math.max(0, box.x));
      const y = Math.min(map.depth, Math.max(0, box.y));
      names.append(svg("text", { x: n(x), y: n(map.y(y)), "font-size": n(1.9 * map.u), class: "name" },
        (one.worth ? "★ " : "") + (one.name || "objective")));
    }
    group.append(names);
    return group;
  };
})();
