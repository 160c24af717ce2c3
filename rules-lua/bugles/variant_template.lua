-- Examples for a house rule of this ruleset: `limber new variant` fills limber/variant_template.txt with them.
return {
  unit = "unit", -- whose command it is, of `fire`
  cells = [=[["melee_modifiers.class_b"] = 2]=],
  options = [=[melee_d10 = true]=], tables = [=[melee_results = "melee_results_round_away"]=],
  list = "melee", step = "player_turn.fire",
  procedure = "command.end_of_turn",
  wrap = [=[if result.score == 2 then result.movement_ends = true end]=],
  story = [=[stand_halts = "{unit} [loses] heart with {say} left."]=],
  services = [=[
  -- How the table measures and moves: here nobody sees far while it rains.
  --[[
  services = {
    sees = function(published, view, id, target, how)
      if view.state.battle.raining and view:apart(id, target) > mm(300) then return false end
      return published(view, id, target, how)
    end,
  },
  --]]
]=],
}
