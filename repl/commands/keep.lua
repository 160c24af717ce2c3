--- `:keep` and `:drop`: what a player has changed becomes a house rule, whole or in part, or is taken back.
local changes <const> = require "prompt.session_changes"
local commands <const> = require "play.list"
local diff <const> = require "limber.rules.diff"
local fail <const> = require("play.refusal").fail
local game_rules <const> = require "play.rules"
local host <const> = require "host"
local house_rule <const> = require "keep.house_rule"
local open <const> = require "read.open"
local printable <const> = require "kernel.printable"
local sure <const> = require("play.refusal").sure
local wrap <const> = require("show.text").wrap

--- Keeps a variant that would be overwritten, as a copy beside it; any other file is left alone.
local function make_room(path)
  if not host.exists(path) then return end
  local before = host.is_file(path) and host.read(path)
  if not before or before:find "%S" and not ("\n" .. before):find "\n%s*variant%f[^%w_]" then
    fail("keep", ("%s is not a house rule: it is not overwritten"):format(path))
  end
  local done, message = host.set_aside(path)
  if not done then fail("keep", message) end
end

--- The fault of a house rule that was not written, as a fault of the typed line.
local function in_typed(path, message)
  local at = message:find(path .. ":", 1, true)
  if not at then return message end
  return message:sub(1, at - 1) .. "what you typed: " .. message:sub(at + #path):gsub("^:%d+:%s*", "")
end

--- What --versus calls the rules without any house rule.
local PUBLISHED <const> = "published"

--- Says that nothing is there to be kept or dropped: what is in the house rules in force is not.
local function nothing(session, verb)
  local below = session.rules:variant_turns()
  local over = #below > 0 and " since " .. below[#below] or ""
  return ("there is nothing to %s: you have changed no rule%s"):format(verb, over)
end

--- What is typed after `:keep`: the name, whether an old file is replaced, the changes that alone are kept, who.
local function read(rest)
  local name, force, more = rest:gsub("^(%S-)%.lua%f[%s!\0]", "%1"):match "^([%a_][%w_]*)%s*(!?)%s*(.*)$"
  if not name then
    local word = rest:match "^%s*(%S+)"
    local wrong = word and printable.line(word) .. " cannot be a name;" or "keep as what?"
    fail("keep", wrong .. " :keep soft_walls (letters, digits and _, no digit first)")
  end
  if name == PUBLISHED then
    fail("keep", name .. " is what the rules without any house rule are called; take another name")
  end
  local only, by = (" " .. more):match "^(.-)%s+by%s+(.+)$"
  only = only or " " .. more
  local wanted = only:match "^%s+only%s+(.+)$"
  if not wanted and only:find "%S" then
    local whole = (name .. " " .. more):gsub("[^%w_]+", "_")
    fail("keep", (":keep NAME, then only CHANGE…, by WHO, or nothing; did you mean :keep %s?"):format(whole))
  end
  local names = {}
  for one in (wanted or ""):gmatch(wanted and wanted:find "," and "[^,]+" or "%S+") do
    names[#names + 1] = one:match "^%s*(.-)%s*$"
  end
  return name, force ~= "", wanted and names, by and printable.line(by)
end

--- The player's changes over the variants in force, on a stack of their own.
local function changes_of(session)
  if session.play then return game_rules.bare(session) end
  local rules = session.rules
  local stack = sure(open.over(rules, rules:variant_sources()))
  stack:put_live(rules.live)
  return stack
end

--- Parts a stack's changes: it keeps those that are named and all typed with them; gives the rest, as live tweaks.
local function parted(session, stack, names)
  local chosen, others = {}, {}
  for _, name in ipairs(names) do chosen[changes.find(session, "keep", name).typed] = true end
  local texts = {}
  for called in next, chosen do
    if stack.live.texts[called] then texts[stack.live.texts[called]] = true end
  end
  for _, one in ipairs(session:changes()) do
    local goes = chosen[one.typed] or texts[stack.live.texts[one.typed]]
    local list = goes and chosen or others
    if not list[one.typed] then list[#list + 1], list[one.typed] = one.typed, true end
    chosen[one.typed] = goes and true or nil
  end
  local rest, all = changes_of(session), {}
  for called in next, chosen do all[#all + 1] = called end
  sure(rest:drop(all))
  sure(stack:drop(others))
  return rest.live
end

--- Puts the house rule in force in place of the changes that are in it; the others stay changes.
local function put_in_force(session, rules, path, rest)
  local sources = rules:variant_sources()
  sources[#sources + 1] = path
  local kept = sure(open.over(rules, sources))
  if not session.play then
    if rest then kept:put_live(rest) end
    return session:use(kept)
  end
  game_rules.kept(session, kept)
  if rest then game_rules.make(session, rest) end
end

--- What a kept file says besides the rules.
local function besides(session, measured, whole)
  local odds, impact = #measured > 0, whole and house_rule.impact(session)
  return odds and impact and " with its odds and impact" or odds and " with its odds"
    or impact and " with its impact" or ""
end

commands.add {
  name = "keep", usage = "NAME[!] [only CHANGE…] [by WHO]",
  doc = "writes your changes, all or some, to a house rule, ./NAME.lua; ! keeps an old file as NAME.lua~",
  run = function(session, rest_of_line)
    local name, force, only, by = read(rest_of_line)
    local path = ("./%s.lua"):format(name)
    if not force and host.exists(path) then
      fail("keep", ("%s exists already; :keep %s! overwrites it"):format(path, name))
    end
    local rules = changes_of(session)
    if not diff.tweaked(rules) then fail("keep", nothing(session, "keep")) end
    local rest = only and parted(session, rules, only)
    local before = sure(open.over(rules, rules:variant_sources()))
    local measured = house_rule.measure(session, before, rules)
    local head = house_rule.head(session, {
      name = name, by = by, rules = rules, before = before, measured = measured, whole = not only,
    })
    local content = diff.keep(rules, name, head)
    local stack, fault = diff.try(rules, path, content)
    if not stack then fail("keep", "it would not load: " .. in_typed(path, fault.message)) end
    local helper = house_rule.defined_elsewhere(session, diff.texts(rules.live))
    local lost = helper and ("it uses %s, which is not in it; type it again with local %s = … in the same line"):format(
      helper, helper) or house_rule.lost(session, measured, stack)
    if lost then fail("keep", "it would not give the same rules: " .. in_typed(path, lost)) end
    make_room(path)
    local done, message = host.write(path, content)
    if not done then fail("keep", message) end
    local with = besides(session, measured, not only)
    put_in_force(session, rules, path, rest)
    local said = ("kept in %s%s; play by it with --variant %s"):format(path, with, name)
    session:say(host.isatty(1) and table.concat(wrap(said, host.width(), "  "), "\n") or said)
  end,
}

commands.add {
  name = "drop", usage = "[CELL|NAME]", doc = "takes back one of your changes that are not kept, or lists them",
  run = function(session, rest)
    if rest ~= "" then return session:drop_change(rest) end
    local lines = {}
    for _, one in ipairs(session:changes()) do
      local line = ":drop " .. changes.called(one)
      if line ~= lines[#lines] then lines[#lines + 1] = line end
    end
    if #lines == 0 then lines[1] = nothing(session, "drop") end
    session:say(table.concat(lines, "\n"))
  end,
  complete = function(session)
    local names = {}
    for i, one in ipairs(session:changes()) do names[i] = one.text and one.typed or one.name end
    return names
  end,
}
