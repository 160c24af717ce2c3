-- 10.2, R69 to R72: columns of assault: who belongs to one, how it fights, and what becomes of one that has failed.
--
-- Every battalion of a column carries the id of the battalion that leads it, as `column`; the leader its own.
local army <const>, assault <const> = use("game/army/units", "game/combat/assault")
local ground <const>, recovery <const> = use("game/movement/ground", "game/army/recovery")

local M <const> = {}

local function attacks(unit)
  return unit.column ~= nil and army.free(unit) and unit.arm == "infantry" and not unit.must_deploy
end

--- The battalions of a column that attack and have kept up, the leader first: none is further from the others than its
--- parts may be (10.2).
---@param play table
---@param lead string
---@return string[]
function M.members(play, lead)
  local found, any_target = {}, false
  for id, unit in play:units() do
    if unit.column == lead and attacks(unit) then
      table.insert(found, id == lead and 1 or #found + 1, id)
      any_target = any_target or unit.target ~= nil
    end
  end
  return any_target and play:together(found, mm(play.rules.constant.column_break_carry_distance)) or {}
end

--- The body a unit fights in: the id of its column's leader if it is one of those that attack, closed up; else its own.
function M.body(play, id)
  local unit = play:unit(id)
  for _, member in ipairs(attacks(unit) and M.members(play, unit.column) or {}) do
    if member == id then return unit.column end
  end
  return id
end

--- Of the enemies before a column, the one it declared against, or else the nearest.
local function defender_of(play, members, enemies)
  for _, id in ipairs(members) do
    local target = play:unit(id).target
    if lists.has(enemies, target) then return target end
  end
  return ground.nearest(play, members[1], enemies)
end

--- The columns of bodies in contact: { lead, members, enemies } each, the strongest first, else in the order met.
local function columns_in(play, met, charged)
  local found, of = {}, {}
  local function add(lead, enemy)
    if not of[lead] then
      local members = play:unit(lead).column == lead and M.members(play, lead) or {}
      members = lists.filter(members, function(id) return not charged[id] end)
      of[lead] = { lead = lead, members = members, enemies = {}, nth = #found + 1 }
      if #members > 0 then found[#found + 1] = of[lead] end
    end
    table.insert(of[lead].enemies, enemy)
  end
  for _, pair in ipairs(met) do add(pair.ours, pair.theirs) end
  for _, pair in ipairs(met) do add(pair.theirs, pair.ours) end
  table.sort(found, function(one, other)
    if #one.members ~= #other.members then return #one.members > #other.members end
    return one.nth < other.nth
  end)
  return found
end

--- The combats of columns of assault among bodies on foot in contact: every column assaults one defender (10.2), which
--- fights nobody else, and assaults nobody itself. Where columns meet, the stronger assaults and the other's leader
--- stands against it. The second result: the pairs that are left for other combats.
---@param play table
---@param met { ours: string, theirs: string }[] bodies in contact, side A's as `ours`
---@param charged table<string, boolean> battalions that cavalry fights
---@param place table<string, integer>
---@return { kind: string, ours: string[], theirs: string[] }[] combats, table[] rest
function M.assaults(play, met, charged, place)
  local combats, of, busy = {}, {}, {}
  for _, column in ipairs(columns_in(play, met, charged)) do
    local enemies = lists.filter(column.enemies, function(id) return busy[id] ~= "assaults" end)
    if not busy[column.lead] and #enemies > 0 then
      local defender = defender_of(play, column.members, enemies)
      busy[column.lead], busy[defender] = "assaults", "stands"
      if not of[defender] then
        of[defender] = {}
        combats[#combats + 1] = { kind = "column_assault", ours = {}, theirs = { defender } }
      end
      table.insert(of[defender], column)
    end
  end
  for _, one in ipairs(combats) do
    local assaulting = of[one.theirs[1]]
    table.sort(assaulting, function(a, b) return place[a.lead] < place[b.lead] end)
    for _, column in ipairs(assaulting) do lists.append(one.ours, column.members) end
  end
  return combats, play:pairs_without(met, busy)
end

--- The front of the whole column, whatever its depth (R55): that of its broadest battalion.
local function front_of(play, members)
  local widest = 0
  for _, id in ipairs(members) do widest = math.max(widest, assault.frontage_mm(play:unit(id))) end
  return widest
end

measure "column_assault" (function(view, members, defender)
  local args = { frontage_mm = front_of(view, members), columns = {} }
  for i, id in ipairs(members) do args.columns[i] = assault.column(view, id, defender) end
  args.defender = assault.infantry(view, defender, members)
  return args
end)

--- The line that a column deploys into: centred on it (R72), its front where the column's was, for what it fights is
--- before that.
local function in_line(view, unit)
  local line = army.reshaped(view, unit, "line")
  local at = geometry.step(line, line.facing, math.max(0, unit.base.depth - line.depth) // 2)
  line.x, line.y = at.x, at.y
  return line
end

--- As much of that as the column stands on already.
local function head_of(view, unit)
  local head = in_line(view, unit)
  head.width = unit.base.width
  return head
end

fact "room_beside" {
  ask = "How much clear ground is there beside {1} on its {2}, in mm (no troops, nothing impassable)?", unit = "mm",
  int "room" { 0 },
  measured = function(view, _, id, hand)
    local unit = view:unit(id)
    local aside = { slide = mm(unit.front_mm), angle = hand == "left" and deg(-90) or deg(90) }
    local free = view:path(id, aside, { from = head_of(view, unit), near = false }).clear
    return geometry.round_mm(free, "down"), free
  end,
}

fact "in_the_line" {
  ask = "Which friends stand where {1} would have deployed?",
  units "friends" { "own", default = {} },
  measured = function(view, _, id)
    local line = tabletop.inside(in_line(view, view:unit(id)))
    return view:touched(id, { of = "friends", base = line, within = 0, counts = tabletop.present })
  end,
}

local function deploys(play, id, unit, minutes)
  recovery.leave_column(play, id)
  play:set(unit, "must_deploy", nil)
  play:set(unit, "drill", "line")
  play:set(unit, "minutes_used", minutes)
  if tabletop.placed(unit) then
    play:set(unit, "base", in_line(play, unit))
  else
    play:set(unit, "footprint", army.reshaped(play, unit, "line", unit.footprint))
    play:tell("to_deploy", { unit = id, cite = "10.2" })
  end
  play:tell("deploys", { unit = id, cite = "10.2" })
end

--- There is no room: friends where it would have stood are disordered, and in step 6 it goes back with whoever is close
--- behind. Meanwhile it stands against nobody.
local function breaks(play, id, unit, room)
  play:tell("cannot_deploy", {
    unit = id, left = room.left, right = room.right, needed = room.needed, say = "the column breaks", cite = "10.2",
  })
  for _, friend in ipairs(play:fact("in_the_line", id)) do
    local body = play:unit(friend)
    if army.free(body) and not body.must_deploy then
      recovery.begin(play, friend, "disordered")
      play:tell("disordered", { unit = friend, by = id, cite = "10.2" })
    end
  end
  recovery.begin(play, id, "retreat")
  play:set(unit, "breaking", true)
end

local function deploy(play, id, unit)
  local room = { left = play:fact("room_beside", id, "left"), right = play:fact("room_beside", id, "right") }
  local result = play:resolve("column.deploy", play:described({
    line_frontage_mm = unit.front_mm, column_frontage_mm = math.min(unit.front_mm, assault.frontage_mm(unit)),
    free_left_mm = room.left, free_right_mm = room.right,
  }, unit, "column.deploy"), id)
  if result.outcome == "deploys" then return deploys(play, id, unit, result.time_min) end
  room.needed = result.needed_each_side_mm
  breaks(play, id, unit, room)
end

--- Step 3 of the bound after: battalions whose assault failed try to go into line (10.2).
---@param play table
function M.deploy_all(play)
  for id, unit in play:units() do
    if unit.must_deploy then
      if army.free(unit) then deploy(play, id, unit) else play:set(unit, "must_deploy", nil) end
    end
  end
end

return M
