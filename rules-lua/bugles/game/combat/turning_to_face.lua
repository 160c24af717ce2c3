-- Turning to Face, R87, R167, R168: stands that a charge has reached, and those beside them, turn to meet it.
local removal <const>, rules_of_charges <const>, units <const> = use("game/army/removal", "charges", "game/army/units")

local M <const> = {}

--- How a stand turns so that the face that was met becomes its front.
local TURN <const> = { front = 0, left = deg(-90), right = deg(90), rear = deg(180) }

--- The edge of a stand that an enemy comes against, where they stand or would stand; "front" of one that has none.
local function struck(view, id, enemy, base, other)
  local unit = view:unit(id)
  if unit.drill ~= "close_order" then return "front" end
  base, other = base or unit.base, other or view:unit(enemy).base
  if geometry.gap(base, other) > tabletop.TOUCHING then return (tabletop.face_of(base, other)) end
  return (tabletop.met(base, other))
end

M.struck = struck

fact "struck" {
  ask = "Which edge of {1} does {2} come against?", enum "face" { "front", "left", "right", "rear" }, suggest = "front",
  measured = function(view, _, id, enemy) return (struck(view, id, enemy)) end,
}

local function kind_of(unit)
  if unit.arm == "gun" then return unit.gun .. "_gun" end
  return unit.arm == "machine_gun" and "machine_gun" or unit.rabble and "rabble" or "stand"
end

--- Must it test when it is struck elsewhere than in front (R167)?
local function tested(unit) return kind_of(unit) ~= "stand" end

local function may_turn(unit) return unit.drill == "close_order" and unit.arm ~= "sniper" and unit.arm ~= "wagon" end

--- May a stand turn of its own will to a charger who reaches it, where it has room?
function M.willing(view, id)
  local unit = view:unit(id)
  return may_turn(unit) and not tested(unit) and not view:engaged(id)
end

--- Where a stand would stand when it has turned to a charger: clear of that, and stepped up to it if the charger has
--- reached it and the turn leaves a gap; nil without room.
local function turned(view, about, id)
  local unit, other = view:unit(id), view:unit(about.unit).base
  local base = tabletop.turned(unit.base, TURN[view:fact("struck", id, about.unit)])
  for _ = 1, 8 do
    local met = geometry.contact(base, other)
    if met.state ~= "overlapping" then break end
    base = tabletop.slid(base, tabletop.TOUCH - met.margin, geometry.turn(base.facing, other.facing))
  end
  local gap = lists.has(about.met, id) and geometry.gap(base, other) or 0
  for _ = 1, 8 do
    if gap <= tabletop.TOUCH then break end
    base = tabletop.slid(base, gap)
    gap = geometry.gap(base, other)
  end
  local room = gap <= tabletop.TOUCHING and not view:room(id, base, { near = false, against = about.unit })
  return room and base or nil
end

--- The stands that may choose to turn: those reached that are struck elsewhere than in front, and friends that touch
--- them and have the charger behind them; not engaged. In a told game the players turn their stands themselves.
---@return string[]
function M.asked(view, about)
  local ids = {}
  if view:told() then return ids end
  local function add(id)
    if not lists.has(ids, id) and M.willing(view, id) and view:fact("struck", id, about.unit) ~= "front"
      and turned(view, about, id) then ids[#ids + 1] = id end
  end
  for _, id in ipairs(about.met) do add(id) end
  for _, id in ipairs(about.met) do
    for _, friend in ipairs(units.in_contact_friends(view, id)) do
      if tabletop.off_front(view:unit(friend).base, view:unit(about.unit).base) >= deg(90) then add(friend) end
    end
  end
  return ids
end

local function put(play, about, id)
  local base = not play:told() and turned(play, about, id)
  if base then play:set_down(id, base) end
end

--- A stand turns of its own will.
function M.turn(play, about, id)
  play:resolve_of("charge.turn_to_face", id, { unit = "stand" }, about.unit)
  play:tell("turns_to_face", { unit = id, target = about.unit, cite = "Turning to Face" })
  put(play, about, id)
end

--- Guns and rabble that are struck elsewhere than in front turn, or are lost.
function M.forced(play, about)
  for _, id in ipairs(about.met) do
    local unit = play:unit(id)
    if may_turn(unit) and tested(unit) and play:fact("struck", id, about.unit) ~= "front" then
      local asked = { unit = kind_of(unit), engaged = play:engaged(id) }
      local result = play:resolve_of("charge.turn_to_face", id, asked, about.unit)
      local key = result.turned and "gun_turns" or result.score == 0 and "cannot_turn" or "gun_fails"
      play:tell(key, {
        unit = id, target = about.unit, need = rules_of_charges.needed_to_turn(play.rules, asked), score = result.score,
        cite = "Turning to Face, R167",
      })
      if result.destroyed then removal.destroy(play, id, "Turning to Face") end
      if result.turned then put(play, about, id) end
    end
  end
end

return M
