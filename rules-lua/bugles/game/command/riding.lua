-- Role of Leaders, R34, R202: leaders ride alone, or to a stand and then with it.
local leaders <const>, motion <const> = use("game/command/leaders", "game/movement/motion")

secret "leader" { "leader_hides" }

local M <const> = {}

--- The most that has been thrown this turn for a group's movement, in mm (R34).
local function thrown_for(view, group)
  local thrown, most = view:formation(group).thrown, 0
  if not thrown or thrown.turn ~= view.state.turn then return 0 end
  for key, value in next, thrown do
    if key ~= "turn" and math.type(value) == "integer" then most = math.max(most, value) end
  end
  return most
end

--- How far a leader may still go, in mm: a group's what was thrown for it, others what they throw as horse (R34).
---@return integer? mm nil while it is not thrown
function M.reach(view, id)
  local leader = view:leader(id)
  local group = leader.rank == "group" and view:formation_of(id)
  local most = group and thrown_for(view, group) or not group and view:thrown(leader, "ride")
  return most and most - (leader.moved_mm or 0)
end

--- Why a leader may not be moved now, or nil.
local function refuse_leader(view, id)
  local leader = view:leader(id)
  if not view:fit(id) then return refuse("commander", "is gone", "Role of Leaders") end
  local group = leader.rank == "group" and view:formation_of(id)
  if group and not view:formation(group).nominated then
    return refuse("commander", "moves with his group, which does not move now", "R34")
  end
  if M.reach(view, id) == 0 then return refuse("commander", "has moved as far as was thrown for him", "R34") end
end

--- Where a leader would stand who goes to a stand or a point; nil in a told game.
local function place_of(view, cmd)
  local leader = view:leader(cmd.commander)
  if not (leader.base and (cmd.to or cmd.unit)) then return nil end
  local base = cmd.unit and view:leader_base(cmd.commander, view:unit(cmd.unit).base)
    or tabletop.base_at(leader.base, cmd.to)
  local _, um = tabletop.toward(leader.base, base)
  return base, geometry.round_mm(um, "up")
end

local function check_place(view, cmd)
  local fault = refuse_leader(view, cmd.commander)
  if fault then return fault end
  if (cmd.unit == nil) == (cmd.to == nil) then return refuse("to", "or a unit is required, one of them") end
  if cmd.unit and not tabletop.present(view:unit(cmd.unit)) then return refuse("unit", "is not on the table") end
  if cmd.unit and view:unit(cmd.unit).arm == "sniper" then return refuse("unit", "acts alone", "Snipers, R36") end
  if cmd.unit and cmd.unit == view:leader(cmd.commander).with then return refuse("unit", "is the one he is with") end
  local base, far = place_of(view, cmd)
  if not base then return nil end
  if not tabletop.on_table(view, base) then return refuse("to", "is off the table") end
  local most = M.reach(view, cmd.commander)
  if most and far > most then
    return refuse(cmd.unit and "unit" or "to", ("is %d mm away, he goes %d"):format(far, most),
      { cite = "R34", margin = most - far })
  end
  local enemy = view:nearest_unit(base, view:other(view:leader(cmd.commander).side), tabletop.TOUCHING)
  if enemy then return refuse("to", ("is where %s stands"):format(view:name(enemy)), "R34") end
end

--- A superior throws for his ride as horse does, once a turn (R34).
local function throw_ride(play, id)
  return play:thrown_once(play:leader(id), "ride", function()
    return play:resolve("movement.roll", { type = "mounted" }, id).distance_mm
  end)
end

--- How far a leader gets of `most` on his way to a base: hidden enemies stop him (R202); and how long it is.
local function ride(play, id, base, most)
  local from = play:leader(id).base
  local bearing, whole = tabletop.toward(from, base)
  local um = math.min(whole, most)
  local steps = { slide = um, angle = geometry.turn(from.facing, bearing) }
  return um > 0 and motion.come_upon(play, { id = id, from = from, steps = steps }, um) or um, whole
end

--- A point so far along the way to another.
local function part_way(from, to, um)
  local bearing, whole = tabletop.toward(from, to)
  return geometry.step({ x = from.x, y = from.y }, bearing, math.min(um, whole))
end

command "place_leader" {
  cite = "R34", doc = "A leader goes to a place, or to a stand and then with it.",
  args = { leader "commander" { "own" }, point "to" { optional = true }, unit "unit" { "own", optional = true } },
  check = check_place,
  proposals = where_measured(function(view, side, of)
    local list = {}
    for id, leader in proposals.leaders(view, side, of, "commander") do
      local mine = leaders.his_own(view, id)
      local near = leader.base and view:nearest_unit(leader.base, side, nil, function(unit, one)
        return one ~= leader.with and mine(unit)
      end)
      if near then
        local cmd = { commander = id, unit = near, text = "to the nearest stand", score = leader.with and -1 or 3 }
        if (M.reach(view, id) or 0) > 1 and check_place(view, cmd) then
          local um = mm(M.reach(view, id)) - tabletop.TOUCHING
          cmd.unit, cmd.to = nil, part_way(leader.base, view:unit(near).base, um)
        end
        list[#list + 1] = cmd
      end
      if leader.with then
        local here = { x = leader.base.x, y = leader.base.y }
        list[#list + 1] = { commander = id, to = here, text = "by himself, here or elsewhere", score = -2 }
      end
    end
    return proposals.lawful(list, function(cmd) return check_place(view, cmd) end)
  end),
  run = function(play, cmd)
    local id, leader = cmd.commander, play:leader(cmd.commander)
    local base, far = place_of(play, cmd)
    local most = leader.rank == "group" and far or throw_ride(play, id) - (leader.moved_mm or 0)
    local um, whole = 0, 0
    if base then um, whole = ride(play, id, base, mm(most)) end
    local short = um < whole
    if short then
      base, far = tabletop.base_at(leader.base, part_way(leader.base, base, um)), geometry.round_mm(um, "up")
    end
    play:set(leader, "moved_mm", (leader.moved_mm or 0) + (far or 0))
    if cmd.unit and not short then
      play:attach(id, cmd.unit)
      local hidden = play:unit(cmd.unit).hidden
      return play:tell(hidden and "leader_hides" or "leader_joins", { leader = id, unit = cmd.unit, cite = "R34" })
    end
    play:detach(id, base)
    local say = short and ", as far as he comes" or ""
    play:tell("leader_goes", { leader = id, distance = far or 0, say = say, cite = "R34" })
  end,
}

return M
