/* What stands over the panel of a live page: that the battle is not kept, that the map shows the past, who fights.
 */
(function () {
  const { el, list } = Limber;

  /** Is a side commanded from this page? */
  const commandedHere = ({ battle, seat }, side) =>
    seat ? side === seat.id : !list(battle.led).some((one) => one.id === side);

  /** What pieces have suffered, by what it is counted in, where the losses of a side do not count it. */
  function worn(model, pieces) {
    const sums = new Map();
    for (const { wear } of pieces) {
      if (wear && wear.what && wear.lost && !model.lossRows.includes(wear.what)) sums.set(wear.what, (sums.get(wear.what) || 0) + wear.lost);
    }
    return [...sums].map(([what, sum]) => ({ text: sum + " " + (sum === 1 ? what.replace(/s$/, "") : what) }));
  }

  /** What a moment of the past was, short enough to stand on the map. */
  function captionOf(model, index) {
    const line = model.line(index);
    if (!line || index === 0) return "The beginning";
    const said = list(line.events).map((one) => one.text).filter(Boolean);
    const most = said.length > 3 ? [...said.slice(0, 3), "…"] : said;
    return model.when(index) + ". " + (line.verb === "done" && most.length ? "" : Limber.heading(model, line) + ". ") + most.join(" ");
  }

  class Head {
    /** @param acts now: shows the present again; players: says who commands; watch: plays from a line on; brief: asks
     * for the briefing */
    constructor({ now, players, watch, brief }) {
      this.brief = brief;
      this.briefing = el("div", {});
      this.briefed = el("details", { class: "briefing", toggle: () => this.tellBriefing() }, el("summary", {}, "Briefing"), this.briefing);
      this.players = el("select", { change: () => players(this.players.value) });
      this.others = el("span", {});
      this.watch = el("button", { type: "button", click: () => watch(this.first) }, "Watch");
      this.since = el("p", { class: "since", role: "status", hidden: true }, this.others, " ", this.watch);
      this.unkept = el("p", { class: "link", role: "alert" });
      this.when = el("span", {});
      this.past = el(
        "p",
        { class: "past", role: "status", hidden: true },
        this.when,
        " ",
        el("button", { type: "button", click: now }, "Back to now"),
      );
      this.caption = el("p", { class: "caption", "aria-hidden": "true" }); // the story says it too
      this.sides = el("p", { class: "sides" });
      this.sits = el("p", { class: "note" });
      this.root = el("div", { class: "head" }, this.past, this.sits, this.sides, this.briefed, this.since);
    }

    /** Says that what is done is in no file, and why. */
    keep(why) {
      this.unkept.textContent = why
        ? "This battle is not kept: " + why + ". The button Save gives it to your browser."
        : "";
    }

    /** What the battle is about and how it stands, while somebody reads it; it is open until they give a command. */
    async tellBriefing(unread) {
      if (unread !== undefined && unread !== this.unread) this.briefed.open = this.unread = unread;
      if (!this.briefed.open) return;
      const answer = await this.brief();
      this.briefing.replaceChildren(...[answer.refused || list(answer.said)].flat().map((words) => el("p", {}, words)));
    }

    /** Which moment the map shows. */
    moment(model, index) {
      this.past.hidden = index >= model.count;
      this.caption.textContent = this.past.hidden ? "" : captionOf(model, index);
      if (this.past.hidden) return;
      const when = index > 0 ? model.when(index) : "the beginning";
      this.when.textContent = "The map shows the past: " + when + ". What may be done is of now.";
    }

    /** Have those who command here given a command? */
    gave(model, told) {
      return model.lines.some((line) => line.kind === "command" && commandedHere(told, line.side));
    }

    /** Says what others did since a line of ours, to be watched: one command is seen without. */
    came(model, told, since) {
      const lines = model.lines.filter(
        (line, i) => i >= since && line.kind === "command" && line.verb !== "done" && line.side && !commandedHere(told, line.side) && !line.hidden,
      );
      this.since.hidden = lines.length < 2;
      if (this.since.hidden) return;
      this.first = model.lines.indexOf(lines[0]) + 1;
      const names = [...new Set(lines.map((line) => model.by.get(line.side).name))].join(" and ");
      this.others.textContent = Limber.capital(names) + " gave " + lines.length + " commands.";
    }

    /** Who commands: two players, one person both sides, or solo commanders. */
    showPlayers(battle) {
      const options = [
        ["two", "two at one screen"],
        ["one", "one person, both sides"],
      ];
      if (battle.has_solo) {
        for (const side of list(battle.sides)) options.push([side.id, "a solo commander leads " + side.name]);
        options.push(["all", "solo commanders lead both"]);
      }
      const away = list(battle.away).map((one) => one.name);
      if (away.length) options.push(["away", away.join(" and ") + " at a page of their own"]);
      this.players.replaceChildren(...options.map(([value, words]) => el("option", { value }, words)));
      this.players.value = battle.players;
      const sits = battle.players === "two" && !battle.over && list(battle.sides).find((one) => one.id === battle.viewer);
      this.sits.textContent = sits ? Limber.capital(sits.name) + " sit here now." : "";
    }

    /** Who fights, each with the look of its units, what it has lost and which objectives it holds. */
    fight(model) {
      const held = model.holds[model.count] || {};
      const pieces = Object.values(model.states[model.count]);
      const stands = (side) => {
        const lost = list((model.ending.losses || {})[side.id]).filter((row) => row.lost > 0);
        lost.push(...worn(model, pieces.filter((one) => model.by.get(one.id).side === side.id)));
        const has = list(model.data.areas).filter((one) => one.worth && held[one.id] === side.id);
        const names = has.map((one) => one.name || one.id.replaceAll("_", " ")).join(" and ");
        return [
          lost.length ? ": losses " + Limber.listed(lost.map((row) => row.text)) : "",
          names ? (lost.length ? "; " : ": ") + "holding " + names : "",
        ];
      };
      this.sides.replaceChildren(
        ...model.sides.map((side) =>
          el(
            "span",
            { class: "side" },
            Limber.sample("foot", side.pattern),
            " ",
            el("span", {}, Limber.capital(side.name), el("span", { class: "notes" }, stands(side))),
          ),
        ),
      );
    }
  }

  Limber.Head = Head;
})();
