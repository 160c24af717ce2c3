--- Units and leaders as a page draws them: who they are, which stays, and how they are now, which changes.
local frames <const> = require "limber.tabletop.frames"
local glyphs <const> = require "show.glyphs"
local house <const> = require "show.house"
local map_units <const> = require "show.map_units"
local mm <const> = require("page.ground").mm

local M <const> = {}

--- Degrees, to a tenth.
local function degrees(angle) return mm(angle) end

local function arm_of(unit, words) return words and words.arm and words.arm(unit) or unit.arm end

--- Who there is: the units, leaders and formations of a battle, in its order.
---@param root table the state
---@param words limber.MapSymbols?
---@return table[] units, table[] leaders, table[] formations
function M.who(root, words)
  local units, leaders, formations = {}, {}, {}
  for i, id in ipairs(root.order.units) do
    local unit = root.units[id]
    local arm = arm_of(unit, words)
    units[i] = {
      id = id, number = tostring(unit.number or id), name = unit.name or id, side = unit.side,
      arm = arm and arm:gsub("_", " ") or nil, formation = unit.formation, glyph = glyphs.arm(arm),
    }
  end
  for i, id in ipairs(root.order.leaders) do
    local leader = root.leaders[id]
    leaders[i] = {
      id = id, name = leader.name or id, side = leader.side, rank = leader.rank and leader.rank:gsub("_", " ") or nil,
      formation = leader.formation,
    }
  end
  for i, id in ipairs(root.order.formations) do
    local formation = root.formations[id]
    formations[i] = {
      id = id, name = formation.name or id, side = formation.side, commander = formation.commander,
      within = formation.formation,
    }
  end
  return units, leaders, formations
end

--- Where a base lies.
local function place(piece, base)
  if not base then return end
  piece.at, piece.facing = { mm(base.x), mm(base.y) }, degrees(base.facing)
  piece.size = { mm(base.width), mm(base.depth) }
end

--- The bases of a unit of several, each { x, y, facing, width, depth }.
local function bases_of(unit)
  local list = unit.bases and unit.base and frames.bases(unit, unit.base)
  if not list or #list < 2 then return nil end
  local shown = {}
  for i, one in ipairs(list) do
    shown[i] = { mm(one.x), mm(one.y), degrees(one.facing), mm(one.width), mm(one.depth) }
  end
  return shown
end

--- A unit as it is now.
---@param unit table
---@param state table that it is of
---@param game limber.Game
---@param how limber.How
---@return table
function M.unit(unit, state, game, how)
  local rules, play = game.rules, game.play
  local words = rules.game.map_symbols
  local piece = { id = unit.id, inside = unit.inside }
  if play:status(unit) == "gone" then
    piece.gone = true
    return piece
  end
  local how_it_is, wear = map_units.state_of(unit, words), words and words.wear and words.wear(unit, state, play.rules)
  place(piece, unit.base)
  piece.bases, piece.state, piece.off = bases_of(unit), how_it_is and how_it_is[1], unit.status == "off_table" or nil
  piece.strength = words and words.strength and words.strength(unit, state) or nil
  piece.wear = wear and (wear.lost > 0 or wear.text) and wear or nil
  piece.drill = type(unit.drill) == "string" and unit.drill:gsub("_", " ") or nil
  piece.open = glyphs.is_open(unit) or nil
  local own = house.words(rules, "unit", unit, how)
  piece.house = own ~= "" and own or nil
  return piece
end

--- A leader as he is now.
---@param leader table
---@return table
function M.leader(leader)
  local status = leader.status
  local piece = { id = leader.id, with = type(leader.with) == "string" and leader.with or nil }
  if status == "gone" then piece.gone = true end
  if status and status ~= "ready" then piece.state = status:gsub("_", " ") end
  place(piece, leader.base)
  return piece
end

return M
