/* Tables: who did what, the objectives turn by turn, losses at the end, luck, the house rules as a diff, the units as they
 * are now.
 */
(function () {
  const { el, list, table, capital } = Limber;

  /** What each unit did over the battle. */
  function deeds(model) {
    const all = new Map(model.units.map((one) =>
      [one.id, { unit: one, marched: 0, shot: 0, charged: 0, fought: 0, under: 0, throws: 0, fell: null }]));
    const link = (one) => {
      if (!one) return;
      const field = { shot: "shot", charge: "charged", fight: "fought" }[one.kind];
      for (const id of list(one.from)) if (all.has(id) && field) all.get(id)[field] += 1;
      for (const id of list(one.to)) if (all.has(id)) all.get(id)[one.kind === "fight" ? "fought" : "under"] += 1;
    };
    model.lines.forEach((line) => {
      const events = list(line.events);
      const march = ([id, x1, y1, , x2, y2]) => { if (all.has(id)) all.get(id).marched += Math.hypot(x2 - x1, y2 - y1); };
      events.forEach((event) => { list(event.moves).forEach(march); link(event.link); });
      list(line.moves).forEach(march);
      list(line.throws).forEach((thrown) => { if (all.has(thrown.who)) all.get(thrown.who).throws += 1; });
    });
    for (const fall of model.falls) if (all.has(fall.id)) all.get(fall.id).fell = fall.index;
    return all;
  }

  /** A length as people of that ruleset say it. */
  Limber.far = (model, mm) => {
    const { unit, unit_mm: one } = model.about;
    const sign = unit === "inch" ? "in" : unit || "mm";
    const digits = { mm: 1, cm: 10, m: 1000 }[sign] || 10;
    return Math.round((mm / (one || 1)) * digits) / digits + " " + sign;
  };

  Limber.deedsTable = (model, go, short) => {
    const luck = new Map(list((model.ending.luck || {}).pieces).map((one) => [one.id, one.percentile]));
    const all = [...deeds(model).values()];
    return model.sides.map((side) => {
      const rows = all.filter((one) => one.unit.side === side.id).map((one) => {
        const { unit } = one;
        const piece = model.states[model.count][unit.id] || {};
        const fell = one.fell && go
          ? el("a", { href: "#map", click: () => go(one.fell) }, "gone, " + model.when(one.fell)) : null;
        const end = one.fell ? fell || "gone, " + model.when(one.fell) : model.words(piece) || "there";
        const marched = one.marched ? Limber.far(model, one.marched) : "–";
        const name = el("span", {}, el("b", {}, unit.number), " ", unit.name);
        const zero = (value) => value || "–";
        if (short) return [name, marched, zero(one.shot), zero(one.charged), zero(one.fought), end];
        return [name, unit.formation ? model.name(unit.formation) : "", marched, zero(one.shot), zero(one.charged), zero(one.fought),
          zero(one.under), zero(one.throws), luck.has(unit.id) ? Limber.ofHundred(luck.get(unit.id)) : "–", end];
      });
      const heads = short ? ["Unit", "Marched", "Shots", "Charges", "Fights", "At the end"]
        : ["Unit", "Formation", "Marched", "Shots", "Charges", "Fights", "Aimed at", "Throws", "Luck", "At the end"];
      return table("What " + side.name + " did", heads, rows, "deeds");
    });
  };

  /** Who holds each objective as each turn ends. */
  Limber.objectivesTable = (model) => {
    const areas = list(model.data.areas).filter((one) => one.worth);
    if (!areas.length) return null;
    const held = (holds, id) => {
      const side = holds && holds[id] && model.by.get(holds[id]);
      return side ? [Limber.sample("foot", side.pattern), " ", side.name] : "nobody";
    };
    const rows = [["The beginning", ...areas.map((one) => held(model.holds[0], one.id))],
      ...model.turns.filter((turn) => turn.turn > 0).map((turn) =>
        [model.when(turn.first), ...areas.map((one) => held(model.holds[turn.last], one.id))])];
    return table("Who alone had units in each objective when the " + (model.about.turn_word || "turn") + " ended",
      ["When", ...areas.map((one) => (one.name || one.id) + " (" + one.worth + ")")], rows, "objectives");
  };

  /** Losses of both sides at the end, with the names of who bears them. */
  Limber.lossesTable = (model) => {
    const losses = model.ending.losses || {};
    const whats = [...new Set(model.sides.flatMap((side) => list(losses[side.id]).map((row) => row.what)))];
    const cell = (side, what) => {
      const row = list(losses[side.id]).find((one) => one.what === what);
      if (!row) return "–";
      const names = list(row.names);
      return [row.text, names.length ? el("span", { class: "cite" }, ": " + names.join("; ")) : null];
    };
    return table("Losses", ["Lost", ...model.sides.map((side) => capital(side.name))],
      whats.map((what) => [capital(what), ...model.sides.map((side) => cell(side, what))]), "losses");
  };

  /** The ledger of luck: by side, the luckiest throws, by step. */
  Limber.luckTables = (model, go) => {
    const { luck } = model.ending;
    if (!luck) return [el("p", {}, "No throw of this battle can be ranked.")];
    const sides = list(luck.sides);
    const hundred = (one) => (one.throws ? Limber.ofHundred(one.percentile) : "–");
    const parts = [el("p", {}, "Luck in " + luck.throws + " throws: how many of 100 battles with these very throws have less. "
      + "50 is neither good nor bad luck; what is good for one side is bad for the other."),
    table("Luck of each side", ["Side", "All throws", "Its own", "The enemy's"], sides.map((one) =>
      [capital(one.name), hundred(one.all), hundred(one.own) + " (" + one.own.throws + ")", hundred(one.enemy) + " (" + one.enemy.throws + ")"])),
    ];
    for (const one of sides) {
      if (!list(one.luckiest).length) continue;
      parts.push(table("Luckiest throws for " + one.name, ["Chance", "When", "What it decided"], list(one.luckiest).map((thrown) => {
        const index = model.lines.findIndex((line) => line.id === thrown.line) + 1;
        return [Limber.percent(thrown.chance), go && index ? el("a", { href: "#map", click: () => go(index) }, model.when(index)) : model.when(index), thrown.says];
      })));
    }
    parts.push(table("Luck by step", ["Step", "Throws", ...sides.map((one) => capital(one.name))], list(luck.steps).map((one) =>
      [one.name || one.step || "–", one.throws, ...sides.map((side) => Limber.ofHundred(one.sides[side.side]))])));
    return parts;
  };

  /** The number that a result is called by; the middle of "3 to 5". */
  function numberOf(label) {
    const [, low, high] = /^(-?\d+(?:\.\d+)?)(?: to (-?\d+(?:\.\d+)?))?$/.exec(String(label)) || [];
    return low === undefined ? null : high === undefined ? Number(low) : (Number(low) + Number(high)) / 2;
  }

  /** What throws that count something were to bring, and what they brought: by question, and by who threw. */
  Limber.expectedTable = (model) => {
    const rows = new Map();
    for (const { thrown } of model.throws()) {
      const odds = typeof thrown.odds === "number" ? model.odds[thrown.odds - 1] : thrown.odds;
      const side = model.side(thrown.who) || model.by.get(thrown.side);
      const bins = odds ? list(odds.bins).map(([label, p]) => [numberOf(label), p]) : [];
      if (!side || !thrown.place || !bins.length || bins.some(([value]) => value === null)) continue;
      const key = thrown.procedure + " " + odds.by;
      if (!rows.has(key)) rows.set(key, { name: thrown.procedure.replaceAll("_", " ").replace(".", ": ") + ", " + odds.by, of: new Map() });
      const { of } = rows.get(key);
      const sum = of.get(side.id) || { throws: 0, expected: 0, real: 0 };
      sum.throws += 1;
      sum.expected += bins.reduce((all, [value, p]) => all + value * p, 0);
      sum.real += bins[thrown.place - 1][0];
      of.set(side.id, sum);
    }
    if (!rows.size) return null;
    const round = (value) => Math.round(value * 10) / 10;
    const cells = (sum) => (sum ? [sum.throws, round(sum.expected), round(sum.real), sum.expected > 0.05 ? Limber.signed(Math.round((sum.real / sum.expected - 1) * 100)) + " %" : "–"] : ["–", "–", "–", "–"]);
    return table("Expected against real: what throws were to bring on average, and what they brought",
      ["Question", ...model.sides.flatMap((side) => [capital(side.name) + ": throws", "expected", "real", "more or less"])],
      [...rows.values()].map((row) => [row.name, ...model.sides.flatMap((side) => cells(row.of.get(side.id)))]), "expected");
  };

  /** What house rules change, as a diff against the published text. */
  Limber.houseRules = (model) => {
    const diff = list(model.ending.diff);
    const names = list(model.about.variants).map(String);
    const charts = model.about.charts ? el("p", {}, model.about.charts) : null;
    if (!diff.length) {
      return [charts, el("p", {}, names.length ? "Played with " + names.join(", ") + ", which changes nothing that can be listed."
        : "Played by the published rules of " + (model.about.ruleset_title || model.about.ruleset) + ", without house rules.")];
    }
    const layers = [...new Set(diff.map((one) => one.layer))];
    return [charts, ...layers.map((layer) => el("div", {}, el("h3", {}, layer === "yours" ? "Changed at the prompt" : layer),
      el("ul", { class: "diff" }, diff.filter((one) => one.layer === layer).map((one) => {
        const parts = /^(.*): (.*) → (.*)$/s.exec(one.text);
        return el("li", {}, parts
          ? [parts[1], ": ", el("del", {}, parts[2]), " → ", el("ins", {}, parts[3])] : one.text, one.off ? " (not in force at the end)" : null);
      }))))];
  };

  /** The units as they are at one moment: for those who do not see the map, and for told games. */
  Limber.unitsNow = (model, pick) => {
    const box = el("div", { class: "now" });
    return { root: box, show(index) {
      const state = model.states[index];
      box.replaceChildren(...model.sides.map((side) => table(capital(side.name) + ": " + model.when(index), ["Unit", "How it is", "Where"],
        model.units.filter((one) => one.side === side.id).map((one) => {
          const piece = state[one.id] || {};
          const name = [el("b", {}, one.number), " ", one.name];
          return [pick ? el("button", { type: "button", class: "event", click: () => pick(one.id) }, name) : el("span", {}, name),
            model.words(piece) || "there", Limber.where(model, piece)];
        }), "roster")));
    } };
  };

  const COMPASS = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

  /** Where a piece is: its square and where it faces. */
  Limber.where = (model, piece) => {
    const sheet = model.data.table;
    if (!piece.at || !sheet || piece.gone) return piece.inside ? "in " + model.name(piece.inside) : "";
    const column = Math.min(Math.floor(piece.at[0] / sheet.square), Math.ceil(sheet.width / sheet.square) - 1);
    const row = Math.floor(piece.at[1] / sheet.square) + 1;
    const letters = (column < 26 ? "" : String.fromCharCode(64 + Math.floor(column / 26))) + String.fromCharCode(65 + (Math.max(0, column) % 26));
    return letters + row + ", facing " + COMPASS[Math.round((piece.facing || 0) / 45) % 8];
  };
})();
