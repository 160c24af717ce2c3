--- `:help` and `:find`: tasks, commands, and all that the rules have a name for.
local commands <const> = require "play.list"
local fail <const> = require("play.refusal").fail
local find <const> = require "prompt.find"
local battle_names <const> = require "prompt.battle_names"
local game_words <const> = require "limber.game.words"
local introduction <const> = require("play.help").introduction
local help_topics <const> = require "prompt.help_topics"
local host <const> = require "host"
local named_page <const> = require "show.named_page"
local open <const> = require "read.open"
local sorted <const> = require "limber.common.sorted"
local suggest <const> = require "limber.common.suggest"
local text <const> = require "show.text"
local variant_page_of <const> = require "prompt.variant_page"

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

--- All questions of the rules.
local function list_procedures(session)
  local rows, lines = {}, {}
  local rules = session.rules
  for i, name in ipairs(rules.procedure_names) do rows[i] = { "  " .. name, rules.procedures[name].doc } end
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
  rows[#rows + 1] = { "  ?commands", "every :command, in alphabetical order" }
  rows[#rows + 1] = { "  ?procedures", "every question of the rules" }
  rows[#rows + 1] = { "  ?NAME", "a procedure, table, option, variant or ruling (?R38); a command, service, moment, "
    .. "fact, field or step of battles" }
  table.move(text.wrap("What do you want to do? Each line is a page of its own: type ?start.", host.width()), 1, 9, 1,
    lines)
  text.add_rows(lines, rows, host.width())
  if session.play then table.move(introduction(session.play), 1, 99, #lines + 1, lines) end
  say_lines(session, lines)
end

--- A page on a task or a word of the prompt; the command of the same name follows.
local function topic_page(topic)
  local width = host.width()
  local lines = text.wrap(("%s: %s"):format(topic.name, topic.title), width, "  ")
  table.move(help_topics.lines(topic, width), 1, 99, #lines + 1, lines)
  local command = commands.is(topic.name) and commands.find(topic.name)
  if command then
    local words = (":%s %s: %s"):format(command.name, command.usage, command.doc)
    table.move(text.wrap(words, width, "  "), 1, 9, #lines + 1, lines)
  end
  return lines
end

--- All that `?` knows of, for the nearest to a misspelt name.
local function known_names(rules)
  local names = named_page.names(rules)
  for _, name in ipairs(rules.game and battle_names.names(rules) or {}) do names[#names + 1] = name end
  for _, topic in ipairs(help_topics.all()) do names[#names + 1] = topic.name end
  names[#names + 1], names[#names + 2] = "commands", "procedures"
  table.sort(names)
  return names
end

--- A command of the prompt, or a page on a task.
local function command_page(session, name)
  local command = commands.find(name:gsub("^:", ""))
  if command and (name:sub(1, 1) == ":" or command.name == name and not help_topics.find(name)) then
    return { (":%s %s"):format(command.name, command.usage), command.doc }
  end
  local lines = help_topics.find(name) and topic_page(help_topics.find(name))
  if lines and name == "modifier" then
    local lists = "Lists of these rules: " .. table.concat(sorted.keys(session.rules.draft.modifiers), ", ") .. "."
    table.move(text.wrap(lists, host.width()), 1, 99, #lines + 1, lines)
  end
  return lines
end

--- The rules with their game, which a prompt over rules alone has not loaded.
local function with_game(rules)
  if rules.game then return rules end
  return assert(open.rules(rules.name, rules:variant_sources(), { game = game_words }))
end

--- `?variant`: the parts of a house rule after what the prompt does with them. `?variant PART` is one part.
local function variant_pages(session, name)
  local part_name = name:match "^variant%s+([%w_]+)$"
  if name == "variant" then
    local lines = topic_page(help_topics.find "variant")
    return table.move(variant_page_of.index(host.width(), "?variant "), 1, 99, #lines + 1, lines)
  elseif not part_name then
    return nil
  end
  local part, hint = variant_page_of.find(part_name)
  if not part then fail("help", ("there is no ?variant %s%s; ?variant lists all parts"):format(part_name, hint)) end
  return variant_page_of.part(with_game(session.rules), part, host.width())
end

--- What `?name` shows.
local function help(session, name)
  if name == "" then return general_help(session) end
  if name == "commands" then return list_commands(session) end
  if name == "procedures" then return list_procedures(session) end
  if name == session.rules.name then
    return say_lines(session, { require("show.rules_page").ruleset(session.rules, host.width()) })
  end
  local lines = variant_pages(session, name) or command_page(session, name)
    or named_page.lines(session.rules, name, host.width())
  local rules = with_game(session.rules)
  local of_battles = battle_names.lines(rules, name, host.width())
  if lines and of_battles then lines[#lines + 1] = "" end
  lines = table.move(of_battles or {}, 1, #(of_battles or {}), #(lines or {}) + 1, lines or {})
  if lines[1] then return say_lines(session, lines) end
  fail("help", ("there is no %q%s; :find searches for a word"):format(name, suggest.hint(name, known_names(rules))))
end

commands.add {
  name = "help", usage = "[NAME]", pages = true,
  doc = "this page, or everything about a name; ?NAME is short for it", run = help,
  complete = function(session) return known_names(session.rules) end,
}

commands.add {
  name = "find", usage = "WORD", pages = true,
  doc = "the tables, clauses, rulings, procedures, variants and commands that mention it",
  run = function(session, word)
    if word == "" then fail("find", "find what? :find building") end
    local lines = find.lines(session.rules, word, host.width(), session.play)
    if #lines == 0 then return session:say(("nothing mentions %s"):format(word)) end
    say_lines(session, lines)
  end,
}
