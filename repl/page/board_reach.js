/* How far a piece's fire bears, drawn over the map.
 */
(function () {
  const { svg, n } = Limber;
  const RADIAN = Math.PI / 180;

  /** A reach: over an arc out from the front corners, or all round; its name at its middle, or at its left. */
  Limber.reached = (drawn, piece, { reach, arc, rear }, aside) => {
    const { map } = drawn;
    const [w, d] = piece.size || [0, 0];
    const name = drawn.stage.length(reach);
    if (arc === undefined || arc === null || arc >= 180) {
      return [
        svg("circle", {
          cx: n(piece.at[0]),
          cy: n(map.y(piece.at[1])),
          r: n(reach + Math.min(w, d) / 2),
          class: "reach",
        }),
        drawn.label(piece.at[0], piece.at[1] + (aside ? -1 : 1) * (reach + map.u), name, "reach-says"),
      ];
    }
    const front = -d / 2;
    const out = Math.sin(arc * RADIAN) * reach;
    const on = Math.cos(arc * RADIAN) * reach;
    const path = [
      "M",
      n(-w / 2),
      n(front),
      "L",
      n(-w / 2 - out),
      n(front - on),
      "A",
      n(reach),
      n(reach),
      0,
      0,
      1,
      n(-w / 2),
      n(front - reach),
      "L",
      n(w / 2),
      n(front - reach),
      "A",
      n(reach),
      n(reach),
      0,
      0,
      1,
      n(w / 2 + out),
      n(front - on),
      "L",
      n(w / 2),
      n(front),
      "Z",
    ].join(" ");
    const facing = piece.facing + (rear ? 180 : 0);
    const [east, north] = [Math.sin(facing * RADIAN), Math.cos(facing * RADIAN)];
    const [left, ahead] = aside ? [w / 2 + out, d / 2 + on] : [0, reach + d / 2 + map.u];
    return [
      svg("path", {
        d: path,
        class: "reach",
        transform: "translate(" + n(piece.at[0]) + " " + n(map.y(piece.at[1])) + ") rotate(" + n(facing) + ")",
      }),
      drawn.label(piece.at[0] + east * ahead - north * left, piece.at[1] + north * ahead + east * left, name, "reach-says"),
    ];
  };
})();
