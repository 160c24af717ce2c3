/* How a piece is sent to a place by the commands of a step: by those that name the place, and by those that say how far
 * to go and how far off the front. And what one piece may try against another.
 */
(function () {
  const { list } = Limber;
  const RADIAN = Math.PI / 180;

  /** Less than this many degrees off its front, a piece is sent straight ahead. */
  const AHEAD = 2;

  /** A place as seen from a piece: { mm, bearing, off: degrees off its front, clockwise above 0 }. */
  Limber.toward = (piece, at) => {
    const [east, north] = [at.x - piece.at[0], at.y - piece.at[1]];
    const bearing = (Math.atan2(east, north) / RADIAN + 360) % 360;
    return {
      mm: Math.round(Math.hypot(east, north) * 10) / 10,
      bearing: Math.round(bearing),
      off: Math.round(((bearing - (piece.facing || 0) + 540) % 360) - 180),
    };
  };

  /** A place straight before a piece; of one that has no place any. */
  Limber.before = ({ at, facing }) => {
    const turn = (facing || 0) * RADIAN;
    return at ? { x: at[0] + 100 * Math.sin(turn), y: at[1] + 100 * Math.cos(turn) } : { x: 0, y: 0 };
  };

  /** How far off its front a command sends a piece, and how far it turns the piece, in degrees. */
  Limber.headed = (fields, args) => {
    const field = fields.find((one) => one.kind === "turn" && one.optional);
    const off = (field && args[field.name]) || 0;
    return { off, turned: field && field.name === "oblique" ? 0 : off };
  };

  /** What a command may be given to go to a place, the nearest to it first; none where it sends nobody anywhere. */
  function tries(one, own, piece, at) {
    const fields = list(one.args);
    const point = fields.find((each) => each.kind === "point" && !each.many);
    const wanting = fields.some((each) => each !== own && each !== point && !each.optional);
    if (point) return wanting ? [] : [{ [point.name]: at }];
    const length = fields.find((each) => each.kind === "length" && each.name === "distance");
    const turn = fields.find((each) => each.kind === "turn" && each.optional);
    if (!length || !turn || !piece || !piece.at) return [];
    const { mm, off } = Limber.toward(piece, at);
    const straight = Math.round(mm * Math.cos(off * RADIAN) * 10) / 10;
    const all = [];
    const [left, right] = list(turn.range);
    if (Math.abs(off) >= AHEAD && !(off < left || off > right)) all.push({ [length.name]: mm, [turn.name]: off });
    if (straight > 0) all.push({ [length.name]: straight });
    return all;
  }

  /** The commands of a step that may send a piece to a place: { verb, tries: [args], fields }. */
  Limber.ways = (forms, id, kind, side, piece, at) =>
    forms
      .filter((one) => one.side === side)
      .map((one) => {
        const own = list(one.args).find((each) => each.kind === kind && each.whose === "own" && !each.many);
        const all = own ? tries(one, own, piece, at) : [];
        return { verb: one.verb, fields: list(one.args), tries: all.map((args) => ({ [own.name]: id, ...args })) };
      })
      .filter((one) => one.tries.length);

  /** The command that gets the chosen piece as far as it may go towards a place that it does not reach. */
  Limber.farthest = async (board, ways, at) => {
    const id = board.choice;
    for (const { verb } of ways) {
      const { place } = await board.wire.ask({ ask: "farthest", id, verb, to: at });
      const near = place && board.choice === id && board.ways(place).find((one) => one.verb === verb);
      for (const args of near ? near.tries : []) {
        const { side } = board.model.by.get(id);
        const answer = await board.wire.ask({ check: { verb, side, args } });
        if (!answer.refused) return { verb, side, args, actor: id, typed: verb, says: "as far as it may go that way", goes: answer.goes };
      }
    }
    return null;
  };

  /** The commands of a step that need no more than who acts and on which other piece, each with these filled in. */
  function against(forms, own, other) {
    const filled = (field, id) => ({ [field.name]: field.many ? [id] : id });
    return forms
      .filter((one) => one.side === own.side)
      .map((one) => {
        const fields = list(one.args);
        const actor = fields.find((each) => each.kind === own.kind && each.whose === "own");
        const target = fields.find((each) => each !== actor && each.kind === other.kind && each.whose !== "own");
        const wanting = fields.some((each) => each !== actor && each !== target && !each.optional);
        if (!actor || !target || wanting) return null;
        return { verb: one.verb, side: one.side, args: { ...filled(actor, own.id), ...filled(target, other.id) } };
      })
      .filter(Boolean);
  }

  /** Offers what the chosen piece may do to another, though nothing proposed it; or says why it may not. */
  Limber.tryOn = async (board, own, other) => {
    const long = (one) => board.model.long(one.id);
    let said = null;
    for (const command of against(list(board.all.forms), own, other)) {
      const answer = await board.wire.ask({ check: command });
      if (board.choice !== own.id) return;
      if (!answer.refused) {
        const row = { ...command, actor: own.id, typed: command.verb };
        board.panel.choices(long(own), [row, ...list(board.rowsOf)], { back: () => board.choose(null) });
        return;
      }
      said = said || [answer, command];
    }
    const nothing = { refused: "In this step " + long(own) + " can do nothing to " + long(other) + "." };
    board.refuse(...(said || [nothing, { args: { target: other.id } }]));
  };
})();
