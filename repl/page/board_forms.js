/* Values of commands: as people say them, and those that are still needed as inputs: numbers within their range, words to
 * choose from, pieces and places that are picked on the map or from a list. Lengths are in the unit that people use.
 */
(function () {
  const { el, list } = Limber;

  const SIGNS = { turn: "° to the right; to the left below 0", bearing: "°: 0 is north, 90 east" };
  const ASIDE = 15; // degrees that a turn begins with: none would be no turn

  /** Where an input begins within its range. */
  function start(field, least, most) {
    if (!field.range) return null;
    if (field.begin !== undefined) return field.begin;
    if (field.kind !== "turn") return most;
    return Math.max(least, Math.min(most, ASIDE));
  }

  /** An input for a field: { root, value(), pick(kind, value): took it }. */
  function number(field, stage) {
    const { sign, mm } = field.kind === "length" ? stage.unit() : { sign: SIGNS[field.kind] || "", mm: 1 };
    const [low, high] = list(field.range).map((one) => one / mm);
    // never more than the range when it is rounded to what is shown
    const down = (value) => Math.floor(value * 100 + 1e-6) / 100;
    const [least, most] = [Math.ceil(low * 100 - 1e-6) / 100, down(high)];
    const id = Limber.fresh("field");
    const limits = field.range ? { min: least, max: most } : {};
    const begin = field.optional && (field.empty || !field.range) ? null : start({ ...field, begin: field.begin && down(field.begin / mm) }, least, most);
    const box = el("input", { id, type: "number", step: "any", ...limits, value: begin, inputmode: "decimal" });
    const step = field.kind === "length" ? (mm > 1 ? 0.1 : 5) : 1;
    const slide = field.range
      ? el("input", {
          type: "range",
          ...limits,
          step,
          value: begin,
          "aria-label": field.name,
          input: () => {
            box.value = Number(slide.value) + step > most ? most : slide.value;
            box.dispatchEvent(new Event("change", { bubbles: true }));
          },
        })
      : null;
    if (slide)
      box.addEventListener("input", () => {
        slide.value = box.value;
      });
    return {
      root: el(
        "div",
        { class: "field" },
        el("label", { for: id }, label(field)),
        slide,
        box,
        el("span", { class: "measure" }, sign),
      ),
      value: () => {
        if (box.value === "") return undefined;
        const value = Number(box.value);
        if (field.range && value === most) return list(field.range)[1]; // the very end, not its rounding
        return field.kind === "length" ? value * mm : value;
      },
      point: (at) => {
        const { off, bearing, mm: away } = stage.toward(at) || {};
        if (off === undefined) return false;
        const value = { turn: off, bearing, length: away / mm }[field.kind];
        if (value === undefined) return false;
        box.value = Math.round(Math.min(most || Infinity, Math.max(low === undefined ? -Infinity : least, value)) * 100) / 100;
        if (slide) slide.value = box.value;
        box.dispatchEvent(new Event("change", { bubbles: true }));
        return true;
      },
    };
  }

  function label(field) {
    return Limber.capital(Limber.fieldName(field.name)) + (field.optional ? " (optional)" : "");
  }

  function choice(field, options, many) {
    const id = Limber.fresh("field");
    const shown = (some) => some.map((one) => el("option", { value: one.id }, one.name));
    const [first, others] = [options.filter((one) => !one.later), options.filter((one) => one.later)];
    const open = field.optional ? "–" : options.length > 1 ? "choose …" : null;
    const box = el(
      "select",
      { id, multiple: many || null },
      open && !many ? el("option", { value: "" }, open) : null,
      shown(first),
      others.length ? el("optgroup", { label: first.length ? "others" : "all" }, shown(others)) : null,
    );
    const chosen = () => [...box.selectedOptions].map((one) => one.value).filter((one) => one !== "");
    return {
      root: el("div", { class: "field" }, el("label", { for: id }, label(field)), box),
      value: () => (many ? (chosen().length ? chosen() : undefined) : chosen()[0]),
      pick: (kind, value) => {
        const option = [...box.options].find((one) => one.value === value);
        if (!option) return false;
        option.selected = many ? !option.selected : true;
        box.dispatchEvent(new Event("change"));
        return true;
      },
    };
  }

  function point(field, stage) {
    const places = [];
    const said = el("output", {}, "click on the map");
    const { sign, mm } = stage.unit();
    const measure = (from) => el("input", { type: "number", step: "any", "aria-label": label(field) + ", " + sign + " from the " + from });
    const [x, y] = [measure("west"), measure("south")];
    const take = () => {
      if (x.value === "" || y.value === "") return;
      if (!field.many) places.length = 0;
      places.push({ x: Number(x.value) * mm, y: Number(y.value) * mm });
      said.textContent = places.map((one) => stage.square(one)).join(", ");
    };
    x.addEventListener("change", take);
    y.addEventListener("change", take);
    return {
      root: el(
        "fieldset",
        { class: "field" },
        el("legend", {}, label(field)),
        x,
        y,
        said,
        field.many
          ? el(
              "button",
              {
                type: "button",
                click: () => {
                  places.length = 0;
                  said.textContent = "";
                },
              },
              "Begin again",
            )
          : null,
      ),
      value: () => (places.length === 0 ? undefined : field.many ? places : places[0]),
      pick: (kind, value) => {
        if (kind !== "place") return false;
        x.value = stage.number(value.x);
        y.value = stage.number(value.y);
        take();
        x.dispatchEvent(new Event("picked", { bubbles: true }));
        return true;
      },
    };
  }

  function words(field) {
    const id = Limber.fresh("field");
    const box = el("input", { id, type: field.kind === "flag" ? "checkbox" : "text", maxlength: 200 });
    return {
      root: el("div", { class: "field" }, el("label", { for: id }, label(field)), box),
      value: () => (field.kind === "flag" ? box.checked || undefined : box.value || undefined),
    };
  }

  /** The input that fits a field; null for what only the prompt takes. */
  Limber.input = (field, stage) => {
    if (["unit", "leader", "formation", "area"].includes(field.kind)) {
      return { ...choice(field, stage.named(field.kind, field.whose, field.acts), field.many), field };
    }
    if (Array.isArray(field.values))
      return {
        ...choice(
          field,
          field.values.map((one) => ({ id: one, name: String(one).replaceAll("_", " ") })),
          field.many,
        ),
        field,
      };
    if (field.kind === "point") return { ...point(field, stage), field };
    if (["length", "turn", "bearing", "int", "number"].includes(field.kind)) return { ...number(field, stage), field };
    if (field.kind === "text" || field.kind === "flag") return { ...words(field), field };
    return null;
  };

  /** A form of fields: { root, values(): args, pick(kind, value) }. `given` is what is known already. */
  Limber.form = (fields, given, stage) => {
    const inputs = fields
      .filter((field) => given[field.name] === undefined)
      .map((field) => Limber.input(field, stage))
      .filter(Boolean);
    for (const { root, field } of inputs) {
      if (field.doc && field.optional) root.append(el("span", { class: "doc" }, field.doc));
    }
    const said = el("p", { class: "refusal" });
    return {
      inputs,
      said,
      root: el(
        "div",
        { class: "fields" },
        inputs.map((one) => one.root),
        said,
      ),
      values: () => {
        const args = { ...given };
        for (const one of inputs) {
          const value = one.value();
          if (value !== undefined) args[one.field.name] = value;
        }
        return args;
      },
      // a place fills a point, or else how far and whither it is from the chosen piece
      pick: (kind, value) =>
        inputs.some((one) => one.pick && one.value() === undefined && one.pick(kind, value)) ||
        inputs.some((one) => one.pick && one.pick(kind, value)) ||
        (kind === "place" && inputs.filter((one) => one.point && one.point(value)).length > 0),
    };
  };

  /** What a field leaves open. */
  Limber.rangeSaid = (field, stage) => {
    const [least, most] = list(field.range);
    const say = (value) => (field.kind === "length" ? stage.length(value) : value + (field.kind === "int" ? "" : "°"));
    return field.name.replaceAll("_", " ") + " " + say(least) + " to " + say(most);
  };
})();
