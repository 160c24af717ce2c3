/* The bar over a live page: what is done with the battle as a whole, who commands, and what is wrong with it.
 */
(function () {
  const { el } = Limber;

  const tool = (label, act, key) =>
    el("button", { type: "button", title: key ? label + " (" + key + ")" : label, click: act }, label);

  /** For the main page alone. */
  const main = (element) => {
    element.classList.add("main-page");
    return element;
  };

  /** What may be done with a battle that is over, and at any time. */
  Limber.keeping = ({ files }) => [
    tool("Report", () => files.fetch("report")),
    main(tool("Save", () => files.fetch("save"), "the whole record, what is sealed too")),
    main(tool("Another battle", () => files.another())),
  ];

  /** Takes back the last command; what another player at this screen gave is asked about first. */
  Limber.undo = (board) => {
    const { model, told, files } = board;
    const { battle } = told || {};
    const last = model && model.lines[model.count - 1];
    if (!battle || !last) return;
    const others = battle.players === "two" && last.side && last.side !== battle.viewer;
    const said = last.verb === "done" ? "Done" : last.hidden ? "a sealed command" : Limber.heading(model, last, board.page.story.words);
    const back = async () => {
      await board.change({ run: "undo" });
      if (others) files.said.textContent = "Taken back: " + said + ", of " + model.name(last.side) + ".";
    };
    if (!others) back();
    else Limber.dialogs.sure("Take back what " + model.name(last.side) + " did?", "The last command is not yours: " + said + ".", "Take it back", back);
  };

  /** The bar of a board; its tools are `board.tools`. */
  Limber.bar = (board) => {
    board.tools = el(
      "div",
      { class: "toolbar", role: "toolbar", "aria-label": "The battle" },
      tool("Undo", () => Limber.undo(board), "Ctrl Z"),
      main(tool("Redo", () => board.change({ run: "redo" }), "Ctrl Y")),
      main(tool("Branches", () => board.tree())),
      main(tool("Note", () => board.note())),
      tool("Why?", () => board.why({ line: "" })),
      tool("Clock", () => board.show("The clock", { ask: "clock" })),
      tool("Units", () => board.model && Limber.unitsDialog(board)),
      tool("Luck", () => board.model && Limber.luckDialog(board)),
      tool("Rules", () => board.rules.open("")),
      Limber.keeping(board),
      tool("Help", () => Limber.boardKeys(), "?"),
    );
    return el(
      "section",
      { class: "board-bar", "aria-label": "The board" },
      el("a", { class: "skip", href: "#choices", click: (event) => board.panel.toChoices(event) }, "To the choices"),
      el("div", { class: "bar-line" }, board.tools, main(el("label", { class: "players" }, "Players ", board.head.players))),
      el("p", { class: "seat" }, board.seat, " ", el("button", { type: "button", click: () => board.take(false) }, "Leave this seat")),
      board.link,
      board.files.said,
      board.head.unkept,
    );
  };
})();
