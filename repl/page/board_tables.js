/* Dialogs of a live page that are tables: how the units are, and who has been lucky.
 */
(function () {
  const { el, list, capital } = Limber;

  /** One side's units by formation; columns that say nothing of anybody are left out. */
  function roster(model, side) {
    const units = list(side.units);
    const labels = list((units[0] || {}).columns).map(([label]) => label);
    const kept = labels.map((_, i) => i).filter((i) => units.some((one) => one.columns[i] && one.columns[i][1] !== ""));
    const state = model.states[model.count];
    const rows = [];
    let before = null;
    for (const one of units) {
      const unit = model.by.get(one.id) || { name: one.id };
      if (unit.formation && unit.formation !== before) rows.push(el("tr", {}, el("th", { colspan: kept.length + 3, scope: "colgroup" }, capital(model.name(unit.formation)))));
      before = unit.formation;
      rows.push(el("tr", {}, el("td", { class: "number" }, unit.number || ""), el("th", { scope: "row" }, unit.name),
        el("td", {}, (state[one.id] || {}).strength || ""), kept.map((i) => el("td", {}, one.columns[i][1]))));
    }
    const title = capital(model.name(side.id));
    return el("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": title }, el("table", { class: "roster" },
      el("caption", {}, title),
      el("thead", {}, el("tr", {}, ["No", "Unit", "What it is", ...kept.map((i) => capital(labels[i]))].map((head) => el("th", { scope: "col" }, head)))),
      el("tbody", {}, rows)));
  }

  Limber.unitsDialog = async ({ wire, model }) => {
    const answer = await wire.ask({ ask: "units" });
    const parts = answer.refused ? el("p", {}, answer.refused) : list(answer.sides).map((side) => roster(model, side));
    return Limber.dialogs.closing(Limber.dialogs.open("text", "The units", parts));
  };

  Limber.luckDialog = async ({ wire, model, told }) => {
    const { luck, refused } = await wire.ask({ ask: "luck" });
    const none = el("p", {}, refused || "Nothing has been thrown so far whose luck can be told.");
    const parts = refused || !luck.throws ? none
      : [told.battle.over ? null : el("p", { class: "note" }, "Throws that you may not see yet are left out."),
        Limber.luckTables(Object.assign(Object.create(model), { ending: { luck } }))];
    return Limber.dialogs.closing(Limber.dialogs.open("text", "Luck", parts));
  };
})();
