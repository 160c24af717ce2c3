/* A picture of the map as it shows just then: one SVG that stands by itself, for a letter or a page of one's own.
 */
(function () {
  const { el, svg } = Limber;

  /** What the style sheets say of an element, that its copy is told. */
  const STYLED = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "opacity", "display",
    "font-family", "font-size", "font-style", "font-weight", "text-anchor", "paint-order", "vector-effect", "transform", "marker-end"];

  /** A copy of a drawing that needs no style sheet. */
  function plain(node) {
    const style = getComputedStyle(node);
    const copy = node.cloneNode(false);
    copy.removeAttribute("class");
    copy.removeAttribute("style");
    for (const name of STYLED) {
      const value = style.getPropertyValue(name);
      if (value && value !== "none" && value !== "normal") copy.setAttribute(name, value);
      else if (name === "fill" || name === "display") copy.setAttribute(name, value);
    }
    for (const child of node.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) copy.append(child.data);
      else if (child.tagName !== "title") copy.append(plain(child));
    }
    return copy;
  }

  /** The map in one piece: its ground, and all but what a live page lays over it. */
  Limber.picture = (map) => {
    const turned = map.root.classList.contains("about");
    map.root.classList.remove("about"); // a picture has north above
    const root = svg("svg", { xmlns: "http://www.w3.org/2000/svg", viewBox: map.svg.getAttribute("viewBox"), width: 1200 });
    for (const sheet of [map.under, map.svg]) {
      for (const part of sheet.children) {
        if (part === map.overlay || part === map.ruler.layer) continue;
        const ground = part.tagName === "use" && document.querySelector(part.getAttribute("href"));
        const copy = plain(ground || part);
        copy.removeAttribute("display");
        root.append(copy);
      }
    }
    map.root.classList.toggle("about", turned);
    return new XMLSerializer().serializeToString(root);
  };

  const DOTS = 2400; // across a picture of dots

  /** The same as dots: a promise of a file of type PNG. */
  async function dots(map) {
    const drawn = new Blob([Limber.picture(map)], { type: "image/svg+xml" });
    const image = new Image();
    image.src = URL.createObjectURL(drawn);
    await image.decode();
    const { w, h } = map.view;
    const canvas = el("canvas", { width: DOTS, height: Math.round((DOTS * h) / w) });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    URL.revokeObjectURL(image.src);
    return new Promise((done) => canvas.toBlob(done, "image/png"));
  }

  /** The tool that keeps a picture of a map, as dots or as a drawing. */
  Limber.keepPicture = (map) => {
    const which = el("div", { class: "which", hidden: true });
    const label = "Keep a picture of the map";
    const opener = el("button", { type: "button", class: "tool", "aria-label": label, title: label, "aria-expanded": "false", click: () => show(which.hidden) }, "⤓");
    function show(shown) {
      which.hidden = !shown;
      opener.setAttribute("aria-expanded", String(shown));
    }
    const way = (sign, title, act) => el("button", {
      type: "button", class: "tool", title, "aria-label": title, click: () => { show(false); act(); },
    }, sign);
    which.append(
      way("PNG", "As a photograph is: PNG", async () => Limber.keep(map.file() + ".png", await dots(map), "image/png")),
      way("SVG", "As a drawing of any size: SVG", () => Limber.keep(map.file() + ".svg", Limber.picture(map), "image/svg+xml;charset=utf-8")),
    );
    return el("div", { class: "keeping" }, opener, which);
  };

  /** Gives the browser a file to keep. */
  Limber.keep = (name, what, type) => {
    const url = URL.createObjectURL(new Blob([what], { type }));
    const link = el("a", { href: url, download: name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(url), 60000);
  };
})();
