-- Memory. The module leaves out the low ammunition of Fire and Fury (MC 3); this brings it back. A field of units is
-- state, and every question about the unit has it. The wrapped service `resolve`, through which every throw goes, sets
-- it; wraps of the fire points read it; when a turn ends, units far from the enemy have drawn cartridges.
local LOW <const> = 10 -- the face of the die

local function halved(published, rules, q, dice)
  local result = published(rules, q, dice)
  if q.low_ammunition and result.can_fire then
    result.points_x24 = result.points_x24 // 2
    table.insert(result.modifiers, { name = "low_ammunition", value = "x1/2", cite = "house" })
  end
  return result
end

local ARGS <const> = { flag "low_ammunition" { doc = "its cartridges run low" } }

variant "low_ammunition" {
  of = "nff", cite = "house",
  doc = "A unit that throws a 10 as it fires is low on ammunition and fires at half, until a turn ends in reserve.",
  fields = { unit = { flag "low_ammunition" { doc = "it fires at half" } } },
  args = { ["fire.infantry_points"] = ARGS, ["fire.artillery_points"] = ARGS },
  wraps = { ["fire.infantry_points"] = halved, ["fire.artillery_points"] = halved },
  services = {
    resolve = function(published, play, procedure, args, throwers, target)
      local result = published(play, procedure, args, throwers, target)
      local unit = procedure == "fire.resolve" and result.die == LOW and play:unit(throwers)
      if unit and not unit.low_ammunition then
        play:set(unit, "low_ammunition", true)
        play:tell("runs_low", { unit = throwers, cite = "house" })
      end
      return result
    end,
  },
  moments = {
    turn_ends = function(play)
      for id, unit in play:units() do
        if unit.low_ammunition and tabletop.present(unit) and play:fact("zone", id) == "reserve" then
          play:forget(unit, { "low_ammunition" })
          play:tell("resupplied", { unit = id, cite = "house" })
        end
      end
    end,
  },
}

story { runs_low = "{unit} [runs] low on ammunition.", resupplied = "{unit} [has] drawn ammunition." }
