-- What a solo commander who looks ahead supposes that the enemy's groups began with. Hidden stands count (R43) but he
-- does not see them: he counts the stands that he knows of, those that are gone too.

local units <const> = use "game/army/units"

return function(play, mind)
  for id, formation in play:formations(mind.side) do
    if formation.level == "group" and not formation.original then
      local list = {}
      for _, unit in play:units_of(id) do list[#list + 1] = units.counts(unit) and unit or nil end
      play:set(formation, "original", #list)
      play:set(formation, "kind", units.kind_of(list))
    end
  end
end
