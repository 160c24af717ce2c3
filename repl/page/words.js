/* Commands in words: "Ledru's brigade: issue order – attack Weber's brigade", with lengths in the unit that people measure in
 * and places by their squares. A stage has the names and lengths: { long(id), chosen(), state(), unit(), number(mm),
 * length(mm), square(place) }.
 */
(function () {
  const { list } = Limber;

  /** Lengths and places in words, by the unit { sign, mm } and the size of the map's squares. */
  Limber.measures = (unit, size, areas = () => []) => {
    const number = (mm) => {
      const { sign, mm: one } = unit();
      const digits = { mm: 1, cm: 10, m: 1000 }[sign] || 100;
      return Math.round((mm / one) * digits) / digits;
    };
    return {
      unit,
      number,
      length: (mm) => number(mm) + " " + unit().sign,

      /** A place as people name it: by its square, C4, and the ground that has a name there. */
      square: (at) => {
        const square = size();
        if (!square) return "(" + number(at.x) + ", " + number(at.y) + ")";
        const ground = areas().find((one) => (one.name || one.worth) && Limber.holds(list(one.points), at.x, at.y));
        const column = Math.floor(at.x / square);
        const letters = (column < 26 ? "" : String.fromCharCode(64 + Math.floor(column / 26))) + String.fromCharCode(65 + (column % 26));
        return letters + (Math.floor(at.y / square) + 1) + (ground ? ", " + (ground.name || ground.id.replaceAll("_", " ")) : "");
      },
    };
  };

  /** Sixteen bearings, as people name them. */
  const WINDS = "north,north-north-east,north-east,east-north-east,east,east-south-east,south-east,south-south-east,"
    .concat("south,south-south-west,south-west,west-south-west,west,west-north-west,north-west,north-north-west").split(",");

  /** Names of fields that say how who is named there is meant. */
  const MEANT = ["toward", "against", "behind", "beside", "with", "from", "joins"];

  /** What a field of a command is called by people, where its own name is a word of code. */
  const FIELDS = { evolve: "change of formation", vrf: "volley or rapid fire", by: "turn by", via: "by way of", mm: "length", off: "aside" };
  Limber.fieldName = (name) => FIELDS[name] || name.replaceAll("_", " ");

  /** "3 widths", "1 width"; "shot 2". */
  function counted(name, value) {
    if (!name.endsWith("s")) return name + " " + value;
    return value + " " + (value === 1 ? name.slice(0, -1) : name);
  }

  /** "One, another and a third". */
  Limber.listed = (all) => (all.length > 1 ? all.slice(0, -1).join(", ") + " and " + all[all.length - 1] : all.join(""));

  /** What is expected, in words: "0.6 hits on average, before saves". */
  Limber.promised = (words) => words.replace(/^then /, "").replace(/^mean (\S+) (\w+?)(s?)\b/, (_, number, one, many) =>
    "on average " + number + " " + one + (number === "1" ? "" : many));

  /** What a row promises as a number, and what of: "44% to win", "mean 1.5 hits"; null where it promises nothing. */
  function promise(row) {
    const [words] = list(row.odds);
    const [, less, share, of] = /^(less than |more than )?([\d.]+)% (.*)$/.exec(words || "") || [];
    if (share) return { of, value: Number(share) + ({ "less than ": -0.5, "more than ": 0.5 }[less] || 0) };
    const [, mean, what] = /^mean ([\d.]+) (.*?)s?$/.exec(words || "") || [];
    return mean ? { of: "mean " + what, value: Number(mean) } : null;
  }

  /** Rows of one command that promise the same thing stand by how much they promise; each takes a place
   * that one of them had. */
  Limber.byPromise = (rows) => {
    const sorted = [...rows];
    const kinds = new Map();
    rows.forEach((row, i) => {
      const { of } = promise(row) || {};
      if (of) kinds.set(row.verb + " " + of, [...(kinds.get(row.verb + " " + of) || []), i]);
    });
    for (const places of kinds.values()) {
      const best = places.map((i) => rows[i]).sort((one, other) => promise(other).value - promise(one).value);
      places.forEach((i, nth) => { sorted[i] = best[nth]; });
    }
    return sorted;
  };

  /** A value as people say it; places are drawn, and said where nothing else is. */
  Limber.valueSaid = (field, value, stage) => {
    if (value === undefined || value === null || value === false) return null;
    const named = ["unit", "leader", "formation", "area"].includes(field.kind);
    if (field.many) {
      const one = { ...field, many: false, name: "" };
      const said = list(value).map((each) => (field.kind === "point" ? "by " + stage.square(each) : Limber.valueSaid(one, each, stage)));
      const words = Limber.listed(said.filter(Boolean));
      return words ? (named && MEANT.includes(field.name) ? field.name + " " : "") + words : null;
    }
    if (named) return (MEANT.includes(field.name) ? field.name + " " : "") + stage.long(value);
    if (field.kind === "point") return null;
    if (field.kind === "length") return stage.length(value);
    const round = (angle) => Math.round(Math.abs(angle) * 10) / 10 + "°";
    if (field.kind === "turn") return value === 0 ? null : round(value) + " " + (value < 0 ? "left" : "right");
    if (field.kind === "bearing") return "facing " + WINDS[Math.round(value / 22.5) % 16];
    if (field.kind === "flag") return field.name.replaceAll("_", " ");
    if (field.kind === "other") return null;
    if (/_mm$/.test(field.name)) return "at " + stage.length(value);
    if (field.kind === "int" || field.kind === "number") return counted(field.name.replaceAll("_", " "), value);
    if (field.kind === "text") return stage.long(String(value)); // of ground it may be the id
    return String(value).replaceAll("_", " ");
  };

  /** Does a command bring a piece less far now than to a place? */
  Limber.short = ({ goes }, { at: [x, y] }, to) => typeof goes === "number" && Math.hypot(to.x - x, to.y - y) > goes + 1;

  /** Where a command leads, and how far of that it gets now. */
  Limber.placeSaid = (stage, row, at) => {
    const piece = stage.state()[row.actor];
    return piece && piece.at && Limber.short(row, piece, at) ? "up to " + stage.length(row.goes) + " toward " + stage.square(at) : "to " + stage.square(at);
  };

  /** What a command says besides who does what: a word that is said of somebody stands before him, his companions after
   * him, a place only where nobody is named to go to, and how he faces at the end. */
  function parts(stage, row, fields) {
    const said = [];
    let [place, before, facing, friends, aimed] = [null, null, null, null, false];
    for (const field of fields) {
      const value = row.args[field.name];
      if (value === row.actor) continue;
      const others = field.many ? list(value).filter((one) => one !== row.actor) : value;
      const words = Limber.valueSaid(field, others, stage);
      if (words && before && ["int", "number", "flag", "length", "turn", "enum"].includes(field.kind)) {
        said.push(before);
        before = null;
      }
      if (words && field.kind === "enum") before = words;
      else if (words && field.kind === "bearing") facing = words;
      else if (words && field.many && field.whose === "own") friends = words;
      else if (words) {
        said.push((before ? before + " " : "") + words);
        aimed = aimed || before !== null || field.kind !== "formation";
        before = null;
      } else if (field.kind === "point" && value && value.x !== undefined) place = Limber.placeSaid(stage, row, value);
    }
    if (before) said.push(before);
    if (friends) said.push((said.length && !/^(with|behind|beside) /.test(friends) ? "with " : "") + friends);
    return [...said, aimed ? null : place, facing].filter(Boolean);
  }

  /** A command in words, without who acts where that is who was chosen. */
  Limber.commandSaid = (stage, row, fields, title) => {
    const who = row.actor && row.actor !== stage.chosen() ? stage.long(row.actor) + ": " : "";
    const said = parts(stage, row, fields);
    const verb = row.choice ? row.choice.replaceAll("_", " ") : title;
    return Limber.capital(who + (who ? verb : Limber.capital(verb)) + (said.length ? " – " + said.join(", ") : ""));
  };

  /** A line's command in words, where the data of a battle has it so. */
  Limber.given = (model, line) => {
    const { fields, titles, table } = model.data;
    const { unit, unit_mm: mm } = model.about;
    const one = line.given;
    if (!one || !fields) return null;
    const stage = {
      ...Limber.measures(() => ({ sign: unit === "inch" ? "in" : unit || "mm", mm: mm || 1 }), () => table && table.square, () => list(model.data.areas)),
      long: (id) => model.long(id), chosen: () => null, state: () => ({}),
    };
    return Limber.commandSaid(stage, one, list(fields[one.verb]), (titles || {})[one.verb] || one.verb.replaceAll("_", " "));
  };
})();
