/* Throws: a card for each with its dice, modifiers, clauses and the place of its result among all that could have come
 * out; and the list of all throws of a battle, to be searched.
 */
(function () {
  const { el, svg, n, list, percent } = Limber;

  /** The faces of a throw: "fire 4 5". */
  function faces(dice) {
    if (dice.total !== undefined) return dice.total + " in all";
    if (dice.count !== undefined) return dice.count + " of " + list(dice.dice).length;
    return list(dice.dice).join(" ");
  }

  function diceOf(thrown, model) {
    return list(thrown.dice).map((one) =>
      (one.who ? model.name(one.who) + " " : "") + (one.label ? one.label.replaceAll("_", " ") + " " : "") + faces(one)
      + (one.faces ? " (D" + one.faces + ")" : "")).join("; ");
  }

  const plain = (name) => String(name || "").replaceAll("_", " ");

  const procedure = (thrown) => plain(thrown.procedure).replace(".", ": ");

  /** The odds that a throw was made under: a number of the page's list, or the record itself. */
  function oddsOf(model, thrown) {
    if (thrown.odds === undefined || thrown.odds === null) return null;
    return typeof thrown.odds === "number" ? model.odds[thrown.odds - 1] : thrown.odds;
  }

  /** The chances of all results as bars; what came out is filled and marked. */
  function bars(odds, place) {
    const bins = list(odds.bins);
    const most = Math.max(...bins.map((bin) => bin[1]));
    const [width, height] = [Math.max(150, Math.min(260, bins.length * 13)), 44];
    const each = width / bins.length;
    const label = "Chances of " + odds.by + ": " + bins.map(([name, p]) => name + " " + percent(p)).join(", ");
    const picture = svg("svg", { viewBox: `0 0 ${width} ${height + 22}`, width, height: height + 22, class: "bars", role: "img", "aria-label": label });
    bins.forEach(([name, p], i) => {
      const tall = Math.max(0.8, (p / most) * height);
      const here = i + 1 === place;
      picture.append(svg("rect", { x: n(i * each + 0.5), y: n(height - tall), width: n(each - 1), height: n(tall), class: here ? "bar here" : "bar" },
        svg("title", {}, name + ": " + percent(p))));
      if (here) {
        const x = (i + 0.5) * each;
        picture.append(svg("path", { d: `M${n(x - 4)} ${height + 9}L${n(x)} ${height + 2}L${n(x + 4)} ${height + 9}Z`, class: "pointer" }));
      }
    });
    const short = (name) => (name.length > 16 ? name.slice(0, 15) + "…" : name);
    picture.append(svg("text", { x: 0, y: height + 20, class: "scale" }, short(bins[0][0])),
      svg("text", { x: width, y: height + 20, class: "scale end" }, short(bins[bins.length - 1][0])));
    return picture;
  }

  /** What an outcome is called: a side of the question by its piece, yes and no by what is asked. */
  function outcome(model, thrown, by, name) {
    const who = (thrown.named || {})[name];
    if (who) return by + ": " + model.name(who);
    if (name === "yes" || name === "true") return by;
    if (name === "no" || name === "false") return "not " + by;
    return by + " " + name;
  }

  /** What came out, with the pieces of the question by their names: "a holds (10); b holds (11)". */
  function saidOf(model, thrown) {
    const { a, b } = thrown.named || {};
    if (!thrown.says || !(a && b)) return thrown.says;
    const named = { a: model.name(a), b: model.name(b) };
    return thrown.says.replace(/(^|; |side )([ab]) /g, (_, before, which) => (before === "side " ? "" : before) + named[which] + " ");
  }

  /** How often a number came out so high or so low; null where outcomes are no numbers, or few. */
  function ranked(bins, place) {
    if (bins.length < 5 || bins.some(([name]) => !/^-?\d+( to -?\d+)?$/.test(name))) return null;
    const sum = (some) => Math.min(1, some.reduce((all, [, p]) => all + p, 0));
    const [up, down] = [sum(bins.slice(place - 1)), sum(bins.slice(0, place))];
    return up <= down ? "as much or more: " + percent(up) : "as little or less: " + percent(down);
  }

  /** Where a result stands, in words. */
  function standing(model, thrown) {
    const odds = oddsOf(model, thrown);
    const parts = [];
    if (odds && thrown.place) {
      const [name, p] = list(odds.bins)[thrown.place - 1];
      const share = ranked(list(odds.bins), thrown.place);
      parts.push(outcome(model, thrown, odds.by, name) + ": " + (share || "chance " + percent(p)));
    }
    if (thrown.rank !== undefined && thrown.good) {
      const side = model.by.get(thrown.good);
      parts.push("for " + (side ? side.name : thrown.good) + ", " + percent(thrown.as_good) + " are as good or better, "
        + percent(thrown.as_bad) + " as bad or worse");
    }
    return parts.join("; ");
  }

  function modifiers(model, thrown) {
    return list(thrown.modifiers).map((group) => el("p", { class: "modifiers" },
      group.of ? el("b", {}, (group.who ? model.name(group.who) : plain(group.of)) + ": ") : null,
      list(group.list).length ? list(group.list).map(([name, value, cite], i) =>
        [i ? ", " : "", name, " ", Limber.signed(value), el("span", { class: "cite" }, " (" + cite + ")")]) : "no modifiers"));
  }

  /** All about one throw. */
  Limber.throwCard = (model, thrown) => {
    const odds = oddsOf(model, thrown);
    const words = standing(model, thrown);
    return el("div", { class: "throw" },
      el("p", { class: "throw-head" }, el("b", {}, thrown.question || Limber.capital(procedure(thrown))), thrown.who ? " " + Limber.capital(model.long(thrown.who)) : "",
        thrown.cite ? el("span", { class: "cite" }, " (", thrown.cite, ")") : null),
      el("p", {}, el("span", { class: "dice" }, diceOf(thrown, model)), thrown.told ? " (told)" : "",
        thrown.says ? " → " + saidOf(model, thrown) : ""),
      modifiers(model, thrown),
      thrown.asked ? el("p", { class: "cite" }, "Taken into account: ", thrown.asked, ".") : null,
      odds ? bars(odds, thrown.place) : null,
      words ? el("p", { class: "cite" }, Limber.capital(words), ".") : null);
  };

  const SHOWN = 100; // rows at first; more by a button

  /** The list of all throws. */
  Limber.throwsSection = (model, go) => {
    const all = model.throws();
    const kinds = [...new Set(all.map(({ thrown }) => thrown.procedure))].sort();
    const body = el("tbody", {});
    const count = el("p", { class: "note", "aria-live": "polite" });
    const more = el("button", { type: "button", click: () => fill(Infinity) }, "Show all of them");
    const choice = (label, options) => el("select", { "aria-label": label, change: () => fill(SHOWN) },
      el("option", { value: "" }, label), options.map(([value, name]) => el("option", { value }, name)));
    const side = choice("Every side", model.sides.map((one) => [one.id, one.name]));
    const turn = choice("Every " + (model.about.turn_word || "turn"), model.turns.map((one) => [one.turn, model.when(one.first)]));
    const kind = choice("Every question", kinds.map((one) => [one, procedure({ procedure: one })]));
    const order = choice("In order", [["bad", "worst luck first"], ["good", "best luck first"]]);
    const search = el("input", { type: "search", "aria-label": "Search in throws", placeholder: "search", input: () => fill(SHOWN) });

    const text = ({ thrown }) => [procedure(thrown), thrown.question, thrown.who && model.long(thrown.who), thrown.cite, thrown.says,
      diceOf(thrown, model), thrown.asked].join(" ").toLowerCase();

    function row({ thrown, line, index, n: nth }) {
      const detail = el("td", {});
      const open = el("details", {}, el("summary", {}, saidOf(model, thrown) || "what came out"));
      open.addEventListener("toggle", () => {
        if (open.open && open.children.length === 1) open.append(Limber.throwCard(model, thrown));
      });
      detail.append(open);
      return el("tr", {},
        el("th", { scope: "row" }, el("a", { href: "#map", click: () => go(index) }, line.id + "." + nth)),
        el("td", {}, model.when(index)), el("td", {}, thrown.who ? model.long(thrown.who) : ""),
        el("td", {}, procedure(thrown), el("span", { class: "cite" }, " ", thrown.cite || "")),
        el("td", { class: "dice" }, diceOf(thrown, model)), detail,
        el("td", { class: "number" }, thrown.rank === undefined ? "–" : Limber.ofHundred(thrown.rank)));
    }

    function fill(most) {
      const words = search.value.trim().toLowerCase();
      const found = all.filter((one) => (!side.value || one.thrown.side === side.value)
        && (!turn.value || one.line.turn === Number(turn.value)) && (!kind.value || one.thrown.procedure === kind.value)
        && (!words || text(one).includes(words)) && (!order.value || one.thrown.rank !== undefined));
      if (order.value) found.sort((a, b) => (order.value === "bad" ? 1 : -1) * (a.thrown.rank - b.thrown.rank));
      body.replaceChildren(...found.slice(0, most).map(row));
      count.textContent = found.length + " of " + all.length + " throws" + (found.length > most ? "; the first " + most + " are shown" : "");
      more.hidden = found.length <= most;
    }

    fill(SHOWN);
    return [el("div", { class: "filters" }, side, turn, kind, order, search), count,
      el("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Throws" }, el("table", { class: "throws" },
        el("caption", {}, "Each throw; luck is how many of 100 such throws are worse for whom it is good"),
        el("thead", {}, el("tr", {}, ["Line", "When", "Who", "Question", "Dice", "Result", "Luck"].map((head) => el("th", { scope: "col" }, head)))),
        body)), more];
  };

  Limber.diceOf = diceOf;
  Limber.procedureName = procedure;
})();
