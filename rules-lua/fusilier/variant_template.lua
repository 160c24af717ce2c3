-- Examples for a house rule of this ruleset: `limber new variant` fills limber/variant_template.txt with them.
return {
  unit = "unit", -- whose command it is, of `fire`
  cells = [=[["infantry_modifiers.attacking_buildings"] = -4]=],
  options = [=[percentile_00 = 100]=], tables = [=[cavalry_won_by = "infantry_won_by"]=],
  list = "infantry", step = "turn.fire",
  procedure = "morale.brigade",
  wrap = [=[if result.roll and result.roll >= 95 then result.outcome = "stand" end]=],
  story = [=[cannot_fire = "{unit} [holds] [its] fire: {say}."]=],
  services = [=[
  -- How the table measures and moves: here nobody fires far while it rains, and nobody sees far.
  --[[
  facts = {
    may_shoot = function(published, view, field, from, target)
      local far = view.state.units[target] and view:apart(from, target) > mm(300)
      if view.state.battle.raining and far then return false end
      return published(view, field, from, target)
    end,
  },
  services = {
    sees = function(published, view, id, target, how)
      if view.state.battle.raining and view:apart(id, target) > mm(300) then return false end
      return published(view, id, target, how)
    end,
  },
  --]]
]=],
}
