-- Sight. A field of the battle says how far units see, and grows when a round begins. The wrap of the service `sees`
-- limits what is in sight, and the wrap of `fire.legality` limits fire. No other rule has to know about fog.
local FIRST <const>, MORE <const> = 150, 100

variant "lifting_fog" {
  of = "horse_and_musket", cite = "house",
  doc = "Fog: units see 150 mm in the first round and 100 mm more in each later round.",
  fields = { battle = { int "sight_mm" { 0, 100000, default = FIRST, doc = "how far units see" } } },
  args = { ["fire.legality"] = { int "sight_mm" { 0, 100000, optional = true, doc = "how far units see" } } },
  wraps = {
    ["fire.legality"] = function(published, rules, q, dice)
      local result = published(rules, q, dice)
      if q.range_mm <= (q.sight_mm or q.range_mm) then return result end
      result.legal, result.bases, result.overhead = false, 0, false
      table.insert(result.reasons, 1, "is_hidden_by_fog")
      return result
    end,
  },
  services = {
    sees = function(published, view, id, target, how)
      local um = view:apart(id, target)
      if um and um > mm(view.state.battle.sight_mm) then return false, mm(view.state.battle.sight_mm) - um end
      return published(view, id, target, how)
    end,
  },
  moments = {
    turn_begins = function(play)
      local sight = play.state.battle.sight_mm + (play.state.turn > 1 and MORE or 0)
      play:set(play.state.battle, "sight_mm", sight)
      play:tell("fog", { sight = sight, cite = "house" })
    end,
  },
}

story { fog = "In the fog units see {sight} mm." }
