-- Man 1, 4.4: moves straight ahead or obliquely.

story { moved = "{unit} [moves] {distance}." }

local inches <const> = use "game/army/inches"

command "move" {
  cite = "Man 1", doc = "Moves a unit straight ahead, or obliquely.",
  args = {
    unit "unit" { "own" }, length "distance" { mm(1), optional = true, doc = "required on a measured table" },
    angle "oblique" { -deg(45), deg(45), default = 0 },
  },
  check = function(view, cmd)
    if not view:unit(cmd.unit).base then return nil end
    if not cmd.distance then return refuse("distance", "is required: how far does it go?") end
    local path = view:path(cmd.unit, { slide = cmd.distance, angle = cmd.oblique }, { near = inch(1), friends = "pass" })
    if path.clear < cmd.distance then
      local by = view:called(path.stops[1].by or "the edge of the table")
      return refuse("distance", ("is too far: %s is in the way"):format(by), { cite = "4.4" })
    end
    return nil, path
  end,
  run = function(play, cmd, path)
    play:tell("moved", { unit = cmd.unit, distance = inches.said(cmd.distance or 0), cite = "Man 1" })
    if path then play:go(cmd.unit, path) end
  end,
}
