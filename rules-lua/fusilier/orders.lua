-- 3.1, 4.2 to 4.5, 12.0: who may order, how long an order takes, what must stand on the table.

option "order_levels" { "joint", values = { "joint", "separate" }, ruling = "R8",
  doc = "C-in-C and corps share a level (joint) or not (separate)" }
option "activation_dice" { "deduct", values = { "deduct", "add", "absolute" }, ruling = "R11",
  doc = "what the plus and minus dice do: deduct, add or absolute" }
option "rash_cautious_generals" { false, ruling = "R13",
  doc = "rash generals are a D10 quicker, cautious ones a D10 slower",
  matters = function(state)
    for _, id in ipairs(state.order.formations) do -- the general whose formation is ordered counts (R13)
      local commander = state.leaders[state.formations[id].commander or ""]
      if commander and commander.temperament ~= "normal" then return true end
    end
    return false, "no formation has a rash or cautious general"
  end,
}
option "initial_orders_travel" { false, ruling = "R14",
  doc = "orders written before the start travel to their formations too" }
option "ground_hides_itself" { false, ruling = "R22",
  doc = "nobody is ordered to ground deep in a wood or a building, for no general sees it" }

local ERAS <const> = { of_table = "order_times" }

procedure "order.era" {
  cite = "12.0 R10", doc = "Which wars' order times does a year use?",
  args = { int "year" { 1700, 1815 } },
  out = { enum "era" (ERAS) },
  says = function(r, q) return ("%d reads the %s times"):format(q.year, r.era) end,
  resolve = function(rules, q) return { era = rules.tables.eras(q.year) } end,
}

procedure "order.may_issue" {
  cite = "4.5", piece = "leader",
  doc = "May this commander give an order about that situation?",
  args = {
    enum "rank" { "c_in_c", "corps", "division", "brigade", "unit" },
    int "distance_mm" { 0, doc = "general to the situation" },
    flag "in_sight" { doc = "he sees it" },
  },
  out = { flag "may_issue" {}, enum "reason" { "none", "rank", "not_in_sight", "too_far" } },
  says = function(r) return r.may_issue and "may give the order" or "may not give the order: " .. r.reason end,
  resolve = function(rules, q)
    local reason = q.rank == "unit" and "rank"
      or not q.in_sight and "not_in_sight"
      or q.distance_mm > rules.constant.appreciation_limit and "too_far"
      or "none"
    return { may_issue = reason == "none", reason = reason }
  end,
  follows = function(_, _, r, was)
    if r.reason ~= was.reason and r.may_issue == was.may_issue then r.may_issue = r.reason == "none" end
    if r.may_issue then r.reason = "none" end
  end,
}

procedure "order.transmission" {
  cite = "4.5 R15", piece = { "formation", "leader" },
  doc = "How long does an order travel?",
  args = { int "distance_mm" { 0, doc = "general to the formation's commander" } },
  out = { int "time_min" { 0 } },
  says = function(r) return ("travels %d min"):format(r.time_min) end,
  resolve = function(rules, q)
    local rate = rules.constant.courier_rate
    return { time_min = (q.distance_mm + rate - 1) // rate }
  end,
}

local RANKS <const> = { c_in_c = 1, corps = 2, division = 3, brigade = 4, unit = 5 }
local CHAINS <const> = {
  joint = { "c_in_c_corps", "division", "brigade", "unit" },
  separate = { "c_in_c", "corps", "division", "brigade", "unit" },
}

--- The steps an order takes down the chain of command, and their minutes.
local function chain(rules, q)
  local steps, total, started = {}, 0, false
  local levels = CHAINS[rules.option.order_levels]
  for i = 1, #levels - 1 do
    local from, to = levels[i], levels[i + 1]
    started = started or from == q.from_level or from == "c_in_c_corps" and RANKS[q.from_level] <= RANKS.corps
    if started then
      local time = rules.tables.order_times(q.era, ("%s_to_%s_min"):format(from, to))
      steps[#steps + 1] = { from = from, to = to, time_min = time }
      total = total + time
      if to == q.to_level then break end
    end
  end
  return { steps = steps, total = total }
end

local DICE_MIN <const> = {
  deduct = function(plus, minus) return minus - plus end,
  add = function(plus, minus) return plus - minus end,
  absolute = function(plus, minus) return -math.abs(plus - minus) end,
}

record "order_step" { text "from" {}, text "to" {}, int "time_min" { 0 } }

procedure "order.activation" {
  cite = "4.3 4.4", piece = { "formation", "leader" },
  doc = "How long does a formation need to be set in motion?",
  args = {
    enum "era" (ERAS),
    enum "from_level" { "c_in_c", "corps", "division", "brigade", doc = "who orders" },
    enum "to_level" { "division", "brigade", "unit", default = "unit", doc = "what it reaches" },
    enum "temperament" { "normal", "rash", "cautious", default = "normal" },
  },
  dice = "d10 plus, d10 minus; one d10 more for a rash or cautious general", headline = "activation_min", good = "less",
  out = {
    list "steps" { "order_step" }, int "chain_min" { 0 }, int "dice_min" {}, int "temperament_min" {},
    int "activation_min" { 0 },
  },
  says = function(r) return ("set in motion after %d min"):format(r.activation_min) end,
  check = function(rules, q)
    if RANKS[q.to_level] <= RANKS[q.from_level] then return refuse("to_level", "must be below from_level") end
    if q.temperament ~= "normal" and not rules.option.rash_cautious_generals then
      return refuse("temperament", "is used only with the variant rash_cautious_generals")
    end
  end,
  before = chain,
  resolve = function(rules, q, dice, worked)
    local plus, minus = dice.d(10, "plus"), dice.d(10, "minus")
    local dice_min = DICE_MIN[rules.option.activation_dice](plus, minus)
    local temperament_min = q.temperament == "rash" and -dice.d(10, "temperament")
      or q.temperament == "cautious" and dice.d(10, "temperament")
      or 0
    return {
      steps = worked.steps, chain_min = worked.total, dice_min = dice_min, temperament_min = temperament_min,
      activation_min = math.max(0, worked.total + dice_min + temperament_min), -- R12
    }
  end,
  follows = function(_, _, r, was)
    local sum, before = r.chain_min + r.dice_min + r.temperament_min, was.chain_min + was.dice_min + was.temperament_min
    if sum ~= before and r.activation_min == was.activation_min then r.activation_min = math.max(0, sum) end
  end,
}

--- In which bound an order takes effect, and what is left of it then.
local function when(rules, q, activates)
  local length, since = rules.constant.bound, activates - q.start_min
  return since // length + 1, length - since % length
end

procedure "order.schedule" {
  cite = "4.5 10.7", piece = { "formation", "leader" },
  doc = "When does an order arrive and take effect?",
  args = {
    int "start_min" { 0, 1439, doc = "start of the action" },
    int "issued_min" { 0 },
    int "distance_mm" { 0, default = 0, doc = "general to the formation's commander" },
    int "activation_min" { 0, doc = "from order.activation" },
    flag "initial" { doc = "written before the start" },
    int "delayed_bounds" { 0, default = 0, doc = "C-in-C disabled while it travels" },
    int "delayed_min" { 0, optional = true, doc = "what delays it besides" },
  },
  dice = "none", headline = "activates_min",
  out = {
    int "transmission_min" { 0 }, int "arrives_min" { 0 }, int "activates_min" { 0 },
    int "bound" { 1 }, int "minutes_left" { 1, doc = "of that bound" },
  },
  says = function(r)
    return ("activates %s, bound %d, %d min left"):format(clock.format(r.activates_min), r.bound, r.minutes_left)
  end,
  check = function(rules, q)
    if q.issued_min < q.start_min then return refuse("issued_min", "must be start_min or later") end
    if q.initial and q.issued_min > q.start_min then
      return refuse("issued_min", "must be start_min for an order written before the start")
    end
    local travels = q.distance_mm > 0 and (not q.initial or rules.option.initial_orders_travel)
    if q.delayed_bounds > 0 and not travels then
      return refuse("delayed_bounds", "must be 0 for an order that does not travel")
    end
  end,
  resolve = function(rules, q, dice)
    local travels = 0
    if not q.initial or rules.option.initial_orders_travel then -- R14
      local way = rules.passing("order.transmission", q, { distance_mm = q.distance_mm })
      travels = rules.call("order.transmission", way, dice).time_min
    end
    local late = rules.constant.c_in_c_order_delay * q.delayed_bounds + (q.delayed_min or 0)
    local arrives = q.issued_min + travels + late
    local activates = arrives + q.activation_min
    local bound, left = when(rules, q, activates)
    return {
      transmission_min = travels, arrives_min = arrives, activates_min = activates, bound = bound, minutes_left = left,
    }
  end,
  follows = function(rules, q, r, was)
    if r.arrives_min == was.arrives_min then
      r.arrives_min = r.arrives_min + r.transmission_min - was.transmission_min
    end
    if r.activates_min == was.activates_min then r.activates_min = r.activates_min + r.arrives_min - was.arrives_min end
    if r.activates_min == was.activates_min then return end
    local bound, left = when(rules, q, r.activates_min)
    if r.bound == was.bound then r.bound = bound end
    if r.minutes_left == was.minutes_left then r.minutes_left = left end
  end,
}

procedure "deploy.must_place" {
  cite = "3.1", piece = { "unit", "leader" },
  doc = "Must it stand on the table?",
  args = {
    enum "kind" { "troops", "general" },
    flag "concealed" { doc = "in woods or buildings, behind a hill or out of sight" },
    flag "moved" {}, flag "in_combat" {},
    flag "watching" { only = { kind = "general" }, doc = "a general watching the field" },
  },
  out = { flag "must_place" {}, flag "needs_sketch_map" {} },
  says = function(r) return r.must_place and "must be placed" or "may stay off the table, on the sketch map" end,
  resolve = function(_, q)
    local place = not q.concealed or q.moved or q.in_combat or q.watching
    return { must_place = place, needs_sketch_map = not place }
  end,
  follows = function(_, _, r, was)
    if r.needs_sketch_map == was.needs_sketch_map then r.needs_sketch_map = not r.must_place end
  end,
}
