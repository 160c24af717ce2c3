-- 2.1: generals rally hits off the units they touch.

local aim <const>, hits <const>, paths <const> = use("game/fire/aim", "game/army/hits", "game/fire/paths")

fact "touches" {
  ask = "Does {1} touch {2} base to base?",
  flag "touches" {},
  suggest = function(view, general, unit) return view:leader(general).with == unit end,
  measured = function(view, _, general, unit)
    local gap = view:apart(general, unit)
    return gap <= tabletop.TOUCHING, gap
  end,
}

--- The enemy in whose long range a unit stands, the deepest first: id, distance and range in mm (R15).
local threat = where_measured(function(view, id)
  local unit, by, best = view:unit(id), nil, nil
  for other, enemy in view:present(view:other(unit.side)) do
    local _, reach = aim.reach(view.rules, enemy)
    if reach and enemy.base and enemy.drill ~= "limbered" then -- R7, R15
      local gap = geometry.distance(paths.shape_of(view, id), paths.shape_of(view, other)).distance
      local away = geometry.round_mm(gap, "up")
      if not best or away - reach < best then best, by = away - reach, { id = other, mm = away, range = reach } end
    end
  end
  if by and best <= 0 then return by end
end)

fact "in_enemy_range" {
  ask = "Is {1} within the long range of any enemy unit that can fire, limbered guns apart?",
  flag "in_range" {},
  suggest = false,
  measured = function(view, _, id)
    local by = threat(view, id)
    return by ~= nil, by and by.range - by.mm
  end,
}

--- Why a unit cannot be rallied by anybody now, or nil.
local function refuse_unit(view, id)
  local unit, floor = view:unit(id), view.rules.constant.rally_floor
  if not tabletop.present(unit) then return refuse("unit", "is not on the table", "2.1") end
  if unit.rallied then return refuse("unit", "has been rallied this turn", "R16") end
  if unit.hits <= floor then
    return refuse("unit", ("has %s: nothing can be rallied off below %d"):format(counted(unit.hits, "hit"), floor),
      "2.1 R16")
  end
end

local function refuse_general(view, id)
  if not view:fit(id) then return refuse("commander", "is gone", "5.6") end
  if view:leader(id).rallied then return refuse("commander", "has rallied a unit this turn", "R16") end
end

local function refuse_range(view, id)
  if not view:fact("in_enemy_range", id) then return nil end
  local by = threat(view, id)
  if not by then return refuse("unit", "is in range of an enemy who can fire", "2.1 R15") end
  return refuse("unit", ("is %d mm from %s, which fires %d mm"):format(by.mm, view:name(by.id), by.range),
    { cite = "2.1 R15", margin = by.mm - by.range })
end

--- Does a general touch a unit? Attached is in contact (R9).
local function in_contact(view, general_id, unit_id)
  return view:leader(general_id).with == unit_id or view:fact("touches", general_id, unit_id)
end

local function refuse_rally(view, cmd)
  local fault = refuse_general(view, cmd.commander) or refuse_unit(view, cmd.unit)
  if fault then return fault end
  if not in_contact(view, cmd.commander, cmd.unit) then
    local gap = view:apart(cmd.commander, cmd.unit)
    local far = gap and (", he is %d mm away"):format(geometry.round_mm(gap, "up")) or ""
    return refuse("unit", "is not touched by him" .. far, { cite = "2.1", margin = gap and tabletop.short_by(-gap) })
  end
  return refuse_range(view, cmd.unit)
end

--- Why a rally is not proposed. What players would be asked in a told game is left to them.
local function unfit(view, cmd)
  if not view:told() then return refuse_rally(view, cmd) end
  return refuse_general(view, cmd.commander) or refuse_unit(view, cmd.unit)
    or view:leader(cmd.commander).with ~= cmd.unit and refuse("unit", "is not the one he is with") or nil
end

--- A rally that may be made, for each general and each unit he touches.
local function proposals(view, side, of)
  local list, floor = {}, view.rules.constant.rally_floor
  local unsure = view:told() and ", out of range of enemy fire" or ""
  for id, general in view:fit_leaders(side) do
    for unit_id, unit in view:units((general.rallied or of and of ~= id) and "" or side) do
      local cmd = { commander = id, unit = unit_id }
      if unit.hits > floor and not unfit(view, cmd) then
        local most = math.min(view.rules.constant.rally_die_faces, unit.hits - floor)
        cmd.text, cmd.score = ("%d hits, up to %d off%s"):format(unit.hits, most, unsure), 10 * unit.hits
        list[#list + 1] = cmd
      end
    end
  end
  return best_first(list)
end

local function say(result)
  local off = result.removed == 1 and "a hit comes off" or ("%d hits come off"):format(result.removed)
  return ("%s, %d left"):format(off, result.hits)
end

--- A unit's rally by the general with it.
measure "rally.roll" (function(view, id)
  local with = view:leaders_with(id)[1]
  local general = with and view:leader(with)
  return view:question("rally.roll", id, {
    in_contact = general ~= nil,
    in_enemy_range = view:fact("in_enemy_range", id), general_move_mm = general and general.moved,
  })
end)

command "rally" {
  cite = "2.1", doc = "A general rallies hits off a unit he touches.",
  args = { leader "commander" { "own" }, unit "unit" { "own" } },
  check = refuse_rally,
  proposals = proposals,
  run = function(play, cmd)
    local general, unit = play:leader(cmd.commander), play:unit(cmd.unit)
    play:set(general, "rallied", true)
    play:set(unit, "rallied", true)
    if not general.with then play:set(general, "with", cmd.unit) end -- R9: base contact is being attached
    if unit.hits <= play.rules.constant.rally_floor then return end
    -- In contact and out of range, by check or by the players' word.
    local args = play:question("rally.roll", cmd.unit, { in_contact = true, general_move_mm = general.moved })
    local result = play:resolve("rally.roll", args, cmd.commander, cmd.unit)
    play:tell("rallied", {
      general = cmd.commander, unit = cmd.unit, roll = result.roll, say = say(result), cite = "2.1",
    })
    hits.put(play, cmd.unit, result)
  end,
}

return { threat = threat }
