/* The keys of the board. They do what a click does, and nothing while something is typed.
 */
(function () {
  const WORDS = [
    "1 to 9   the choice of that number",
    "d        done with this step",
    "u        undo (also Ctrl Z); Ctrl Y does it again",
    "Escape   all units again",
    "Tab      the next unit, choice or button; Enter takes it",
    "Left, Right, Home, End   look back, and to now again",
    "?        these keys",
  ];

  const press = (button) => {
    if (button) button.click();
    return Boolean(button);
  };

  /** Lists the keys. */
  Limber.boardKeys = () => Limber.dialogs.text("Keys", WORDS.join("\n"));

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
    if (document.querySelector("dialog[open]") || /INPUT|SELECT|TEXTAREA/.test(event.target.tagName)) return;
    const ctrl = event.ctrlKey || event.metaKey;
    if (ctrl && event.key === "z") board.change({ run: "undo" });
    else if (ctrl && event.key === "y" && !board.told.seat) board.change({ run: "redo" });
    else if (event.key === "Escape") board.choose(null);
    else if (ctrl || event.altKey || event.repeat || board.changing || !board.told || !board.told.battle) return;
    else if (board.settled !== board.heard || !plain(board, event.key)) return;
    event.preventDefault();
  };
})();
