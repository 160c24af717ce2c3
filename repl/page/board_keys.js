/* The keys of the board. They do what a click does, and nothing while something is typed.
 */
(function () {
  const HOW = [
    "Units with a green frame may act. Click one, by mouse or finger: what it may do is",
    "listed, best first, and how far it may go and fires is drawn. Click a line to do it;",
    "an enemy, for what concerns both; or a place on the map, to go there. The mouse may",
    "also carry a unit to where it is to go. Nothing is lost: Undo takes back whatever you",
    "like, and Branches leads to what you undid. Done with this step goes on. A click on a",
    "clause tells the rule; Note keeps what you say of the moment that the map shows.",
    "",
  ];

  const WORDS = [
    "1 to 9   the choice of that number",
    "d        done with this step",
    "u        undo (also Ctrl Z); Ctrl Y does it again",
    "Escape   all units again",
    "Tab      the next unit, choice or button; Enter takes it",
    "Left, Right, Home, End   look back, and to now again",
    "m, r     measure; turn the map round",
    "?        this",
  ];

  const press = (button) => {
    if (button) button.click();
    return Boolean(button);
  };

  /** Says how to play, and lists the keys. */
  Limber.boardKeys = () => Limber.dialogs.text("How to play", [...HOW, ...WORDS].join("\n"));

  /** What a key does; whether it did anything. */
  function plain(board, key) {
    const { root, rows } = board.panel;
    if (key === "?") {
      Limber.boardKeys();
      return true;
    }
    if (key === "u") return press(board.tools.querySelector("button"));
    if (key === "d") return press(root.querySelector(".step-buttons button.done"));
    if (!/^[1-9]$/.test(key)) return false;
    const choices = [...rows.querySelectorAll("button.choice")].filter((one) => one.checkVisibility());
    const options = root.querySelectorAll(".step-buttons button.option");
    return press((choices.length ? choices : options)[Number(key) - 1]);
  }

  Limber.boardKey = (board, event) => {
    if (document.querySelector("dialog[open]") || event.target.matches("input:not([type=checkbox]), select, textarea")) return;
    const ctrl = event.ctrlKey || event.metaKey;
    if (ctrl && event.key === "z") Limber.undo(board);
    else if (ctrl && event.key === "y" && !board.told.seat) board.change({ run: "redo" });
    else if (event.key === "Escape") board.choose(null);
    else if (ctrl || event.altKey || event.repeat || board.changing || !board.told || !board.told.battle) return;
    else if ((/^[1-9]$/.test(event.key) ? board.settled : board.stepped) !== board.heard || !plain(board, event.key)) return;
    event.preventDefault();
  };
})();
