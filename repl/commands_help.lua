--- `:help` and `:find`: tasks, commands, and all that the rules have a name for.
local commands <const> = require "commands"
local fail <const> = require("refusal").fail
local find <const> = require "find"
local game_help <const> = require "game_help"
local help_topics <const> = require "help_topics"
local host <const> = require "host"
local result_text <const> = require "result_text"
local rules_page <const> = require "rules_page"
local suggest <const> = require "limber.suggest"
local table_text <const> = require "table_text"
local text <const> = require "text"

local function say_lines(session, lines)
  session:say(table.concat(lines, "\n"))
end

--- All commands of the prompt.
local function list_commands(session)
  local rows, lines = {}, {}
  for _, name in ipairs(commands.names()) do
    local command = commands.find(name)
    rows[#rows + 1] = { "  :" .. name .. (command.usage ~= "" and " " .. command.usage or ""), command.doc }
  end
  text.add_rows(lines, rows, host.width())
  say_lines(session, lines)
end

--- The first page: what one may want to do.
local function general_help(session)
  local lines, rows = {}, {}
  for _, topic in ipairs(help_topics.all()) do
    if not topic.unlisted and (session.play or not topic.game) then
      rows[#rows + 1] = { "  ?" .. topic.name, topic.title }
    end
  end
  rows[#rows + 1] = { "  ?commands", "every :command, by the alphabet" }
  rows[#rows + 1] = { "  ?NAME", "a procedure, table, option, variant or command" }
  table.move(text.wrap("What do you want to do? Each line is a page of its own: type ?start.", host.width()), 1, 9, 1,
    lines)
  text.add_rows(lines, rows, host.width())
  if session.play then table.move(game_help.introduction(session.play), 1, 99, #lines + 1, lines) end
  say_lines(session, lines)
end

--- A page on a task or a word of the prompt; the command of the same name follows.
local function show_topic(session, topic)
  local width = host.width()
  local lines = text.wrap(("%s: %s"):format(topic.name, topic.title), width, "  ")
  table.move(help_topics.lines(topic, width), 1, 99, #lines + 1, lines)
  local command = commands.is(topic.name) and commands.find(topic.name)
  if command then
    local words = (":%s %s: %s"):format(command.name, command.usage, command.doc)
    table.move(text.wrap(words, width, "  "), 1, 9, #lines + 1, lines)
  end
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
  for _, topic in ipairs(help_topics.all()) do names[#names + 1] = topic.name end
  names[#names + 1] = "commands"
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
  if name == "commands" then return list_commands(session) end
  local command = commands.find(name:gsub("^:", ""))
  if command and (name:sub(1, 1) == ":" or command.name == name and not help_topics.find(name)) then
    return session:say((":%s %s\n%s"):format(command.name, command.usage, command.doc))
  end
  local game_command = session.play and session.play.game.words.commands[name]
  if not game_command and help_topics.find(name) then return show_topic(session, help_topics.find(name)) end
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
  name = "help", usage = "[NAME]", pages = true,
  doc = "this page, or all about a name; ?NAME is short for it", run = help,
  complete = function(session) return known_names(session.rules) end,
}

commands.add {
  name = "find", usage = "WORD", pages = true,
  doc = "the tables, clauses, rulings, procedures and variants that speak of it",
  run = function(session, word)
    if word == "" then fail("find", "find what? :find building") end
    local lines = find.lines(session.rules, word, host.width())
    if #lines == 0 then return session:say(("nothing speaks of %s"):format(word)) end
    say_lines(session, lines)
  end,
}
