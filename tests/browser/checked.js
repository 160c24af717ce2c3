// What the tests in a browser share: checks printed as TAP, a browser, a watch on what a page does on the side, axe-core.
"use strict";
const fs = require("fs");
const path = require("path");
const modules = path.resolve(process.argv[2], "node_modules");
const { chromium } = require(path.join(modules, "playwright-core"));
const axe = fs.readFileSync(path.join(modules, "axe-core/axe.min.js"), "utf8");
const wanted = process.argv[3];

let [number, failed] = [0, 0];

/** Runs one check, unless another part of the names is asked for. */
exports.check = async (name, run) => {
  if (wanted && !name.includes(wanted)) return;
  number += 1;
  try {
    await run();
    console.log(`ok ${number} - ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`not ok ${number} - ${name}\n# ${String(error.stack).split("\n").slice(0, 12).join("\n# ")}`);
  }
};

exports.equal = (got, expected, what) => {
  if (JSON.stringify(got) !== JSON.stringify(expected)) throw new Error(`${what || "value"}: wanted ${JSON.stringify(expected)}, got ${JSON.stringify(got)}`);
};

exports.holds = (got, part, what) => {
  if (!String(got).includes(part)) throw new Error(`${what}: ${JSON.stringify(part)} is not in ${JSON.stringify(got)}`);
};

/** What a page logs, raises, or asks for elsewhere than `allowed` says, as a list that grows. */
exports.watched = (page, allowed) => {
  const faults = [];
  page.on("console", (message) => faults.push("console: " + message.text()));
  page.on("pageerror", (error) => faults.push("error: " + error.message));
  page.on("dialog", (dialog) => { faults.push("dialog: " + dialog.message()); dialog.dismiss(); });
  page.on("request", (request) => { if (!allowed(request.url())) faults.push("request: " + request.url()); });
  return faults;
};

/** Fails with the worst that axe-core finds on a page, in words. */
exports.accessibility = async (page) => {
  await page.evaluate(axe);
  const found = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
  exports.equal(found.violations.map((one) => one.id + ": " + one.nodes.slice(0, 3).map((node) => node.target.join(" ") + " " + (node.any[0] || {}).message).join("; ")), [], "axe-core");
};

/** Runs `tests` in a browser, prints how many checks there were and ends the process: 1 when one failed, or when all were to run and none
 * did. */
exports.run = async (tests) => {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: ["--no-sandbox"] });
  await tests(browser);
  await browser.close();
  console.log(`1..${number}`);
  process.exit(failed > 0 || (number === 0 && !wanted) ? 1 : 0);
};
