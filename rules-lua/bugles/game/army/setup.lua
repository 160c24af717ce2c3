-- Before the first turn: the quality of command, and what each group began with.

local units <const> = use "game/army/units"

secret "unit" { "placed", "held_back" }

--- Determining Command Quality: agreed in the scenario, or thrown.
local function quality(play)
  for _, id in ipairs(play.state.order.sides) do
    local side = play.state.sides[id]
    if not side.quality then
      local result = play:resolve("command.quality", {}, id)
      play:set(side, "quality", result.quality)
      play:tell("quality", {
        side = id, say = plain(result.quality), roll = play:dice(), cite = "Determining Command Quality",
      })
    end
  end
end

private "formation" { "original", "kind" } -- hidden stands count

--- What each group begins with: morale counts by it.
local function count_groups(play)
  for id, formation in play:formations() do
    if formation.level == "group" then
      local list = {}
      for _, unit in play:units_of(id) do
        list[#list + 1] = units.counts(unit) and tabletop.present(unit) and unit or nil
      end
      play:set(formation, "original", #list)
      play:set(formation, "kind", units.kind_of(list))
    end
  end
end

--- R2: the scenario's `active` goes first, else the side listed first.
local function first_side(play) play:set(play.state.battle, "first", play.state.active or play.state.order.sides[1]) end

--- Ground that hides a stand: woods, buildings and the like, into which nobody sees far.
local function hides(view, base)
  for _, id in ipairs(view:under(base)) do
    if view:terrain(id).edge then return true end
  end
  return false
end

--- R204: a side's half of the table, on ground that it can enter; an ambush lies in ground that hides it.
local function bars(view, cmd, base)
  local unit = view:unit(cmd.unit)
  local home = view:home(unit.side)
  local over = home and view:reach_from_home(unit.side, base) - home.deep // 2 or 0
  if over > tabletop.ROUNDED then
    return refuse("at", "is not in its own half of the table", { cite = "R204", margin = tabletop.short_by(-over) })
  end
  for _, id in ipairs(view:under(base)) do
    if not view:terrain(id).enters(view.rules, unit, view.state.areas[id]) then
      return refuse("at", ("is in %s, where it cannot stand"):format(view:called(id)), "R59")
    end
  end
  if cmd.hidden and not hides(view, base) then return refuse("hidden", "needs ground that hides it", "R204") end
end

placing {
  cite = "R204", secret = true,
  doc = "Puts a stand on the table that the battle was laid out without, in ambush if it is to be hidden.",
  args = { flag "hidden" { doc = "it lies in ambush" } },
  bars = bars,
  fronts = function(_, home, size) return { home.deep // 4, home.deep // 8 + size.depth }, size.width end,
  after = function(play, cmd)
    if cmd.hidden then play:set(play:unit(cmd.unit), "hidden", true) end
  end,
}

sequence "setup" {
  step "muster" {
    cite = "Putting Together Your Army", doc = "Forces are looked over.",
    parts = {
      part "first" { cite = "R2", doc = "who goes first", run = first_side },
      part "quality" { cite = "Determining Command Quality", doc = "the quality of command is thrown", run = quality },
      part "leaders" {
        doc = "leaders without a place join their groups", run = function(play) play:settle_leaders() end,
      },
    },
  },
  phase "place" {
    cite = "R204", doc = "Stands without a place are placed.", side = "both", commands = { "place" },
    when = function(play) return play:waits() end,
  },
  step "ready" {
    cite = "Command Groups", doc = "The stands of each group are counted.",
    run = function(play)
      play:leave_out "R204"
      count_groups(play)
    end,
  },
}
