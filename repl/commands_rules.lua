--- The `:commands` over a rule stack: help, find, diff, keep, variant, reload, again.
local commands <const> = require "commands"
local diff <const> = require "limber.diff"
local fail <const> = require("refusal").fail
local faults <const> = require "limber.faults"
local find <const> = require "find"
local game_help <const> = require "game_help"
local game_rules <const> = require "game_rules"
local host <const> = require "host"
local open <const> = require "open"
local result_text <const> = require "result_text"
local rules_page <const> = require "rules_page"
local suggest <const> = require "limber.suggest"
local table_text <const> = require "table_text"
local text <const> = require "text"

local M <const> = {}

local function say_lines(session, lines)
  session:say(table.concat(lines, "\n"))
end

--- Labels longer than this have a line of their own.
local LONGEST <const> = 26

--- Adds rows of two columns, the second wrapped.
local function add_rows(lines, rows)
  local labels = {}
  for _, row in ipairs(rows) do
    if text.width(row[1]) <= LONGEST then labels[#labels + 1] = row[1] end
  end
  local width = text.widest(labels) + 2
  for _, row in ipairs(rows) do
    local label = row[1]
    if text.width(label) > LONGEST then
      lines[#lines + 1], label = label, ""
    end
    text.add_labelled(lines, label, row[2], width, host.width())
  end
end

local INTRODUCTION <const> = [[
  PROCEDURE WORD…           throws it; words are values, 650mm a length, NAME=VALUE any other
  odds PROCEDURE WORD…      its exact odds; by=FIELD for another of its results
  tables.NAME               shows a table; tables.NAME.PLACE = VALUE changes it
  option.NAME = VALUE       chooses a reading that the rules leave open
  modifier { "NAME", 1, of = "LIST", flag = "ARGUMENT" }     adds a modifier
  wrap "PROCEDURE" (function(published, rules, q, dice) … end)     changes it
  ?NAME                     a procedure, table, option, variant or command
Anything else is Lua. What is missing in a question is asked for.]]

local function general_help(session)
  local rows = {}
  for _, name in ipairs(commands.names()) do
    local command = commands.find(name)
    rows[#rows + 1] = { "  :" .. name .. (command.usage ~= "" and " " .. command.usage or ""), command.doc }
  end
  local lines = session.play and game_help.introduction(session.play) or {}
  lines[#lines + 1] = INTRODUCTION
  lines[#lines + 1] = ""
  add_rows(lines, rows)
  say_lines(session, lines)
end

--- All that `?` knows of, for the nearest to a misspelt name.
local function known_names(rules)
  local game = rules.published.game
  local names = table.move(rules.procedure_names, 1, #rules.procedure_names, 1, {})
  for name in next, rules.draft.lookups do names[#names + 1] = name end
  for _, name in ipairs(rules.published.option_names) do names[#names + 1] = name end
  for _, one in ipairs(rules_page.variants(rules)) do names[#names + 1] = one.name end
  for _, name in ipairs(game and game.command_names or {}) do names[#names + 1] = name end
  table.sort(names)
  return names
end

local function option_help(session, name)
  local option = session.rules.published.options[name]
  local now = session.rules.draft.options[name]
  session:say(("option.%s = %s, published %s\n%s%s"):format(name, result_text.value(now),
    result_text.value(option.value), option.doc or "", option.ruling and (" (%s)"):format(option.ruling) or ""))
end

--- What `?name` shows: a command, a procedure, a table or a cell of one, an option, a variant.
local function help(session, name)
  local rules = session.rules
  if name == "" then return general_help(session) end
  local command = commands.find(name:gsub("^:", ""))
  if command and (name:sub(1, 1) == ":" or command.name == name) then
    return session:say((":%s %s\n%s"):format(command.name, command.usage, command.doc))
  end
  local page = session.play and game_help.page(session.play, (name:gsub("[%s-]", "_")))
  if page then return say_lines(session, page) end
  name = name:gsub("^tables%.", ""):gsub("^option%.", "")
  if rules.procedures[name] then
    return session:say(rules_page.procedure(rules, rules.procedures[name], host.width()))
  end
  if rules.draft.lookups[name] then
    local spec = rules.draft.lookups[name]
    if spec.doc then session:say(spec.doc .. (spec.cite and (" (%s)"):format(spec.cite) or "")) end
    return session:say(table_text.text(rules.draft.table(name), {}))
  end
  if rules.published.options[name] then return option_help(session, name) end
  for _, one in ipairs(rules_page.variants(rules)) do
    if one.name == name then
      return session:say(("%s%s\n%s"):format(one.name, one.ruling and (" (%s)"):format(one.ruling) or "", one.doc))
    end
  end
  if name:find(".", 1, true) and rules.draft.lookups[name:match "^[^.]+"] then
    local now, fault, published = rules:cell(name)
    if fault then error(fault, 0) end
    return session:say(("%s = %s, published %s"):format(name, result_text.value(now), result_text.value(published)))
  end
  fail("help", ("nothing is called %q%s; :find looks for a word"):format(name, suggest.hint(name, known_names(rules))))
end

commands.add {
  name = "help", usage = "[NAME]", doc = "this page, or all about a name; ?NAME is short for it", run = help,
  complete = function(session) return known_names(session.rules) end,
}

commands.add {
  name = "find", usage = "WORD", doc = "the tables, clauses, rulings, procedures and variants that speak of it",
  run = function(session, word)
    if word == "" then fail("find", "find what? :find building") end
    local lines = find.lines(session.rules, word, host.width())
    if #lines == 0 then return session:say(("nothing speaks of %s"):format(word)) end
    say_lines(session, lines)
  end,
}

local WHAT <const> = { cell = "", option = "option.", modifier = "modifier " }

--- One difference in a line.
local function difference_line(one)
  if one.what == "argument" then return "argument " .. one.name end
  if one.what == "procedure" then return one.name .. " is wrapped" end
  if one.what == "table" then return ("table %s reads as %s"):format(one.name, one.new) end
  if one.old == nil then return ("%s%s %s, new"):format(WHAT[one.what], one.name, result_text.value(one.new)) end
  return ("%s%s: %s, published %s"):format(WHAT[one.what], one.name, result_text.value(one.new),
    result_text.value(one.old))
end

commands.add {
  name = "diff", usage = "", doc = "all that differs from the published rules",
  run = function(session)
    local list, lines, layer = diff.of(session.rules), {}, nil
    for _, one in ipairs(list) do
      if one.layer ~= layer then lines[#lines + 1] = one.layer == "yours" and "yours, not kept yet" or one.layer end
      layer = one.layer
      lines[#lines + 1] = "  " .. difference_line(one)
    end
    if #lines == 0 then lines[1] = "nothing differs from the published rules" end
    say_lines(session, lines)
  end,
}

--- Keeps beside it what stands where a variant is to be written; anything but a variant is left alone.
local function make_room(path)
  if not host.exists(path) then return end
  local before = host.is_file(path) and host.read(path)
  if not before or before:find "%S" and not ("\n" .. before):find "\n%s*variant%f[^%w_]" then
    fail("keep", ("%s is no house rule: it is not written over"):format(path))
  end
  local done, message = host.write(path .. "~", before)
  if not done then fail("keep", message) end
end

commands.add {
  name = "keep", usage = "NAME[!]",
  doc = "writes your changes to ./NAME.lua, a house rule; ! keeps one there as NAME.lua~",
  run = function(session, rest)
    local name, force = rest:match "^([%a_][%w_]*)%s*(!?)$"
    if not name then fail("keep", "keep as what? :keep soft_walls (letters, digits and _)") end
    local rules = session.play and game_rules.bare(session) or session.rules
    if not diff.tweaked(rules) then fail("keep", "there is nothing to keep: no rule has been changed here") end
    local path = ("./%s.lua"):format(name)
    if force == "" and host.exists(path) then
      fail("keep", ("%s is there already; :keep %s! overwrites it"):format(path, name))
    end
    local content = diff.keep(rules, name)
    local stack, fault = diff.try(rules, path, content)
    if not stack then fail("keep", "it would not load again: " .. fault.message) end
    local lost = session:lost_under(stack)
    if lost then fail("keep", "it would not be the same rules again: " .. lost) end
    make_room(path)
    local done, message = host.write(path, content)
    if not done then fail("keep", message) end
    session:say(("kept in %s; play by it with --variant %s"):format(path, name))
  end,
}

--- The variants asked for after one word of `:variant`: `+name`, `-name` or `name`.
local function changed(sources, names, word)
  local sign, name = word:match "^([+-]?)(.+)$"
  local kept = {}
  for i, source in ipairs(sources) do
    if name ~= source and name ~= names[i] then kept[#kept + 1] = source end
  end
  if sign == "-" then
    if #kept == #sources then
      fail("variants", ("%s is not in force%s"):format(name, suggest.hint(name, names)))
    end
  else
    kept[#kept + 1] = name
  end
  return kept
end

local function list_variants(session)
  local in_force, rows = {}, {}
  for _, name in ipairs(session.rules:variant_names()) do in_force[name] = true end
  for _, one in ipairs(rules_page.variants(session.rules)) do
    rows[#rows + 1] = { in_force[one.name] and "* " .. one.name or "  " .. one.name, one.doc }
    in_force[one.name] = nil
  end
  for _, layer in ipairs(session.rules.layers) do
    if in_force[layer.name] then rows[#rows + 1] = { "* " .. layer.name, layer.doc or layer.path } end
  end
  local lines = {}
  add_rows(lines, rows)
  say_lines(session, lines)
end

commands.add {
  name = "variant", usage = "[+NAME|-NAME]…", doc = "takes house rules in and out, or lists them",
  run = function(session, rest)
    if rest == "" then return list_variants(session) end
    local rules = session.rules
    local sources = rules:variant_sources()
    for word in rest:gmatch "%S+" do sources = changed(sources, rules:variant_names(), word) end
    local stack, fault = open.over(rules, sources)
    if not stack then error(fault, 0) end
    local fine, message = pcall(stack.put_live, stack, rules.live)
    if not fine then fail("variants", faults.text(message)) end
    if session.play then game_rules.play_through(session, stack, "variant") else session:use(stack) end
    local names = stack:variant_names()
    session:say(#names == 0 and "no variant is in force" or "in force: " .. text.list(names))
    session:show_change()
  end,
  complete = function(session)
    local names = {}
    for _, one in ipairs(rules_page.variants(session.rules)) do names[#names + 1] = "+" .. one.name end
    for _, name in ipairs(session.rules:variant_names()) do names[#names + 1] = "-" .. name end
    return names
  end,
}

commands.add {
  name = "reload", usage = "", doc = "reads the rule files again; variants and changes stay",
  run = function(session)
    if session.play then
      local stack = game_rules.read_again(session)
      session:say(("%s read again"):format(stack.title))
      game_rules.play_through(session, stack, "reload")
      return session:show_change()
    end
    local done, rules, fault = pcall(session.rules.reload, session.rules)
    if not done then fail("reload", faults.text(rules)) end
    if not rules then error(fault, 0) end
    session:use(rules)
    session:say(("%s read again"):format(rules.title))
    session:show_change()
  end,
}

commands.add {
  name = "again", usage = "", doc = "the last question again: new dice, or the odds as they now are",
  run = function(session) session:again() end,
}

return M
