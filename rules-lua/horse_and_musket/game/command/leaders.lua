-- R9: generals, each a figure and no unit: they go with the unit they are attached to, and make for the nearest friend
-- when an enemy touches them alone or their unit is gone.

local army <const> = use "game/army/units"

story {
  general_flees = "{general} gets away to {unit}.",
  general_taken = "{general} is taken: no friend is within {general_move} mm.",
  general_falls = "{general} falls.",
}

fact "nearest_friend" {
  ask = "Which friend, within {general_move} mm, is nearest to {1}?",
  units "friends" { "own", default = {} },
  measured = function(view, _, id)
    local general, best, best_um = view:leader(id), nil, nil
    for other, unit in view:units(general.side) do
      if army.present(unit) and unit.base then
        local um = geometry.distance(general.base, unit.base).distance
        if not best_um or um < best_um then best, best_um = other, um end
      end
    end
    if not best or geometry.round_mm(best_um, "up") > view.rules.constant.general_move then return {} end
    return { best }, best_um
  end,
  check = function(view, value, id)
    for _, one in ipairs(value) do
      if not army.present(view:unit(one)) then return refuse("friends", "must be on the table") end
    end
    if #value > 1 then return refuse("friends", ("are too many: only the nearest to %s counts (R9)"):format(id)) end
  end,
}

--- Generals of a side who are alone and whom an enemy unit touches.
local function touched_by_enemies(view, side)
  local found = {}
  for id, general in view:leaders(side) do
    if general.base and not general.with and tabletop.fit(general) then
      for _, enemy in view:units(view:other(side)) do
        local near = army.present(enemy) and enemy.base
          and geometry.distance(general.base, enemy.base).distance <= tabletop.TOUCHING
        if near then
          found[#found + 1] = { general = id }
          break
        end
      end
    end
  end
  return found
end

record "one_general" { leader "general" { "own" } }

fact "generals_touched" {
  ask = "Which generals of {1}, alone, have been touched by an enemy unit?",
  list "generals" { "one_general", default = {} },
  measured = function(view, _, side) return touched_by_enemies(view, side) end,
}

local M <const> = {}

--- A place directly behind a base, in contact with it, and on the table.
local function behind(view, base, size)
  local back = (base.depth + size.depth) // 2
  local at = geometry.step({ x = base.x, y = base.y }, (base.facing + deg(180)) % deg(360), back)
  local table_size = view.state.ground
  local half = math.max(size.width, size.depth)
  local function within(value, limit) return math.max(half, math.min(value, limit - half)) end
  return {
    x = within(at.x, table_size.width), y = within(at.y, table_size.depth), facing = base.facing,
    width = size.width, depth = size.depth,
  }
end

--- Is he there to command?
function M.fit(view, id)
  return id ~= nil and tabletop.fit(view:leader(id))
end

--- The generals of a side who are there, in the listed order: ids and nodes.
function M.each(view, side)
  local next_one = view:leaders(side)
  return function()
    local id, general = next_one()
    while id and not tabletop.fit(general) do id, general = next_one() end
    return id, general
  end
end

--- The commanding officer of a side, if he is there.
function M.officer(view, side)
  for id, general in M.each(view, side) do
    if general.rank == "commanding_officer" then return id end
  end
end

--- Takes a general off: a casualty (5.6), or taken (R9).
---@param play table
---@param id string
---@param key string? the story that tells it
function M.remove(play, id, key)
  local general = play:leader(id)
  if not tabletop.fit(general) then return end
  play:tell(key or "general_falls", { general = id, cite = key and "R9" or "5.6" })
  play:set(general, "status", "gone")
  play:set(general, "with", nil)
  play:set(general, "chooses", nil)
  if general.base then play:set(general, "base", nil) end
end

--- A general is with a unit from now on, and stands behind it where places are known.
function M.join(play, id, unit_id)
  local general, unit = play:leader(id), play:unit(unit_id)
  if general.with ~= unit_id then play:set(general, "with", unit_id) end
  local size = general.base or general.footprint
  if unit.base and size then
    play:set(general, "base", behind(play, unit.base, size))
    if general.footprint then play:set(general, "footprint", nil) end
  end
end

--- Alone among enemies, or without his unit: he goes to the nearest friend within reach, else he is lost.
local function flee(play, id)
  local friend = play:fact("nearest_friend", id)[1]
  if not friend then return M.remove(play, id, "general_taken") end
  play:tell("general_flees", { general = id, unit = friend, cite = "R9" })
  M.join(play, id, friend)
end

--- A unit is gone: the generals with it have nobody any more.
---@param play table
---@param unit_id string
function M.bereft(play, unit_id)
  for id, general in M.each(play, play:unit(unit_id).side) do
    if general.with == unit_id then
      play:set(general, "with", nil)
      flee(play, id)
    end
  end
end

--- A unit has moved: the generals attached to it have gone along.
---@param play table
---@param unit_id string
function M.follow(play, unit_id)
  local unit = play:unit(unit_id)
  if not unit.base then return end
  for id, general in M.each(play, unit.side) do
    if general.with == unit_id and general.base then M.join(play, id, unit_id) end
  end
end

--- The generals with a unit, in the listed order.
---@return string[]
function M.with(view, unit_id)
  local found = {}
  for id, general in M.each(view, view:unit(unit_id).side) do
    if general.with == unit_id then found[#found + 1] = id end
  end
  return found
end

--- Has a side a general on his own?
local function anybody_alone(view, side)
  for _, general in M.each(view, side) do
    if not general.with then return true end
  end
  return false
end

--- The generals of a side whom enemies touch while they are alone get away, or are taken.
---@param play table
---@param side string whose generals
function M.touched(play, side)
  if not anybody_alone(play, side) then return end
  for _, one in ipairs(play:fact("generals_touched", side)) do
    if tabletop.fit(play:leader(one.general)) then flee(play, one.general) end
  end
end

--- On a measured table: a unit goes so far straight from a base of its, and touches who is alone on its way.
---@param play table
---@param id string
---@param base table
---@param um integer
---@param angle integer? off its front
function M.passed(play, id, base, um, angle)
  local side = play:other(play:unit(id).side)
  if not anybody_alone(play, side) then return end
  local way = tabletop.slid(base, um // 2, angle)
  way.depth = way.depth + um
  for other, general in M.each(play, side) do
    local alone = general.base and not general.with
    if alone and geometry.distance(general.base, way).distance <= tabletop.TOUCHING then flee(play, other) end
  end
end

--- On a measured table: the generals of either side whom an enemy has come upon in a charge or a retreat.
---@param play table
function M.overrun(play)
  if army.told(play) then return end
  for _, side in ipairs(play.state.order.sides) do M.touched(play, side) end
end

M.behind = behind

return M
