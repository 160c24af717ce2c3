-- Examples for a house rule of this ruleset: `limber new variant` fills limber/variant_template.txt with them.
return {
  unit = "unit", -- whose command it is, of `fire`
  cells = [=[["melee_dice.general_attached"] = 2]=],
  options = [=[half_rounds_down = true]=], tables = [=[solo_deployment_cavalry = "solo_deployment_infantry"]=],
  list = "melee", step = "side_turn.firing",
  procedure = "rally.roll",
  wrap = [=[if q.staggered then result.removed, result.hits = 1, q.hits - 1 end]=],
  story = [=[cannot_fire = "{unit} [holds] [its] fire: {say}."]=],
  services = [=[
  -- How the table measures and moves.
  --[[
  services = {
    targets = function(published, view, id, reach, how)
      if view.state.battle.raining then reach = reach // 2 end
      return published(view, id, reach, how)
    end,
  },
  --]]
]=],
}
