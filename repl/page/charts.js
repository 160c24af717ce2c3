/* Charts: losses over the battle, the state of each side's units turn by turn, luck as it ran, orders on their way. Each is
 * an SVG with a description in words; lines differ by dashes and marks as well as by colour.
 */
(function () {
  const { el, svg, n, list } = Limber;

  const [WIDTH, HEIGHT] = [720, 220];
  const [LEFT, RIGHT, TOP, BELOW] = [44, 12, 12, 34];

  const picture = (height, label, ...parts) => svg("svg", {
    viewBox: `0 0 ${WIDTH} ${height}`, class: "chart", role: "img", "aria-label": label,
  }, parts);

  const across = (model) => (i) => LEFT + (i / Math.max(1, model.count)) * (WIDTH - LEFT - RIGHT);

  /** The frame that charts over the commands share: turns below, values at the left. */
  function frame(model, low, high, height, suffix) {
    const x = across(model);
    const y = (value) => height - BELOW - ((value - low) / (high - low || 1)) * (height - TOP - BELOW);
    const parts = [];
    const steps = [0, 0.25, 0.5, 0.75, 1].map((share) => low + share * (high - low));
    for (const value of [...new Set(steps.map((one) => Math.round(one)))]) {
      parts.push(svg("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: n(y(value)), y2: n(y(value)), class: "rule" }),
        svg("text", { x: LEFT - 6, y: n(y(value) + 4), class: "scale end" }, value + (suffix || "")));
    }
    let free = -Infinity;
    for (const turn of model.turns) {
      const at = x(turn.first - 1);
      parts.push(svg("line", { x1: n(at), x2: n(at), y1: TOP, y2: height - BELOW, class: "rule" }));
      const next = model.turns[model.turns.indexOf(turn) + 1];
      const room = turn.turn > 0 || !next || x(next.first - 1) > at + 20; // the set-up has no number of its own to lose
      if (at > free && room) {
        parts.push(svg("text", { x: n(at + 2), y: height - BELOW + 14, class: "scale" }, turn.turn));
        free = at + 20;
      }
    }
    parts.push(svg("text", { x: (LEFT + WIDTH) / 2, y: height - 4, class: "scale middle" }, Limber.capital(model.about.turn_word || "turn")));
    return { x, y, parts };
  }

  /** A stepped line of values by index. */
  function stepped(values, x, y) {
    const parts = [];
    values.forEach((value, i) => {
      parts.push(i === 0 ? `M${n(x(0))} ${n(y(value))}` : `H${n(x(i))}` + (value !== values[i - 1] ? `V${n(y(value))}` : ""));
    });
    return parts.join("");
  }

  const key = (side) => svg("svg", { viewBox: "0 0 40 10", width: 40, height: 10, "aria-hidden": "true" },
    svg("line", { x1: 0, x2: 40, y1: 5, y2: 5, class: "series side" + side.pattern }));

  const legend = (model) => el("p", { class: "legend" }, model.sides.map((side) => el("span", {}, key(side), " ", Limber.capital(side.name))));

  /** Losses of each kind over the commands. */
  Limber.lossCharts = (model) => {
    const rows = model.lossRows.map((what, r) => {
      const series = model.sides.map((side) => model.losses.map((now) => list(now[side.id])[r] || 0));
      const most = Math.max(...series.flat(), 0);
      if (most === 0) return null;
      const { x, y, parts } = frame(model, 0, Math.max(most, 2), HEIGHT);
      const ends = model.sides.map((side, i) => Limber.capital(side.name) + " " + series[i][model.count]).join(", ");
      series.forEach((values, i) => parts.push(svg("path", { d: stepped(values, x, y), class: "series side" + model.sides[i].pattern })));
      return el("figure", {}, el("figcaption", {}, Limber.capital(what) + " lost: " + ends), picture(HEIGHT, Limber.capital(what) + " lost over the battle, at the end: " + ends, parts));
    }).filter(Boolean);
    return rows.length ? [legend(model), el("div", { class: "figures" }, rows)] : [el("p", {}, "Nobody lost anything.")];
  };

  /** How a unit is, for the chart of states. */
  const stateOf = (model, piece) => {
    if (!piece || piece.gone) return "gone";
    if (piece.off) return null;
    return model.stateDoc(piece) || "in order";
  };

  /** How each side's units are at the end of each turn, as a table with bars. */
  Limber.stateTables = (model) => model.sides.map((side) => {
    const units = model.units.filter((one) => one.side === side.id);
    const turns = model.turns.filter((one) => one.turn > 0);
    const counts = turns.map((turn) => {
      const count = new Map();
      for (const unit of units) {
        const state = stateOf(model, model.states[turn.last][unit.id]);
        if (state) count.set(state, (count.get(state) || 0) + 1);
      }
      return count;
    });
    const found = new Set(counts.flatMap((count) => [...count.keys()]));
    const states = ["in order", ...[...found].filter((one) => one !== "in order" && one !== "gone"), "gone"].filter((one) => found.has(one));
    const rows = turns.map((turn, i) => [model.when(turn.first), ...states.map((state) => {
      const number = counts[i].get(state) || 0;
      const wide = n((number / units.length) * 46);
      return [svg("svg", { viewBox: "0 0 48 10", width: 48, height: 10, "aria-hidden": "true" },
        svg("rect", { x: 0, y: 1, width: wide, height: 8, class: state === "gone" ? "bar here" : "bar" })), " ", number || ""];
    })]);
    return Limber.table("Units of " + side.name + " when each " + (model.about.turn_word || "turn") + " ended",
      ["When", ...states.map(Limber.capital)], rows, "states");
  });

  /** Luck as it ran: the sum of how far each throw was from its middle. */
  Limber.luckChart = (model) => {
    const [first] = model.sides;
    let sum = 0;
    const values = [0];
    for (const line of model.lines) {
      for (const thrown of list(line.throws)) {
        if (thrown.rank !== undefined) sum += (thrown.good === first.id ? 1 : -1) * (thrown.rank - 0.5);
      }
      values.push(sum);
    }
    const most = Math.max(1, ...values.map(Math.abs));
    const { x, y, parts } = frame(model, -Math.ceil(most), Math.ceil(most), HEIGHT);
    parts.push(svg("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: n(y(0)), y2: n(y(0)), class: "axis" }),
      svg("path", { d: stepped(values, x, y), class: "series side1" }));
    const other = model.sides[1];
    const label = "Luck as it ran: upwards for " + first.name + (other ? ", downwards for " + other.name : "");
    return el("figure", {}, el("figcaption", {}, label + "; a throw counts by how far its rank is from the middle"),
      picture(HEIGHT, label, parts));
  };

  /** Orders on their way, by the minute: sent, delivered, in force. */
  Limber.orderChart = (model) => {
    const orders = [...model.orders.values()];
    if (!orders.length) return null;
    const from = Math.min(...orders.map((one) => one.issued)) - 2;
    const to = Math.max(...orders.map((one) => Math.max(one.active, one.ended || 0))) + 4;
    const names = 190;
    const x = (minute) => names + ((minute - from) / (to - from)) * (WIDTH - names - RIGHT);
    const height = orders.length * 20 + 40;
    const parts = [];
    const gap = Math.max(5, Math.ceil((to - from) / 12 / 5) * 5);
    for (let minute = Math.ceil(from / gap) * gap; minute <= to; minute += gap) {
      parts.push(svg("line", { x1: n(x(minute)), x2: n(x(minute)), y1: 0, y2: height - 22, class: "rule" }),
        svg("text", { x: n(x(minute)), y: height - 8, class: "scale middle" }, Limber.hour(minute)));
    }
    const words = (one) => model.name(one.formation) + ": " + one.verb + (one.aim ? " " + (model.by.has(one.aim) ? model.name(one.aim) : one.aim) : "");
    orders.sort((a, b) => a.issued - b.issued || a.n - b.n).forEach((one, i) => {
      const y = 12 + i * 20;
      const side = model.pattern(one.formation) || 1;
      const dropped = one.ended !== undefined && one.ended + 10 < one.active;
      const end = dropped ? one.ended : one.active;
      parts.push(svg("g", {}, svg("title", {}, words(one) + "; sent " + Limber.hour(one.issued) + ", delivered " + Limber.hour(one.arrives)
          + (dropped ? ", replaced " + Limber.hour(one.ended) : ", in force " + Limber.hour(one.active))),
        svg("text", { x: names - 8, y: y + 4, class: "scale end" }, model.name(one.formation).slice(0, 30)),
        svg("line", { x1: n(x(one.issued)), x2: n(x(Math.min(one.arrives, end))), y1: y, y2: y, class: "courier side" + side }),
        svg("line", { x1: n(x(Math.min(one.arrives, end))), x2: n(x(end)), y1: y, y2: y, class: "preparing side" + side }),
        svg("circle", { cx: n(x(one.issued)), cy: y, r: 3, class: "series side" + side }),
        dropped ? svg("path", { d: `M${n(x(end) - 4)} ${y - 4}l8 8m0 -8l-8 8`, class: "series side" + side })
          : svg("rect", { x: n(x(end) - 4), y: y - 4, width: 8, height: 8, class: "mark-end side" + side })));
    });
    const rows = orders.map((one) => [model.name(one.formation), one.verb + (one.aim ? " " + (model.by.has(one.aim) ? model.name(one.aim) : one.aim) : ""),
      Limber.hour(one.issued), Limber.hour(one.arrives), Limber.hour(one.active), one.ended === undefined ? "on its way" : one.ended + 10 < one.active ? "replaced" : "obeyed"]);
    return [el("figure", {}, el("figcaption", {}, "A circle: sent; dashes: the courier rides; the full line: the formation makes ready; a square: in force; a cross: replaced by another"),
      picture(height, "Orders on their way by the minute; the table below says the same", parts)),
    Limber.table("Orders", ["Formation", "Order", "Sent", "Delivered", "In force", "What came of it"], rows)];
  };
})();
