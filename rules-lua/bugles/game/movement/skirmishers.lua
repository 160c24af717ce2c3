-- Skirmishers, R22, R227: stands deploy their figures and take them back.

local motion <const>, rolls <const> = use("game/movement/motion", "game/movement/rolls")
local units <const>, ways <const> = use("game/army/units", "game/movement/ways")

--- R5: the whole move, and half of it for elite regulars.
local function cost(view, unit, direction) return view:ask_of("skirmish.deploy", unit.id, { direction = direction }) end

local function refuse_change(view, id, from, direction)
  local unit = view:unit(id)
  if not units.troops(unit) or unit.drill ~= from then
    return refuse("unit", units.troops(unit) and "is not in " .. plain(from) or "has no figures to deploy",
      "Skirmishers")
  end
  if unit.moved == "full" or unit.moved and cost(view, unit, direction).movement_left == "none" then
    return refuse("unit", "has moved too far for a change of formation", "Skirmishers")
  end
  return motion.refuse(view, id)
end

--- Its base in another drill about its middle, and the bases of its figures, with the widest gap of theirs that leaves
--- room; with the least, and why not, where none does.
local function place(view, id, drill, gap)
  local unit, constant, fault, found = view:unit(id), view.rules.constant
  gap = gap or mm(constant.widest_loose_gap)
  repeat
    local size, list = units.base_of(view, unit, drill, gap)
    local base = unit.base and tabletop.base_at(size, unit.base, unit.base.facing)
    fault, found = base and ways.refuse_room(view, { id }, { base }, "unit", {
      shape = list or { { aside = 0, ahead = 0, turn = 0, width = size.width, depth = size.depth } },
    }), { base = base, bases = list }
    if not fault then return nil, found end
    gap = gap // 2
  until gap < mm(constant.least_loose_gap) or drill ~= "skirmish"
  return fault, found
end

local function change(name, from, to, spec)
  local direction = name == "reform" and "reform" or "deploy"
  command(name) {
    cite = "Skirmishers, R227", doc = spec.doc, args = { unit "unit" { "own" }, spec.gap },
    refuses = function(view, id) return refuse_change(view, id, from, direction) end,
    check = function(view, cmd) return place(view, cmd.unit, to, cmd.gap) end,
    offers = function(view, _, unit, offer)
      offer { score = 0.1, text = ("for a %s"):format(plain(cost(view, unit, direction).cost)) }
    end,
    run = function(play, cmd, found)
      local unit = play:unit(cmd.unit)
      if cost(play, unit, direction).movement_left == "half" and not unit.moved then
        play:set(unit, "moved", "half")
        play:set(unit, "half_left", true)
      else
        rolls.leave(play, unit, 0)
      end
      if motion.hindered(play, { cmd.unit }, { found.base }, { shape = found.bases }) then return end
      local figures = counted(unit.figures, "figure", "figures")
      play:tell(direction .. "s", { unit = cmd.unit, figures = figures, cite = "Skirmishers" })
      play:set(unit, "drill", to)
      if found.bases then
        play:draw_up(cmd.unit, found.bases)
      else
        play:forget(unit, { "bases" })
        play:set_down(cmd.unit, found.base)
      end
      motion.notice(play, cmd.unit)
    end,
  }
end

change("deploy_skirmish", "close_order", "skirmish", {
  doc = "A stand deploys its figures where it stands.",
  gap = length "gap" { 0, mm(25), optional = true, doc = "between figures, at most" },
})
change("reform", "skirmish", "close_order", { doc = "Loose figures form up on their stand again." })
