-- The mission weighs on stances, for any ruleset whose solo commanders have them: thrown for, or by a general's temper.
-- Where a formation is sent to attack, its stance is bolder by one step; who guards is not aggressive; all others fight
-- as thrown. In the last turns those who have to attack, or lose, are bold whatever was thrown. The throw itself stays
-- as it is printed, and the story says where the two differ.
local STEPS = { "defensive", "cautious", "aggressive" }
local PLACES = { defensive = 1, cautious = 2, aggressive = 3 }
local ATTACKS = { main_effort = true, flank = true }

variant "mission_stances" {
  cite = "house", doc = "Solo formations sent to attack are bolder than thrown; those that guard are not aggressive.",
  solo = {
    stance = function(published, view, side, id, mind)
      local thrown = published(view, side, id, mind)
      local place, task = PLACES[thrown], mind and id and mind:task(id)
      if not place or not task then return thrown end
      if ATTACKS[task.task] then return mind.mission.presses and "aggressive" or STEPS[math.min(3, place + 1)] end
      return task.task == "guard" and STEPS[math.min(2, place)] or thrown
    end,
  },
}
