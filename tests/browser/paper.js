// Paper in a real browser: sheets print on two sides of A4 and of Letter with nothing cut off, cards and labels have the
// size they say, maps with markup in every name do nothing, and no page asks for anything. Prints TAP.
// node paper.js FOLDER: what is printed is left in FOLDER/paper to be looked at.
"use strict";
const { execFileSync } = require("child_process");
const fs = require("fs");
const path = require("path");
const { check, equal, watched, run } = require("./checked");
const folder = path.resolve(process.argv[2]);
const root = path.resolve(__dirname, "../..");
const out = path.join(folder, "paper");
const EVIL = "</text></script><script>window.evil=1</script><img src=x onerror=window.evil=2>\"'";

/** Writes what the program makes; gives its path. */
function make(name, words) {
  const file = path.join(out, name);
  fs.writeFileSync(file, execFileSync(path.resolve(process.env.LIMBER || "./limber"), words, { cwd: root, encoding: "utf8" }));
  return file;
}

async function open(browser, file) {
  const page = await browser.newPage();
  const faults = watched(page, (url) => url === "file://" + file);
  await page.goto("file://" + file);
  return { page, close: async () => { await page.close(); equal(faults, [], "what the page did on the side"); } };
}

/** How many sides a page has on paper of a format. */
async function sides(page, format, name) {
  const pdf = await page.pdf({ format, preferCSSPageSize: false, path: path.join(out, `${name}-${format}.pdf`) });
  return pdf.toString("latin1").match(/\/Type\s*\/Page[^s]/g).length;
}

/** What stands out of its place: parts of a page that are wider or higher than the room they have. */
const cutOff = (page, within, parts) => page.evaluate(([room, inner]) => [...document.querySelectorAll(room)].flatMap((one) => {
  const box = one.getBoundingClientRect();
  return [...one.querySelectorAll(inner)].filter((part) => {
    const own = part.getBoundingClientRect();
    return own.right > box.right + 1.5 || own.bottom > box.bottom + 1.5;
  }).map((part) => part.textContent.slice(0, 60));
}), [within, parts]);

run(async (browser) => {
  fs.rmSync(out, { recursive: true, force: true });
  fs.mkdirSync(out, { recursive: true });
  const battles = { fusilier: "maida", horse_and_musket: "lobositz", bugles: "abu_klea", nff: "friedland" };
  for (const [ruleset, battle] of Object.entries(battles)) {
    await check(`the sheet of ${ruleset} has two sides of A4 and of Letter, and nothing is cut off`, async () => {
      const { page, close } = await open(browser, make(`sheet_${ruleset}.html`, ["sheet", ruleset]));
      equal(await cutOff(page, ".columns", "table, p, li, h2, h3"), [], "cut off");
      const small = await page.evaluate(() => [...document.querySelectorAll(".page")].map((one) => parseFloat(getComputedStyle(one).fontSize) * 0.75)
        .filter((size) => size < 6));
      equal(small, [], "letters under 6 points");
      for (const format of ["A4", "Letter"]) equal(await sides(page, format, "sheet_" + ruleset), 2, format);
      await close();
    });
    await check(`the cards of ${ruleset} hold what stands on them`, async () => {
      const { page, close } = await open(browser, make(`cards_${ruleset}.html`, ["cards", `scenarios/${ruleset}/${battle}.lua`, "--parts", "units,leaders,orders,map"]));
      equal(await cutOff(page, ".card, .slip", "p, h2, .sign"), [], "cut off");
      const pages = await page.evaluate(() => document.querySelectorAll(".page").length);
      for (const format of ["A4", "Letter"]) equal(await sides(page, format, "cards_" + ruleset), pages, format);
      await close();
    });
  }
  await check("a label is as large as the base", async () => {
    const { page, close } = await open(browser, make("labels.html", ["cards", "scenarios/fusilier/lesson.lua", "--parts", "labels"]));
    const size = await page.evaluate(() => { const box = document.querySelector(".label:nth-child(4)").getBoundingClientRect(); return [box.width, box.height]; });
    equal(size.map((one) => Math.round(one * 254 / 96) / 10), [90, 30], "8th Hussars, in millimetres");
    await close();
  });
  await check("markup and script in names stay words", async () => {
    const text = fs.readFileSync(path.join(root, "scenarios/bugles/lesson.lua"), "utf8")
      .replace(/(name|title) = "([^"]*)"/g, (_, key, name) => `${key} = ${JSON.stringify(name + EVIL)}`);
    const battle = path.join(out, "evil.lua");
    fs.writeFileSync(battle, text);
    for (const [name, words] of [["evil.svg", ["map", battle, "--svg"]], ["evil.html", ["cards", battle]]]) {
      const { page, close } = await open(browser, make(name, words));
      equal(await page.evaluate(() => [window.evil, document.querySelectorAll("img").length]), [null, 0], name);
      equal((await page.evaluate(() => document.documentElement.textContent)).includes("<img src=x"), true, name + " has the words");
      await close();
    }
  });
});
