-- A supply that runs out. A field of units is state: scenarios set it, :amend changes it, undo and replays follow it.
-- Every question about the unit contains it: the wrap of fire.legality reads it and gives a new reason. The wrapped
-- service `resolve`, through which every throw goes, counts the rounds. A new command brings up more.
local FULL <const>, FROM_WAGONS <const> = 8, mm(180)

variant "ammunition" {
  of = "horse_and_musket", cite = "house",
  doc = "Infantry and guns have eight rounds; near wagons they bring up more in place of a move.",
  fields = { unit = { int "rounds" { 0, 20, default = FULL, doc = "how many times the unit can still fire" } } },
  wraps = {
    ["fire.legality"] = function(published, rules, q, dice)
      local result = published(rules, q, dice)
      if q.rounds ~= 0 then return result end
      result.legal, result.bases, result.overhead = false, 0, false
      table.insert(result.reasons, 1, "has_no_rounds_left")
      return result
    end,
  },
  steps = {
    ["charge.defensive_fire"] = {
      options = function(published, view, about)
        if view:unit(about.target).rounds == 0 then return { "hold_fire" } end
        return published(view, about)
      end,
    },
  },
  services = {
    resolve = function(published, play, procedure, args, throwers, target)
      local result = published(play, procedure, args, throwers, target)
      local fires = procedure == "fire.small_arms" or procedure == "fire.artillery"
      local unit = fires and play:unit(type(throwers) == "table" and throwers[""] or throwers)
      if unit then play:set(unit, "rounds", math.max(0, unit.rounds - 1)) end
      return result
    end,
  },
  solo = {
    commands = {
      bring_up = function(_, mind, proposal) return mind.view:unit(proposal.unit).rounds < 2 and 2 or nil end,
    },
  },
}

story { brings_up = "{unit} [brings] up ammunition from {wagons}." }

--- The first wagons of the unit's side that are near enough; in a told game any wagons, and players judge the distance.
local function wagons_of(view, id)
  for other, unit in view:present(view:unit(id).side) do
    local near = unit.troop == "wagons" and (view:told() or view:apart(id, other) <= FROM_WAGONS)
    if near then return other end
  end
end

local function refuse_unit(view, id)
  local unit = view:unit(id)
  if not unit.may_move or unit.acted then return refuse("unit", "has no move to spend on it", { cite = "house" }) end
  if unit.rounds >= FULL then return refuse("unit", "has all its rounds", { cite = "house" }) end
  if not wagons_of(view, id) then return refuse("unit", "has no wagons within 180 mm", { cite = "house" }) end
end

command "bring_up" {
  cite = "house", doc = "A unit near wagons brings up ammunition, for its move.", phases = { "side_turn.movement" },
  args = { unit "unit" { "own" } },
  check = function(view, cmd) return refuse_unit(view, cmd.unit) end,
  proposals = proposals.each(refuse_unit, function(_, _, unit, offer)
    offer { score = 2, text = ("%d of %d rounds left"):format(unit.rounds, FULL) }
  end),
  run = function(play, cmd)
    local unit = play:unit(cmd.unit)
    play:tell("brings_up", { unit = cmd.unit, wagons = wagons_of(play, cmd.unit) or cmd.unit, cite = "house" })
    play:set(unit, "rounds", FULL)
    play:set(unit, "acted", "bring_up")
  end,
}
