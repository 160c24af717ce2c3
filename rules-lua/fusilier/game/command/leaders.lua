-- Generals on the move: with a unit, or on their own (R27); those who are with a unit go where it goes.

local army <const> = use "game/army/units"
local ground <const> = use "game/movement/ground"
local proposed <const> = use "game/movement/proposed_moves"

story {
  joins = "{general} [joins] {unit}.",
  rides = "{general} [rides] {distance} mm{on}.",
}

local function refuse_general(view, cmd)
  local general = view:leader(cmd.general)
  if not tabletop.fit(general) then return refuse("general", "is disabled", { cite = "10.7" }) end
  if general.moved == view.state.turn then return refuse("general", "has moved this bound", { cite = "R27" }) end
end

command "attach_general" {
  cite = "10.3", doc = "A general joins a unit, to lead it in person.",
  args = { leader "general" { "own" }, unit "unit" { "own" } },
  slot = function(cmd) return cmd.general end,
  check = function(view, cmd)
    local fault = refuse_general(view, cmd)
    if fault then return fault end
    if not army.present(view:unit(cmd.unit)) then return refuse("unit", "is not on the table") end
    if view:leader(cmd.general).with == cmd.unit then return refuse("unit", "is the one he is with") end
  end,
  proposals = function(view, side, of)
    return proposed.attachments(view, side, of, refuse_general, function(_, cmd)
      return view:leader(cmd.general).with == cmd.unit
    end)
  end,
  run = function(play, cmd)
    local general, unit = play:leader(cmd.general), play:unit(cmd.unit)
    play:set(general, "moved", play.state.turn)
    play:set(general, "with", nil)
    if army.on_map(unit) then
      local bearing, um = tabletop.toward(general.base, unit.base)
      local gone = ground.ride(play, cmd.general, bearing, um)
      if gone < um then
        local on = (" toward %s"):format(unit.name or cmd.unit)
        return play:tell("rides", { general = cmd.general, distance = gone // mm(1), on = on, cite = "R27" })
      end
    end
    play:set(general, "with", cmd.unit)
    play:tell("joins", { general = cmd.general, unit = cmd.unit, cite = "10.3" })
  end,
}

command "move_general" {
  cite = "6.2", doc = "A general leaves the unit he is with and rides to a point.",
  args = { leader "general" { "own" }, point "to" { optional = true, doc = "required on a measured table" } },
  slot = function(cmd) return cmd.general end,
  check = function(view, cmd)
    if not cmd.to and not army.told(view) then return refuse("to", "is required") end
    local size = view.state.ground
    if cmd.to and not army.told(view)
      and (cmd.to.x < 0 or cmd.to.y < 0 or cmd.to.x > size.width or cmd.to.y > size.depth) then
      return refuse("to", "is off the table")
    end
    return refuse_general(view, cmd)
  end,
  proposals = function(view, side, of) return proposed.rides(view, side, of, refuse_general) end,
  run = function(play, cmd)
    local general = play:leader(cmd.general)
    play:set(general, "moved", play.state.turn)
    play:set(general, "with", nil)
    if not general.base then return end
    local bearing, um = tabletop.toward(general.base, cmd.to)
    local gone = ground.ride(play, cmd.general, bearing, um)
    play:tell("rides", { general = cmd.general, distance = gone // mm(1), on = "", cite = "R27" })
  end,
}

local M <const> = {}

--- Generals who are with a unit stand where it stands.
function M.follow(play)
  for _, general in play:leaders() do
    local with = general.with and play:unit(general.with)
    if with and with.base and general.base then
      local base = general.base
      local there = {
        x = with.base.x, y = with.base.y, facing = with.base.facing, width = base.width, depth = base.depth,
      }
      if there.x ~= base.x or there.y ~= base.y or there.facing ~= base.facing then play:set(general, "base", there) end
    end
  end
end

return M
