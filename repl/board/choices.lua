--- What may be done now, for the page: proposals of the game with what they leave open, what they promise and what they
--- reach; and the commands that are there to be made by hand.
local arcs <const> = require "board.arcs"
local fields <const> = require "page.fields"
local game_text <const> = require "play.text"
local as_given <const> = require "page.given"
local json <const> = require "kernel.json"
local legality <const> = require "limber.game.legality"
local lists <const> = require "limber.common.lists"
local names <const> = require "play.names"
local openings <const> = require "board.openings"
local prospects <const> = require "limber.ask.prospects"
local seats <const> = require "play.seats"
local tree <const> = require "limber.common.tree"

local M <const> = {}

--- Rows that are sent at most: of everybody, of each of them, and where one alone is asked for.
local MOST <const>, MOST_OF_EACH <const>, MOST_OF_ONE <const> = 24, 3, 60

local OWN <const> = openings.OWN

local function args_of(play, waiting, proposal)
  local declaration = play.game.words.commands[proposal["do"]]
  return declaration and declaration.args or waiting.step and waiting.step.args or {}
end

--- The units, leaders and formations of a proposal, by name, but for who acts.
local function about(play, list, proposal)
  local root, parts = play.game.state.root, {}
  for i, field in ipairs(list) do
    local id = field.names and field.kind ~= "list" and proposal[field.name]
    local node = id and root[field.names] and root[field.names][id]
    if node and node.name and i > 1 then parts[#parts + 1] = node.name end
  end
  return #parts > 0 and table.concat(parts, ", ") or nil
end

--- Who a proposal is of: its actor, or the only unit of its list.
local function actor_of(play, proposal)
  local declaration = play.game.words.commands[proposal["do"]]
  local actor = declaration and legality.actor(declaration, proposal)
  return actor or type(proposal.units) == "table" and #proposal.units == 1 and proposal.units[1] or nil
end

--- How far a command brings its unit now, in millimetres, where that is not as far as it says.
---@param play limber.GameSession
---@param cmd table
---@return number?
function M.goes(play, cmd)
  local um = legality.goes(play.game, play.game:view(cmd.side), cmd)
  return um and um / 1000 or nil
end

--- A proposal for the page; nil where it may not be given at all.
local function row_of(play, waiting, proposal)
  local game, list, given = play.game, args_of(play, waiting, proposal), {}
  local open = openings.of(game, list, proposal)
  if open == false then return nil end
  for key, value in next, proposal do
    if not OWN[key] and not (proposal.ranges and proposal.ranges[key]) then given[key] = value end
  end
  local cmd = { ["do"] = proposal["do"], choice = proposal.choice }
  for key, value in next, given do cmd[key] = value end
  local declaration = game.words.commands[proposal["do"]]
  local row = {
    verb = proposal["do"], side = proposal.side, choice = proposal.choice,
    args = fields.to_page(game.rules, list, given), open = open,
    typed = proposal.choice or game_text.command(game, cmd, play.how), about = about(play, list, proposal),
    says = proposal.text and play:shown(proposal.text) or nil, doc = declaration and declaration.doc,
    actor = declaration and actor_of(play, proposal) or nil, goes = M.goes(play, proposal),
    back = declaration and declaration.rearward or nil,
  }
  local promises = prospects.of(game, game:view(proposal.side), proposal)
  if #promises > 0 then row.odds = promises end
  return row
end

--- The sides at the screen that may do something now.
---@param play limber.GameSession
---@param waiting limber.Waiting
---@return string[]
function M.sides(play, waiting)
  local alone, list = play.seat and not play.together and not play.watching, {}
  for _, side in ipairs((play.only or alone) and { play:viewer() } or play:sides(waiting, true)) do
    if not (seats.has(play.solo, side) or seats.is_away(play, side)) then list[#list + 1] = side end
  end
  return list
end

--- The commands of this step that a side may give, each with its arguments.
local function forms_of(play, waiting, side)
  local list, game = {}, play.game
  if waiting.kind ~= "phase" then return list end
  local acts = seats.has(waiting.sides, side)
  for _, name in ipairs(acts and waiting.step.commands or waiting.step.interrupts or {}) do
    local declared = game.words.commands[name]
    if declared then
      list[#list + 1] = {
        verb = name, side = side, doc = declared.doc, cite = declared.cite,
        args = json.list(fields.list(declared.args)),
      }
    end
  end
  return list
end

--- The same of what is still to be done, with how far it brings its unit.
local function meant(play, cmd)
  local said = as_given.of(play.game, cmd)
  if said then said.goes = M.goes(play, cmd) end
  return said
end

--- What is left of each after its best rows: { id, count }.
local function rest_of(order, counts, shown)
  local list = {}
  for _, id in ipairs(order) do
    if counts[id] > (shown[id] or 0) then list[#list + 1] = { id = id, count = counts[id] - (shown[id] or 0) } end
  end
  return json.list(list)
end

--- What may be done by everybody: the best rows of each, those of leaders last; who may act at all; and the commands
--- there are.
---@param play limber.GameSession
---@return table
function M.all(play)
  local waiting, root = play:waiting(), play.game.state.root
  local first, last, order, counts, shown, forms, others = {}, {}, {}, {}, {}, {}, 0
  local actors, seen, unsaid = {}, {}, {}
  local function note(id)
    if id and not seen[id] then seen[id], actors[#actors + 1] = true, id end
  end
  for _, side in ipairs(M.sides(play, waiting)) do
    for proposal in play.game:legal(side) do
      local actor = actor_of(play, proposal)
      note(actor)
      for _, id in ipairs(proposal.units or {}) do note(id) end
      if actor and not counts[actor] then order[#order + 1], counts[actor] = actor, 0 end
      if actor then counts[actor] = counts[actor] + 1 end
      local list = actor and root.leaders[actor] and last or first
      local room = not actor or (shown[actor] or 0) < MOST_OF_EACH
      if room and (#list < MOST or not play.game.words.commands[proposal["do"]]) then
        local row = row_of(play, waiting, proposal)
        list[#list + 1] = row
        if actor and row then shown[actor] = (shown[actor] or 0) + 1 end
        if actor and not row then counts[actor] = counts[actor] - 1 end
      elseif not actor then
        others = others + 1
      end
    end
    table.move(forms_of(play, waiting, side), 1, 99, #forms + 1, forms)
    for _, cmd in ipairs(legality.unsaid(play.game, play.game:view(side), side)) do
      unsaid[#unsaid + 1] = meant(play, cmd)
    end
  end
  for i, row in ipairs(last) do
    if #first < MOST then first[#first + 1] = row else shown[row.actor] = shown[row.actor] - 1 end
    last[i] = nil
  end
  return {
    rows = json.list(first), actors = json.list(actors), rest = rest_of(order, counts, shown), more = others,
    forms = json.list(forms), unsaid = json.list(unsaid),
    answer = waiting.kind == "decision" and waiting.step.args and json.list(fields.list(waiting.step.args)) or nil,
  }
end

--- Whether a proposal names a piece.
local function names_it(proposal, id)
  for key, value in next, proposal do
    if not OWN[key] then
      if value == id then return true end
      for _, one in ipairs(type(value) == "table" and value or {}) do
        if one == id then return true end
      end
    end
  end
  return false
end

--- The commands of this step that one of that kind may give: "unit", "leader" or "formation".
local function commands_of(play, waiting, side, kind)
  local list = {}
  for _, one in ipairs(forms_of(play, waiting, side)) do
    if lists.find(one.args, function(field) return field.kind == kind and field.whose == "own" end) then
      list[#list + 1] = one.verb
    end
  end
  return list
end

--- Adds what one who acts may do, by commands that one of its kind gives.
local function add_of(play, waiting, node, kind, all)
  local commands = commands_of(play, waiting, node.side, kind)
  if #commands == 0 then return end
  for proposal in play.game:legal(node.side, { of = node.id, commands = commands }) do
    local known = not actor_of(play, proposal) and lists.find(all, function(one) return tree.equal(one, proposal) end)
    if proposal["do"] ~= "done" and not known and #all < MOST_OF_ONE then all[#all + 1] = proposal end
  end
end

--- Adds what may be done to one.
local function add_about(play, side, id, all)
  for proposal in play.game:legal(side) do
    if names_it(proposal, id) and #all < MOST_OF_ONE then all[#all + 1] = proposal end
  end
end

--- What one piece and its formation may do, or may be done to it: rows, and how far its fire reaches.
---@param play limber.GameSession
---@param id string
---@return table
function M.of(play, id)
  local waiting, rows, all = play:waiting(), {}, {}
  local root = play.game.state.root
  local node = root.units[id] or root.leaders[id] or root.formations[id] or {}
  for _, side in ipairs(M.sides(play, waiting)) do
    if node.side ~= side or waiting.kind ~= "phase" then
      add_about(play, side, id, all)
    else
      add_of(play, waiting, node, root.units[id] and "unit" or root.leaders[id] and "leader" or "formation", all)
      local formation = root.formations[node.formation]
      if formation and root.units[id] then add_of(play, waiting, formation, "formation", all) end
    end
  end
  for _, proposal in ipairs(all) do rows[#rows + 1] = row_of(play, waiting, proposal) end
  return { id = id, rows = json.list(rows), arcs = json.list(arcs.of(play, id)) }
end

--- A command that the page gives, as the game takes it.
---@param play limber.GameSession
---@param given table { verb, side, choice, args }
---@return table
function M.command(play, given)
  local args = type(given.args) == "table" and given.args or {}
  local declared = play.game.words.commands[given.verb]
  local waiting = play:waiting()
  local list = declared and declared.args or given.verb == "answer" and waiting.step and waiting.step.args or {}
  local cmd = fields.from_page(play.game.rules, list, args)
  cmd.side, cmd["do"], cmd.choice = given.side, given.verb, given.choice
  return cmd
end

--- The commands that one side has sealed in this step, to be taken back.
---@param play limber.GameSession
---@return table[]
function M.sealed(play)
  local waiting, list = play:waiting(), {}
  if waiting.kind ~= "phase" or not waiting.step.sealed then return list end
  for _, side in ipairs(M.sides(play, waiting)) do
    for _, cmd in ipairs(play.game:view(side):sealed(side)) do
      local node = play.game.state.root.units[cmd.slot]
      list[#list + 1] = {
        side = side, slot = cmd.slot, typed = game_text.command(play.game, cmd, play.how),
        name = node and names.long(node) or nil, given = meant(play, cmd),
      }
    end
  end
  return list
end

return M
