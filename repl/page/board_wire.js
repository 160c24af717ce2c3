/* The talk of a live page with the program that serves it: what it is told comes as a stream, what it asks goes one
 * question at a time. Nothing else is ever fetched.
 */
(function () {
  /** @param hears { state(state), asked(prompt or null), lost(), found() } */
  class Wire {
    constructor(hears) {
      this.hears = hears;
      this.last = Promise.resolve();
      this.lost = true;
      this.open();
    }

    open() {
      const source = new EventSource("events");
      source.addEventListener("open", () => this.turn(false));
      source.addEventListener("error", () => this.turn(true));
      source.addEventListener("state", (event) => this.hears.state(JSON.parse(event.data)));
      source.addEventListener("asked", (event) => this.hears.asked(JSON.parse(event.data)));
      window.addEventListener("pagehide", () => source.close());
      window.addEventListener("pageshow", (event) => {
        if (event.persisted) location.reload();
      });
    }

    turn(lost) {
      if (lost === this.lost) return;
      this.lost = lost;
      if (lost) this.hears.lost();
      else this.hears.found();
    }

    async send(question) {
      try {
        const response = await fetch("do", {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify(question),
          cache: "no-store",
          referrerPolicy: "no-referrer",
        });
        if (response.ok) return await response.json();
        return { refused: "The program did not take that (" + response.status + ")." };
      } catch {
        return { refused: "Limber does not answer. Is it still running in its terminal?" };
      }
    }

    /** Asks one thing after another; gives the answer. */
    ask(question) {
      const answer = this.last.then(() => this.send(question));
      this.last = answer.catch(() => null);
      return answer;
    }

    /** Answers at once what the prompt asks: nothing else is heard before that. */
    reply(line) {
      return this.send({ line });
    }
  }

  Limber.Wire = Wire;
})();
