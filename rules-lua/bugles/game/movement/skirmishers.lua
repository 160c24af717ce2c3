-- Skirmishers, R22, R35: stands deploy their figures and take them back.

local loose <const> = use "game/movement/loose"
local motion <const> = use "game/movement/motion"
local rolls <const> = use "game/movement/rolls"
local units <const> = use "game/army/units"

story {
  deploys = "{unit} [deploys] {figures} as skirmishers.",
  reforms = "{unit} [forms] up in close order.",
}

--- How far apart figures are set, where that leaves them room.
local GAPS <const> = { mm(20), mm(10), mm(5), mm(2) }

local function refuse_change(view, id, from)
  local fault, unit = motion.refuse(view, id), view:unit(id)
  if fault then return fault end
  local arm = unit.arm == "foot" or unit.arm == "dismounted" or unit.arm == "mounted"
  if not arm or unit.drill ~= from then
    return refuse("unit", arm and "is not in " .. plain(from) or "has no figures to deploy", { cite = "Skirmishers" })
  end
  if unit.moved == "full" then return refuse("unit", "has no half move left", { cite = "Skirmishers" }) end
end

--- R5, Skirmishers: the whole move, and half of it for elite regulars.
local function cost(view, unit, direction)
  return view:ask("skirmish.deploy", view:described({
    kind = unit.kind, class = unit.class, direction = direction, figures = math.min(unit.figures, 6),
  }, unit, "skirmish.deploy"), unit.id)
end

local function refuse_cost(view, unit, direction)
  if unit.moved and cost(view, unit, direction).movement_left == "none" then
    return refuse("unit", "has moved, and this takes a full move", { cite = "Skirmishers" })
  end
end

--- The bases of its figures with the widest gap that leaves room; nil and why where none does.
local function deployed(view, id, gap)
  local unit, wrong = view:unit(id), nil
  if not unit.base then return loose.drawn(unit, GAPS[1]) end
  for _, one in ipairs { gap or GAPS[1], table.unpack(GAPS) } do
    local list, round = tabletop.drawn_up(loose.drawn(unit, one))
    wrong = view:room(id, tabletop.base_at(round, unit.base, unit.base.facing), {
      shape = list, near = false, seen_by = unit.side,
    })
    if not wrong then return list end
  end
  return nil, refuse("unit", ("has no room for its figures: %s is in the way"):format(wrong and view:called(wrong.by) or "?"),
    { cite = "Skirmishers" })
end

--- The base of a stand in close order about its middle, or why there is no room.
local function formed(view, id)
  local unit = view:unit(id)
  if not unit.base then return nil end
  local base = tabletop.base_at(units.base_of(view, unit, "close_order"), unit.base, unit.base.facing)
  local wrong = view:room(id, base, { shape = { { aside = 0, ahead = 0, turn = 0, width = base.width, depth = base.depth } },
    near = false, seen_by = unit.side })
  return base, wrong and refuse("unit", ("has no room to form up: %s is in the way"):format(view:called(wrong.by)),
    { cite = "Skirmishers" })
end

--- A change has taken its half or full move.
local function spend(play, unit, direction)
  local found = play:resolve("skirmish.deploy", play:described({
    kind = unit.kind, class = unit.class, direction = direction, figures = math.min(unit.figures, 6),
  }, unit, "skirmish.deploy"), unit.id)
  local half = found.movement_left == "half" and not unit.moved
  if not half then return rolls.leave(play, unit, 0) end
  play:set(unit, "moved", "half")
  play:set(unit, "half_left", true)
end

local function change(name, from, spec)
  local direction = from == "close_order" and "deploy" or "reform"
  local function refuses(view, id)
    return refuse_change(view, id, from) or refuse_cost(view, view:unit(id), direction)
  end
  local function check(view, cmd)
    local fault = refuses(view, cmd.unit)
    if fault then return fault end
    local place
    place, fault = spec.place(view, cmd.unit, cmd.gap)
    return fault or nil, place
  end
  command(name) {
    cite = "Skirmishers", doc = spec.doc, args = spec.args, check = check,
    proposals = proposals.each(refuses, function(view, id, unit, offer)
      if check(view, { unit = id }) then return end
      offer { score = 0.1, text = ("for a %s"):format(plain(cost(view, unit, direction).cost)) }
    end),
    run = function(play, cmd, place)
      local unit = play:unit(cmd.unit)
      place = place or spec.place(play, cmd.unit, cmd.gap)
      spend(play, unit, direction)
      play:tell(spec.story, { unit = cmd.unit, figures = counted(unit.figures, "figure", "figures"), cite = "Skirmishers" })
      spec.take_up(play, cmd.unit, unit, place)
    end,
  }
end

change("deploy_skirmish", "close_order", {
  doc = "A stand deploys its figures where it stands.", story = "deploys", place = deployed,
  args = { unit "unit" { "own" }, length "gap" { 0, mm(25), optional = true, doc = "between figures, at most" } },
  take_up = function(play, id, unit, list)
    play:set(unit, "drill", "skirmish")
    play:draw_up(id, list or loose.drawn(unit, GAPS[4]))
  end,
})

change("reform", "skirmish", {
  doc = "Loose figures form up on their stand again.", story = "reforms", place = formed, args = { unit "unit" { "own" } },
  take_up = function(play, id, unit, base)
    play:set(unit, "drill", "close_order")
    play:forget(unit, { "bases" })
    play:set_down(id, base)
  end,
})
