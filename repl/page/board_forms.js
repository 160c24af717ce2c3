/* Values of commands: as people say them, and those that are still needed as inputs: numbers within their range, words to choose from, pieces and places that
 * are picked on the map or from a list.
 */
(function () {
  const { el, list } = Limber;

  const UNITS = { length: "mm", turn: "°, right above 0", bearing: "°, 0 is north" };

  /** An input for a field: { root, value(), pick(kind, value): took it }. */
  function number(field) {
    const [least, most] = list(field.range);
    const id = Limber.fresh("field");
    const step = field.kind === "int" ? 1 : field.kind === "length" ? 5 : 1;
    const start = field.kind === "turn" ? 0 : most;
    const box = el("input", {
      id,
      type: "number",
      step: "any",
      min: least,
      max: most,
      value: field.optional && !field.range ? null : start,
      inputmode: "decimal",
    });
    const slide = field.range
      ? el("input", {
          type: "range",
          min: least,
          max: most,
          step,
          value: start,
          "aria-label": field.name,
          input: () => {
            box.value = slide.value;
            box.dispatchEvent(new Event("change"));
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
        el("span", { class: "measure" }, UNITS[field.kind] || ""),
      ),
      value: () => (box.value === "" ? undefined : Number(box.value)),
    };
  }

  function label(field) {
    return Limber.capital(field.name.replaceAll("_", " ")) + (field.optional ? " (if wanted)" : "");
  }

  function choice(field, options, many) {
    const id = Limber.fresh("field");
    const box = el(
      "select",
      { id, multiple: many || null },
      field.optional && !many ? el("option", { value: "" }, "–") : null,
      options.map((one) => el("option", { value: one.id }, one.name)),
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
    const x = el("input", { type: "number", step: "any", "aria-label": label(field) + ", millimetres from the west" });
    const y = el("input", { type: "number", step: "any", "aria-label": label(field) + ", millimetres from the south" });
    const take = () => {
      if (x.value === "" || y.value === "") return;
      if (!field.many) places.length = 0;
      places.push({ x: Number(x.value), y: Number(y.value) });
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
        x.value = Math.round(value.x);
        y.value = Math.round(value.y);
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
      return { ...choice(field, stage.named(field.kind, field.whose), field.many), field };
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
    if (["length", "turn", "bearing", "int", "number"].includes(field.kind)) return { ...number(field), field };
    if (field.kind === "text" || field.kind === "flag") return { ...words(field), field };
    return null;
  };

  /** A form of fields: { root, values(): args, pick(kind, value) }. `given` is what is known already. */
  Limber.form = (fields, given, stage) => {
    const inputs = fields
      .filter((field) => given[field.name] === undefined)
      .map((field) => Limber.input(field, stage))
      .filter(Boolean);
    return {
      inputs,
      root: el(
        "div",
        { class: "fields" },
        inputs.map((one) => one.root),
      ),
      values: () => {
        const args = { ...given };
        for (const one of inputs) {
          const value = one.value();
          if (value !== undefined) args[one.field.name] = value;
        }
        return args;
      },
      pick: (kind, value) =>
        inputs.some((one) => one.pick && one.value() === undefined && one.pick(kind, value)) ||
        inputs.some((one) => one.pick && one.pick(kind, value)),
    };
  };

  /** A value as people say it; places are drawn, and said where nothing else is. */
  Limber.valueSaid = (field, value, stage) => {
    if (value === undefined || value === null || value === false) return null;
    const named = ["unit", "leader", "formation", "area"].includes(field.kind);
    if (field.many)
      return (
        list(value)
          .map((one) => Limber.valueSaid({ ...field, many: false }, one, stage))
          .filter(Boolean)
          .join(", ") || null
      );
    if (named) return stage.long(value);
    if (field.kind === "point") return null;
    if (field.kind === "length") return stage.length(value);
    if (field.kind === "turn") return value === 0 ? null : Math.abs(value) + "° " + (value < 0 ? "left" : "right");
    if (field.kind === "bearing") return null;
    if (field.kind === "flag") return field.name.replaceAll("_", " ");
    if (field.kind === "other") return null;
    if (field.kind === "int" || field.kind === "number") return field.name.replaceAll("_", " ") + " " + value;
    return String(value).replaceAll("_", " ");
  };

  /** What a field leaves open. */
  Limber.rangeSaid = (field, stage) => {
    const [least, most] = list(field.range);
    const say = (value) => (field.kind === "length" ? stage.length(value) : value + (field.kind === "int" ? "" : "°"));
    return field.name.replaceAll("_", " ") + " " + say(least) + " to " + say(most);
  };
})();
