// The page of a battle in a real browser: every control is used, nothing is requested, no error is logged, axe-core finds
// nothing, it prints on two to four pages, a hostile replay does nothing, and scrubbing keeps up with the screen.
// node page.js FOLDER: pictures are left in FOLDER/pictures to be looked at. Prints TAP.
"use strict";
const fs = require("fs");
const path = require("path");
const { check, equal, holds, watched, accessibility, run } = require("./checked");
const folder = path.resolve(process.argv[2]);
const root = path.resolve(__dirname, "../..");

/** Opens a page and watches it: what it logs, asks for, or raises is an error at the end. */
async function open(browser, file, options) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const faults = watched(page, (url) => url === "file://" + file || url.startsWith("blob:null/"));
  await page.goto("file://" + file);
  return { page, close: async () => { await context.close(); equal(faults, [], "what the page did on the side"); } };
}

const at = (page) => page.evaluate(() => Limber.page.timeline.index);

/** Uses everything that can be pressed, chosen or typed, and says how much that was. */
async function useAll(page) {
  const last = await page.evaluate(() => Limber.page.timeline.length);
  const buttons = page.locator(".timeline button");
  await page.locator(".slider").fill(String(Math.floor(last / 2)));
  equal(await at(page), Math.floor(last / 2), "the slider");
  for (const [label, holds] of [["To the end", (i) => i === last], ["To the beginning", (i) => i === 0], ["One command on", (i) => i === 1],
    ["One command back", (i) => i === 0], [" on (Shift", (i) => i >= 1], [" back (Shift", (i) => i <= 1]]) {
    await page.locator(`.timeline button[aria-label*="${label}"]`).first().click();
    const index = await at(page);
    if (!holds(index)) throw new Error(`${label}: ${index}`);
  }
  for (const select of await page.locator("select").all()) {
    for (const option of (await select.locator("option").all()).slice(0, 6)) await select.selectOption(await option.getAttribute("value"));
    await select.selectOption({ index: 0 });
  }
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("End");
  equal(await at(page), last, "End");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
  equal(await at(page), 1, "arrow keys");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Shift+ArrowLeft");
  await page.locator(".timeline select").nth(1).selectOption("6");
  await page.keyboard.press(" ");
  await page.locator(".play").click();
  await page.locator(".play").click();
  const from = await at(page);
  await page.waitForFunction((index) => Limber.page.timeline.index > index + 1, from);
  await page.locator(".play").click();
  equal(await page.locator(".play").textContent(), "▶ Play", "paused");
  for (const summary of await page.locator("summary").all()) if (await summary.isVisible()) await summary.click();
  return buttons.count();
}

async function useMap(page) {
  const frame = page.locator(".frame").first();
  const view = () => page.locator(".frame svg.map").first().getAttribute("viewBox");
  const whole = await view();
  for (const tool of await frame.locator(".tools > .tool").all()) await tool.click();
  for (const kind of ["PNG", "SVG"]) {
    await frame.locator(".keeping > .tool").click();
    const [kept] = await Promise.all([page.waitForEvent("download"), frame.locator(".which .tool", { hasText: kind }).click()]);
    holds(kept.suggestedFilename(), "." + kind.toLowerCase(), "what is kept");
  }
  equal(await view(), whole, "the whole map");
  const on = frame.locator('.tool[aria-pressed="true"]');
  while (await on.count()) await on.first().click();
  await frame.focus();
  for (const key of ["+", "+", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "-"]) await page.keyboard.press(key);
  if (await view() === whole) throw new Error("the map was not enlarged");
  const box = await frame.boundingBox();
  await page.mouse.move(box.x + 200, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x + 150, box.y + 160);
  await page.mouse.up();
  await frame.focus();
  await page.keyboard.press("0");
  await page.keyboard.press("+");
  await page.keyboard.press("+");
  equal(await frame.locator(".overview").isVisible(), true, "the overview of an enlarged map");
  await frame.locator(".overview").click({ position: { x: 5, y: 5 } });
  equal((await view()).split(" ").slice(0, 2), whole.split(" ").slice(0, 2), "the corner of the map");
  await frame.focus();
  await page.keyboard.press("0");
  equal(await view(), whole, "0 shows all");
  equal(await frame.locator(".overview").isVisible(), false, "the overview of the whole map");
}

/** The ruler measures between the edges of bases; what lies under the pointer is said. */
async function useRuler(page) {
  const frame = page.locator(".frame").first();
  await page.evaluate(() => (Limber.page ? Limber.page.timeline.go(0) : null));
  const pair = await page.evaluate(() => {
    const { map, model } = Limber.page;
    const there = model.units.filter((one) => map.state[one.id].at && !map.state[one.id].off);
    const [one] = there;
    const other = there.find((unit) => unit.side !== one.side) || there[1];
    const apart = Limber.gap(map.state[one.id], map.state[other.id]).mm;
    const brute = Math.hypot(...[0, 1].map((i) => map.state[one.id].at[i] - map.state[other.id].at[i]));
    const press = (id) => map.unit(id).querySelector(".figure > *").dispatchEvent(new MouseEvent("click", { bubbles: true }));
    map.ruler.toggle();
    press(one.id);
    press(other.id);
    return { apart, brute, words: Limber.far(model, apart), said: map.ruler.said.textContent, names: [model.long(one.id), model.long(other.id)] };
  });
  holds(pair.said, `${pair.names[0]} to ${pair.names[1]}: ${pair.words}.`, "what the ruler says");
  if (!(pair.apart > 0 && pair.apart < pair.brute)) throw new Error(`edges ${pair.apart}, middles ${pair.brute}`);
  equal(await page.locator(".card").isVisible(), false, "a card of what is measured");
  await frame.locator('.tool[aria-pressed="true"]').click();
  const at = await page.evaluate(() => {
    const { map, model } = Limber.page;
    const box = map.unit(model.units.find((one) => map.state[one.id].at).id).querySelector(".turned").getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  });
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.mouse.move(...at);
  await page.waitForSelector(".under-pointer p b");
}

/** The story is asked for a unit: only what tells of it is left. */
async function useStory(page) {
  const unit = page.locator("#story select").nth(2);
  const id = await page.evaluate(() => {
    const { model } = Limber.page;
    const count = (one) => model.lines.filter((line) => Limber.list(line.events).some((event) => Limber.about(event).has(one.id))).length;
    return [...model.units].sort((a, b) => count(b) - count(a))[0].id;
  });
  await unit.selectOption(id);
  const name = await page.evaluate((one) => Limber.page.model.name(one), id);
  const items = await page.locator("#story .found li li").allTextContents();
  if (!items.length || !items.some((text) => text.toLowerCase().includes(name.toLowerCase()))) throw new Error(`${name}: ${items.slice(0, 3)}`);
  await page.locator("#story input").fill("no such words at all");
  equal(await page.locator("#story .found li").count(), 0, "words that are not there");
  await page.locator("#story input").fill("");
  await unit.selectOption("");
  equal(await page.locator("#story .found").textContent(), "", "the story by turns again");
}

/** A unit is pressed on the map and in the list of units: its card tells what befell it, and leads there. */
async function useCard(page, placed) {
  const card = page.locator(".card");
  await page.mouse.move(0, 0); // an event under the mouse marks its own units
  if (placed) {
    const id = await page.evaluate(() => {
      const { map, model } = Limber.page;
      const found = model.units.find((one) => map.unit(one.id).getAttribute("display") !== "none");
      map.unit(found.id).querySelector(".figure > *").dispatchEvent(new MouseEvent("click", { bubbles: true }));
      return found.id;
    });
    equal(await card.isVisible(), true, "the card of " + id);
    equal(await page.evaluate((unit) => Limber.page.map.unit(unit).classList.contains("chosen"), id), true, "the unit is marked");
    if (await card.locator("a").count()) await card.locator("a").first().click();
    await card.locator(".close").click();
  }
  await page.evaluate(() => { Limber.page.roster.open = true; });
  await page.locator(".roster-box tbody button").first().click();
  equal(await card.isVisible(), true, "the card out of the list");
  await accessibility(page);
  await card.locator(".close").click();
  equal(await card.isVisible(), false, "the card is closed");
}

async function useSections(page) {
  for (const link of await page.locator("nav a").all()) await link.click();
  const rows = () => page.locator("#throws tbody tr").count();
  const all = await rows();
  await page.locator("#throws input").fill("no such words at all");
  equal(await rows(), 0, "a search that finds nothing");
  await page.locator("#throws input").fill("");
  equal(await rows(), all, "all throws again");
  await page.locator("#throws details summary").first().click();
  await page.waitForSelector("#throws .throw");
  const more = page.locator("#throws > button");
  if (await more.isVisible()) {
    await more.click();
    if (await rows() <= all) throw new Error("no more throws were shown");
  }
  const link = page.locator("#throws tbody tr:last-child th a");
  await link.click();
  if (await at(page) === 0) throw new Error("a throw does not lead to its command");
  if (await page.locator("#turning a").count()) await page.locator("#turning a").first().click();
  for (const event of (await page.locator(".event").all()).slice(0, 3)) { await event.click(); await event.click(); }
}

/** How many pages a PDF has. */
const pagesOf = (pdf) => (pdf.toString("latin1").match(/\/Type\s*\/Page[^s]/g) || []).length;

run(async (browser) => {
  const pages = require("./pages.js").write(path.join(folder, "pages"), root);
  const pictures = path.join(folder, "pictures");
  fs.mkdirSync(pictures, { recursive: true });
  const picture = (page, name) => page.screenshot({ path: path.join(pictures, name + ".png") });

  for (const [name, file] of Object.entries(pages)) {
    const placed = name !== "told";
    await check(`${name}: every control, and nothing on the side`, async () => {
      const { page, close } = await open(browser, file);
      await useAll(page);
      if (placed) await useMap(page);
      if (name !== "versus") {
        await useSections(page);
        if (placed) await useRuler(page);
        await useStory(page);
        await page.mouse.move(0, 0);
        await useCard(page, placed);
      }
      equal(await page.evaluate(() => window.evil), undefined, "a script of the replay");
      equal(await page.locator("img, iframe, object, embed, link").count(), 0, "elements that the page does not make");
      await picture(page, name);
      await close();
    });
    for (const [look, options] of [["light", { colorScheme: "light" }], ["dark", { colorScheme: "dark" }], ["phone", { viewport: { width: 390, height: 844 }, hasTouch: true }]]) {
      await check(`${name}: axe-core finds nothing, ${look}`, async () => {
        const { page, close } = await open(browser, file, options);
        await page.evaluate(() => Limber.page.timeline.go(Math.floor(Limber.page.timeline.length * 0.6)));
        await picture(page, `${name}-${look}`);
        await accessibility(page);
        equal(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), true, "nothing is wider than the screen");
        await close();
      });
    }
    if (name === "versus") {
      await check("versus: both are named by what tells them apart, and print", async () => {
        const { page, close } = await open(browser, file);
        equal(await page.locator(".pane > h2").allInnerTexts(), ["The Chapel Hill, by the published rules", "The Chapel Hill, with one_d10"], "their names");
        const count = pagesOf(await page.pdf({ path: path.join(pictures, "versus-A4.pdf"), format: "A4" }));
        if (count > 3) throw new Error(`${count} pages`);
        await page.emulateMedia({ media: "print" });
        equal(await page.locator("#account .still:visible").count(), 4, "maps in print");
        equal(await page.locator("#compared:visible").count(), 1, "the table in print");
        await close();
      });
      continue;
    }
    await check(`${name}: the account prints on two to four pages`, async () => {
      const { page, close } = await open(browser, file);
      for (const format of ["A4", "Letter"]) {
        const pdf = await page.pdf({ path: path.join(pictures, `${name}-${format}.pdf`), format });
        const count = pagesOf(pdf);
        const least = ["told", "hostile", "house"].includes(name) ? 1 : 2;
        if (count < least || count > 4) throw new Error(`${format}: ${count} pages`);
      }
      await close();
    });
  }

  await check("a moment can be sent: the address keeps the line, and leads to it", async () => {
    const { page, close } = await open(browser, pages.bugles);
    await page.evaluate(() => Limber.page.timeline.go(30));
    await page.waitForFunction(() => window.location.hash === "#line-30");
    await page.evaluate(() => { window.location.hash = "#line-12"; });
    await page.waitForFunction(() => Limber.page.timeline.index === 12);
    await close();
  });

  await check("commands are said in words", async () => {
    const { page, close } = await open(browser, pages.bugles);
    const said = await page.evaluate(() => {
      const stage = { ...Limber.measures(() => ({ sign: "mm", mm: 1 }), () => 200), long: (id) => (id === "hill" ? "the hill" : "unit " + id), chosen: () => null, state: () => ({}) };
      const unit = (name, whose, many) => ({ name, kind: "unit", whose, many });
      const say = (title, args, ...fields) => Limber.commandSaid(stage, { actor: "1", args: { unit: "1", ...args } }, [unit("unit", "own"), ...fields], title);
      return [
        say("fire", { target: "9", with: ["1", "2", "3"] }, unit("with", "own", true), unit("target", "enemy")),
        say("issue order", { verb: "attack", aim: "9" }, { name: "verb", kind: "enum" }, unit("aim", "enemy")),
        say("move", { to: { x: 250, y: 30 }, facing: 90 }, { name: "to", kind: "point" }, { name: "facing", kind: "bearing" }),
        say("order", { verb: "seize", aim: "hill", target: { x: 1, y: 1 } }, { name: "verb", kind: "enum" }, { name: "aim", kind: "text" }, { name: "target", kind: "point" }),
        say("incline", { hand: "left", widths: 1 }, { name: "hand", kind: "enum" }, { name: "widths", kind: "int" }),
        Limber.promised("mean 1 hits before saves"), Limber.promised("then 8% to destroy it"),
      ];
    });
    equal(said, ["Unit 1: fire – unit 9, with unit 2 and unit 3", "Unit 1: issue order – attack unit 9", "Unit 1: move – to B1, facing east",
      "Unit 1: order – seize the hill",
      "Unit 1: incline – left, 1 width", "on average 1 hit before saves", "8% to destroy it"], "commands");
    await close();
  });

  await check("a battle is seen as either side saw it: without who was hidden, and what was sealed, from it", async () => {
    const { page, close } = await open(browser, pages.bugles);
    const count = () => page.evaluate(() => [...document.querySelectorAll(".over .unit")].filter((one) => one.getAttribute("display") !== "none").length);
    const all = await count();
    const seen = page.getByLabel("Seen by");
    await seen.selectOption("a");
    if (await count() >= all) throw new Error(`of ${all} units ${await count()} are seen`);
    equal(/undefined/.test(await page.locator("#account").innerText()), false, "an account with words of code");
    await seen.selectOption("b");
    equal(await count(), all, "who sees his own in hiding");
    await seen.selectOption("");
    equal(await count(), all, "everybody");
    await close();
    const orders = await open(browser, pages.fusilier);
    const sealed = await orders.page.evaluate(() => Limber.page.model.lines.findIndex((line) => line.sealed === "b") + 1);
    await orders.page.evaluate((index) => Limber.page.timeline.go(index), sealed);
    const what = () => orders.page.locator(".story .what").innerText();
    holds(await what(), "write order – ", "a sealed command, to everybody, in words");
    await orders.page.getByLabel("Seen by").selectOption("a");
    equal(await at(orders.page), sealed, "the same moment");
    holds(await what(), "Sealed by the ", "the same to the other side");
    await accessibility(orders.page);
    await orders.close();
    const open_one = await open(browser, pages.nff);
    equal(await open_one.page.getByLabel("Seen by").count(), 0, "a switch where nothing was hidden");
    await open_one.close();
  });

  await check("the switch of colours", async () => {
    const { page, close } = await open(browser, pages.bugles, { colorScheme: "light" });
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dim = () => page.evaluate(() => getComputedStyle(document.querySelector(".map.under")).filter !== "none");
    const light = await ground();
    await page.locator(".theme select").selectOption("dark");
    if (await ground() === light) throw new Error("dark is as light");
    equal(await dim(), true, "the map is dim on a dark page");
    await page.locator(".theme select").selectOption("light");
    equal(await ground(), light, "light again");
    equal(await dim(), false, "the map is light again");
    await close();
  });

  await check("the name of a river stands on its line, over the units", async () => {
    const { page, close } = await open(browser, pages.nff);
    const off = await page.evaluate(() => {
      const { map } = Limber.page;
      const river = [...Limber.list(map.model.data.areas), ...Limber.list(map.model.data.lines_of_ground)].find((one) => one.name === "the Alle");
      const label = [...map.svg.querySelectorAll(".layer-units ~ .layer-names .name")].find((one) => one.textContent === "the Alle");
      const [x, y] = [Number(label.getAttribute("x")), map.y(Number(label.getAttribute("y")))];
      const gaps = river.points.map((_, i, all) => {
        if (i % 2 || i + 3 >= all.length) return Infinity;
        const [x1, y1, x2, y2] = all.slice(i, i + 4);
        const share = Math.min(1, Math.max(0, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / ((x2 - x1) ** 2 + (y2 - y1) ** 2 || 1)));
        return Math.hypot(x - x1 - share * (x2 - x1), y - y1 - share * (y2 - y1));
      });
      return Math.min(...gaps) / map.u;
    });
    if (off > 2) throw new Error(`it stands off by ${off} hundredths of the table`);
    const faint = await page.evaluate(() => {
      const { map } = Limber.page;
      const [name] = map.named;
      const covered = () => name.node.classList.contains("covered");
      map.fade({ one: { at: [(name.west + name.east) / 2, (name.south + name.north) / 2], size: [1, 1] } });
      return [covered(), map.fade({}) || null, covered()];
    });
    equal(faint, [true, null, false], "a name with a unit under it is faint");
    const aside = await page.evaluate(() => {
      const { map, model } = Limber.page;
      const leader = model.leaders[0];
      const unit = model.states[0][model.units.find((one) => one.side === leader.side).id];
      const drawn = (at) => map.figures.leaderAt({ id: leader.id, at }, { [unit.id]: unit });
      const off = ([x, y]) => Math.hypot(x - unit.at[0], y - unit.at[1]) > Math.min(...unit.size) / 2;
      return [off(drawn(unit.at)), drawn([1, 2])];
    });
    equal(aside, [true, [1, 2]], "a leader on a unit is drawn behind it, another where he stands");
    await close();
  });

  await check("a battle of 560 commands is scrubbed at 60 frames a second", async () => {
    const { page, close } = await open(browser, pages.nff);
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable", { timeDomain: "threadTicks" }); // time on the processor: others may use the machine
    const spent = async () => (await session.send("Performance.getMetrics")).metrics.find((one) => one.name === "TaskDuration").value;
    const before = await spent();
    const steps = await page.evaluate(async () => {
      const { timeline } = Limber.page;
      for (let i = 0; i <= timeline.length; i += 1) {
        timeline.slider.value = (i * 7) % timeline.length;
        timeline.slider.dispatchEvent(new Event("input"));
        await new Promise(requestAnimationFrame);
      }
      return timeline.length + 1;
    });
    const each = ((await spent()) - before) * 1000 / steps;
    console.log(`# a frame takes ${each.toFixed(1)} ms of the processor, of 16.7`);
    if (each > 10) throw new Error(`a frame takes ${each} ms`);
    await close();
  });
});
