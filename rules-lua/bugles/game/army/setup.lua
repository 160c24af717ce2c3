-- Before the first turn: the quality of command, and what each group began with.

local units <const> = use "game/army/units"

story { quality = "The command of {side} is {say}: {roll} thrown." }

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

--- R43: the kind of most of a group's stands; with as many of another it is not regular.
local function kind_of(list)
  local counts = { regular = 0, irregular = 0, war_band = 0 }
  for _, unit in ipairs(list) do counts[unit.kind] = counts[unit.kind] + 1 end
  if 2 * counts.regular > #list then return "regular" end
  return counts.irregular >= counts.war_band and "irregular" or "war_band"
end

--- What each group begins with: morale counts by it.
local function count_groups(play)
  for id, formation in play:formations() do
    if formation.level == "group" then
      local list = {}
      for _, unit in play:units_of(id) do list[#list + 1] = units.counts(unit) and unit or nil end
      play:set(formation, "original", #list)
      play:set(formation, "kind", kind_of(list))
    end
  end
end

--- R2: the scenario's `active` goes first, else the side listed first.
local function first_side(play)
  play:set(play.state.battle, "first", play.state.active or play.state.order.sides[1])
end

sequence "setup" {
  step "muster" {
    cite = "Putting Together Your Army", doc = "Forces are looked over.",
    parts = {
      part "first" { cite = "R2", doc = "who goes first", run = first_side },
      part "quality" { cite = "Determining Command Quality", doc = "the quality of command is thrown", run = quality },
      part "groups" { cite = "Command Groups", doc = "the stands of each group are counted", run = count_groups },
      part "leaders" {
        doc = "leaders without a place join their groups", run = function(play) play:settle_leaders() end,
      },
    },
  },
}
