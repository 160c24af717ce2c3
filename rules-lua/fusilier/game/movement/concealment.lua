-- 3.1, R95, R97: troops in woods, buildings or out of sight stay off the table until they move, fight, fire or are met.
-- Where they are is marked all along: the record of the game is the sketch map, and the enemy's view leaves them out.

local HEIGHTS <const> = { eye = mm(1), mark = mm(1) }

--- The middle of a unit whose middle is in a building, which it occupies whatever its base (R45); else the unit.
local function mark_of(view, field, id, unit)
  local middle = { x = unit.base.x, y = unit.base.y }
  local housed = lists.find(field:under(middle), function(area) return view:terrain(area).name == "built_up" end)
  return housed and middle or id
end

fact "hidden" {
  ask = "Is {1} hidden from every enemy: more than 30 mm inside woods or buildings, behind a hill or out of sight, and "
    .. "none within {combat_zone} mm?",
  flag "hidden" {},
  suggest = true,
  measured = function(view, field, id)
    -- The first enemy in plain view that sees it, or is so near that nothing hides it. Woods and buildings hide only
    -- what stands more than 30 mm inside them (R97).
    local unit, zone = view:unit(id), mm(view.rules.constant.combat_zone)
    local mark = mark_of(view, field, id, unit)
    local by = view:some_unit(view:other(unit.side), function(other, enemy)
      return other.base and not other.concealed and (geometry.gap(other.base, unit.base) <= zone
        or field:sight(enemy, mark, HEIGHTS, { except = { id } }).yes)
    end)
    return by == nil, by
  end,
}

fact "come_upon" {
  ask = "Which of these concealed units have an enemy within {combat_zone} mm: {1}?",
  units "come_upon" { "any", default = {} },
  suggest = {},
  measured = function(view, _, ids)
    local near = { within = mm(view.rules.constant.combat_zone), of = "enemies", counts = tabletop.present }
    return lists.filter(ids, function(id) return view:near(id, near)[1] end)
  end,
}

local function refuse_unit(view, id)
  local unit = view:unit(id)
  if not tabletop.placed(unit) and not view:told() then
    return refuse("unit", "has no place yet to be marked on the sketch map", "3.1")
  end
  if unit.concealed then return refuse("unit", "is concealed already", "3.1") end
  local hidden, by = view:fact("hidden", id)
  local question = view:described({ kind = "troops", concealed = hidden }, unit, "deploy.must_place")
  local place = view:ask("deploy.must_place", question, id)
  if not place.must_place then return nil end
  local text = by and ("is in view of %s and must be placed"):format(view:name(by)) or "is seen and must be placed"
  return refuse("unit", text, { cite = "3.1", by = by })
end

--- Is the unit a general is with among those his side has just told to hide?
local function marked(view, general)
  return lists.find(view:sealed(general.side), function(cmd)
    return cmd["do"] == "conceal" and cmd.unit == general.with
  end) ~= nil
end

--- A general watches the field unless he is with troops that are concealed, and hides with them.
local function refuse_general(view, id)
  local general = view:leader(id)
  if general.concealed then return refuse("general", "is concealed already", "3.1") end
  local with = general.with and view:unit(general.with)
  local hides = with ~= nil and (with.concealed or marked(view, general)) or false
  local question = view:described({ kind = "general", concealed = hides, watching = not hides }, general,
    "deploy.must_place")
  local place = view:ask("deploy.must_place", question, id)
  if not place.must_place then return nil end
  local text = "is watching the field and stands on the table; only with concealed troops may he hide"
  return refuse("general", text, "3.1")
end

local function refuse_either(view, cmd)
  return cmd.unit and refuse_unit(view, cmd.unit) or cmd.general and refuse_general(view, cmd.general) or nil
end

command "conceal" {
  cite = "3.1", doc = "Hides a unit that stands in woods or buildings or out of sight, or the general who is with it.",
  args = { unit "unit" { "own", optional = true }, leader "general" { "own", optional = true } },
  check = function(view, cmd)
    if cmd.unit and cmd.general then return refuse("general", "is given, and a unit too: one at a time") end
    if cmd.unit or cmd.general then return refuse_either(view, cmd) end
    return refuse("unit", "is missing: a unit, or the general who is with it", "3.1")
  end,
  slot = function(cmd) return cmd.unit or cmd.general end,
  proposals = where_measured(function(view, side, of)
    local list = {}
    for id, unit in proposals.units(view, side, of) do
      list[#list + 1] = tabletop.present(unit) and { unit = id, text = "no enemy sees it", score = 50 } or nil
    end
    local next_general = not of and proposals.leaders(view, side, nil, "general") or function() end
    for id, general in next_general do
      if general.with then list[#list + 1] = { general = id, text = "with " .. view:name(general.with), score = 49 } end
    end
    return proposals.lawful(list, function(cmd) return refuse_either(view, cmd) end)
  end),
  run = function(play, cmd)
    local node = cmd.unit and play:unit(cmd.unit) or play:leader(cmd.general)
    play:set(node, "concealed", true)
  end,
}

hidden(function(_, _, unit) return unit.concealed or false end)

local M <const> = {}

local function appears(play, id, unit)
  play:set(unit, "concealed", nil)
  play:tell("appears", { unit = id, cite = "3.1 R95" })
  for _, other in ipairs(play:leaders_with(id)) do
    if play:leader(other).concealed then
      play:set(play:leader(other), "concealed", nil)
      play:tell("appears_with", { general = other, unit = id, cite = "3.1" })
    end
  end
end

--- In a told game the players are asked which units an enemy came upon after steps 2 and 3, if any unit has moved.
local ASKED_AFTER <const> = { ["turn.after_attack"] = true, ["turn.after_movement"] = true }

local function has_moved(unit) return unit.moved end

--- Those of some concealed units that an enemy has come upon, as a set; asked once for the lot.
local function come_upon(play, ids)
  local set = {}
  if #ids == 0 or play:told() and not (ASKED_AFTER[play:at()] and play:some_unit(nil, has_moved)) then return set end
  for _, id in ipairs(play:fact("come_upon", ids)) do set[id] = true end
  return set
end

local function acted(unit) return unit.moved or unit.fired or unit.fighting or unit.responded or false end

--- Must a general be placed who hides with troops? When these are in the open he watches the field.
local function must_be_placed(play, id, general)
  local with = general.with and play.state.units[general.with]
  local hides = with and with.concealed or false
  local question = play:described({ kind = "general", concealed = hides, watching = not hides }, general,
    "deploy.must_place")
  return play:ask("deploy.must_place", question, id).must_place
end

--- Whatever has moved, fired, fought or been come upon must be placed. After every step in which any of it may happen.
function M.reveal(play)
  local hidden_ones, quiet = {}, {}
  for id, unit in play:units() do
    if unit.concealed and tabletop.present(unit) then
      hidden_ones[#hidden_ones + 1] = id
      if not acted(unit) then quiet[#quiet + 1] = id end
    end
  end
  local met = come_upon(play, quiet)
  for _, id in ipairs(hidden_ones) do
    local unit = play:unit(id)
    local place = play:ask("deploy.must_place", play:described({
      kind = "troops", concealed = true, moved = unit.moved or false,
      in_combat = not unit.moved and acted(unit) or met[id] or false,
    }, unit, "deploy.must_place"), id)
    if place.must_place then appears(play, id, unit) end
  end
  for other, general in play:leaders() do
    if general.concealed and must_be_placed(play, other, general) then
      play:set(general, "concealed", nil)
      play:tell("appears", { unit = other, cite = "3.1" })
    end
  end
end

return M
