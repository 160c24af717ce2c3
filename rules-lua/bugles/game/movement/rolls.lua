-- R52 to R60, R224: the movement roll, thrown once a player turn for each type of a group's stands, and what is left.
--
-- The dice are thrown when a group is nominated, and to charge when a stand first does; the last of them does not count
-- in rough ground.
-- `balance` is what a stand has in its place after it limbered or dismounted and the like, `slow_balance` that in rough
-- ground; `used` what it has gone;
-- `rough_way`: some of its way was rough; `half_left`: it has spent half its move on a change of formation.

local M <const> = {}

local TEAMS <const> = {
  horse_artillery = "horse_artillery", horse_drawn = "horse_drawn_gun", oxen = "oxen", elephant = "elephant",
}

--- The row of movement_dice that a stand moves by.
function M.type(unit)
  local arm = unit.arm
  if arm == "sniper" then return "sniper" end
  if arm == "gun" or arm == "machine_gun" then return unit.limbered and TEAMS[unit.team] or "manhandled_gun" end
  if arm == "wagon" then return (unit.team == "oxen" or unit.team == "elephant") and unit.team or "wagon" end
  if unit.drill == "square" then return "square" end
  if arm == "mounted" then return "mounted" end
  if unit.drill == "skirmish" then return "skirmisher" end
  return unit.kind == "regular" and "regular_foot" or "other_foot"
end

---@class bugles.Rolled what a roll depends on besides the type
---@field rough boolean? some of the way is rough (R57)
---@field charging boolean?
---@field uphill boolean? it charges a target on higher ground; difficult: one in difficult ground (R56)
---@field difficult boolean?
---@field target_mm integer? how far the charge is
---@field will_fire boolean? it means to fire this turn
---@field through boolean? it is a gun that goes through friends

--- What `movement.roll` is asked for a stand.
---@param how bugles.Rolled
function M.args(view, id, how)
  local unit = view:unit(id)
  local kind = M.type(unit)
  return view:question("movement.roll", id, {
    type = kind, fleet = unit.fleet and (kind == "other_foot" or kind == "skirmisher") or false,
    terrain = how.rough and "rough" or "open", disordered = kind == "square" and unit.disordered ~= nil,
    charging = how.charging or false, target_uphill = how.uphill or false, target_difficult = how.difficult or false,
    target_distance_mm = how.target_mm, will_fire = how.will_fire or false, gun_through_friends = how.through or false,
  })
end

--- The name under which the dice of a roll are kept: what troops march or charge, and in whose player turn.
local function key_of(view, unit, how)
  return ("%s%s in the turn of %s"):format(M.type(unit), how.charging and " charging" or "", view.state.active)
end

--- The name under which a distance is kept that those dice came to: for whom, and over what ground.
local function distance_key(view, unit, how)
  local parts = { "distance of " .. key_of(view, unit, how), unit.fleet and "fleet" or nil }
  for _, word in ipairs { "rough", "uphill", "difficult" } do
    if how[word] then parts[#parts + 1] = word end
  end
  return table.concat(parts, ", ")
end

local OPEN <const> = {}

--- The same roll, with rough ground on the way or not.
local function over(how, rough)
  local copy = {}
  for key, value in pairs(how) do copy[key] = value end
  copy.rough = rough
  return copy
end

--- The roll of a stand: with rough ground once a part of its way was rough (R57). A charge says that itself.
local function roll_of(unit, how)
  how = how or OPEN
  return unit.rough_way and not (how.rough or how.charging) and over(how, true) or how
end

local function rest(unit, um) return unit.half_left and um // 2 or um end

--- What the rule leaves of so much that it is not asked about: half to one that fires, or goes through friends.
local function halved(view, unit, how, um)
  if how.will_fire and M.fires_after(view, unit) == "half" then um = um // 2 end
  return how.through and um // 2 or um
end

--- R224: the dice of a group's throw that count: in rough ground not the last, unless players throw for that apart.
local function that_count(view, unit, how, dice)
  if not dice or not how.rough then return dice end
  if view.rules.option.rough_thrown_apart then return nil end
  local row, cell = M.type(unit), view.rules.tables.movement_dice
  return table.move(dice, 1, #dice - cell(row, "dice") + cell(row, "rough_dice"), 1, {})
end

--- How far the roll of a stand's group lets it go, in micrometres; nil while it is not thrown. The dice are kept, and
--- the rule says what they come to for this stand. A house rule may throw dice that serve no other question.
function M.known(view, id, how)
  local unit = view:unit(id)
  how = roll_of(unit, how)
  if unit.balance then return halved(view, unit, how, how.rough and unit.slow_balance or unit.balance) end
  local group = view:formation(unit.formation)
  local distance = view:thrown(group, distance_key(view, unit, how))
  if distance and not (how.will_fire or how.through) then return rest(unit, mm(distance)) end
  local dice = that_count(view, unit, how, view:thrown(group, key_of(view, unit, how)))
  local found = dice and view:ask("movement.roll", M.args(view, id, how), id, nil, dice)
  if found then return rest(unit, mm(found.distance_mm)) end
  return distance and rest(unit, halved(view, unit, how, mm(distance)))
end

--- The most that such a roll can come to.
function M.most(view, id, how)
  local unit, rules = view:unit(id), view.rules
  how = roll_of(unit, how)
  if unit.balance then return halved(view, unit, how, unit.balance) end
  local row = M.type(unit)
  local dice = rules.tables.movement_dice(row, how.rough and "rough_dice" or "dice")
  local doubled = rules.tables.movement_dice(row, "doubling") == "two_highest" and math.min(dice, 2)
    or unit.fleet and math.min(dice, 1) or 0
  local charge = how.charging and not (how.uphill or how.difficult) and 2 or 1
  return rest(unit, halved(view, unit, how, mm(6 * (dice + doubled) * charge * rules.constant.mm_per_pip)))
end

--- How far a throw lets a stand go, in words: "180 mm, in rough ground 80 mm".
local function said(view, id, how)
  local text = ("%s%d mm"):format(how.rough and "in rough ground " or "", M.known(view, id, how) // mm(1))
  local slow = not how.rough and M.known(view, id, over(how, true)) or 0
  return text .. (slow > 0 and (", in rough ground %d mm"):format(slow // mm(1)) or "")
end

--- A stand of a group that goes by the same dice, and is fleet where another is not, or the other way round.
local function other_pace(view, unit, how)
  for id, other in view:units_of(unit.formation) do
    local same = tabletop.present(other) and not other.hidden and key_of(view, other, how) == key_of(view, unit, how)
    if same and other.fleet ~= unit.fleet then return id end
  end
end

--- The dice last thrown, in order; none where a house rule's `resolve` gave the result alone.
function M.faces(play)
  local faces, _, throws = {}, play:dice()
  for _, one in ipairs(throws or {}) do table.move(one.dice, 1, #one.dice, #faces + 1, faces) end
  return faces
end

--- A stand's group throws, and the distance and the dice are kept.
local function roll(play, id, how)
  local unit = play:unit(id)
  local group, hidden = play:formation(unit.formation), unit.hidden and id or nil
  local result = play:resolve("movement.roll", M.args(play, id, how), hidden or unit.formation)
  local text, faces = play:dice(), M.faces(play)
  play:thrown_once(group, distance_key(play, unit, how), function() return result.distance_mm end)
  play:thrown_once(group, key_of(play, unit, how), function() return faces end)
  local other = not hidden and other_pace(play, unit, how)
  local beside = other and ((unit.fleet and "; others %s" or "; fleet %s"):format(said(play, other, how)))
  play:tell("rolled", {
    unit = hidden, formation = unit.formation, troops = plain(M.type(unit)), cite = "Variable Movement, R52",
    dice = result.dice_count > 0 and text or "no dice", what = how.charging and "a charge" or "movement",
    distance = said(play, id, how), say = beside or "",
  })
end

--- The same, thrown now if it was not before: all dice, of which ground may take the last (R224).
---@param how bugles.Rolled?
---@return integer um
function M.throw(play, id, how)
  how = how or OPEN
  local known, unit = M.known(play, id, how), play:unit(id)
  if known then return known end
  local whole = how.rough and not play.rules.option.rough_thrown_apart and over(how, false)
  if whole and not play:thrown(play:formation(unit.formation), key_of(play, unit, whole)) then roll(play, id, whole) end
  if not M.known(play, id, how) then roll(play, id, how) end
  return M.known(play, id, how)
end

--- The dice of a stand's group, thrown now if they were not before; nil where a house rule kept none.
function M.dice(play, id)
  M.throw(play, id)
  local unit = play:unit(id)
  local dice = play:thrown(play:formation(unit.formation), key_of(play, unit, OPEN))
  return dice and #dice > 0 and dice or nil
end

--- A group that is nominated throws for each type of its stands, before any of their ways is known; hidden ones throw
--- when they move, as nobody else may know of them.
function M.throw_group(play, group)
  for id, unit in play:units_of(group) do
    local throws = tabletop.present(unit) and unit.drill ~= "back_to_back" and not unit.hidden
    if throws then M.throw(play, id) end
  end
end

--- What a stand has still to go of so much.
function M.left(unit, um) return math.max(0, um - (unit.used or 0)) end

--- A stand has gone so far: half its movement or more of it (R60). `um`: what it could go.
function M.spend(play, id, gone, um)
  local unit = play:unit(id)
  local used = (unit.used or 0) + gone
  play:set(unit, "used", used)
  local moved = 2 * used <= um and unit.moved ~= "full" and "half" or "full"
  if unit.moved ~= moved then play:set(unit, "moved", moved) end
end

--- A stand has changed its formation, or the like, which leaves it so far to go this turn; `slow` in rough ground.
function M.leave(play, unit, um, slow)
  play:set(unit, "slow_balance", slow)
  play:set(unit, "moved", "full")
  play:set(unit, "used", 0)
  play:set(unit, "balance", um)
end

--- R60, R76: what part of its movement a stand may use that means to fire: nil when it cannot do both.
---@return "full"|"half"|nil
function M.fires_after(view, unit)
  local part = view.rules.tables.movement_dice(M.type(unit), "fires_moving")
  if part == "full" or part == "half" then return part end
  return part == "class_a" and unit.class == "a" and unit.kind == "regular" and "half" or nil
end

return M
