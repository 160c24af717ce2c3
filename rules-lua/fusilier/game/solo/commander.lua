-- The solo commander of this ruleset: attack, seize and hold orders by stance, which take their time to be obeyed; and
-- in each step of the bound what the odds are good for. See solo_view for stances, solo_orders for orders, solo_attacks
-- and solo_moves for the rest.

local attacks <const> = use "game/solo/attacks"
local moves <const> = use "game/solo/moves"
local orders <const> = use "game/solo/orders"
local see <const> = use "game/solo/view"
local targets <const> = use "game/solo/targets"

--- One after another the units of whom `thinks` says something, then those of `last`. Those before the last that has a
--- command sealed have been thought of.
local function one_after_another(thinks, last)
  return function(mind)
    local ids, busy, at = see.there(mind, mind.side), proposals.spoken_for(mind.view, mind.side), 0
    for i, id in ipairs(ids) do
      if busy[id] then at = i end
    end
    local others, nth = nil, 0
    return function()
      while at < #ids do
        at = at + 1
        local found = thinks(mind, ids[at], mind.view:unit(ids[at]))
        if found then return found end
      end
      others, nth = others or last and last(mind) or {}, nth + 1
      return others[nth]
    end
  end
end

local function attack_of(mind, id, unit)
  local commands = unit.drill == "column" and { "declare_column", "declare_attack" } or { "declare_attack" }
  return attacks.attacks(mind, id, unit) and { of = id, commands = commands } or nil
end

--- Before the action: places, then hiding, then orders, each formation in its turn.
local function setting_up(mind)
  local list, placed = {}, proposals.spoken_for(mind.view, mind.side)
  for id, unit in mind.view:units(mind.side) do
    if unit.status == "off_table" and not placed[id] then list[#list + 1] = { of = id, commands = { "place" } } end
  end
  local written = proposals.spoken_for(mind.view, mind.side, "formation")
  for _, body in ipairs(see.formations(mind, mind.side)) do
    if not written[body.id] then list[#list + 1] = { of = body.id, commands = { "write_order" } } end
  end
  for id, unit in mind.view:units(mind.side) do
    local hides = unit.base and not unit.concealed and not placed[id] and see.stance_of(mind, id) ~= "aggressive"
    if hides then list[#list + 1] = { of = id, commands = { "conceal" } } end
  end
  return list
end

solo {
  weights = "solo_weights",
  stance = see.stance,
  order = {
    ["setup.orders"] = setting_up,
    ["turn.command"] = orders.thinking,
    ["turn.declare"] = one_after_another(attack_of),
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
