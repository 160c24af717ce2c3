/* The map: the sheet with its squares and the ground, and in a drawing over it (`map.svg`) units, arrows and what a live
 * page lays on top: what changes is painted without what stays. Places are in millimetres; the sheet's y grows downwards,
 * the table's upwards (`map.y`). The map can be moved and enlarged by mouse, touch, buttons and keys.
 */
(function () {
  const { svg, el, n, list } = Limber;

  const LEGIBLE = 11; // pixels that a unit's number has at least

  const LETTERS = (i) => (i < 26 ? "" : String.fromCharCode(64 + Math.floor(i / 26))) + String.fromCharCode(65 + (i % 26));

  /** The squares that people name places by: letters from the west, numbers from the south. */
  function squares(map, size) {
    const group = svg("g", { class: "squares" });
    const lines = [];
    const font = n(1.5 * map.u);
    for (let i = 0; i * size < map.width; i += 1) {
      if (i) lines.push(`M${n(i * size)} 0V${n(map.depth)}`);
      group.append(svg("text", { x: n(Math.min((i + 0.5) * size, (i * size + map.width) / 2)), y: n(-0.7 * map.u), "font-size": font, class: "square" }, LETTERS(i)));
    }
    for (let j = 0; j * size < map.depth; j += 1) {
      if (j) lines.push(`M0 ${n(map.y(j * size))}H${n(map.width)}`);
      group.append(svg("text", { x: n(-1.2 * map.u), y: n(map.y(Math.min((j + 0.5) * size, (j * size + map.depth) / 2)) + 0.5 * map.u), "font-size": font, class: "square" }, j + 1));
    }
    group.append(svg("path", { d: lines.join(""), class: "grid" }));
    return group;
  }

  /** Does an outline hold a point? */
  const holds = Limber.holds = (points, x, y) => {
    let inside = false;
    for (let i = 0, j = points.length - 2; i < points.length; j = i, i += 2) {
      const [x1, y1, x2, y2] = [points[i], points[i + 1], points[j], points[j + 1]];
      if ((y1 > y) !== (y2 > y) && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
    }
    return inside;
  };

  /** Places on a piece of ground and on the table where its name may stand, those next to its middle first, then above
   *  and below it. */
  function places(map, points, isLine) {
    const box = Limber.bounds(points);
    const found = [];
    const add = (x, y) => { if (x >= 0 && y >= 0 && x <= map.width && y <= map.depth) found.push([x, y]); };
    for (let i = 0; isLine && i + 3 < points.length; i += 2) {
      const [x1, y1, x2, y2] = points.slice(i, i + 4);
      const steps = Math.max(1, Math.ceil(Math.hypot(x2 - x1, y2 - y1) / (2 * map.u)));
      for (let k = 0; k <= steps; k += 1) add(x1 + ((x2 - x1) * k) / steps, y1 + ((y2 - y1) * k) / steps);
    }
    for (let i = 0; !isLine && i <= 12; i += 1) {
      for (let k = 0; k <= 12; k += 1) {
        const [x, y] = [box.west + ((box.east - box.west) * i) / 12, box.south + ((box.north - box.south) * k) / 12];
        if (holds(points, x, y)) add(x, y);
      }
    }
    if (!found.length) return [[Math.min(map.width, Math.max(0, box.x)), Math.min(map.depth, Math.max(0, box.y))]];
    const off = ([x, y]) => Math.hypot(x - box.x, y - box.y);
    found.sort((one, other) => off(one) - off(other));
    return isLine ? found : [...found, [box.x, box.south - 1.2 * map.u], [box.x, box.north + 1.2 * map.u]];
  }

  const common = (one, other) => Math.max(0, Math.min(one.east, other.east) - Math.max(one.west, other.west))
    * Math.max(0, Math.min(one.north, other.north) - Math.max(one.south, other.south));

  /** The names of ground, an objective with a star: on their ground, off the units of `state` where that can be. */
  function names(map, state) {
    const { areas, lines_of_ground: lines } = map.model.data;
    const size = 1.7 * map.u;
    const around = (x, y, wide, high) => ({ west: x - wide / 2, east: x + wide / 2, south: y - high / 2, north: y + high / 2 });
    const taken = Object.values(state).filter((one) => one && one.at && !one.gone && !one.off).map((one) => {
      const reach = one.size ? Math.max(...one.size) + map.u : 3 * map.u;
      return around(one.at[0], one.at[1] + (one.size ? 0 : map.u), reach, reach);
    });
    const cost = (box) => taken.reduce((sum, one) => sum + common(box, one), 0)
      + 2 * ((box.east - box.west) * (box.north - box.south) - common(box, { west: 0, south: 0, east: map.width, north: map.depth }));
    return [...list(areas), ...list(lines)].filter((one) => one.name || one.worth).map((one) => {
      const words = (one.worth ? "★ " : "") + (one.name || one.id.replaceAll("_", " "));
      let [best, least] = [null, Infinity];
      for (const [x, y] of places(map, list(one.points), list(lines).includes(one))) {
        const box = around(x, y, 0.54 * size * words.length, size);
        const covers = cost(box);
        if (covers < least) [best, least] = [{ ...box, x, y }, covers];
        if (!covers) break;
      }
      taken.push(best);
      map.named.push(best);
      return best.node = svg("text", { x: n(best.x), y: n(map.y(best.y) + 0.35 * size), "font-size": n(size), class: "name" }, words);
    });
  }

  class Map_ {
    /** @param model Limber.Model  @param options { label, still: a map for print, without controls, measure: of a live page } */
    constructor(model, options) {
      const { table } = model.data;
      this.model = model;
      this.width = table.width;
      this.depth = table.depth;
      this.u = Math.max(table.width, table.depth) / 100;
      this.id = Limber.fresh("map");
      const pad = 2.6 * this.u;
      this.whole = { x: -pad, y: -pad, w: this.width + 2 * pad, h: this.depth + 2 * pad };
      this.layers = {};
      const layer = (name) => { this.layers[name] = svg("g", { class: "layer-" + name }); return this.layers[name]; };
      this.under = svg("svg", { class: "map under", "aria-hidden": "true" },
        svg("rect", { x: 0, y: 0, width: n(this.width), height: n(this.depth), class: "sheet" }),
        model.data.ground ? svg("use", { href: "#" + model.data.ground }) : null, squares(this, table.square));
      this.svg = svg("svg", { class: "map over", role: "group", "aria-label": options.label || "Map of the table" },
        Limber.hatching(this),
        svg("defs", {}, Limber.ARROWS.map((kind) => svg("marker", {
          id: this.id + "-" + kind, viewBox: "0 0 10 10", refX: 9, refY: 5, markerWidth: n(1.8 * this.u), markerHeight: n(1.8 * this.u),
          markerUnits: "userSpaceOnUse", orient: "auto-start-reverse", class: "head-" + kind,
        }, svg("path", { d: "M 0 0 L 10 5 L 0 10 Z" })))),
        layer("way"), layer("trails"), layer("units"), layer("names"), layer("arrows"), layer("overlay"));
      this.overlay = this.layers.overlay;
      this.view = { ...this.whole };
      this.measure = options.measure || null;
      this.look();
      this.figures = new Limber.Figures(this);
      this.sheet = el("div", { class: "sheets" }, this.under, this.svg);
      this.root = options.still ? this.sheet : this.controls();
    }

    /** The sheet's y of a table's. */
    y(value) { return this.depth - value; }

    look() {
      const { x, y, w, h } = this.view;
      for (const drawing of [this.under, this.svg]) drawing.setAttribute("viewBox", [x, y, w, h].map(n).join(" "));
      this.legible();
      if (this.overview) this.overview.look();
      this.svg.classList.toggle("enlarged", this.view.w < this.whole.w - 1);
    }

    /** A place of the sheet comes to the middle of what is seen. */
    center({ x, y }) {
      this.view.x = x - this.view.w / 2;
      this.view.y = y - this.view.h / 2;
      this.keep();
    }

    /** Numbers of units are drawn larger where the map is small, as on a phone. */
    legible() {
      const dot = Math.min(this.svg.clientWidth / this.view.w, this.svg.clientHeight / this.view.h);
      const scale = dot > 0 ? n(Math.min(2, Math.max(1, LEGIBLE / (1.7 * this.u * dot)))) : 1;
      if (scale === this.scale) return;
      this.scale = scale;
      this.svg.style.setProperty("--larger", scale);
    }

    /** Enlarges around a point of the sheet, or makes smaller. */
    zoom(factor, at) {
      const view = this.view;
      const w = Math.min(this.whole.w, Math.max(this.whole.w / 12, view.w / factor));
      const share = w / view.w;
      const point = at || { x: view.x + view.w / 2, y: view.y + view.h / 2 };
      this.view = { x: point.x - (point.x - view.x) * share, y: point.y - (point.y - view.y) * share, w, h: view.h * share };
      this.keep();
    }

    /** Moves what is seen by shares of its width and height. */
    pan(dx, dy) {
      const way = this.about && this.about.on ? -1 : 1;
      this.view.x += way * dx * this.view.w;
      this.view.y += way * dy * this.view.h;
      this.keep();
    }

    keep() {
      const { view, whole } = this;
      view.x = Math.min(whole.x + whole.w - view.w, Math.max(whole.x, view.x));
      view.y = Math.min(whole.y + whole.h - view.h, Math.max(whole.y, view.y));
      this.look();
    }

    reset() {
      this.view = { ...this.whole };
      this.look();
    }

    /** A place on the screen as a place on the sheet. */
    place(event) {
      const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
      return { x: point.x, y: point.y };
    }

    /** What a picture of it is called, but for its ending. */
    file() { return ((this.model.about.title || "").toLowerCase().replace(/[^a-z0-9]+/g, "_").replace(/^_|_$/g, "") || "map"); }

    controls() {
      this.ruler = new Limber.Ruler(this, this.measure);
      this.overview = new Limber.Overview(this);
      this.pointed = new Limber.Under(this);
      this.about = new Limber.About(this);
      this.overview.look();
      const button = (label, sign, act) => el("button", { type: "button", class: "tool", "aria-label": label, title: label, click: act }, sign);
      const frame = el("div", {
        class: "frame", tabindex: "0", role: "group",
        "aria-label": "Map; plus and minus enlarge and reduce, arrow keys move it when it is enlarged, 0 shows all, m measures, r turns it round",
        keydown: (event) => this.key(event),
      }, this.sheet, el("div", { class: "tools" },
        button("Enlarge the map", "+", () => this.zoom(1.4)), button("Reduce the map", "−", () => this.zoom(1 / 1.4)),
        button("Show the whole map", "⤢", () => this.reset()), this.ruler.button,
        this.about.button,
        Limber.keepPicture(this),
        button("Hide the units, to see the ground", "▦", (event) => {
          const bare = this.svg.classList.toggle("bare");
          event.currentTarget.setAttribute("aria-pressed", String(bare));
        })), this.overview.root, this.pointed.root, this.ruler.said);
      this.svg.addEventListener("wheel", (event) => {
        if (!event.ctrlKey && !event.metaKey) return; // a wheel alone scrolls the page
        event.preventDefault();
        this.zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15, this.place(event));
      }, { passive: false });
      this.drag();
      this.about.look(frame);
      new ResizeObserver(() => this.legible()).observe(this.svg);
      return frame;
    }

    key(event) {
      const act = {
        "+": () => this.zoom(1.4), "=": () => this.zoom(1.4), "-": () => this.zoom(1 / 1.4), 0: () => this.reset(),
        m: () => this.ruler.toggle(), r: () => this.about.turn(),
      }[event.key];
      const step = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, -0.1], ArrowDown: [0, 0.1] }[event.key];
      if (act) act();
      else if (step && this.view.w < this.whole.w - 1) this.pan(...step);
      else return;
      event.preventDefault();
      event.stopPropagation();
    }

    /** One finger or the mouse moves an enlarged map, two fingers enlarge it. */
    drag() {
      const down = new Map();
      let [from, apart] = [null, 0];
      const spread = () => {
        const [a, b] = [...down.values()];
        return { apart: Math.hypot(a.x - b.x, a.y - b.y), clientX: (a.x + b.x) / 2, clientY: (a.y + b.y) / 2 };
      };
      this.svg.addEventListener("click", (event) => {
        if (this.dragged) event.stopImmediatePropagation();
        this.dragged = false;
      }, true);
      this.svg.addEventListener("pointerdown", (event) => {
        down.set(event.pointerId, { x: event.clientX, y: event.clientY });
        if (down.size === 1) this.dragged = false;
        if (down.size === 2) apart = spread().apart;
        from = this.view.w < this.whole.w - 1 ? { x: event.clientX, y: event.clientY } : null;
      });
      this.svg.addEventListener("pointermove", (event) => {
        if (!down.has(event.pointerId)) return;
        down.set(event.pointerId, { x: event.clientX, y: event.clientY });
        if (down.size === 2) {
          const now = spread();
          if (apart > 0 && now.apart > 0) this.zoom(now.apart / apart, this.place(now));
          [apart, this.dragged] = [now.apart, true];
        } else if (from && down.size === 1 && event.buttons === 1) {
          const box = this.svg.getBoundingClientRect();
          this.dragged = this.dragged || Math.hypot(from.x - event.clientX, from.y - event.clientY) > 3;
          this.pan((from.x - event.clientX) / box.width, (from.y - event.clientY) / box.height);
          from = { x: event.clientX, y: event.clientY };
        }
      });
      for (const ending of ["pointerup", "pointercancel", "pointerleave"]) {
        this.svg.addEventListener(ending, (event) => {
          down.delete(event.pointerId);
          from = null;
        });
      }
    }

    /** Shows everybody as in `state`. Names of ground stay where the first state leaves them room. */
    show(state) {
      if (!this.named) {
        this.named = [];
        this.layers.names.append(...names(this, state));
      }
      this.fade(state);
      this.state = state;
      this.figures.show(state);
      if (this.overview) this.overview.show();
    }

    /** Names of ground that units have come under are faint. */
    fade(state) {
      const there = Object.values(state).filter((one) => one && one.at && one.size && !one.gone && !one.off && !one.unseen);
      for (const name of this.named) {
        const under = there.some(({ at: [x, y] }) => x > name.west && x < name.east && y > name.south - this.u && y < name.north + this.u);
        name.node.classList.toggle("covered", under);
      }
    }

    unit(id) { return this.figures.node(id); }

    /** Marks some units, and no others; `raise` lays them over the rest. */
    mark(ids, raise) {
      for (const old of this.svg.querySelectorAll(".chosen")) old.classList.remove("chosen");
      const of = (id) => this.model.units.filter((one) => one.formation === id).map((one) => one.id);
      for (const id of ids.flatMap((one) => (this.unit(one) ? [one] : of(one)))) {
        const node = this.unit(id);
        if (!node) continue;
        node.classList.add("chosen");
        if (raise) node.parentNode.append(node);
      }
    }

    /** The way that one unit has gone, as points. */
    way(points) {
      this.layers.way.replaceChildren(points.length > 1 ? svg("polyline", {
        points: points.map(([x, y]) => n(x) + "," + n(this.y(y))).join(" "), class: "gone-way",
      }) : "");
    }

    /** Draws what a line did, or one event of it. */
    draw(line, state, only) { Limber.arrows(this, line, state, only); }
  }

  Limber.Map = Map_;
})();
