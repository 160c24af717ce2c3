--- The `:commands` over a rule stack: diff, variant, reload, edit, again.
local charts_text <const> = require "show.charts_text"
local commands <const> = require "play.list"
local diff <const> = require "limber.rules.diff"
local diff_text <const> = require "show.diff_text"
local during <const> = require "limber.rules.during"
local fail <const> = require("play.refusal").fail
local faults <const> = require "limber.common.faults"
local game_rules <const> = require "play.rules"
local host <const> = require "host"
local keeping <const> = require "keep.keeping"
local keeping_rules <const> = require "keep.keeping_rules"
local leaving <const> = require "keep.leaving"
local lists <const> = require "limber.common.lists"
local loader <const> = require "read.loader"
local open <const> = require "read.open"
local overlaps <const> = require "limber.rules.overlaps"
local rules_page <const> = require "show.rules_page"
local ruleset <const> = require "limber.rules.ruleset"
local suggest <const> = require "limber.common.suggest"
local text <const> = require "show.text"

local M <const> = {}

local function say_lines(session, lines)
  session:say(table.concat(lines, "\n"))
end

commands.add {
  name = "diff", usage = "", pages = true, doc = "everything that differs from the published rules",
  run = function(session)
    local list, lines, layer = diff.of(session.rules), {}, nil
    for _, one in ipairs(list) do
      local name = (one.layer == "yours" or game_rules.is_typed(one.layer)) and "yours, not kept yet" or one.layer
      if one.turns then
        name = ("%s, %s%s"):format(name, during.said(one.turns, session.rules.published.turn_word),
          one.off and " (off now)" or "")
      end
      if name ~= layer then lines[#lines + 1] = name end
      layer = name
      lines[#lines + 1] = "  " .. diff_text.line(one)
    end
    for _, chart in ipairs(charts_text.own(session.rules)) do lines[#lines + 1] = "base chart " .. chart end
    if #lines == 0 then lines[1] = "nothing differs from the published rules" end
    say_lines(session, lines)
  end,
}

--- The variants asked for after one word of `:variant`: `+name`, `-name` or `name`.
local function changed(sources, names, word)
  local sign, asked = word:match "^([+-]?)(.+)$"
  local name, _, wrong = during.read(asked)
  if wrong then fail("variants", wrong) end
  local kept, called = {}, {}
  for i, source in ipairs(sources) do
    if name ~= during.read(source) and name ~= names[i] then kept[#kept + 1], called[#called + 1] = source, names[i] end
  end
  if sign == "-" then
    if #kept == #sources then
      fail("variants", ("%s is not in force%s"):format(name, suggest.hint(name, names)))
    end
  else
    kept[#kept + 1], called[#called + 1] = asked, name
  end
  return kept, called
end

--- A number of a turn, the word for a turn before it left out; and what comes after it.
local function turn_of(words, at, turn_word)
  if words[at] == "turn" or words[at] == turn_word then at = at + 1 end
  local number = tostring(words[at]):match "^%d+$"
  if not number or #number > 9 then
    fail("variants", ("which %s? %s"):format(turn_word, words[at] and ("got " .. text.line(words[at]))
      or ":variant +NAME from 3 to 5"))
  end
  return math.tointeger(tonumber(number)), at + 1
end

--- The words of `:variant` with their turns as a stack takes them: `+rain from 3 to 5` is `+rain@3-5`.
local function with_turns(rest, turn_word)
  local words, list, at = {}, {}, 1
  for word in rest:gmatch "%S+" do words[#words + 1] = word end
  while words[at] do
    local name, from, to = words[at], nil, nil
    at = at + 1
    if words[at] == "in" then
      from, at = turn_of(words, at + 1, turn_word)
      to = from
    end
    if words[at] == "from" then from, at = turn_of(words, at + 1, turn_word) end
    if words[at] == "to" then to, at = turn_of(words, at + 1, turn_word) end
    if from and words[at] == "on" then at = at + 1 end
    if (from or to) and (name:find "^-" or name:find("@", 1, true)) then
      fail("variants", ("%s takes no turns"):format(text.line(name)))
    end
    list[#list + 1] = (from or to) and during.text(name, { from = from or 1, to = to }) or name
  end
  return list
end

--- The variants in force with their turns, in words.
local function in_words(rules)
  local words = {}
  for i, layer in ipairs(rules.layers) do
    words[i] = layer.turns and ("%s %s"):format(layer.name, during.said(layer.turns, rules.published.turn_word))
      or layer.name
  end
  return words
end

local function list_variants(session)
  local in_force, rows = {}, {}
  local words = in_words(session.rules)
  for i, name in ipairs(session.rules:variant_names()) do in_force[name] = words[i] end
  for _, one in ipairs(rules_page.variants(session.rules)) do
    rows[#rows + 1] = { in_force[one.name] and "* " .. in_force[one.name] or "  " .. one.name, one.doc }
    in_force[one.name] = nil
  end
  for i, layer in ipairs(session.rules.layers) do
    if in_force[layer.name] then rows[#rows + 1] = { "* " .. words[i], layer.doc or layer.path } end
  end
  local lines = {}
  text.add_rows(lines, rows, host.width())
  say_lines(session, lines)
end

commands.add {
  name = "variant", usage = "[+NAME [from 3] [to 5]|-NAME]…", pages = true,
  doc = "adds house rules, for some turns or all, or removes them, or lists them",
  run = function(session, rest)
    if rest == "" then return list_variants(session) end
    local rules = session.rules
    local sources = rules:variant_sources()
    local names = rules:variant_names()
    rest = (" " .. rest):gsub("(%s[+-])%s+", "%1")
    for _, word in ipairs(with_turns(rest, rules.published.turn_word or "turn")) do
      sources, names = changed(sources, names, word)
    end
    local stack, fault = open.over(rules, sources)
    if not stack then error(fault, 0) end
    local fine, message = pcall(stack.put_live, stack, rules.live)
    if not fine then fail("variants", faults.text(message)) end
    if session.play then game_rules.play_through(session, stack, "variant") else session:use(stack) end
    names = in_words(stack)
    session:say(#names == 0 and "no variant is in force" or "in force: " .. text.list(names))
    for _, one in ipairs(session.play and {} or overlaps.of(stack)) do session:say(one.text) end
    session:show_change()
  end,
  complete = function(session)
    local names = {}
    for _, one in ipairs(rules_page.variants(session.rules)) do names[#names + 1] = "+" .. one.name end
    for _, name in ipairs(session.rules:variant_names()) do names[#names + 1] = "-" .. name end
    return names
  end,
}

--- The rulesets with their titles; the one that is open is marked.
local function list_rulesets(session)
  local lines, rows = {}, {}
  for _, name in ipairs(ruleset.names(loader.new())) do
    local rules = open.rules(name, {})
    rows[#rows + 1] = { (name == session.rules.name and "* " or "  ") .. name, rules and rules.title or "" }
  end
  text.add_rows(lines, rows, host.width())
  say_lines(session, lines)
end

commands.add {
  name = "rules", usage = "[RULESET]", doc = "opens another ruleset, or lists them",
  run = function(session, name)
    if name == "" then return list_rulesets(session) end
    local names = ruleset.names(loader.new())
    if not lists.has(names, name) then
      fail("rules", ("there is no ruleset %s%s; :rules lists them"):format(name, suggest.hint(name, names)))
    end
    local rules, fault = open.rules(name, {})
    if not rules then error(fault, 0) end
    if not leaving.may(session, ":rules " .. name, true, true) then return end
    if session.play then keeping.close(session.play) end
    keeping_rules.leave(session)
    session.play, session.env.game = nil, nil
    session:use(rules)
    session.prompt = name .. "> "
    session:say(rules.title)
  end,
  complete = function() return ruleset.names(loader.new()) end,
}

--- Reads the rule files again.
local function reload(session)
  if session.play then
    local stack = game_rules.read_again(session)
    session:say(("reloaded %s"):format(stack.title))
    game_rules.play_through(session, stack, "reload")
    return session:show_change()
  end
  local done, rules, fault = pcall(session.rules.reload, session.rules)
  if not done then fail("reload", faults.text(rules)) end
  if not rules then error(fault, 0) end
  session:use(rules)
  session:say(("reloaded %s"):format(rules.title))
  session:show_change()
end

commands.add {
  name = "reload", usage = "", doc = "reloads the rule files; variants and changes stay", run = reload,
}

--- Whether the rules in force come from a file.
local function is_in_force(rules, path)
  local inside = path:gsub("^%./", "")
  for _, layer in ipairs(rules.layers) do
    if layer.path:gsub("^%./", "") == inside then return true end
  end
  for _, file in ipairs(rules.published.files) do
    if file.path == inside or host.root() .. "/" .. file.path == inside then return true end
  end
  return false
end

--- The house rule in force that did not ship, when there is one and no other.
local function own_file(rules)
  local found
  for _, layer in ipairs(rules.layers) do
    if not layer.shipped then
      if found then return nil end
      found = layer.path
    end
  end
  return found
end

commands.add {
  name = "edit", usage = "[FILE]", doc = "opens a file in your editor, then reloads it if it is a rule file in force",
  run = function(session, rest)
    local path = rest ~= "" and rest or own_file(session.rules)
    if not path then fail("edit", "edit what? :edit soft_walls.lua") end
    if not path:find "%.lua$" then fail("edit", ("%s is not a .lua file"):format(path)) end
    local before = host.is_file(path) and host.read(path)
    local done, message = host.edit(path)
    if not done then fail("edit", message) end
    local after = host.is_file(path) and host.read(path)
    if not after then return session:say(("%s was not written"):format(path)) end
    if after == before then return session:say(("%s is unchanged"):format(path)) end
    if is_in_force(session.rules, path) then return reload(session) end
    if ("\n" .. after):find "\n%s*variant%f[^%w_]" then
      return session:say(("%s is not in force: :variant +%s adds it"):format(path, path))
    end
    session:say(("%s has changed, but none of the rules in force come from it"):format(path))
  end,
  complete = function(_, _, begun) return require("commands.game").paths(begun) end,
}

commands.add {
  name = "again", usage = "", doc = "repeats the last question: new dice, or the present odds",
  run = function(session) session:again() end,
}

return M
