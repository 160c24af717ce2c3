-- Prep 6, Prep 7, R88: stands that are lost, whatever the cause, and brigades and batteries that leave the table.

local attached <const>, stands <const>, units <const> = use("game/army/attached", "game/army/stands", "game/army/units")

local M <const> = {}

--- What is no longer true of a unit that is gone.
local OVER <const> = { "disordered", "charging", "countercharging", "silenced", "grand", "attached_to" }

--- Takes a unit off: who was with it stays where it was.
function M.off(play, id)
  for _, leader in ipairs(play:leaders_with(id)) do play:detach(leader) end
  attached.part_all(play, id, ", which is lost")
  for other, company in play:units(play:unit(id).side) do
    if company.attached_to == id then M.off(play, other) end
  end
  play:take_off(id, { clears = OVER })
end

--- The stands of a brigade are drawn up again by its numbers and formation, about the middle of its front. In a told
--- game only their number is known.
function M.redraw(play, id, drill)
  local unit = play:unit(id)
  drill = drill or unit.drill
  local bases, base, files
  if unit.base then
    bases, base, files = stands.redrawn(play, unit, drill)
  else
    local size
    bases, size, files = stands.laid_out(play.rules, play.state.battle, unit, drill)
    if unit.footprint then play:set(unit, "footprint", size) end
  end
  if unit.drill ~= drill then play:set(unit, "drill", drill) end
  if unit.files ~= files then play:set(unit, "files", files) end
  play:set(unit, "bases", bases)
  if not base then return end
  local places = attached.places(play, id, base)
  play:set_down(id, base)
  attached.close_up(play, places)
end

local function wear(play, about)
  local unit = play:unit(about.unit)
  local found = play:ask_of("effectiveness.status", about.unit, {})
  if found.status == unit.condition then return end
  play:set(unit, "condition", found.status)
  play:tell("condition", { unit = about.unit, say = found.status, cite = "Prep 6" })
end

parts "stand_losses" {
  doc = "A brigade loses stands: { unit, stands, cite, fire }.",
  part "lost" {
    cite = "Prep 7", doc = "they come off, those of the smaller arm first",
    run = function(play, about, with)
      local unit = play:unit(about.unit)
      local minority, n = unit.minority_stands or 0, about.stands
      with.left = play:ask("mixed.casualties", {
        majority_stands = unit.stands - minority, minority_stands = minority, losses = n,
      }, about.unit)
      play:tell("stands_lost", { unit = about.unit, say = counted(n, "stand"), cite = about.cite })
      play:set(unit, "stands", unit.stands - n)
      if minority > 0 then play:set(unit, "minority_stands", with.left.minority_left) end
      if about.fire then play:set(unit, "fire_loss", (unit.fire_loss or 0) + n) end
    end,
  },
  part "destroyed" {
    cite = "Prep 6", doc = "without a stand it is destroyed",
    when = function(_, _, with) return with.left.destroyed end,
    run = function(play, about)
      play:tell("destroyed", { unit = about.unit, cite = about.cite })
      M.off(play, about.unit)
      return false
    end,
  },
  part "worn" { cite = "Prep 6", doc = "how worn it is follows at once", run = wear },
  part "closed_up" { cite = "R88", doc = "it closes up", run = function(play, about) M.redraw(play, about.unit) end },
}

--- A brigade loses so many stands, those of the smaller arm first.
---@param how { cite: string, fire: boolean? } fire: in the Fire Phase, which a charge counts (Ch 5j)
---@return integer lost
function M.lose_stands(play, id, n, how)
  local unit = play:unit(id)
  n = math.min(play:lose(unit, n), unit.stands)
  if n > 0 then play:carry_out("stand_losses", { unit = id, stands = n, cite = how.cite, fire = how.fire }) end
  return math.max(n, 0)
end

--- A brigade, a company of engineers or the band is removed whole.
function M.remove(play, id, cite)
  play:tell("destroyed", { unit = id, cite = cite })
  if play:unit(id).stands then play:set(play:unit(id), "stands", 0) end
  M.off(play, id)
end

--- The commander of a grand battery stays with what is left of it (GB 3); of nothing he is commander no more.
local function keep_together(play, leader, side)
  local left, node = play:some_unit(side, function(unit) return unit.grand == leader end), play:leader(leader)
  if not left then return play:forget(node, { "grand_battery", "emplaced" }) end
  if play:fit(leader) and not node.with then play:attach(leader, left) end
end

--- A battery is "wrecked" or "captured".
function M.lose_battery(play, id, say, cite)
  local unit = play:unit(id)
  local side, grand = play.state.sides[unit.side], unit.grand
  play:tell("battery_lost", { unit = id, say = say, cite = cite })
  play:set(side, "batteries_lost", (side.batteries_lost or 0) + 1)
  M.off(play, id)
  if grand then keep_together(play, grand, unit.side) end
end

--- Disorders a brigade; batteries are silenced instead (MC 9e).
function M.disorder(play, id)
  local unit = play:unit(id)
  if units.brigade(unit) and not unit.disordered then play:set(unit, "disordered", true) end
end

return M
