/* The page of a battle: small helpers that all its files share.
 *
 * Every file adds to the one namespace `Limber`; they are joined into one script in the order that page/html.lua lists.
 * The data was written by strangers: it becomes text nodes, attribute values and numbers, never markup or style text.
 */
"use strict";

const Limber = {};

(function () {
  const SVG = "http://www.w3.org/2000/svg";

  /** A list of the data: an empty one comes as {} or is left out. */
  Limber.list = (value) => (Array.isArray(value) ? value : []);

  /** Puts attributes and children on an element. A function is a listener, null and false are left out. */
  function fill(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes || {})) {
      if (typeof value === "function") element.addEventListener(name, value);
      else if (value === true) element.setAttribute(name, "");
      else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, String(value));
    }
    for (const child of children.flat(Infinity)) {
      if (child === null || child === undefined || child === false) continue;
      element.append(child instanceof Node ? child : document.createTextNode(String(child)));
    }
    return element;
  }

  /** An element of HTML: el("p", { class: "note" }, "text", child). */
  Limber.el = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);

  /** The same of SVG. */
  Limber.svg = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

  /** A table with a caption and heads; rows are lists of cells, the first of each a row head. */
  Limber.table = (caption, heads, rows, kind) => {
    const { el } = Limber;
    const row = (cells) => el("tr", {}, cells.map((cell, i) =>
      (i === 0 ? el("th", { scope: "row" }, cell) : el("td", {}, cell))));
    return el("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": caption },
      el("table", { class: kind || null },
        el("caption", {}, caption),
        el("thead", {}, el("tr", {}, heads.map((head) => el("th", { scope: "col" }, head)))),
        el("tbody", {}, rows.map(row))));
  };

  /** A chance in words: "12 %", "0.4 %", "under 0.1 %". */
  Limber.percent = (p) => {
    if (p === null || p === undefined) return "";
    const points = Math.round(p * 1e5) / 1e3;
    if (points > 0 && points < 0.1) return "under 0.1 %";
    if (points > 99.9 && points < 100) return "over 99.9 %";
    return (points < 10 && points > 0 ? points.toFixed(1) : points.toFixed(0)) + " %";
  };

  /** A number with its sign, as people write modifiers. */
  Limber.signed = (n) => (n < 0 ? "−" + -n : "+" + n);

  Limber.capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

  /** A luck from 0 to 1 as one of 100. */
  Limber.ofHundred = (p) =>
    (p === null || p === undefined ? "–" : String(Math.min(99, Math.max(1, Math.round(p * 100)))));

  /** An hour of minutes after midnight: 08:57. */
  Limber.hour = (minutes) => {
    const m = ((minutes % 1440) + 1440) % 1440;
    return String(Math.floor(m / 60)).padStart(2, "0") + ":" + String(m % 60).padStart(2, "0");
  };

  let made = 0;

  /** An id that nothing else on the page has. */
  Limber.fresh = (name) => name + "-" + (made += 1);

  /** The middle and the bounds of an outline. */
  Limber.bounds = (points) => {
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let i = 0; i < points.length; i += 2) {
      west = Math.min(west, points[i]);
      east = Math.max(east, points[i]);
      south = Math.min(south, points[i + 1]);
      north = Math.max(north, points[i + 1]);
    }
    return { west, south, east, north, x: (west + east) / 2, y: (south + north) / 2 };
  };

  /** Rounded for an attribute. */
  Limber.n = (value) => Math.round(value * 100) / 100;
})();
