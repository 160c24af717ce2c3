-- The solo commander of this ruleset: attack, seize and hold orders by stance, which take their time to be obeyed; and
-- in each step of the bound what the odds are good for. See solo/view for stances, solo/orders for orders, solo/attacks
-- and solo/moves for the rest.

local attacks <const>, moves <const>, orders <const> = use("game/solo/attacks", "game/solo/moves", "game/solo/orders")
local see <const>, supposed <const>, targets <const> = use("game/solo/view", "game/solo/supposed", "game/solo/targets")

--- Each unit in its turn, where `thinks` says what it may be told, then those that `last` lists.
local function one_after_another(thinks, last)
  return function(mind) return mind:unit_by_unit(thinks, last) end
end

local SETS_UP <const> = {
  function(mind, add)
    local placed = proposals.spoken_for(mind.view, mind.side)
    for id, unit in mind.view:units(mind.side) do
      if unit.status == "off_table" and not placed[id] then add(id, "place") end
    end
  end,
  function(mind, add)
    local written = proposals.spoken_for(mind.view, mind.side, "formation")
    for _, body in ipairs(see.formations(mind, mind.side)) do
      if not written[body.id] then add(body.id, "write_order") end
    end
  end,
  function(mind, add)
    local placed = proposals.spoken_for(mind.view, mind.side)
    for id, unit in mind.view:units(mind.side) do
      local hides = unit.base and not unit.concealed and not placed[id] and see.stance_of(mind, id) ~= "aggressive"
      if hides then add(id, "conceal") end
    end
  end,
}

--- Before the action: places, then orders, each formation in its turn, then hiding; listed as it comes to them.
local function setting_up(mind)
  local list, at, part = {}, 0, 0
  local function add(id, name) list[#list + 1] = { of = id, commands = { name } } end
  return function()
    at = at + 1
    while at > #list and part < #SETS_UP do
      part = part + 1
      SETS_UP[part](mind, add)
    end
    return list[at]
  end
end

solo {
  weights = "solo_weights", characters = "solo_characters", measures = see.measures,
  stance = see.stance, supposes = supposed,
  order = {
    ["setup.orders"] = setting_up,
    ["turn.command"] = orders.thinking,
    ["turn.declare"] = one_after_another(attacks.attacks),
    ["turn.attack"] = one_after_another(attacks.answers),
    ["turn.movement"] = one_after_another(moves.moves, moves.riders),
    ["turn.fire"] = one_after_another(targets.fires),
    ["turn.winners"] = attacks.victors,
  },
  commands = {
    place = moves.place, conceal = moves.conceal, write_order = orders.written, issue_order = orders.issued,
    declare_attack = attacks.declare, declare_column = attacks.column, respond = attacks.respond,
    move_attack = attacks.way_round, move = moves.move, attach_general = moves.attach, move_general = moves.ride,
    attach_battery = moves.join, fire = targets.fire, skirmish_fire = targets.skirmish, winner_choice = attacks.victor,
  },
  tells = { "write_order", "issue_order", "declare_attack", "declare_column", "winner_choice" },
}
