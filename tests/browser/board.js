// The board in a real browser: a battle of each ruleset is played by clicks alone against the solo commander; then what
// the page has besides. Nothing is asked of anybody but the program, nothing is logged, axe-core finds nothing.
// node board.js FOLDER [NAME]: pictures are left in FOLDER/pictures to be looked at. Prints TAP.
"use strict";
const { execFileSync, spawn } = require("child_process");
const fs = require("fs");
const path = require("path");
const { check, equal, holds, watched, accessibility, run } = require("./checked");
const folder = path.resolve(process.argv[2]);
const root = path.resolve(__dirname, "../..");
const pictures = path.join(folder, "pictures");
fs.mkdirSync(pictures, { recursive: true });

/** A board of its own, with what it printed. */
async function serve(...words) {
  const data = fs.mkdtempSync(path.join(folder, "board-data-"));
  const program = spawn(path.resolve(process.env.LIMBER || path.join(root, "limber")), ["board", ...words], {
    cwd: root, env: { ...process.env, LC_ALL: "C.UTF-8", XDG_DATA_HOME: data },
  });
  const board = { said: "", program };
  const ended = new Promise((done) => program.on("exit", done));
  board.url = await new Promise((done, wrong) => {
    const hear = (bytes) => {
      board.said += bytes;
      const found = board.said.match(/The board: (http\S+)/);
      if (found) done(found[1]);
    };
    program.stdout.on("data", hear);
    program.stderr.on("data", hear);
    program.on("exit", () => wrong(new Error("it ended: " + board.said)));
  });
  board.says = async (words) => {
    while (!words.test(board.said)) await new Promise((done) => program.stdout.once("data", () => setImmediate(done)));
  };
  board.type = (line) => program.stdin.write(line + "\n");
  board.close = async () => {
    program.stdin.end();
    await ended;
    fs.rmSync(data, { recursive: true, force: true });
  };
  return board;
}

/** Opens the board in a browser of its own and watches it. */
async function open(browser, board, options) {
  const context = await browser.newContext({ viewport: { width: 1360, height: 900 }, ...options });
  const page = await context.newPage();
  const own = (url) => url.startsWith(board.url) || url.startsWith("blob:" + new URL(board.url).origin);
  const faults = watched(page, own);
  await page.goto(board.url);
  const look = {
    page, faults, settled: () => page.waitForFunction(() => typeof Limber !== "undefined" && Limber.board && Limber.board.settled === Limber.board.heard && Limber.board.heard > 0
      && !Limber.board.changing || document.querySelector("dialog[open]"), null, { timeout: 60000 }),
    picture: (name) => page.screenshot({ path: path.join(pictures, "board-" + name + ".png") }),
    clickAt: async (x, y) => {
      const place = await page.evaluate(([east, north]) => {
        const { map } = Limber.board;
        const at = new DOMPoint(east, map.y(north)).matrixTransform(map.svg.getScreenCTM());
        return [at.x, at.y];
      }, [x, y]);
      await page.mouse.click(...place);
    },
    carry: async (from, to) => {
      const [start, end] = await page.evaluate((both) => both.map(([east, north]) => {
        const { map } = Limber.board;
        const at = new DOMPoint(east, map.y(north)).matrixTransform(map.svg.getScreenCTM());
        return [at.x, at.y];
      }), [from, to]);
      await page.mouse.move(...start);
      await page.mouse.down();
      await page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2);
      await page.mouse.move(...end);
      await page.mouse.up();
    },
    present: () => page.evaluate(() => Limber.board.told.battle.present),
    after: async (act) => {
      const heard = await page.evaluate(() => Limber.board.heard);
      await act();
      await page.waitForFunction((n) => Limber.board.heard > n, heard, { timeout: 60000 });
      await look.settled();
    },
    close: async () => { await context.close(); equal(faults, [], "what the page did on the side"); },
  };
  await look.settled();
  return look;
}

const story = (page) => page.locator(".told").innerText();

/** What is clicked next: of the choices a few, then Done. Gives false when the battle is over. */
async function clickOn(look, turn) {
  const { page } = look;
  if (await page.evaluate(() => Boolean(Limber.board.told.battle.over))) return false;
  const rows = page.locator(".choices button.choice:visible");
  const count = await rows.count();
  const options = page.locator(".step-buttons button.main");
  if (count > 0 && turn % 4 !== 3) {
    const row = rows.nth(turn % Math.min(count, 6));
    await row.hover();
    if (turn % 40 === 8) await look.picture("play-" + look.name + "-" + turn);
    const before = await page.evaluate(() => Limber.board.heard);
    await row.click();
    const form = page.locator("form.open-row button.main");
    if (await form.count()) await form.first().click();
    await page.waitForFunction((n) => Limber.board.heard > n || document.querySelector(".refusal").textContent, before, { timeout: 60000 });
    await look.settled();
    return true;
  }
  const main = await options.count();
  await look.after(() => options.nth(turn % main).click());
  return true;
}

const BATTLES = {
  fusilier: "fusilier/lesson", horse_and_musket: "horse_and_musket/windmill_hill", bugles: "bugles/tangi", nff: "nff/lesson",
};

async function plays(browser) {
  for (const [name, battle] of Object.entries(BATTLES)) {
    await check(`a battle of ${name} is played to its end by clicks alone`, async () => {
      const board = await serve(`scenarios/${battle}.lua`, "--solo", "b");
      const look = await open(browser, board);
      look.name = name;
      await accessibility(look.page);
      let turn = 0;
      while (turn < 900 && await clickOn(look, turn)) turn += 1;
      await look.picture("end-" + name);
      const over = await look.page.evaluate(() => ({ over: Limber.board.told.battle.over, said: Limber.board.told.battle.question }));
      equal(over.over, true, "the battle is over: " + over.said);
      await accessibility(look.page);
      await look.close();
      await board.close();
    });
  }
}

async function features(browser) {
  await check("a piece is chosen, sent too far, and sent there; undo, branches and the prompt go with it", async () => {
    const board = await serve("scenarios/fusilier/lesson.lua", "--solo", "b");
    const look = await open(browser, board);
    const { page } = look;
    const choose = (words) => look.after(() => page.locator(".choices button.choice", { hasText: words }).first().click());
    await choose("Ledru's brigade: write order – attack Weber");
    holds(await page.locator(".sealed").innerText(), "Ledru's brigade: write order – attack", "what is sealed");
    await choose("cavalry: write order – attack Weber");
    const at = async (step) => {
      for (let i = 0; i < 12 && !step.test(await page.locator(".question").innerText()); i += 1) {
        await look.after(() => page.locator(".step-buttons button.main").first().click());
      }
    };
    const at_move = (bound) => at(new RegExp(bound + ".*All other"));
    await at_move("Bound 1");
    holds(await page.locator(".unsaid").innerText(), "Without a command 5 units will move as ordered", "who moves untold");
    equal(await page.locator("g.meant .shade").count(), 5, "where they will stand");
    const first = page.locator(".choices button.choice", { hasText: "1/46th Line (11): move – up to 60 mm toward" });
    await first.hover();
    await page.locator("g.row .aim.rest").waitFor({ state: "attached" });
    await look.after(() => first.click());
    holds(await page.locator(".unsaid").innerText(), "Without a command 4 units", "who moves untold, when one is told");
    equal(await page.locator("g.meant .shade").count(), 5, "where they will stand, one by a sealed command");
    await look.after(() => page.locator(".sealed button").first().click());
    await look.after(() => page.locator(".step-buttons button.main").first().click());
    await at(/Bound 2 of 7.*Attacks/);
    await choose("declare attack");
    equal(await page.locator("g.meant .aim.at-enemy").count(), 1, "sealed attacks that are drawn");
    await look.after(() => page.locator(".sealed button").first().click());
    await at_move("Bound 2");
    await page.locator(".unit[data-id=hussars_1]").focus();
    await page.keyboard.press("Enter");
    await page.waitForSelector(".going");
    await look.picture("reach");
    await look.clickAt(1500, 200);
    await page.waitForSelector("text.word.no");
    holds(await page.locator(".refusal").innerText(), "mm away from it (4.5)", "the refusal");
    await look.picture("refused");
    const refused = await look.present();
    await page.locator(".overrule input").fill("we agreed on it");
    await look.after(() => page.getByRole("button", { name: "Allow it" }).click());
    equal(await look.present(), refused + 1, "allowed");
    await look.after(() => page.getByRole("button", { name: "Undo" }).click());
    await page.locator(".unit[data-id=hussars_1]").focus();
    await page.keyboard.press("Enter");
    await page.waitForSelector(".going");
    await look.clickAt(1060, 850);
    await page.locator(".choices button.choice", { hasText: "mm toward F5" }).waitFor();
    const before = await look.present();
    await look.after(() => page.locator(".choices button.choice").first().click());
    holds(await page.locator(".sealed").innerText(), "mm toward F5", "the move");
    const moved = await look.present();
    await look.after(() => page.getByRole("button", { name: "Undo" }).click());
    equal(await look.present(), before, "undone");
    await look.after(() => page.getByRole("button", { name: "Redo" }).click());
    equal(await look.present(), moved, "done again");
    await look.after(() => page.getByRole("button", { name: "Undo" }).click());
    await look.after(() => page.locator(".step-buttons button.main").first().click());
    await page.getByRole("button", { name: "Branches" }).click();
    await page.waitForSelector("dialog.branches[open]");
    await look.picture("branches");
    holds(await page.locator("dialog.branches").innerText(), "bound 2, to line", "branches have their turn");
    holds(await page.locator("dialog.branches").innerText(), "move – to F5", "and say what was done as choices do");
    await accessibility(page);
    await look.after(() => page.locator("dialog.branches .branches button", { hasText: "(1 line)" }).first().click());
    equal(await look.present(), before + 1, "another branch");
    const other = await open(browser, board);
    await look.after(() => board.type("withdraw 21"));
    await other.settled();
    equal(await other.present(), await look.present(), "two browsers");
    await other.close();
    await page.getByRole("button", { name: "Why?" }).first().click();
    holds(await page.locator("dialog.why .throw").first().innerText(), "(D6)", "the throws of the last command with any");
    const order = await page.evaluate(() => Limber.byPromise([{ verb: "a", odds: ["less than 1% to win"] }, { verb: "b" },
      { verb: "a", odds: ["44% to win"] }, { verb: "a", odds: ["mean 2 hits"] }, { verb: "a", odds: ["56% to win"] }]).map((row) => String(row.odds)));
    equal(order, ["56% to win", "undefined", "44% to win", "mean 2 hits", "less than 1% to win"], "choices by what they promise");
    await page.locator("dialog.why summary").click();
    await page.waitForFunction(() => /named|:why/.test(document.querySelector("dialog.why pre").textContent));
    await accessibility(page);
    await look.picture("why");
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 420, height: 900 });
    await look.picture("narrow");
    await page.emulateMedia({ colorScheme: "dark" });
    await accessibility(page);
    await look.picture("dark");
    await look.close();
    board.type(":quit");
    await board.close();
  });

  await check("a piece of rules that say how far and whither goes where the map is clicked", async () => {
    const board = await serve("scenarios/horse_and_musket/lobositz.lua", "--solo", "b");
    const look = await open(browser, board);
    const { page } = look;
    while (!/All other movement/.test(await page.locator(".question").innerText())) {
      await look.after(() => page.locator(".step-buttons button.main").first().click());
    }
    const at = () => page.evaluate(() => Limber.board.stage.state().driesen.at);
    const [x, y] = await at();
    const way = (row) => page.evaluate((given) => {
      const { drawn, stage } = Limber.board;
      const [line] = drawn.ahead(stage.state().driesen, given, 50, 50);
      return Number(line.getAttribute("x2")) > Number(line.getAttribute("x1"));
    }, row);
    equal([await way({}), await way({ back: true })], [true, false], "whether a way leads east, ahead, and one to the rear");
    await page.locator(".unit[data-id=driesen]").focus();
    await page.keyboard.press("Enter");
    await page.waitForSelector(".going");
    await look.clickAt(x + 80, y - 100);
    await page.waitForSelector("text.word.no");
    holds(await page.locator(".refusal").innerText(), "pivot", "what is too far round");
    const ranged = page.locator(".choices button.choice", { hasText: "distance" }).first();
    await ranged.click();
    await page.locator("form.open-row input[type=number]").first().fill("47");
    equal(await page.locator("g.row .leads-says").allTextContents(), ["47 mm"], "what is typed is drawn");
    equal(await page.locator("g.chosen-one .shade").count(), 0, "and nothing else");
    await page.locator(".unit[data-id=driesen]").focus();
    await page.keyboard.press("Enter");
    await page.waitForSelector(".going");
    await look.clickAt(x + 110, y + 30);
    await page.locator(".choices button.choice", { hasText: /Move – 11.* mm, 1.° left/ }).waitFor();
    await look.picture("clicked");
    await look.after(() => page.locator(".choices button.choice").first().click());
    const there = await at();
    if (Math.hypot(there[0] - x - 110, there[1] - y - 30) > 3) throw new Error(`it went to ${there}`);
    await look.after(() => page.getByRole("button", { name: "Undo" }).click());
    await look.carry([x, y], [x + 600, y]);
    await page.waitForSelector("text.word.no");
    equal(await at(), [x, y], "where it is that was carried too far");
    holds(await page.locator(".choices li", { hasText: "as far as it may go that way" }).innerText(), "Move – 1", "the farthest that way");
    const idle = await page.evaluate(() => Limber.board.stage.state().right_guns.at);
    await look.carry(idle, [idle[0] + 60, idle[1]]);
    await page.waitForFunction(() => /has no leave to move/.test(document.querySelector(".panel > .refusal").textContent));
    await page.locator(".unit[data-id=driesen]").focus();
    await page.keyboard.press("Enter");
    await page.waitForSelector(".going");
    holds(await page.locator("g.chosen-one .leads-says").last().innerHTML(), "mm", "how far it goes");
    await page.locator(".by-hand summary").click();
    const by_hand = page.locator(".by-hand form");
    await page.getByLabel("Command", { exact: true }).selectOption("Move");
    equal(await by_hand.locator("select").first().inputValue(), "driesen", "who is filled in");
    equal(await by_hand.getByLabel("Pivot (optional)", { exact: true }).inputValue(), "", "what is left empty");
    await by_hand.locator(".field", { hasText: "Distance" }).locator("input[type=number]").fill("900");
    await by_hand.getByRole("button", { name: "Do it" }).click();
    await page.waitForFunction(() => /900 mm/.test(document.querySelector(".by-hand .refusal").textContent));
    await look.settled();
    equal(await by_hand.locator("select").first().inputValue(), "driesen", "who is still there after a refusal");
    await page.reload();
    await look.settled();
    await look.after(() => look.carry([x, y], [x + 100, y + 5]));
    const carried = await at();
    if (Math.hypot(carried[0] - x - 100, carried[1] - y - 5) > 4) throw new Error(`it was carried to ${carried}`);
    await look.close();
    await board.close();
  });

  await check("units still to come are placed by clicks, where the map shows that they may stand", async () => {
    const file = path.join(folder, "board-placed.lua");
    const text = fs.readFileSync(path.join(root, "scenarios/nff/lesson.lua"), "utf8");
    fs.writeFileSync(file, text.replace("at = { 18, 6.4 } ", "").replace(/ {2}-- What both sides do\.[^]*$/, "}\n"));
    const board = await serve(file, "--solo", "b");
    const look = await open(browser, board);
    const { page } = look;
    await page.getByRole("button", { name: "Lacour's brigade (11)", exact: true }).click();
    await page.waitForSelector(".may-stand");
    await look.clickAt(400, 700);
    await page.waitForSelector("text.word.no");
    holds(await page.locator(".refusal").innerText(), "its own half of the table", "the other half");
    await look.clickAt(400, 250);
    await page.locator(".choices button.choice", { hasText: "Place – to C2" }).waitFor();
    await accessibility(page);
    await look.picture("placed");
    await look.after(() => page.locator(".choices button.choice").first().click());
    const [x, y] = await page.evaluate(() => Limber.board.stage.state().a1.at);
    if (Math.hypot(x - 400, y - 250) > 3) throw new Error(`it stands at ${x}, ${y}`);
    await look.close();
    await board.close();
  });

  await check("two players at one screen: a curtain falls between their sealed orders", async () => {
    const board = await serve("scenarios/fusilier/lesson.lua");
    const look = await open(browser, board);
    const { page } = look;
    await look.after(() => page.locator(".choices button.choice").first().click());
    await page.locator(".step-buttons button.main").first().click();
    await page.waitForSelector("dialog.curtain[open]");
    await look.picture("curtain");
    equal(await page.locator(".panel").isVisible(), false, "the panel shows");
    await accessibility(page);
    await page.locator("dialog.curtain button").click();
    await page.waitForFunction(() => !document.querySelector("dialog[open]") && Limber.board.settled === Limber.board.heard);
    equal(await page.evaluate(() => Limber.board.told.battle.viewer), "b", "who looks");
    const seen = (await page.locator("body").innerText()).match(/.*(write_order french|Ledru's brigade: write order).*/);
    if (seen) throw new Error("the other side's order shows: " + seen[0]);
    holds(await page.locator(".head").innerText(), "The Austrians sit here now", "who sits here");
    await page.getByRole("button", { name: "Undo" }).click();
    holds(await page.locator("dialog.sure[open]").innerText(), "Take back what the French did?", "what is asked first");
    await accessibility(page);
    const kept = await look.present();
    await page.getByRole("button", { name: "Leave it" }).click();
    equal(await look.present(), kept, "what was left");
    await page.keyboard.press("u");
    await look.after(() => page.getByRole("button", { name: "Take it back" }).click());
    await page.waitForFunction(() => /Taken back: Done, of the French/.test(document.querySelector(".file-said").textContent));
    await look.close();
    await board.close();
  });

  await check("who commands can be chosen at any time", async () => {
    const board = await serve("scenarios/fusilier/lesson.lua");
    const look = await open(browser, board);
    const { page } = look;
    const players = page.getByLabel("Players");
    equal(await players.inputValue(), "two", "at first");
    await look.after(() => players.selectOption("one"));
    equal((await page.evaluate(() => Limber.board.told.battle.acting)).length, 2, "sides that one person commands");
    await look.after(() => players.selectOption("b"));
    equal(await page.evaluate(() => Limber.board.told.battle.acting.map((one) => one.id)), ["a"], "sides against a solo commander");
    await look.after(() => players.selectOption("all"));
    equal(await page.locator("button.choice").count(), 0, "choices where solo commanders lead both");
    holds(await page.locator(".story").innerText(), "A solo commander leads from now on".toLowerCase(), "who commands, in words");
    await look.after(() => page.getByRole("button", { name: "Next command" }).click());
    await page.getByLabel("Speed of playing").selectOption("very fast");
    const begun = await look.present();
    await page.getByRole("button", { name: "Let them fight" }).click();
    await page.waitForFunction((n) => Limber.board.told.battle.present > n + 6, begun, { timeout: 60000 });
    await page.getByRole("button", { name: "Pause" }).click();
    await look.settled();
    await page.waitForTimeout(300);
    const paused = await look.present();
    await page.waitForTimeout(700);
    equal(await look.present(), paused, "what goes on after a pause");
    await look.after(() => players.selectOption("two"));
    await accessibility(page);
    await look.close();
    await board.close();
  });

  await check("a table of one's own: the page asks what the prompt asks", async () => {
    const board = await serve("scenarios/fusilier/lesson.lua", "--facts", "told", "--solo", "b");
    const look = await open(browser, board);
    const { page } = look;
    await look.after(() => page.locator(".choices button.choice").first().click());
    await look.after(() => page.locator(".step-buttons button.main").first().click());
    await page.locator(".choices button.choice").first().click();
    await page.waitForSelector("dialog.asked[open] input");
    holds(await page.locator("dialog.asked h2").innerText(), "General Ledru", "the question");
    await look.picture("asked");
    await accessibility(page);
    await page.locator("dialog.asked input").fill("100");
    await page.keyboard.press("Enter");
    await page.waitForSelector("dialog.asked[open] input", { state: "detached" });
    await look.close();
    await board.close();
  });

  await check("a battle is saved, made into a report, and begun again with other dice, without typing", async () => {
    const board = await serve("scenarios/fusilier/lesson.lua", "--solo", "b");
    const look = await open(browser, board);
    const { page } = look;
    await look.after(() => page.locator(".choices button.choice").first().click());
    const files = {};
    for (const what of ["Save", "Report"]) {
      const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: what, exact: true }).click()]);
      files[what] = path.join(folder, download.suggestedFilename());
      await download.saveAs(files[what]);
    }
    equal(path.basename(files.Save), "the_chapel_hill.replay", "what the file is called");
    holds(execFileSync(path.resolve(process.env.LIMBER || path.join(root, "limber")), ["replay", files.Save], { encoding: "utf8" }), "Verified", "what was saved");
    holds(fs.readFileSync(files.Report, "utf8"), "The Chapel Hill", "the report");
    const picture_as = async (kind) => {
      await page.getByRole("button", { name: "Keep a picture of the map" }).click();
      const [kept] = await Promise.all([page.waitForEvent("download"), page.locator(".which button", { hasText: kind }).click()]);
      return kept;
    };
    const dots = await picture_as("PNG");
    equal(dots.suggestedFilename(), "the_chapel_hill.png", "what the picture of dots is called");
    await dots.saveAs(path.join(pictures, "board-kept.png"));
    const bytes = fs.readFileSync(path.join(pictures, "board-kept.png"));
    equal([bytes.toString("latin1", 1, 4), bytes.readUInt32BE(16)], ["PNG", 2400], "what it is, and how wide");
    if (bytes.length < 60000) throw new Error("next to nothing is on it: " + bytes.length + " bytes");
    const drawn = await picture_as("SVG");
    equal(drawn.suggestedFilename(), "the_chapel_hill.svg", "what the picture is called");
    await drawn.saveAs(path.join(folder, "drawn.svg"));
    const picture = await page.context().newPage();
    await picture.goto("file://" + path.join(folder, "drawn.svg"));
    equal(await picture.locator("[class]").count(), 0, "what a picture needs of the page");
    if (await picture.locator("text").count() < 12) throw new Error("units and names are missing");
    await picture.close();
    await page.getByRole("button", { name: "Note", exact: true }).click();
    equal(await page.getByLabel("Your note").getAttribute("maxlength"), "400", "the length of a note, as the prompt has it");
    await page.getByLabel("Your note").fill("the <b>hill</b> is bait");
    await accessibility(page);
    await look.after(() => page.getByRole("button", { name: "Keep it" }).click());
    holds(await story(page), "“the <b>hill</b> is bait”", "the note in the story");
    const [noted] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Report", exact: true }).click()]);
    await noted.saveAs(files.Report);
    const reported = await page.context().newPage();
    await reported.goto("file://" + files.Report);
    const of = await reported.evaluate(() => Limber.page.model.lines.findIndex((line) => line.note && line.of) + 1);
    await reported.evaluate((index) => Limber.page.timeline.go(index - 1), of);
    holds(await reported.locator(".story .remark").innerText(), "the <b>hill</b> is bait", "the note at its line of the report");
    await reported.close();
    await page.getByRole("button", { name: "Another battle" }).click();
    await page.waitForSelector("dialog.another[open]");
    await look.picture("another");
    await accessibility(page);
    await page.getByLabel("Seed of the dice").fill("77");
    await look.after(() => page.getByRole("button", { name: "Begin", exact: true }).click());
    equal(await page.evaluate(() => [Limber.board.model.about.seed, Limber.board.model.about.title, Limber.board.told.battle.players]), [77, "The Chapel Hill", "b"], "the battle anew");
    await page.getByRole("button", { name: "Another battle" }).click();
    await look.after(() => page.getByLabel("Or open a saved battle").setInputFiles(path.join(root, "scenarios/fusilier/lesson.replay")));
    equal(await page.evaluate(() => Limber.board.told.battle.over), true, "a battle that was saved when it was over");
    await page.getByRole("button", { name: "Another battle" }).first().click();
    fs.writeFileSync(path.join(folder, "false.replay"), "no battle\n");
    await page.getByLabel("Or open a saved battle").setInputFiles(path.join(folder, "false.replay"));
    await page.waitForFunction(() => /False.replay is no saved battle/.test(document.querySelector(".panel > .refusal").textContent));
    await look.settled();
    await page.getByRole("button", { name: "Another battle" }).first().click();
    await look.after(() => page.getByLabel("Or open a saved battle").setInputFiles(files.Save));
    equal(await page.evaluate(() => [Limber.board.model.about.title, Limber.board.told.battle.over]), ["The Chapel Hill", undefined], "what was saved, opened");
    await page.getByRole("button", { name: "Another battle" }).first().click();
    await look.after(() => page.getByRole("button", { name: "Begin", exact: true }).click());
    await page.locator("#live-orders summary").click();
    await look.after(() => page.locator(".choices button.choice").first().click());
    await look.after(() => page.locator(".step-buttons button.main").first().click());
    await page.waitForFunction(() => document.querySelectorAll("#live-orders tbody tr").length === 1);
    await accessibility(page);
    await look.close();
    await board.close();
  });

  await check("the page speaks in the unit of the rules, names nobody twice, and can be read on a phone", async () => {
    const board = await serve("scenarios/nff/lesson.lua", "--solo", "b");
    const look = await open(browser, board, { viewport: { width: 360, height: 740 }, hasTouch: true });
    const { page } = look;
    await look.after(() => page.locator(".step-buttons button.main").first().click());
    holds((await page.locator(".choices button.choice b").allInnerTexts()).join("; "), "The hussars (21): announce reserve movement; ", "a choice");
    await look.after(() => page.locator(".choices button.choice", { hasText: "The hussars (21)" }).first().click());
    await page.locator(".choices button.choice", { hasText: /The hussars.*move/ }).first().click();
    equal(await page.locator("form.open-row .measure").first().innerText(), "in", "the unit of the form");
    const high = await page.evaluate(() => Math.min(...[...document.querySelectorAll(".over .unit:not([display]) text")].map((one) => one.getBoundingClientRect().height)));
    if (high < 10) throw new Error(`a number of ${high} pixels`);
    const top = await page.evaluate(() => document.querySelector(".rows").getBoundingClientRect().top + window.scrollY);
    if (top > 560) throw new Error(`the choices begin at ${top} pixels`);
    await look.picture("phone");
    await look.close();
    await board.close();
  });

  await check("two tablets, a side each: each sees and commands its own, both at once", async () => {
    const board = await serve("scenarios/fusilier/lesson.lua", "--listen", "127.0.0.2");
    await board.says(/For the Austrians alone: \S+\n/);
    const [french, austrian] = [...board.said.matchAll(/ alone: (\S+)/g)].map((found) => found[1]);
    const main = await open(browser, board);
    const sides = [];
    for (const url of [french, austrian]) {
      const look = await open(browser, { url }, { viewport: { width: 820, height: 1180 }, hasTouch: true });
      sides.push(look);
      await accessibility(look.page);
      await look.page.locator("dialog button.main").click();
      await look.page.waitForFunction(() => Limber.board.told.battle && Limber.board.settled === Limber.board.heard);
    }
    const [one, other] = sides;
    await main.page.waitForSelector("dialog.curtain[open]");
    await one.picture("seat");
    await accessibility(one.page);
    equal(await one.page.getByRole("button", { name: "Branches" }).isVisible(), false, "branches on a side's page");
    const form = await other.page.evaluate(() => Limber.board.heard);
    await one.after(() => one.page.locator(".choices button.choice").first().click());
    holds(await one.page.locator(".sealed").innerText(), "Ledru's brigade: write order", "its order");
    equal(await other.page.evaluate(() => Limber.board.heard), form, "what the other hears of it");
    await other.after(() => other.page.locator(".choices button.choice").first().click());
    for (const look of sides) await look.after(() => look.page.locator(".step-buttons button.done").click());
    await one.page.waitForFunction(() => /Bound 1/.test(document.querySelector(".question").textContent));
    await one.settled();
    holds(await story(one.page), "General Ledru orders", "its own story");
    equal(/General Weber orders/.test(await story(one.page)), false, "the other's");
    await one.page.getByRole("button", { name: "Leave this seat" }).click();
    await main.page.waitForSelector("dialog.curtain[open]", { state: "detached" });
    await main.settled();
    equal(await main.page.evaluate(() => Limber.board.told.battle.acting.map((side) => side.id)), ["a"], "who is commanded at the screen again");
    await main.picture("one-away");
    for (const look of [...sides, main]) await look.close();
    await board.close();
  });

  await check("keys do what clicks do; looking back is marked", async () => {
    const board = await serve("scenarios/fusilier/lesson.lua", "--solo", "b");
    const look = await open(browser, board);
    const { page } = look;
    const before = await look.present();
    await look.after(() => page.keyboard.press("1"));
    equal(await look.present(), before + 1, "the first choice");
    equal(await page.locator(".past").isVisible(), false, "the past");
    await page.keyboard.press("Home");
    holds(await page.locator(".past").innerText(), "the beginning", "what the map shows");
    equal(await page.locator(".caption").innerText(), "The beginning", "what the map says of it");
    equal(await page.locator(".layer-overlay").isVisible(), false, "what may be done, over the past");
    await page.getByRole("button", { name: "Back to now" }).click();
    equal(await page.locator(".past").isVisible(), false, "the past, back to now");
    await look.after(() => page.keyboard.press("u"));
    equal(await look.present(), before, "undone");
    await page.keyboard.press("?");
    holds(await page.locator("dialog[open] pre").innerText(), "done with this step", "the keys");
    await page.keyboard.press("Escape");
    await page.locator(".roster-box summary", { hasText: "All units" }).click();
    await page.locator(".now button", { hasText: "1/46th" }).click();
    await page.getByRole("button", { name: "What it did" }).click();
    holds(await page.locator("dialog[open] h2").innerText(), "What 1/46th Line (11) did", "what it did");
    await page.locator("dialog[open] summary").click();
    await page.waitForFunction(() => /in this bound/.test(document.querySelector("dialog[open] pre").textContent));
    await accessibility(page);
    await page.keyboard.press("Escape");
    await look.close();
    await board.close();
  });

  await check("keys come to the choices first of all; a charge that was not made is no arrow to the enemy", async () => {
    const board = await serve("scenarios/horse_and_musket/windmill_hill.replay");
    const look = await open(browser, board);
    const { page } = look;
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    equal(await page.evaluate(() => document.activeElement.closest(".panel") !== null), true, "the panel has the focus");
    const drawn = await page.evaluate(() => {
      const { page: shown, model } = Limber.board;
      const found = model.lines.findIndex((line) => line.events && line.events.some && line.events.some((one) => one.link && one.link.kind === "broken"));
      shown.show(found + 1);
      return [...document.querySelectorAll(".layer-arrows .arrow")].map((one) => one.classList[1] + (one.hasAttribute("marker-end") ? " with a head" : ""));
    });
    equal(drawn.filter((one) => one === "broken").length >= 2 && !drawn.includes("charge with a head"), true, "what is drawn: " + drawn);
    await look.picture("broken");
    await look.close();
    await board.close();
  });

  await check("many choices are folded, each formation's by itself; a click opens another and it stays open", async () => {
    const board = await serve("scenarios/horse_and_musket/lobositz.lua", "--solo", "b");
    const look = await open(browser, board);
    const { page } = look;
    while (!/All other movement/.test(await page.locator(".question").innerText())) {
      await look.after(() => page.locator(".step-buttons button.main").first().click());
    }
    const open_one = page.locator(".rows details[open] > summary");
    equal(await open_one.count(), 1, "open formations");
    await page.locator(".rows summary", { hasText: "The right wing" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".rows details[open]").length === 1);
    await accessibility(page);
    await page.keyboard.press("1");
    await look.after(() => page.locator("form.open-row button.main").click());
    holds(await story(page), "Hülsen Musketeers move", "who moved");
    holds(await open_one.innerText(), "The right wing", "the formation that is open");
    await look.close();
    await board.close();
  });

  await check("what the others did is watched, steps without a proposal are passed, the rules are looked up", async () => {
    const board = await serve("scenarios/bugles/tangi.lua", "--solo", "b", "--seed", "1");
    const look = await open(browser, board);
    const { page } = look;
    const done = () => look.after(() => page.locator(".step-buttons button.main").first().click());
    while (!(await page.locator(".since").isVisible())) await done();
    holds(await page.locator(".since").innerText(), "The tribes gave", "who did something");
    await page.getByRole("button", { name: "Watch", exact: true }).click();
    await page.waitForSelector(".past:not([hidden])");
    await page.getByRole("button", { name: "Back to now" }).click();
    await page.locator(".told button.command", { hasText: "The tribes" }).first().click();
    await page.waitForSelector(".past:not([hidden])");
    await page.locator(".story span.cite").first().click();
    await page.waitForFunction(() => document.querySelector("dialog.rules pre").textContent.length > 20);
    await page.locator("dialog.rules input").fill("R240");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector("dialog.rules pre").textContent.startsWith("R240: "));
    await accessibility(page);
    await page.keyboard.press("Escape");
    await page.getByLabel("Pass steps in which nothing is proposed").check();
    for (let i = 0; i < 6; i += 1) {
      await done();
      await page.waitForFunction(() => document.querySelector("button.choice") || document.querySelector("button.option"));
      await look.settled();
    }
    const there = await look.present();
    await look.after(() => page.getByRole("button", { name: "Undo" }).click());
    await page.waitForTimeout(300);
    if (await look.present() >= there) throw new Error("what is undone is done again by itself");
    await look.close();
    await board.close();
  });

  await check("who commands the northern side alone sees the map from there; it can be turned round", async () => {
    const board = await serve("scenarios/nff/lesson.lua", "--solo", "a");
    const look = await open(browser, board);
    const { page } = look;
    const high = (id) => page.evaluate((unit) => document.querySelector(`.unit[data-id=${unit}]`).getBoundingClientRect().top, id);
    if (await high("b1") < await high("a1")) throw new Error("the enemy is below");
    await page.getByRole("button", { name: "Units", exact: true }).focus();
    const at = await page.evaluate(() => Limber.board.stage.state().b1.at);
    await look.clickAt(...at);
    await page.waitForFunction(() => Limber.board.choice === "b1" && document.querySelector(".reach"));
    equal(await page.locator(".refusal").innerText(), "", "what is refused of a unit that is looked at");
    await accessibility(page);
    await look.picture("turned");
    await page.getByRole("button", { name: "Turn the map round" }).click();
    if (await high("b1") > await high("a1")) throw new Error("the map is not turned");
    await look.close();
    await board.close();
  });

  await check("what units have suffered is seen and said; luck is told while the battle goes on; another battle has its own title", async () => {
    const board = await serve("scenarios/horse_and_musket/windmill_hill.replay");
    const look = await open(browser, board);
    const { page } = look;
    const worn = await page.evaluate(() => Limber.board.model.units.filter((one) => {
      const { wear } = Limber.board.stage.state()[one.id] || {};
      return wear && wear.lost > 0;
    }).map((one) => one.id));
    if (worn.length < 3) throw new Error("units with hits: " + worn);
    equal(await page.locator(".over .unit:not([display]) .wear").count(), worn.length, "bars");
    holds(await page.locator(".unit[data-id=" + worn[0] + "] title").textContent(), " of 6 hits", "what is said of it");
    holds(await page.locator(".sides").innerText(), " hits", "the hits of a side");
    await page.getByRole("button", { name: "Units", exact: true }).click();
    holds(await page.locator("dialog[open] table").first().innerText(), "of 6", "the units in a table");
    await accessibility(page);
    await look.picture("units");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Another battle" }).first().click();
    await page.getByLabel("Battle ", { exact: true }).selectOption({ label: "Lobositz" });
    holds(await page.locator(".about-battle").innerText(), "Lobositz, 1 October 1756. Frederick's first battle", "which battle that is");
    holds(await page.locator(".about-battle").innerText(), "At most 18 rounds.", "how long it is");
    await look.after(() => page.getByRole("button", { name: "Begin", exact: true }).click());
    equal(await page.locator("h1").innerText(), "Lobositz", "the headline");
    await look.close();
    await board.close();
    const sealed = await serve("scenarios/fusilier/lesson.lua", "--solo", "b");
    const other = await open(browser, sealed);
    await other.after(() => other.page.locator(".choices button.choice").first().click());
    for (let i = 0; i < 40 && await other.page.evaluate(() => Limber.board.model.throws().length) < 4; i += 1) {
      await other.after(() => other.page.locator(".step-buttons button.main").first().click());
    }
    await other.page.getByRole("button", { name: "Luck", exact: true }).click();
    holds(await other.page.locator("dialog[open]").innerText(), "Luck of each side", "luck in a battle against a solo commander");
    equal(await other.page.locator("dialog[open]").evaluate((one) => one.scrollTop), 0, "where its reading begins");
    await accessibility(other.page);
    await other.close();
    await sealed.close();
  });

  await check("script in names does nothing", async () => {
    const evil = "</script><script>window.evil=1</script><img src=x onerror=window.evil=2>";
    const file = path.join(folder, "board-evil.lua");
    const text = fs.readFileSync(path.join(root, "scenarios/fusilier/lesson.lua"), "utf8");
    fs.writeFileSync(file, text.replace(/(name|title|aim) = "([^"]*)"/g, (_, key, words) => `${key} = ${JSON.stringify(words + evil)}`));
    const board = await serve(file, "--solo", "b");
    const look = await open(browser, board);
    look.name = "evil";
    for (let turn = 0; turn < 12; turn += 1) await clickOn(look, turn);
    holds(await story(look.page), "<img src=x", "names are shown as they are");
    equal(await look.page.evaluate(() => window.evil), undefined, "what a name has done");
    await look.close();
    await board.close();
  });

  await check("a ruleset offers its battles, a recording is there from its beginning", async () => {
    const board = await serve("bugles");
    const look = await open(browser, board);
    await look.picture("battles");
    await look.after(() => look.page.locator("dialog.battles button").first().click());
    await look.settled();
    await look.close();
    await board.close();
    const recorded = await serve("scenarios/fusilier/lesson.replay");
    const other = await open(browser, recorded);
    if (await other.page.evaluate(() => Limber.board.model.count) < 70) throw new Error("its lines are missing");
    await other.page.keyboard.press("Home");
    await other.picture("recorded");
    await other.close();
    await recorded.close();
  });

  await check("when the program ends, the page says so and nothing is lost", async () => {
    const board = await serve("scenarios/fusilier/lesson.lua", "--solo", "b");
    const look = await open(browser, board);
    await look.after(() => look.page.locator(".choices button.choice").first().click());
    await board.close();
    await look.page.waitForFunction(() => /No connection/.test(document.querySelector(".link").textContent));
    await look.page.context().close();
  });
}

run(async (browser) => {
  await plays(browser);
  await features(browser);
});
