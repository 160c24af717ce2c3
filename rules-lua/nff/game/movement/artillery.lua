-- base, GB 4: batteries limber, unlimber and turn where they stand.

local functions <const>, motion <const> = use("game/movement/functions", "game/movement/motion")
local units <const> = use "game/army/units"

local M <const> = {}

local function refuse_battery(view, id, name, limbered)
  local unit = view:unit(id)
  if not units.battery(unit) then return refuse("unit", "is no battery", "base") end
  if limbered ~= nil and (unit.limbered or false) ~= limbered then
    return refuse("unit", limbered and "is not limbered" or "is limbered", "base")
  end
  local refusal = limbered == nil and motion.refuse_function or functions.refuse -- a grand battery turns as one
  return refusal(view, id, name) or motion.refuse(view, id)
end

--- GB 4: the grand battery of a leader is emplaced as soon as all its batteries are unlimbered.
function M.emplace(play, leader)
  if not leader or play:leader(leader).emplaced then return end
  for _, unit in play:present(play:leader(leader).side) do
    if unit.grand == leader and unit.limbered then return end
  end
  play:set(play:leader(leader), "emplaced", true)
end

local function limbering(name, to, doc, key)
  command(name) {
    cite = "base", doc = doc, args = { unit "unit" { "own" } },
    refuses = function(view, id) return refuse_battery(view, id, name, not to) end,
    offers = function(_, _, _, offer) offer { score = to and 0.3 or 0.5, text = "one of its functions" } end,
    run = function(play, cmd)
      local unit = play:unit(cmd.unit)
      functions.use(play, cmd.unit, name)
      play:set(unit, "limbered", to or nil)
      play:set(unit, "vulnerable", true)
      play:tell(key, { unit = cmd.unit, cite = "base" })
      if not to then M.emplace(play, unit.grand) end
    end,
  }
end

limbering("limber", true, "Limbers a battery, which then may move.", "limbers")
limbering("unlimber", false, "Unlimbers a battery, which then may fire.", "unlimbers")

--- Where a battery stands when it has turned on its centre; a grand battery turns as one (GB 5).
local function turned(view, cmd)
  local path = motion.path(view, cmd.unit, { { pivot = cmd.angle } })
  return path.party or { { id = cmd.unit, base = path.base } }
end

local function check_facing(view, cmd)
  if cmd.angle == 0 then return refuse("angle", "is no turn") end
  if not view:unit(cmd.unit).base then return nil end
  local places, fault = turned(view, cmd), nil
  for _, one in ipairs(places) do fault = fault or motion.refuse_room(view, one.id, one.base, "angle") end
  return fault, places
end

command "change_facing" {
  cite = "base", doc = "Turns a battery where it stands, or a grand battery as one.",
  args = { unit "unit" { "own" }, angle "angle" { -deg(180), deg(180), doc = "clockwise above 0" } },
  refuses = function(view, id) return refuse_battery(view, id, "change_facing") end,
  check = check_facing,
  offers = function(view, _, unit, offer)
    local angle = unit.base and motion.toward_enemy(view, unit)
    if angle and math.abs(angle) >= deg(10) then
      offer { angle = angle // deg(1) * deg(1), score = 0.5, text = "at the nearest enemy" }
    end
    offer { ranges = { angle = { -deg(180), deg(180) } }, at_most = true, score = 0.1, text = "as there is room" }
  end,
  run = function(play, cmd, places)
    for _, id in ipairs(motion.all(play, cmd.unit)) do functions.use(play, id, "change_facing") end
    motion.tell_turn(play, "turns", cmd, "base")
    places = play:unit(cmd.unit).base and (places or turned(play, cmd)) or {}
    for _, one in ipairs(places) do play:set_down(one.id, one.base) end
  end,
}

return M
