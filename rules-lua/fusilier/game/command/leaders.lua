-- Generals on the move: with a unit, or on their own (R27); those who are with a unit go where it goes.

local ground <const>, proposed <const> = use("game/movement/ground", "game/movement/proposed_moves")

leaders { ranks = { "c_in_c", "corps", "division", "brigade" }, stands = "in" }

local function refuse_general(view, cmd)
  if not view:fit(cmd.general) then return refuse("general", "is disabled", "10.7") end
  local moved = view:leader(cmd.general).moved
  if moved == view.state.turn then return refuse("general", "has moved this bound", "R27") end
end

--- A general leaves the unit he is with and rides toward a place: how far he comes this bound, and how far it is. In a
--- told game nobody knows.
local function ride(play, id, to)
  play:set(play:leader(id), "moved", play.state.turn)
  play:detach(id)
  if not to then return nil, nil end
  local bearing, um = tabletop.toward(play:leader(id).base, to)
  return ground.ride(play, id, bearing, um), um
end

command "attach_general" {
  cite = "10.3", doc = "A general joins a unit, to lead it in person.",
  args = { leader "general" { "own" }, unit "unit" { "own" } },
  slot = function(cmd) return cmd.general end,
  check = function(view, cmd)
    local fault = refuse_general(view, cmd)
    if fault then return fault end
    if not tabletop.present(view:unit(cmd.unit)) then return refuse("unit", "is not on the table") end
    if view:leader(cmd.general).with == cmd.unit then return refuse("unit", "is the one he is with") end
  end,
  proposals = function(view, side, of)
    return proposed.attachments(view, side, of, refuse_general, function(_, cmd)
      return view:leader(cmd.general).with == cmd.unit
    end)
  end,
  run = function(play, cmd)
    local unit = play:unit(cmd.unit)
    local gone, um = ride(play, cmd.general, unit.base)
    if gone and gone < um then
      local on = (" toward %s"):format(play:name(cmd.unit))
      return play:tell("rides", { general = cmd.general, distance = gone // mm(1), on = on, cite = "R27" })
    end
    play:set(play:leader(cmd.general), "with", cmd.unit) -- in its place from the next bound on
    play:tell("joins", { general = cmd.general, unit = cmd.unit, cite = "10.3" })
  end,
}

command "move_general" {
  cite = "6.2", doc = "A general leaves the unit he is with and rides to a point.",
  args = { leader "general" { "own" }, point "to" { optional = true, doc = "required on a measured table" } },
  slot = function(cmd) return cmd.general end,
  check = function(view, cmd)
    if not cmd.to and not view:told() then return refuse("to", "is required") end
    if cmd.to and not tabletop.within(view, cmd.to) then return refuse("to", "is off the table") end
    return refuse_general(view, cmd)
  end,
  proposals = function(view, side, of) return proposed.rides(view, side, of, refuse_general) end,
  run = function(play, cmd)
    local gone = ride(play, cmd.general, play:leader(cmd.general).base and cmd.to)
    if gone then play:tell("rides", { general = cmd.general, distance = gone // mm(1), on = "", cite = "R27" }) end
  end,
}
