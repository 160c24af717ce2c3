--- The command "place": a unit that a battle was laid out without takes its place, before the battle or as a reserve.
-- The word `placing` of a ruleset's game files declares it:
--
--   placing {
--     cite = "4.2", doc = "Puts a unit on the table …", secret = true,
--     args = { flag "hidden" {} },                            what the command names besides unit, at and facing
--     stands = function(view, cmd, base) → base, inside, why  where the unit stands, and what it holds there, if that
--                                                             is not the base about `at`; why it may not hold it
--     bars = function(view, cmd, base, inside) → why          what else speaks against a base on the table
--     fronts = function(view, home, size) → { um, … }, step   the first free place is proposed: how far from its edge
--                                                             its front may be, and how far places lie apart
--     proposals = function(view, side, of, refuses) → list    or others are
--     after = function(play, cmd, inside) → told              what follows; "placed" is told where this tells nothing
--   }
-- A unit faces away from its side's own edge unless the command says otherwise. The story has "placed" and "held_back".
local field <const> = require("limber.language.game_fields").words
local tabletop <const> = require "limber.tabletop.tabletop"

local M <const> = {}

--- Where a command puts its unit: the base, what it holds there, and why it may not.
local function stands_of(spec, view, cmd)
  local unit = view:unit(cmd.unit)
  local base = view:base_placed(cmd)
  if spec.stands then return spec.stands(view, cmd, base, unit) end
  return base
end

local function checker(spec)
  return function(view, cmd)
    local base, inside, held = stands_of(spec, view, cmd)
    local refusal = view:refuse_place(cmd.unit, base, {
      cite = spec.cite, held = held, bars = spec.bars and function() return spec.bars(view, cmd, base, inside) end,
    })
    return refusal, { base = base, inside = inside }
  end
end

--- The first free place of a unit that is still to come, from the middle of its own edge outward.
local function first_place(spec, check, view, id, unit)
  local home, size = view:home(unit.side), unit.footprint
  local fronts, step
  if home then fronts, step = spec.fronts(view, home, size) end
  for _, front in ipairs(fronts or {}) do
    for aside in tabletop.outward(step, home.length // 2) do
      local base = view:at_home(unit.side, size, home.length // 2 + aside, front)
      local cmd = { side = unit.side, unit = id, at = { x = base.x, y = base.y } }
      if not check(view, cmd) then
        cmd.text, cmd.score = "the first free place of its own area", 1
        return cmd
      end
    end
  end
end

local function proposer(spec, check)
  if spec.proposals then
    return function(view, side, of) return spec.proposals(view, side, of, check) end
  end
  return function(view, side)
    local next_unit = view:units(side)
    return function()
      for id, unit in next_unit do
        local cmd = unit.status == "off_table" and first_place(spec, check, view, id, unit)
        if cmd then return cmd end
      end
    end
  end
end

--- The command that the word `placing` declares.
---@param spec table
---@return table
function M.command(spec)
  local args = {
    field.unit "unit" { "own" }, field.point "at" {},
    field.angle "facing" { optional = true, doc = "else away from its own edge" },
  }
  table.move(spec.args or {}, 1, #(spec.args or {}), #args + 1, args)
  local check = checker(spec)
  return {
    cite = spec.cite, doc = spec.doc, secret = spec.secret, args = args, check = check,
    proposals = proposer(spec, check),
    run = function(play, cmd, found)
      if not found then
        local base, inside = stands_of(spec, play, cmd)
        found = { base = base, inside = inside }
      end
      play:place(cmd.unit, found.base)
      local told = spec.after and spec.after(play, cmd, found.inside)
      if not told then play:tell("placed", { unit = cmd.unit, cite = spec.cite }) end
      play:settle_leaders { unit = cmd.unit }
    end,
  }
end

return M
