-- Ground that hides. A row of the table of ground is a new kind for scenarios. The wrapped service `set_down`, by which
-- everything moves, and a part of what follows a move keep a field that the rules have already: `hidden`. So maps,
-- lists, targets, refusals and the solo commander follow. In a told game the scenario says who is hidden.
local NEAR <const> = mm(100)

--- Is a stand on foot, wholly in the grass, and no enemy near?
local function lurks(view, id)
  local unit = view:unit(id)
  local on_foot = unit.arm == "foot" or unit.arm == "dismounted"
  if not (on_foot and unit.base and unit.status == "ready") then return false end
  for _, base in ipairs(view:bases(id)) do
    if not view:wholly_in(base, "tall_grass") then return false end
  end
  return #view:near(id, { within = NEAR, of = "enemies", counts = tabletop.present }) == 0
end

--- Those of a side, or all, who are in the grass are hidden.
local function hide(play, side)
  for id, unit in play:present(side) do
    if not unit.hidden and lurks(play, id) then
      play:set(unit, "hidden", true)
      play:tell("in_grass", { unit = id, cite = "house" })
    end
  end
end

variant "tall_grass" {
  of = "bugles", cite = "house",
  doc = "Tall grass hides stands on foot until they fire or charge, or an enemy is within 100 mm.",
  rows = {
    terrain = {
      {
        terrain = "tall_grass", counts_as = "scrub", going = "open", cover = "none", obstacle = "none", sight = "open",
        very_steep = "no", soft = "no",
      },
    },
  },
  services = {
    set_down = function(published, play, id, base) -- whoever comes near finds them
      published(play, id, base)
      for _, one in ipairs(play:near(id, { within = NEAR, of = "enemies", counts = tabletop.present })) do
        local enemy = play:unit(one.id)
        if enemy.hidden and play:wholly_in(enemy.base, "tall_grass") then
          play:forget(enemy, { "hidden" })
          play:tell("revealed", { unit = one.id, cite = "house" })
        end
      end
    end,
  },
  steps = {
    ["arrived.seen"] = { -- a stand that has moved is seen: not if it crept through the grass
      when = function(_, play, about) return not lurks(play, about.unit) end,
    },
  },
  moments = { battle_begins = function(play) hide(play) end },
}

insert "player_turn" {
  before = "sights",
  step "grass" {
    cite = "house", doc = "Stands in tall grass are hidden again.",
    run = function(play, about) hide(play, about.side) end,
  },
}

story { in_grass = "{unit} [is] hidden by the grass." }
