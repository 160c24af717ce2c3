-- Squares, Back to Back, R83 to R86: stands that face every way.

local army <const>, facing <const> = use("game/army/units", "game/movement/facing")
local motion <const>, rolls <const> = use("game/movement/motion", "game/movement/rolls")
local ways <const> = use "game/movement/ways"

--- Where stands come to stand in a pattern about their middle, or why there is no room for them; `files`: side by side
--- in a line, else in square.
local function placed(view, ids, files)
  local size = army.base_of(view, view:unit(ids[1]), "close_order")
  local pattern = files and tabletop.in_ranks(#ids, size, math.min(files, #ids), 0) or tabletop.all_round(#ids, size)
  local bases = view:places(ids, pattern)
  return bases and ways.refuse_room(view, ids, bases, "unit"), bases
end

--- Stands form a square or a line, by one test for all of them that takes their whole move (R83).
local function form(play, ids, bases, files)
  local worst, tests = facing.worst(play, ids)
  local found = play:resolve("formation.square", play:question("formation.square", worst.id, {
    mounted = worst.arm == "mounted", stands = #ids, earlier_tests = tests,
  }), ids[1])
  for _, id in ipairs(ids) do rolls.leave(play, play:unit(id), 0) end
  facing.tested(play, ids, found.formed)
  bases = bases or select(2, placed(play, ids, files)) or {}
  if found.formed and motion.hindered(play, ids, bases) then return end
  play:tell(not found.formed and "no_square" or files and "leaves_square" or "forms_square", {
    unit = ids[1], shape = plain(found.shape), score = found.score, cite = "Squares, R83",
  })
  if not found.formed then return end
  for i, id in ipairs(ids) do
    play:set(play:unit(id), "drill", files and "close_order" or "square")
    play:set(play:unit(id), "square", not files and ids[1] or nil)
    play:set_down(id, bases[i])
    motion.notice(play, id)
  end
end

--- Regular foot in close order.
local function refuse_square(view, id)
  local unit = view:unit(id)
  if unit.kind ~= "regular" or not army.foot(unit) or unit.drill ~= "close_order" then
    return refuse("units", ("%s is no regular foot in close order"):format(view:name(id)), "Squares")
  end
  return motion.refuse_whole(view, id)
end

--- A stand and all of its group that could form a square with it.
local function company(view, id)
  local ids = lists.append({ id }, lists.ids(view:units_of(view:unit(id).formation), function(unit, other)
    return other ~= id and tabletop.present(unit) and not refuse_square(view, other)
  end))
  return view:unit(id).base and view:together(ids, tabletop.TOUCHING) or ids
end

command "form_square" {
  cite = "Squares, R83", doc = "Regular foot form a square for their whole move, by one test.",
  args = { units "units" { "own", min = 2 } },
  refuses = refuse_square,
  check = function(view, cmd)
    local fault = ways.refuse_apart(view, cmd.units, "Squares")
    if fault then return fault end
    return placed(view, cmd.units)
  end,
  offers = function(view, id, _, offer)
    local ids = company(view, id)
    local first = lists.find(view.state.order.units, function(one) return lists.has(ids, one) end)
    if #ids > 1 and id == first then offer { units = ids, score = 0.05, text = counted(#ids, "stand", "stands") } end
  end,
  run = function(play, cmd, bases) form(play, cmd.units, bases) end,
}

command "leave_square" {
  cite = "Squares, R83", doc = "All stands of a square form a line that faces as the named one does, by one test.",
  args = { unit "unit" { "own" }, int "files" { 1, optional = true, doc = "stands side by side, else all" } },
  refuses = function(view, id)
    if view:unit(id).drill ~= "square" then return refuse("unit", "is in no square", "Squares") end
    return motion.refuse_whole(view, id)
  end,
  check = function(view, cmd)
    local ids = ways.square_of(view, cmd.unit)
    return placed(view, ids, cmd.files or #ids)
  end,
  offers = function(view, id, _, offer)
    local most = #ways.square_of(view, id)
    for files = math.min(2, most), most do
      offer { files = files, score = 0.1 + 0.01 * files, text = ("a line of %d"):format(files) }
    end
  end,
  run = function(play, cmd, bases)
    local ids = ways.square_of(play, cmd.unit)
    form(play, ids, bases, cmd.files or #ids)
  end,
}

local function refuse_back_to_back(view, id)
  local unit = view:unit(id)
  if unit.moved then return refuse("unit", "has moved this turn", "Back to Back") end
  local args = { kind = unit.kind, fanatic = unit.fanatic or false, figures = unit.figures }
  local foot = army.foot(unit) and unit.drill == "close_order"
  if unit.drill ~= "back_to_back" and (not foot or view.rules.fault("formation.back_to_back", args)) then
    return refuse("unit", "is no regular, irregular or fanatical foot in close order", "Back to Back")
  end
  return motion.refuse_turn(view, id)
end

command "back_to_back" {
  cite = "Back to Back", doc = "Stands turn half their figures to the rear; those that stand so, back again.",
  args = { units "units" { "own", min = 1 } },
  refuses = refuse_back_to_back,
  offers = function(_, id, unit, offer)
    local off = unit.drill == "back_to_back"
    offer { units = { id }, score = off and 0.2 or 0.04, text = off and "to face its front" or "to face both ways" }
  end,
  run = function(play, cmd)
    for _, id in ipairs(cmd.units) do
      local unit = play:unit(id)
      local off = unit.drill == "back_to_back"
      play:set(unit, "drill", off and "close_order" or "back_to_back")
      rolls.leave(play, unit, 0)
      play:tell(off and "faces_front" or "back_to_back", { unit = id, cite = "Back to Back" })
    end
  end,
}
