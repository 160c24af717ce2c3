--- Ten house rules at once, for what they cost in a battle: ten that ship, and ten of a guest's. The guest's reach all
--- that a battle asks and change nothing of what happens, so that the same battle is fought with them and without.
local M <const> = {}

M.PATH = "scenarios/horse_and_musket/windmill_hill.lua"

--- They change the battle a little: other dice, other moves, and commands of their own.
M.SHIPPED = {
  "beaten_horse_goes_back_two_moves", "grenadiers", "ammunition", "rain", "lifting_fog", "staggered_no_charge",
  "any_defeat", "natural_six_hits", "heavy_cavalry_capped", "events",
}

local SAYS <const> = {
  cells = 'cells = { ["constants.support_radius"] = function(old) return old end }',
  modifiers = [[modifiers = {
    { "dust", -1, of = "small_arms", cite = "house", when = function(q) return q.range_mm == -1 end },
  }]],
  volleys = [[wraps = { ["fire.small_arms"] = function(published, rules, q, dice) return published(rules, q, dice) end }]],
  marches = [[wraps = { ["movement.allowance"] = function(published, rules, q, dice)
    local result = published(rules, q, dice)
    if result.move_mm < 0 then result.move_mm = 0 end
    return result
  end }]],
  sight = [[services = { sees = function(published, view, id, target, how)
    if view:unit(id).side == "c" then return false end
    return published(view, id, target, how)
  end }]],
  fields = [[fields = { unit = { int "rounds" { 0, 20, default = 10 } } }]],
  charges = [[commands = { charge = { check = function(published, view, cmd)
    if view:unit(cmd.unit).side == "c" then return refuse("unit", "is of no side") end
    return published(view, cmd)
  end } }]],
  moments = [[fields = { battle = { int "rounds_played" { 0, 1000, default = 0 } } },
    moments = { turn_begins = function(play)
      play:set(play.state.battle, "rounds_played", play.state.battle.rounds_played + 1)
    end }]],
  distances = [[facts = { charge_distance = function(published, view, ...) return published(view, ...) end }]],
  steps = "",
}

local MORE <const> = {
  steps = [[insert "turn" { first = true, step "roll_call" {
    run = function(play) for _, unit in play:units() do if unit.side == "c" then return end end end,
  } }]],
}

--- The guest's ten, by the names of their files.
---@return table<string, string>
function M.guests()
  local texts = {}
  for name, says in next, SAYS do
    texts["bench_" .. name .. ".lua"] = (
      'variant "bench_%s" { of = "horse_and_musket", cite = "house", doc = "For the bench.", %s }\n%s'):format(
      name, says, MORE[name] or "")
  end
  return texts
end

--- The names of the guest's ten, without the ending.
M.NAMES = {}
for name in require("kernel.sandbox").sorted_pairs(M.guests()) do M.NAMES[#M.NAMES + 1] = name:match "^(.*)%.lua$" end

--- Writes the guest's ten into a folder.
---@param folder string
function M.write(folder)
  for name, text in next, M.guests() do
    local file <close> = assert(io.open(folder .. "/" .. name, "w"))
    assert(file:write(text))
  end
end

return M
