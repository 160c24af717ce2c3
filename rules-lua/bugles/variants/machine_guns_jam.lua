-- Early machine guns jammed; the Gardner at Abu Klea did when it was needed most. The wrap of `mg.fire` throws one die
-- more, a field remembers the jam, and a new command throws to clear it. Fire of every kind asks `fire.eligibility`.
local CLEARED <const> = 6

variant "machine_guns_jam" {
  of = "bugles", cite = "house",
  doc = "A machine gun that fires jams on a 1; in a later turn its crew clears it on a 6 or more, in place of fire.",
  matters = { units = { arm = "machine_gun" }, none = "neither side has machine guns" },
  fields = { unit = { flag "jammed" { doc = "of a machine gun" } } },
  args = { ["fire.eligibility"] = { flag "jammed" { doc = "of a machine gun" } } },
  out = { ["mg.fire"] = { flag "jams" {} } },
  reasons = { jammed = { "is jammed", cite = "house" } },
  wraps = {
    ["mg.fire"] = function(published, rules, q, dice)
      local result = published(rules, q, dice)
      result.jams = dice.d(10, "jam") == 1
      return result
    end,
    ["fire.eligibility"] = function(published, rules, q, dice)
      local result = published(rules, q, dice)
      if q.jammed and result.may_fire then result.reason = "jammed" end -- that it may not fire follows
      return result
    end,
  },
  services = {
    resolve = function(published, play, procedure, args, throwers, target)
      local result, throws = published(play, procedure, args, throwers, target)
      local unit = procedure == "mg.fire" and result.jams and play:unit(throwers)
      if unit then
        play:set(unit, "jammed", true)
        play:tell("jams", { unit = throwers, cite = "house" })
      end
      return result, throws
    end,
  },
}

story { jams = "{unit} [jams].", cleared = "{unit}: {roll} thrown, {say}." }

local function refuse_unit(view, id)
  local unit = view:unit(id)
  if unit.status ~= "ready" or not unit.jammed then return refuse("unit", "is not jammed", { cite = "house" }) end
  if unit.figures == 0 then return refuse("unit", "has no crew", { cite = "house" }) end
  if unit.fired or unit.fired_defensively then return refuse("unit", "has fired", { cite = "house" }) end
end

command "clear_jam" {
  cite = "house", doc = "The crew of a jammed machine gun tries to clear it.", phases = { "player_turn.fire" },
  args = { unit "unit" { "own" } },
  check = function(view, cmd) return refuse_unit(view, cmd.unit) end,
  proposals = proposals.each(refuse_unit, function(_, _, _, offer)
    offer { score = 50, text = ("%d or more on a d10"):format(CLEARED) }
  end),
  run = function(play, cmd)
    local unit, roll = play:unit(cmd.unit), play:throw("d10", "clear_jam", cmd.unit)
    play:set(unit, "fired", true)
    if roll >= CLEARED then play:forget(unit, { "jammed" }) end
    play:tell("cleared", {
      unit = cmd.unit, roll = roll, say = roll >= CLEARED and "the jam is cleared" or "it stays jammed", cite = "house",
    })
  end,
}
