-- R95, R97: units on the move come upon enemies that they did not see: concealed ones, and those deep in woods or
-- buildings. They halt in the combat zone, where they see them; foot that is under orders to attack, attacks them.

local army <const>, ground <const> = use("game/army/units", "game/movement/ground")
local obedience <const> = use "game/command/obedience"

local M <const> = {}

--- The units of a side that enemies may fail to see: concealed ones, and those in woods and buildings.
local function lurking(play, side)
  local list = {}
  for id, unit in play:units(side) do
    local stands = army.stands(unit) and tabletop.placed(unit)
    if unit.concealed or stands and ground.is_sheltered(play, id) then list[#list + 1] = unit end
  end
  return list
end

--- A function that gives the enemies that a unit does not see and might come upon, as a set; while nobody moves.
--- Batteries keep away from those in woods and buildings.
---@param play table
---@return fun(id: string): table<string, boolean>
function M.looker(play)
  local lurk = {}
  return function(id)
    local unit, set = play:unit(id), {}
    local side = play:other(unit.side)
    lurk[side] = lurk[side] or lurking(play, side)
    for _, enemy in ipairs(lurk[side]) do
      set[enemy.id] = enemy.concealed or unit.arm ~= "artillery" and not play:fact("sight", id, enemy.id) or nil
    end
    return set
  end
end

--- Does a unit attack whom it comes upon? Cavalry closes of itself (10.4); skirmishers fight skirmishers alone (R50).
local function would_attack(play, unit)
  local order = obedience.of(play, unit)
  return order ~= nil and obedience.ATTACKS[order.verb] and not army.mounted(unit) and unit.arm ~= "artillery"
    and army.free(unit) and not unit.fighting and not unit.target
end

--- Those on the move who would attack, each with the enemies that it does not see.
---@param play table
---@param movers table[]
---@param unseen fun(id: string): table<string, boolean> of M.looker
---@return { id: string, unseen: table<string, boolean> }[]
function M.before(play, movers, unseen)
  local list = {}
  for _, m in ipairs(movers) do
    local set = would_attack(play, play:unit(m.id)) and unseen(m.id) or {}
    if next(set) then list[#list + 1] = { id = m.id, unseen = set } end
  end
  return list
end

--- The nearest of them that it faces and has come near enough to fight.
local function nearest(play, id, unseen)
  local unit = play:unit(id)
  local near = play:near(id, {
    within = mm(army.zone(play, id)), of = "enemies",
    counts = function(enemy, other)
      return unseen[other] and army.stands(enemy) and enemy.arm ~= "artillery"
        and (enemy.drill == "skirmish") == (unit.drill == "skirmish")
    end,
  })
  return lists.find(near, function(one) return play:fact("facing", id, one.id) end)
end

--- After the move: who has come upon an enemy attacks him, as if he had declared it.
---@param play table
---@param list { id: string, unseen: table<string, boolean> }[]
function M.attack(play, list)
  for _, one in ipairs(list) do
    local unit = play:unit(one.id)
    local comes = tabletop.present(unit) and unit.moved and not unit.target
    local enemy = comes and nearest(play, one.id, one.unseen)
    if enemy then
      local away = geometry.round_mm(enemy.um, "up")
      play:set(unit, "target", enemy.id)
      play:tell("comes_upon", { unit = one.id, enemy = enemy.id, distance = away, cite = "10.0 R97" })
    end
  end
end

return M
