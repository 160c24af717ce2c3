-- 10.0, R74: how units in contact are dealt out into combats along the line.
--
-- The longer line is dealt out along the shorter, as evenly as it goes. A unit that is dealt an enemy beyond its zone
-- takes the nearest within it instead. An enemy that is left over then gets the nearest unit in contact with it: from
-- another enemy who has several, else that unit fights both.
local ground <const> = use "game/movement/ground"

local M <const> = {}

--- The pairs, as a set for every unit of those that it is in contact with.
local function links_of(met)
  local linked = {}
  for _, pair in ipairs(met) do
    linked[pair.ours], linked[pair.theirs] = linked[pair.ours] or {}, linked[pair.theirs] or {}
    linked[pair.ours][pair.theirs], linked[pair.theirs][pair.ours] = true, true
  end
  return linked
end

--- The nearest of a list that a unit is in contact with.
local function nearest(play, linked, id, list)
  local within, best, best_mm = {}, nil, nil
  for _, other in ipairs(list) do
    if linked[id][other] then within[#within + 1] = other end
  end
  if #within <= 1 then return within[1] end
  for _, other in ipairs(within) do
    local away = ground.distance(play, id, other)
    if not best or away < best_mm then best, best_mm = other, away end
  end
  return best
end

--- Which enemy each unit of the longer line is dealt, and how many each of these has.
local function dealt_along(play, linked, longer, shorter)
  local takes, has = {}, {}
  local groups = play.rules.call("combat.pair", { a_units = #longer, b_units = #shorter }).groups
  for _, group in ipairs(groups) do
    local enemy = shorter[group.b[1]]
    for _, i in ipairs(group.a) do
      local id = longer[i]
      takes[id] = linked[id][enemy] and enemy or nearest(play, linked, id, shorter)
      has[takes[id]] = (has[takes[id]] or 0) + 1
    end
  end
  return takes, has
end

--- Gives the enemies that are left over a unit each; where `both`, it may be one that then fights a second enemy. The
--- result: all the enemies of units that fight several.
local function fill(play, linked, longer, shorter, takes, has, both)
  local several = {}
  for _, enemy in ipairs(shorter) do
    local id = not has[enemy] and nearest(play, linked, enemy, longer)
    if id and has[takes[id]] > 1 then
      has[takes[id]] = has[takes[id]] - 1
      takes[id], has[enemy] = enemy, 1
    elseif id and both then
      several[id] = several[id] or { takes[id] }
      table.insert(several[id], enemy)
    end
  end
  return several
end

--- The combats of two lines: { longer = ids, shorter = ids } each, one of the two a single unit.
local function combats_of(play, linked, longer, shorter, both)
  local takes, has = dealt_along(play, linked, longer, shorter)
  local several = fill(play, linked, longer, shorter, takes, has, both)
  local found, of = {}, {}
  for _, id in ipairs(longer) do
    local enemy = takes[id]
    if several[id] then
      found[#found + 1] = { longer = { id }, shorter = several[id] }
    elseif of[enemy] then
      table.insert(of[enemy].longer, id)
    else
      of[enemy] = { longer = { id }, shorter = { enemy } }
      found[#found + 1] = of[enemy]
    end
  end
  return found
end

--- The combats of one arm against its like.
---@param met { ours: string, theirs: string }[]
---@param place table<string, integer>
---@return { kind: string, a: string[], b: string[] }[]
function M.alike(play, met, place, kind)
  local found, linked = {}, links_of(met)
  for _, group in ipairs(play:contact_groups(met, place)) do
    local ours, theirs = group.ours, group.theirs
    local more = #theirs > #ours
    for _, one in ipairs(combats_of(play, linked, more and theirs or ours, more and ours or theirs, true)) do
      local a, b = one.longer, one.shorter
      found[#found + 1] = { kind = kind, a = more and b or a, b = more and a or b }
    end
  end
  return found
end

--- Squadrons against infantry: as many as there are on each battalion; where they are too few, each takes the nearest.
---@param met { ours: string, theirs: string }[] the squadron as `ours`, of either side
---@return { kind: string, a: string[], b: string[] }[] `b` is a single battalion
function M.on_battalions(play, met, place)
  local found, of, linked = {}, {}, links_of(met)
  local function add(squadrons, battalion)
    of[battalion] = of[battalion] or { kind = "cavalry_infantry", a = {}, b = { battalion } }
    if #of[battalion].a == 0 then found[#found + 1] = of[battalion] end
    for _, id in ipairs(squadrons) do table.insert(of[battalion].a, id) end
  end
  for _, group in ipairs(play:contact_groups(met, place)) do
    local squadrons, foot = group.ours, group.theirs
    if #squadrons >= #foot then
      for _, one in ipairs(combats_of(play, linked, squadrons, foot, false)) do add(one.longer, one.shorter[1]) end
    else
      for _, id in ipairs(squadrons) do add({ id }, nearest(play, linked, id, foot)) end
    end
  end
  return found
end

return M
