/* The rules, looked up: a click on a citation tells what it says, a word where they mention it.
 */
(function () {
  const { el } = Limber;

  class Rules {
    /** @param ask (question) => its answer */
    constructor(ask) {
      this.ask = ask;
    }

    /** Opens the rules, at a citation where one was clicked: "4.2.8, R38"; `why`: what it was cited for. */
    async open(words, why) {
      const box = el("input", { type: "text", maxlength: 200, "aria-label": "A clause, a ruling or a word of the rules" });
      const text = el("pre", { tabindex: "0", role: "region", "aria-live": "polite", "aria-label": "What the rules say" });
      const show = async (asked) => {
        const answer = await this.ask({ ask: "rules", words: asked });
        text.textContent = answer.refused || answer.said;
      };
      const look = (event) => {
        event.preventDefault();
        if (box.value.trim()) show(box.value);
      };
      const root = Limber.dialogs.open(
        "text rules",
        "The rules",
        why ? el("p", { class: "refusal" }, why) : null,
        el("form", { submit: look }, box, " ", el("button", { type: "submit" }, "Look up")),
        text,
      );
      Limber.dialogs.closing(root);
      if (words) {
        box.value = words;
        await show(words);
      } else box.focus();
    }

    /** Looks up what was clicked where it is a citation. */
    clicked(event) {
      const cited = event.target.closest && event.target.closest("span.cite");
      const words = cited && cited.textContent.replace(/^[\s(]+|[)\s]+$/g, "");
      if (words) this.open(words);
    }
  }

  Limber.Rules = Rules;
})();
