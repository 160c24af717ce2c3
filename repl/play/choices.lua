--- What may be done now, as numbered lines that can be chosen from: `3`, or `3 40` where a range is open.
local game_text <const> = require "play.text"
local game_words <const> = require "play.command_words"
local grammar <const> = require "read.grammar"
local lists <const> = require "limber.common.lists"
local names <const> = require "play.names"
local prospects <const> = require "limber.ask.prospects"
local seats <const> = require "play.seats"

local M <const> = {}

--- What a proposal has besides the fields of its command.
local OWN <const> = { text = true, score = true, ranges = true, at_most = true }

--- Whether a value is an id, or a list that holds it.
local function names_it(value, id) return value == id or type(value) == "table" and lists.has(value, id) end

--- Whether a proposal matches the words: a command's name, or a unit.
local function about(view, word)
  if word == "" or word == "all" then return function() return true end end
  return function(proposal)
    if proposal["do"] == word or proposal.choice == word then return true end
    for _, place in ipairs { "units", "formations", "leaders" } do
      for _, id in ipairs((names.meant(view, place, word))) do
        for _, value in next, proposal do
          if names_it(value, id) then return true end
        end
      end
    end
    return false
  end
end

local function fields_of(play, proposal)
  local declaration = play.game.words.commands[proposal["do"]]
  return declaration and declaration.args or {}
end

local function range_text(play, field, range)
  local low, high = range[1], range[2]
  if field.measure == "length" then
    low, high = game_text.number(low, play.how), game_text.length(high, play.how)
  elseif field.measure == "angle" then
    low, high = ("%g"):format(low / 1000), ("%gdeg"):format(high / 1000)
  end
  return ("%s %s to %s"):format(field.name, low, high)
end

--- The fields that a proposal leaves open, in the order declared.
local function open_fields(play, proposal)
  local list = {}
  for _, field in ipairs(fields_of(play, proposal)) do
    if proposal.ranges and proposal.ranges[field.name] then list[#list + 1] = field end
  end
  return list
end

--- A proposal as a command, without what it leaves open.
local function command_of(proposal)
  local cmd = {}
  for key, value in next, proposal do
    if not OWN[key] and not (proposal.ranges and proposal.ranges[key]) then cmd[key] = value end
  end
  return cmd
end

--- The names of the units, formations and leaders of a proposal, in the order that its command declares them.
local function who_is_in(play, proposal)
  local root, parts = play.game.state.root, {}
  for _, field in ipairs(fields_of(play, proposal)) do
    local id = field.names and field.kind ~= "list" and proposal[field.name]
    local node = id and root[field.names][id]
    if node and node.name then parts[#parts + 1] = node.name end
  end
  return table.concat(parts, ", ")
end

local function row_of(play, proposal, number)
  local view, notes = play.game:view(proposal.side), {}
  for _, field in ipairs(open_fields(play, proposal)) do
    notes[#notes + 1] = range_text(play, field, proposal.ranges[field.name])
  end
  table.move(prospects.of(play.game, view, proposal), 1, 9, #notes + 1, notes)
  if proposal.text then notes[#notes + 1] = play:shown(proposal.text) end
  if proposal["do"] == "done" then notes[1] = "nothing more in this phase" end
  local command = proposal["do"] == "answer" and tostring(proposal.choice)
    or game_text.command(play.game, command_of(proposal), play.how)
  return { ("%3d"):format(number), command, who_is_in(play, proposal), table.concat(notes, ", ") }
end

--- Where a list holds: this step, and who is at the screen.
local function place_of(play)
  return ("%s/%s"):format(seats.place(play, play:waiting()), play.seat or "")
end

--- Begins a list; `add` goes on with it.
---@param play limber.GameSession
function M.begin(play)
  play.listed = { place = place_of(play) }
end

--- How many proposals there are with so many of each command at most.
local function with_each(of, each)
  local shown = 0
  for _, count in next, of do shown = shown + math.min(count, each) end
  return shown
end

--- Of too many proposals those that are shown: the best of every command, as many of each as there is room for.
local function chosen_few(all, most)
  local of, left, each = {}, {}, 1
  for _, proposal in ipairs(all) do of[proposal["do"]] = (of[proposal["do"]] or 0) + 1 end
  while each < #all and with_each(of, each + 1) <= most do each = each + 1 end
  local kept, few = {}, {}
  for _, proposal in ipairs(all) do
    local name = proposal["do"]
    kept[name] = (kept[name] or 0) + 1
    if kept[name] <= each then few[#few + 1] = proposal else left[name] = (left[name] or 0) + 1 end
  end
  return few, left
end

--- Adds what a side may do to the list that is being shown.
---@param play limber.GameSession
---@param side string
---@param word string a command, a unit, "all" or nothing
---@param most integer so many are shown
---@return string[][] rows
---@return table<string, integer> left how many of each command were left out
function M.add(play, side, word, most)
  local fits, all, rows, left = about(play.game:view(side), word), {}, {}, {}
  for proposal in play.game:legal(side) do
    if fits(proposal) then all[#all + 1] = proposal end
  end
  if #all > most then all, left = chosen_few(all, most) end
  for i, proposal in ipairs(all) do
    play.listed[#play.listed + 1] = proposal
    rows[i] = row_of(play, proposal, #play.listed)
  end
  return rows, left
end

local function fail(message)
  error({ arg = "do", message = message }, 0)
end

--- Refuses a number alone where a value must be given, with one that could be.
local function refuse_open(play, proposal, number)
  for _, field in ipairs(open_fields(play, proposal)) do
    local range = proposal.ranges[field.name]
    if field.default == nil then
      fail(("%d leaves %s open: %d %s, for one"):format(number, range_text(play, field, range), number,
        field.measure == "length" and game_text.number(range[2], play.how) or field.name .. " …"))
    end
  end
end

--- What is typed after a number: a value of the one open range, or words as after the command.
local function words_after(play, proposal, rest)
  local words, open = grammar.split(rest), open_fields(play, proposal)
  if #words == 1 and #open == 1 and words[1]:find "^[+-]?%d" then table.insert(words, 1, open[1].name) end
  return words
end

--- The command that a number of the list stands for; nil when no list has been shown of this step, or an empty one.
---@param play limber.GameSession
---@param number integer? nil: a number that no list has
---@param rest string
---@return table? command
function M.chosen(play, number, rest)
  local list = play.listed
  if not list or #list == 0 or list.place ~= place_of(play) then return nil end
  local proposal = number and list[number]
  if not proposal then
    fail(("the list has no %s; it goes from 1 to %d"):format(number or "such number", #list))
  end
  local cmd, declaration = command_of(proposal), play.game.words.commands[proposal["do"]]
  if not declaration then
    if rest ~= "" then fail(("%s takes no more words"):format(cmd.choice or cmd["do"])) end
    return cmd
  end
  if rest == "" then refuse_open(play, proposal, number) end
  if rest:find "^[+-]?%d" and #open_fields(play, proposal) == 0 then
    fail(("%d takes no value"):format(number))
  end
  local parsed, fault = game_words.parse({
    view = play.game:view(proposal.side), side = proposal.side, rules = play.game.rules, how = play.how, given = cmd,
  }, declaration.name, declaration.args, words_after(play, proposal, rest))
  if not parsed then error(fault, 0) end
  return parsed[1]
end

return M
