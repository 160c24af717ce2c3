-- 3.0, 4.2 of the order of play: forces are looked over, placed, and given their first orders.

local batteries <const>, buildings <const> = use("game/fire/batteries", "game/fire/buildings")
local proposed <const> = use "game/movement/proposed_places"

local function fault(kind, id, message) error({ arg = id, message = ("%s %s: %s"):format(kind, id, message) }, 0) end

--- R6, 10.0: a brigade is two units or more, and every formation that has units has a quality.
local function check_formations(play)
  for id, formation in play:formations() do
    local bodies, any = 0, false
    for _, unit in play:units_of(id) do
      any = true
      if unit.arm ~= "artillery" then bodies = bodies + 1 end
    end
    if formation.level == "brigade" and bodies == 1 then
      fault("formation", id, "a brigade has two units or more (1.1 R6)")
    elseif any and not formation.quality then
      fault("formation", id, "quality is required of a formation with units (10.0)")
    end
  end
end

--- A general stands on a measured table: where he was laid out, or with the unit that he is with (3.1).
local function check_generals(play)
  for id, general in play:leaders() do
    if not general.base and not play:told() then
      local with = general.with and play:unit(general.with)
      if not (with and with.base) then fault("leader", id, "needs a place: at, or with a unit that has one (3.1)") end
      play:attach(id, general.with)
    end
  end
end

placing {
  cite = "3.1", doc = "Puts a unit on the table that the battle was laid out without.",
  bars = function(view, cmd, base) return buildings.refuse_place(view, cmd.unit, base) end,
  proposals = proposed.places,
}

sequence "setup" {
  step "setup" {
    cite = "1.1", doc = "Forces are looked over.",
    run = function(play)
      check_formations(play)
      batteries.check(play)
      buildings.check(play)
      check_generals(play)
    end,
  },
  phase "orders" {
    cite = "3.1 3.2", doc = "Troops are placed or concealed, orders written.", side = "both", sealed = true,
    commands = { "place", "conceal", "write_order" },
  },
}
