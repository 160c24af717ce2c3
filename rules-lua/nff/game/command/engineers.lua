-- Add 1, R95: companies of engineers join brigades, and leave them.

local attached <const>, army <const> = use("game/army/attached", "game/army/units")
local motion <const>, radius <const> = use("game/movement/motion", "game/command/radius")
local riding <const>, legality <const> = use("game/command/riding", "engineers")

local function refuse_company(view, id)
  local unit = view:unit(id)
  if unit.arm ~= "engineers" then return refuse("unit", "is no company of engineers", "Add 1") end
  if unit.attached_to then return refuse("unit", ("is with %s"):format(view:name(unit.attached_to)), "Add 1") end
  return radius.refuse(view, id)
end

local function check_join(view, cmd)
  local company, brigade = view:unit(cmd.unit), view:unit(cmd.brigade)
  if not tabletop.present(brigade) then return refuse("brigade", "is not on the table") end
  local args = {
    brigade_arm = army.brigade(brigade) and brigade.arm or "artillery",
    companies_attached = attached.company(view, cmd.brigade) and 1 or 0,
    leader_distance_in = radius.distance(view, company.controller, cmd.unit),
  }
  local found = view:ask("engineers.attach", args, cmd.unit)
  if not found.allowed then
    return legality.BARRED.refuse(view.rules, args, { found.reason }, "brigade", "may not be joined: %s")
  end
  return riding.check(view, cmd.unit, { brigade = cmd.brigade }, "brigade")
end

command "attach_engineers" {
  cite = "Add 1, R95", doc = "A company of engineers joins a brigade of infantry within its move, and goes with it.",
  args = { unit "unit" { "own" }, unit "brigade" { "own" } },
  refuses = refuse_company, check = check_join,
  offers = attached.offers,
  run = function(play, cmd, found)
    local unit = play:unit(cmd.unit)
    motion.mark_moved(play, cmd.unit)
    if unit.base then
      if found and found.spent then motion.spend(play, cmd.unit, found.spent) end
      play:set(unit, "footprint", { width = unit.base.width, depth = unit.base.depth })
      play:set(unit, "base", nil)
    end
    attached.join(play, cmd, "Add 1")
  end,
}

--- Directly behind a brigade, where a company that leaves it stands.
local function place_behind(view, id)
  local unit = view:unit(id)
  local base = view:unit(unit.attached_to).base
  if not (base and unit.footprint) then return nil end
  local back = (base.depth + unit.footprint.depth) // 2 + tabletop.TOUCHING
  return tabletop.base_at(unit.footprint, tabletop.slid(base, back, deg(180)), base.facing)
end

command "detach_engineers" {
  cite = "Add 1, R95", doc = "A company of engineers leaves its brigade and stands behind it.",
  args = { unit "unit" { "own" } },
  refuses = function(view, id)
    local with = view:unit(id).arm == "engineers" and view:unit(id).attached_to
    return not with and refuse("unit", "is no company with a brigade", "Add 1") or nil
  end,
  check = function(view, cmd)
    local there = place_behind(view, cmd.unit)
    return there and motion.refuse_room(view, cmd.unit, there, "unit"), there
  end,
  offers = function(view, _, unit, offer) offer { score = 0.1, text = "from " .. view:name(unit.attached_to) } end,
  run = function(play, cmd, there)
    local unit = play:unit(cmd.unit)
    there = there or place_behind(play, cmd.unit)
    attached.part(play, cmd.unit, "Add 1")
    if there then
      play:set(unit, "base", there)
      play:set(unit, "footprint", nil)
    end
  end,
}
