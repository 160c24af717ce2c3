// The pages that are tested: one battle of each ruleset, one told at a table, two side by side, and one with markup and
// script in every name. Each is written by the program itself into a folder.
"use strict";
const { execFileSync } = require("child_process");
const fs = require("fs");
const path = require("path");

const LIMBER = path.resolve(process.env.LIMBER || "./limber");

const limber = (folder, words, input) => execFileSync(LIMBER, words, {
  cwd: folder, input: input || "", encoding: "utf8", env: { ...process.env, LC_ALL: "C.UTF-8", XDG_DATA_HOME: path.join(folder, "data") },
});

const RECORDED = {
  fusilier: "fusilier/maida", horse_and_musket: "horse_and_musket/lobositz", bugles: "bugles/abu_klea", nff: "nff/friedland",
};

// A table of the players' own, as in repl/README.md.
const TOLD = ["write_order french_brigade attack aim \"the hill\"", "done", "write_order austrian_brigade hold", "done", "5 5", "4 7",
  "done", "done", "done", "done", "done", "done", "fire 1 31", "y", "640", "done", "done", "6 5", "", "", ":save told.replay", ":quit"];

// Script in every shape in which a page might let it in.
const EVIL = "</script><script>window.evil=1</script><img src=x onerror=window.evil=2>\"'`${window.evil=3}";

function hostile(folder, root) {
  let text = fs.readFileSync(path.join(root, "scenarios/bugles/lesson.lua"), "utf8");
  const quoted = (words) => JSON.stringify(words + EVIL);
  text = text.replace(/name = "([^"]*)"/g, (_, name) => "name = " + quoted(name)).replace(/(title|doc) = "([^"]*)"/g, (_, key, name) => key + " = " + quoted(name))
    .replace(/"A Company"/g, quoted("A"));
  fs.writeFileSync(path.join(folder, "evil.lua"), text);
  limber(folder, ["run", "evil.lua", "--quiet", "--record", "evil.replay"]);
}

/** Writes all pages; gives their paths by name. */
exports.write = (folder, root) => {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  const pages = {};
  const report = (name, ...words) => {
    limber(folder, ["report", ...words, "-o", name + ".html"]);
    pages[name] = path.join(folder, name + ".html");
  };
  for (const [name, battle] of Object.entries(RECORDED)) report(name, path.join(root, "scenarios", battle + ".replay"));
  const lesson = path.join(root, "scenarios/fusilier/lesson.lua");
  limber(folder, [lesson, "--facts", "told", "--real-dice"], TOLD.join("\n") + "\n");
  report("told", "told.replay");
  limber(folder, ["run", lesson, "--quiet", "--record", "one.replay"]);
  limber(folder, ["run", lesson, "--quiet", "--variant", "one_d10", "--record", "other.replay"]);
  report("versus", "one.replay", "--versus", "other.replay");
  report("house", "other.replay");
  hostile(folder, root);
  report("hostile", "evil.replay");
  return pages;
};
