-- Skirmishers, R22, R227: stands deploy their figures and take them back.

local motion <const> = use "game/movement/motion"
local rolls <const> = use "game/movement/rolls"
local units <const> = use "game/army/units"
local ways <const> = use "game/movement/ways"

story {
  deploys = "{unit} [deploys] {figures} as skirmishers.",
  reforms = "{unit} [forms] up in close order.",
}

--- How far apart figures are set, where that leaves them room.
local GAPS <const> = { mm(20), mm(10), mm(5), mm(2) }

local STANDS <const> = { foot = true, dismounted = true, mounted = true }

--- R5: the whole move, and half of it for elite regulars.
local function cost(unit, asks, direction)
  return asks("skirmish.deploy", unit.id, {
    kind = unit.kind, class = unit.class, direction = direction, figures = math.min(unit.figures, 6),
  })
end

local function asking(view)
  return function(name, id, args) return view:ask(name, view:described(args, view:unit(id), name), id) end
end

local function refuse_change(view, id, from, direction)
  local fault, unit = motion.refuse(view, id), view:unit(id)
  if fault then return fault end
  if not STANDS[unit.arm] or unit.drill ~= from then
    return refuse("unit", STANDS[unit.arm] and "is not in " .. plain(from) or "has no figures to deploy",
      { cite = "Skirmishers" })
  end
  if unit.moved == "full" or unit.moved and cost(unit, asking(view), direction).movement_left == "none" then
    return refuse("unit", "has moved too far for a change of formation", { cite = "Skirmishers" })
  end
end

--- Its base in another drill about its middle, with the widest gap of figures that leaves room, and their bases.
local function place(view, id, drill, gap)
  local unit, fault = view:unit(id), nil
  for _, one in ipairs(drill == "skirmish" and { gap or GAPS[1], table.unpack(GAPS) } or { 0 }) do
    local size, list = units.base_of(view, unit, drill, one)
    local base = unit.base and tabletop.base_at(size, unit.base, unit.base.facing)
    fault = base and ways.refuse_room(view, { id }, { base }, "unit", {
      shape = list or { { aside = 0, ahead = 0, turn = 0, width = size.width, depth = size.depth } },
    }) or nil
    if not fault then return nil, { base = base, bases = list } end
  end
  return fault
end

local function change(name, from, to, direction, spec)
  local function refuses(view, id) return refuse_change(view, id, from, direction) end
  command(name) {
    cite = "Skirmishers R227", doc = spec.doc, args = spec.args, refuses = refuses,
    check = function(view, cmd) return place(view, cmd.unit, to, cmd.gap) end,
    offers = function(view, _, unit, offer)
      offer { score = 0.1, text = ("for a %s"):format(plain(cost(unit, asking(view), direction).cost)) }
    end,
    run = function(play, cmd, found)
      local unit = play:unit(cmd.unit)
      local bases = found and found.bases or select(2, units.base_of(play, unit, to, GAPS[4]))
      local left = cost(unit, function(rule, id, args)
        return play:resolve(rule, play:described(args, unit, rule), id)
      end, direction).movement_left
      if left == "half" and not unit.moved then
        play:set(unit, "moved", "half")
        play:set(unit, "half_left", true)
      else
        rolls.leave(play, unit, 0)
      end
      local figures = counted(unit.figures, "figure", "figures")
      play:tell(spec.story, { unit = cmd.unit, figures = figures, cite = "Skirmishers" })
      play:set(unit, "drill", to)
      if bases then return play:draw_up(cmd.unit, bases) end
      play:forget(unit, { "bases" })
      play:set_down(cmd.unit, found and found.base)
    end,
  }
end

change("deploy_skirmish", "close_order", "skirmish", "deploy", {
  doc = "A stand deploys its figures where it stands.", story = "deploys",
  args = { unit "unit" { "own" }, length "gap" { 0, mm(25), optional = true, doc = "between figures, at most" } },
})

change("reform", "skirmish", "close_order", "reform", {
  doc = "Loose figures form up on their stand again.", story = "reforms", args = { unit "unit" { "own" } },
})
