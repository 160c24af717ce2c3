-- A work that troops build. A new command costs a stand its move and sets a field; the wrapped facts `obstacle` and
-- `cover` read it, so charges, fights and fire follow. The wrapped service `set_down` leaves the thorns behind.

--- The better of what the ground gives and what the thorns give, against an enemy before the stand.
local function thorns(gives)
  return function(published, view, field, id, enemy)
    local found, by = published(view, field, id, enemy)
    local behind = found == "none" and enemy and view:unit(id).zariba and view:faces(id, enemy, deg(90))
    if behind then return gives end
    return found, by
  end
end

variant "zariba" {
  of = "bugles", cite = "house",
  doc = "Regular foot builds a zariba, in place of its move: a lesser obstacle before it, and soft cover.",
  fields = { unit = { flag "zariba" { doc = "it stands behind thorn bushes" } } },
  facts = { obstacle = thorns "lesser", cover = thorns "soft" },
  services = {
    set_down = function(published, play, id, base)
      play:forget(play:unit(id), { "zariba" })
      published(play, id, base)
    end,
  },
}

story { builds = "{unit} [builds] a zariba." }

local function refuse_unit(view, id)
  local unit = view:unit(id)
  if unit.zariba then return refuse("unit", "has a zariba", { cite = "house" }) end
  if unit.kind ~= "regular" or unit.arm ~= "foot" and unit.arm ~= "dismounted" or unit.drill == "skirmish" then
    return refuse("unit", "must be regular foot in close order", { cite = "house" })
  end
  return view.measure.whole_move(view, id) -- its group's turn, not moved, not engaged
end

command "build_zariba" {
  cite = "house", doc = "Regular foot builds a thorn hedge, for its whole move.", phases = { "player_turn.movement" },
  args = { unit "unit" { "own" } },
  check = function(view, cmd) return refuse_unit(view, cmd.unit) end,
  proposals = proposals.each(refuse_unit, function(_, _, _, offer) offer { score = 1, text = "a lesser obstacle" } end),
  run = function(play, cmd)
    play:set(play:unit(cmd.unit), "zariba", true)
    play:set(play:unit(cmd.unit), "moved", "full")
    play:tell("builds", { unit = cmd.unit, cite = "house" })
  end,
}
