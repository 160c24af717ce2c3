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

  /** Gives the browser a file to keep. */
  Limber.keep = (name, text, type) => {
    const url = URL.createObjectURL(new Blob([text], { type: type + ";charset=utf-8" }));
    const link = el("a", { href: url, download: name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(url), 60000);
  };
})();
