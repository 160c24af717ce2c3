/* The account of a battle: its turning points, named, and the story turn by turn, short enough to print on two to four
 * pages with maps of the beginning, of the turning points and of the end.
 */
(function () {
  const { el, list, capital } = Limber;

  const GRAVE = /break|rout|flee|falls_back|destroy|leaderless|taken|demorali|surrender|victory/;
  const RARE = 0.08;

  /** The units and leaders that fall with an event. */
  const fallen = (model, event) => list(event.set).filter((piece) => piece.gone).length;

  /** How much an event weighs in the story. */
  function weight(model, event) {
    let sum = 4 * fallen(model, event);
    const say = event.say || "";
    if (GRAVE.test(say)) sum += list(event.who).some((id) => model.formations.some((one) => one.id === id)) ? 4 : 2;
    if (event.link) sum += { fight: 3, charge: 2, shot: list(event.set).length ? 1.5 : 0.7, tie: 0.5 }[event.link.kind] || 0;
    if (/order|activat/.test(say)) sum += 1;
    if (/fought|combat|melee|fight/.test(say)) sum += 0.5;
    return sum;
  }

  /** The event of a line that says most. */
  function chief(model, line) {
    let best = null;
    for (const event of list(line.events)) {
      const value = weight(model, event);
      if (!best || value > best.value) best = { event, value };
    }
    return best && best.event;
  }

  /** The side that last had an area to itself before a line. */
  function heldLast(model, index, id) {
    for (let i = index - 1; i >= 0; i -= 1) if (model.holds[i] && model.holds[i][id]) return model.holds[i][id];
    return null;
  }

  /** What makes a line a turning point: how much, and in words. */
  function judged(model, index) {
    const line = model.line(index);
    const reasons = [];
    let [value, taken] = [0, null];
    const falls = model.falls.filter((one) => one.index === index);
    value += 3 * falls.length;
    const [before, after] = [model.holds[index - 1], model.holds[index]];
    for (const area of list(model.data.areas)) {
      if (!area.worth || !before || !after || before[area.id] === after[area.id]) continue;
      if (after[area.id] && after[area.id] === heldLast(model, index, area.id)) continue; // it was only disputed
      const side = after[area.id] && model.by.get(after[area.id]);
      const words = (area.name || area.id) + (side ? " is in the hands of " + side.name : " is in nobody's hands");
      value += side ? 4 : 2;
      reasons.push(words);
      if (side) taken = words;
    }
    for (const event of list(line.events)) {
      if (GRAVE.test(event.say || "") && list(event.who).some((id) => model.formations.some((one) => one.id === id))) value += 2;
    }
    for (const thrown of list(line.throws)) {
      const rare = thrown.rank === undefined ? 1 : Math.min(thrown.as_good, thrown.as_bad);
      if (rare <= RARE && value > 0) {
        value += 1.5;
        reasons.push("a throw of " + (thrown.who ? model.name(thrown.who) : "the dice") + " with a chance of " + Limber.percent(rare));
      }
    }
    return { value, reasons, taken, gone: falls.map((one) => model.name(one.id)) };
  }

  /** The moments that turned a battle, in order: { index, title, why }. */
  Limber.turningPoints = (model, most) => {
    const found = [];
    for (let index = 1; index <= model.count; index += 1) {
      const { value, reasons, taken, gone } = judged(model, index);
      if (value >= 2) found.push({ index, value, taken, reasons, gone });
    }
    found.sort((a, b) => b.value - a.value || a.index - b.index);
    return found.slice(0, most || 7).sort((a, b) => a.index - b.index).map((one) => {
      const event = chief(model, model.line(one.index));
      const title = one.taken ? capital(one.taken) + "." : event ? event.text : Limber.heading(model, model.line(one.index));
      const known = (words) => title.toLowerCase().includes(words.toLowerCase());
      const gone = one.gone.filter((name) => !known(name));
      const why = [gone.length ? "gone: " + gone.join(", ") : null, ...one.reasons].filter((words) => words && !known(words));
      return { ...one, title, why: why.join("; ") };
    });
  };

  Limber.turningList = (model, moments, go) => (moments.length
    ? el("ol", { class: "moments" }, moments.map((one) => el("li", {},
      el("a", { href: "#map", click: () => go(one.index) }, model.when(one.index)), ": ", one.title,
      one.why ? el("p", { class: "cite" }, capital(one.why), ".") : null)))
    : el("p", {}, "No moment stands out: nobody fell, and no objective changed hands."));

  /** The chief events of a turn, in order. */
  function chiefs(model, turn, most) {
    const found = [];
    for (let index = turn.first; index <= turn.last; index += 1) {
      for (const event of list(model.line(index).events)) {
        const value = weight(model, event);
        if (value >= 1) found.push({ event, value, nth: found.length });
      }
    }
    found.sort((a, b) => b.value - a.value || a.nth - b.nth);
    const kept = found.slice(0, most).sort((a, b) => a.nth - b.nth);
    return { kept, left: found.length - kept.length };
  }

  Limber.still = (model, index, title, bare) => {
    const map = new Limber.Map(model, { label: title, still: true });
    const state = model.at(index);
    map.show(state);
    if (!bare) map.draw(model.line(index), state);
    return el("figure", { class: "still" }, map.root, el("figcaption", {}, title));
  };

  const LINES = 46; // of story in print, for all turns together

  /** The account: what is printed. */
  Limber.account = (model, moments) => {
    const { about, ending } = model;
    const turns = model.turns.filter((turn) => turn.turn > 0);
    const each = Math.max(2, Math.min(9, Math.floor(LINES / Math.max(1, turns.length))));
    const maps = [];
    if (model.placed) {
      maps.push(Limber.still(model, 0, "The beginning"));
      const chosen = moments.filter((one) => one.index < model.count).sort((a, b) => b.value - a.value).slice(0, 2).sort((a, b) => a.index - b.index);
      for (const one of chosen) maps.push(Limber.still(model, one.index, model.when(one.index) + ": " + one.title));
      maps.push(Limber.still(model, model.count, "The end", true));
    }
    const story = turns.map((turn) => {
      const { kept, left } = chiefs(model, turn, each);
      return el("div", { class: "account-turn" }, el("h3", {}, model.when(turn.first)),
        kept.length ? el("ul", {}, kept.map(({ event }) => el("li", {}, event.text, event.cite ? el("span", { class: "cite" }, " (" + event.cite + ")") : null)))
          : el("p", {}, "Marches and preparations."),
        left ? el("p", { class: "cite left-out" }, "and " + left + " more") : null);
    });
    return [
      el("p", { class: "lead" }, ending.result || "The battle was not fought to its end."),
      el("p", { class: "cite" }, (about.ruleset_title || about.ruleset) + (list(about.variants).length ? " with " + list(about.variants).join(", ") : "")
        + "; " + turns.length + " " + (about.turn_word || "turn") + (turns.length === 1 ? "" : "s") + ", " + about.commands + " commands, " + about.rolls
        + " throws; seed " + about.seed + "; digest " + String(about.digest || "").slice(0, 16)),
      el("div", { class: "stills" }, maps),
      moments.length ? [el("h3", {}, "Turning points"), el("ol", { class: "moments" }, moments.map((one) =>
        el("li", {}, el("b", {}, model.when(one.index) + ": "), one.title)))] : null,
      el("div", { class: "account-turns" }, story),
      el("div", { class: "account-tables" }, Limber.lossesTable(model), Limber.deedsTable(model, null, true)),
    ];
  };
})();
