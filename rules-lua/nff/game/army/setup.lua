-- 4.1: before the first turn: engineers who begin with a brigade, and units that the battle was laid out without.

--- A company that begins with a brigade goes with it and has no place of its own.
local function attach_engineers(play)
  for _, unit in play:units() do
    if unit.attached_to and unit.status == "off_table" then play:set(unit, "status", "ready") end
  end
end

option "placed_anywhere" { false, ruling = "R89", doc = "units that have no place are set up anywhere" }

local function bars(view, cmd, base)
  local side = view:unit(cmd.unit).side
  local home = view:home(side)
  local over = home and view:reach_from_home(side, base) - home.deep // 2 or 0
  if over > tabletop.ROUNDED and not view.rules.option.placed_anywhere then
    return refuse("at", "is not in its own half of the table", { cite = "R89", margin = tabletop.short_by(-over) })
  end
  for _, id in ipairs(view:under(base)) do
    local enters = view:terrain(id).enters
    if enters and not enters(view.rules, view:unit(cmd.unit), view.state.areas[id]) then
      return refuse("at", ("is in %s, where it cannot stand"):format(view:called(id)), "Man 2")
    end
  end
end

placing {
  cite = "R89", doc = "Puts a unit on the table that the battle was laid out without.",
  bars = bars,
  fronts = function(_, home, size) return { home.deep // 4, home.deep // 8 + size.depth }, size.width end,
}

sequence "setup" {
  step "muster" {
    cite = "Prep 3", doc = "Forces are looked over.",
    parts = {
      part "engineers" { cite = "Add 1", doc = "engineers join their brigades", run = attach_engineers },
      part "leaders" {
        doc = "leaders without a place join their formations; in a told game they ride alone",
        run = where_measured(function(play) play:settle_leaders() end),
      },
    },
  },
  phase "place" {
    cite = "R89", doc = "Units without a place are placed.", side = "both", commands = { "place" },
    when = function(play) return play:waits() end,
  },
  step "ready" {
    cite = "Prep 3", doc = "The armies stand.", run = where_measured(function(play) play:leave_out "R89" end),
  },
}
