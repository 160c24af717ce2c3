-- R95, R97: units on the move come upon enemies that they did not see: concealed ones, and those deep in woods or
-- buildings. They halt in the combat zone, where they see them; foot that is under orders to attack, attacks them.

local army <const> = use "game/army/units"
local ground <const> = use "game/movement/ground"
local obedience <const> = use "game/command/obedience"

story { comes_upon = "{unit} [comes] upon {enemy}, {distance} mm away, and [attacks]." }

local M <const> = {}

--- The enemies that a unit does not see and might come upon, as a set. Batteries keep away from those in woods and
--- buildings.
---@param play table
---@param id string
---@return table<string, boolean>
function M.unseen(play, id)
  local unit, set = play:unit(id), {}
  for other, enemy in play:units(play:other(unit.side)) do
    local may_be_deep = unit.arm ~= "artillery" and army.stands(enemy) and tabletop.placed(enemy)
    set[other] = enemy.concealed
      or may_be_deep and ground.is_sheltered(play, other) and not play:fact("sight", id, other) or nil
  end
  return set
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
---@return { id: string, unseen: table<string, boolean> }[]
function M.before(play, movers)
  local list = {}
  for _, m in ipairs(movers) do
    local unseen = would_attack(play, play:unit(m.id)) and M.unseen(play, m.id) or {}
    if next(unseen) then list[#list + 1] = { id = m.id, unseen = unseen } end
  end
  return list
end

--- The nearest of them that it faces and has come near enough to fight.
local function nearest(play, id, unseen)
  local unit = play:unit(id)
  local near = play:near(id, {
    within = mm(army.zone(play.rules, unit)), of = "enemies",
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
