-- Examples for a house rule of this ruleset: `limber new variant` fills limber/variant_template.txt with them.
return {
  unit = "units[1]", -- whose command it is, of `fire`
  cells = [=[["charge_modifiers.fresh"] = 1]=],
  options = [=[square_infantry_minus_1 = true]=], tables = [=[maneuver_reserve = "maneuver_good_order"]=],
  list = "charge", step = "player_turn.offensive_fire",
  procedure = "leader.casualty",
  wrap = [=[if result.die == 1 then result.result, result.casualty = "killed", true end]=],
  story = [=[charges = "{unit} [charges] {target} from {distance}, drums beating{say}."]=],
  services = [=[
  -- How the table measures and moves: here nobody sees farther than 12 in.
  --[[
  services = {
    sees = function(published, view, id, target, how)
      if view:apart(id, target) > inch(12) then return false end
      return published(view, id, target, how)
    end,
  },
  --]]
]=],
}
