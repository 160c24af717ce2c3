-- What a procedure says, happens: a house rule that changes one field of one answer changes the battle by just that.
-- Each row plays the same small battle twice, by the published rules and with that procedure wrapped.
local T <const> = require "fusilier_table"

local foot, horse, brigade, give, unit = T.foot, T.horse, T.brigade, T.give, T.unit

after_each(T.finished)

local function root(game) return game.state.root end
local function y_of(game, id) return T.at(game, id)[2] end

--- What speaks against a command.
local function against(game, side, verb, cmd)
  cmd.side, cmd["do"] = side, verb
  local _, fault = game:check(cmd)
  return fault and fault.message or "nothing"
end

--- A line of the story that has these words.
local function told(game, words)
  for _, line in ipairs(T.story(game)) do
    if line:find(words, 1, true) then return line end
  end
end

-- ---- the battles: each gives a game that was played with these wraps ------------------------------------------------

local WON <const> = { 4, 4, 2, 2 } -- by 4: who lost retreats

--- a1 beats b1; a8, a9, b8, b9 stand by. Played so many bounds.
local function fight(spec)
  spec = spec or {}
  return function(wraps, dice)
    local thrown = dice or spec.dice or {}
    thrown["combat.infantry"] = thrown["combat.infantry"] or WON
    local game = T.fight {
      a = (spec.more_a or "") .. brigade("fa", foot("a1", 1000, 1000, "north") .. foot("a8", 300, 700, "north")
        .. foot("a9", 600, 700, "north"), spec.fa),
      b = brigade("fb", (spec.b1 or foot("b1", 1000, 1200, "south")) .. foot("b8", 400, 1700, "south")
        .. foot("b9", 1600, 1700, "south") .. (spec.more_b or "")),
      dice = thrown, set = spec.set, wraps = wraps,
    }
    for _ = 1, spec.bounds or 1 do T.next_bound(game) end
    return game
  end
end

--- A C-in-C with a1 throws so; orders are on their way to "far".
local function risk(face)
  return fight {
    more_a = 'leader "g" { rank = "c_in_c", at = { 1000, 950 }, with = "a1" },'
      .. brigade("far", foot("a5", 1000, 2500, "north") .. foot("a6", 1300, 2500, "north")),
    fa = 'commander = "g",', dice = { ["general.risk"] = { face }, ["combat.infantry"] = WON },
    set = { ["formations.far.coming_orders"] = { { verb = "hold", issued_min = 540, arrives_min = 575,
      activates_min = 585 } } },
  }
end

--- A battery fires at the line b1 so far off, or at what else is given.
local function shot(spec)
  return function(wraps)
    local game = T.battle({
      a = T.heavy_guns("g", 1000, 400, "north", spec.guns) .. T.FAR_A, b = (spec.b or T.line_at(300)) .. T.FAR_B,
      ground = spec.ground, wraps = wraps,
    }, { dice = { [spec.by or "artillery.fire"] = spec.dice or { 6, 6 } }, order = false })
    T.to(game, "turn.fire")
    give(game, "a", "fire", spec.cmd or { unit = "g", target = "b1" })
    T.done(game)
    if spec.till then T.to(game, spec.till) end
    return game
  end
end

local MILL <const> = 'area "mill" { terrain = "built_up", material = "wood", '
  .. 'outline = { {950,700}, {1050,700}, {1050,800}, {950,800} } }'

--- It fires at a building of 5 points with b1 inside: 12 makes 3 points.
local function battered(till)
  return shot { b = foot("b1", 1000, 750, "south"), ground = MILL, by = "artillery.fire_building",
    cmd = { unit = "g", building = "mill" }, till = till }
end

--- Units at the step of fire, which nobody has used.
local function at_fire(a, b)
  return function(wraps)
    local game = T.battle({ a = a .. T.FAR_A, b = b .. T.FAR_B, wraps = wraps }, { order = false })
    T.to(game, "turn.fire")
    return game
  end
end

--- Skirmishers fire at the line b1, which answers.
local function skirmish(dice)
  return function(wraps)
    local game = T.battle({ a = foot("a1", 1000, 1000, "north", 'drill = "skirmish"') .. T.FAR_A,
      b = foot("b1", 1000, 1215, "south") .. T.FAR_B, wraps = wraps }, { dice = dice, order = false })
    T.to(game, "turn.fire")
    give(game, "a", "skirmish_fire", { unit = "a1", target = "b1" })
    T.done(game)
    return game
  end
end

--- Infantry under orders to go north, at the end of its bound, or told to move otherwise.
local function march(spec)
  return function(wraps)
    local game = T.battle({ a = (spec.a or foot("a1", 1500, 300, "north")) .. T.FAR_A, b = (spec.b or "") .. T.FAR_B,
      ground = spec.ground, wraps = wraps }, { dice = spec.dice, order = { verb = "move", target = T.point(1500, 2500) } })
    if spec.cmd then
      T.to(game, "turn.movement")
      give(game, "a", "move", spec.cmd)
    end
    T.to(game, "turn.fire")
    return game
  end
end

--- b1 is attacked by a1; at the answers.
local function attacked(a, b, spec)
  spec = spec or {}
  return function(wraps)
    local game = T.battle({ a = a .. T.FAR_A, b = b .. T.FAR_B, ground = spec.ground, wraps = wraps },
      { dice = spec.dice, order_b = spec.order_b })
    T.to(game, "turn.declare")
    give(game, "a", "declare_attack", { unit = "a1", target = "b1" })
    T.to(game, spec.till or "turn.attack")
    return game
  end
end

--- A general orders his brigade to hold; what it awaits then.
local function ordered(wraps)
  local game = T.battle({ wraps = wraps, a = foot("a1", 1000, 1000, "north") .. foot("a2", 1300, 1000, "north"),
    b = T.FAR_B, more = 'leader "d" { rank = "c_in_c", at = { 1000, 100 } }' },
    { dice = { ["order.activation"] = { 5, 5 } }, order = false })
  give(game, "a", "issue_order", { general = "d", formation = "fa", verb = "hold" })
  T.done(game)
  return game
end

local function awaited(game) return root(game).formations.fa.coming_orders[1] end

--- A column's assault that fails by its dice; so many bounds later.
local function column(till)
  return function(wraps, dice)
    local game = T.fight {
      a = brigade("fa", foot("a1", 1000, 1000, "north", 'drill = "column"') .. foot("a2", 1000, 900, "north",
        'drill = "column"') .. T.FAR_A),
      b = brigade("fb", foot("b1", 1000, 1230, "south") .. T.FAR_B), wraps = wraps,
      set = { ["units.a1.target"] = "b1", ["units.a2.target"] = "b1", ["units.a1.column"] = "a1",
        ["units.a2.column"] = "a1" },
      dice = dice or { ["combat.column_assault"] = { 4, 4, 3, 4, 2, 4 } },
    }
    T.next_bound(game)
    if till then T.to(game, till) end
    return game
  end
end

local NO_FIGHT <const> = { ["combat.infantry"] = {} }
local LINE <const>, ENEMY <const> = foot("a1", 1000, 500, "north"), foot("b1", 1000, 900, "south")
local HORSE <const> = horse("a1", 1000, 500, "north")
local WOODS <const> = 'area "w" { terrain = "open_woods", outline = { {500, 880}, {1500, 880}, {1500, 960}, {500, 960} } }'

-- ---- the rows -------------------------------------------------------------------------------------------------------

--- { procedure, what it says, what is looked at, by the published rules, and by the house rule }: what it says is a table
--- of fields, or a function that changes the answer; `dice` are those of the second play where they differ.
local ROWS <const> = {
  -- 4.0: the clock and orders
  { "time.start", { time_min = 600 }, by = function(wraps)
    return T.fight { a = brigade("fa", T.FAR_A), b = brigade("fb", T.FAR_B), hour = false, wraps = wraps,
      dice = { ["time.start"] = { 1, 1 } } }
  end, sees = function(game) return { root(game).battle.start_min, told(game, "starts at") } end,
    { 720, "the action starts at 12:00" }, { 600, "the action starts at 10:00" } },
  { "order.era", { era = "marlburian" }, by = march {}, sees = function(game) return root(game).battle.era end,
    "napoleonic", "marlburian" },
  { "time.bound", function(r) r.ends_min = r.begins_min end, by = function(wraps)
    local game = T.fight { a = brigade("fa", T.FAR_A), b = brigade("fb", T.FAR_B), wraps = wraps,
      set = { ["formations.fa.coming_orders"] = { { verb = "hold", activates_min = 545 } } } }
    T.to(game, "turn.declare")
    return game
  end, sees = function(game) return root(game).formations.fa.order ~= nil end, true, false },
  { "order.transmission", { time_min = 3 }, by = ordered, sees = function(game) return awaited(game).arrives_min end,
    549, 543 },
  { "order.activation", function(r) r.dice_min = r.dice_min + 4 end, by = ordered,
    sees = function(game) return awaited(game).activates_min end, 592, 596 },
  { "order.schedule", function(r) r.activates_min = r.activates_min + 12 end, by = ordered,
    sees = function(game) return { awaited(game).activates_min, told(game, "active at"):match "bound (%d+), (%d+) min" } end,
    { 592, "6", "8" }, { 604, "7", "6" } },
  { "order.may_issue", { reason = "rank" }, by = function(wraps)
    return T.battle({ a = LINE .. T.FAR_A, b = T.FAR_B, wraps = wraps }, { order = false })
  end, sees = function(game)
    return against(game, "a", "issue_order", { general = "gfa", formation = "fa", verb = "hold" })
  end, "nothing", "general may not order that: rank" },
  -- 6.0, 7.0: movement
  { "move.allowance", function(r) r.allowance_mm = r.allowance_mm * 2 end, by = march {},
    sees = function(game) return y_of(game, "a1") end, 600, 900 },
  { "move.allowance", { factor_quarters = 0 }, by = march {}, sees = function(game) return y_of(game, "a1") end, 600, 300 },
  { "move.path", function(r) r.moved_mm = r.moved_mm // 3 end, by = march {},
    sees = function(game) return y_of(game, "a1") end, 600, 400 },
  { "move.evolution", { time_min = 11 }, by = march { cmd = { unit = "a1", facing = 0 } }, sees = function(game)
    T.to(game, "turn.command")
    T.to(game, "turn.movement")
    return against(game, "a", "move", { unit = "a1", evolve = "column", legs = {} })
  end, "nothing", "evolve needs 1 min more than it has" },
  { "move.woods_check", { lost = true }, by = march { ground =
    'area "w" { terrain = "open_woods", outline = { {1000, 400}, {2000, 400}, {2000, 900}, {1000, 900} } }',
    dice = { ["move.woods_check"] = { 1 } } }, sees = function(game) return unit(game, "a1").status end,
    "ready", "lost_in_woods" },
  { "move.interpenetrate", { allowed = false }, by = march { a = foot("a1", 1500, 300, "north"),
    b = "", cmd = { unit = "a1", forward = 100000 } }, sees = function(game)
      return game.play:ask("move.interpenetrate", {}).allowed
    end, true, false },
  { "move.carry_back", { carried = false }, by = fight { more_b = foot("b2", 1000, 1290, "south") },
    sees = function(game) return told(game, "is carried back") ~= nil end, true, false },
  { "base.frontage", { frontage_mm = 120 }, by = march {}, sees = function(game) return unit(game, "a1").base.width end,
    200000, 120000 },
  -- 3.1: what must stand on the table
  { "deploy.must_place", { must_place = true }, by = function(wraps)
    return (T.setup(foot("a1", 1000, 1000, "north") .. T.FAR_A, T.FAR_B,
      'area "w" { terrain = "open_woods", outline = { {700, 700}, {1300, 700}, {1300, 1300}, {700, 1300} } }',
      { wraps = wraps }))
  end, sees = function(game) return against(game, "a", "conceal", { unit = "a1" }) end,
    "nothing", "unit is seen and must be placed" },
  -- 8.0: guns
  { "artillery.bracket", { long_mm = 250, effective_mm = 250, short_mm = 200 }, by = at_fire(
    T.heavy_guns("g", 1000, 400, "north"), T.line_at(300)), sees = function(game)
      return against(game, "a", "fire", { unit = "g", target = "b1" })
    end, "nothing", "target is 300 mm away, 50 mm beyond a 12-pounder's long range of 250 mm" },
  { "artillery.bracket", { bracket = "long" }, by = shot {}, sees = function(game)
    return T.calls(game, "artillery.fire")[1].result.table
  end, "short", "long" },
  { "artillery.fire", { points = 1 }, by = shot {}, sees = function(game)
    return { unit(game, "b1").damage_points, told(game, "short range") }
  end,
    { 3, "G fires at b1: 8 guns, short range (300 mm), 2D6 12: 3 points." },
    { 1, "G fires at b1: 8 guns, short range (300 mm), 2D6 12: 1 point." } },
  { "artillery.fire", { damage_points = 2 }, by = shot {}, sees = function(game)
    return { unit(game, "b1").damage_points, told(game, "short range") }
  end,
    { 3, "G fires at b1: 8 guns, short range (300 mm), 2D6 12: 3 points." },
    { 2, "G fires at b1: 8 guns, short range (300 mm), 2D6 12: 2 points." } },
  { "artillery.fire", { guns_silenced = 5 }, by = shot { b = T.guns("b1", 1000, 730, "south") }, sees = function(game)
    return unit(game, "b1").guns
  end, 4, 1 }, -- shot at as further out: 2 at effective range
  { "artillery.fire_building", { points = 5 }, by = battered(), sees = function(game)
    return { root(game).areas.mill.points_lost, root(game).areas.mill.fallen_by, unit(game, "b1").damage_points }
  end, { 3, nil, 1 }, { 5, "g", 2 } },
  { "artillery.fire_building", { occupiable = false }, by = battered "turn.command", sees = function(game)
    return unit(game, "b1").building
  end, "mill", nil },
  { "artillery.fire_building", { troop_points = 4 }, by = battered(), sees = function(game)
    return unit(game, "b1").damage_points
  end, 1, 4 },
  { "building.value", { value = 3 }, by = battered(), sees = function(game) return root(game).areas.mill.fallen_by end,
    nil, "g" },
  -- 9.0: skirmishers
  { "skirmish.fire", { needs = 6 }, by = skirmish { ["skirmish.fire"] = { 5 }, ["skirmish.reply"] = { 1 } },
    sees = function(game) return unit(game, "b1").damage_points end, 1, 0 },
  { "skirmish.fire", { damage_points = 0 }, by = skirmish { ["skirmish.fire"] = { 5 }, ["skirmish.reply"] = { 1 } },
    sees = function(game) return { unit(game, "b1").damage_points, told(game, "skirmishes"):match ": ([^:]*)$" } end,
    { 1, "a point." }, { 0, "nothing." } },
  { "skirmish.reply", { points = 1 }, by = skirmish { ["skirmish.fire"] = { 1 }, ["skirmish.reply"] = { 1 } },
    sees = function(game) return unit(game, "a1").damage_points end, 0, 1 },
  { "skirmish.cavalry_contact", { outcome = "retires", points = 1 }, by = attacked(HORSE, foot("b1", 1000, 900, "south",
    'drill = "skirmish"'), { till = "turn.movement" }), sees = function(game)
      return { unit(game, "b1").status, unit(game, "a1").damage_points }
    end, { "gone", 0 }, { "ready", 1 } },
  { "skirmish.cavalry_contact", { points = 1 }, by = attacked(HORSE, foot("b1", 1000, 900, "south",
    'drill = "skirmish"'), { till = "turn.movement" }), sees = function(game)
      return { unit(game, "b1").status, unit(game, "a1").damage_points }
    end, { "gone", 0 }, { "gone", 1 } },
  -- 5.0: answers to an attack
  { "response.options", { actions = { "take_cover" } }, by = attacked(LINE, ENEMY), sees = function(game)
    return against(game, "b", "respond", { unit = "b1", action = "reface" })
  end, "nothing", "action is not open to it" },
  { "response.options", { must_resume_orders = false }, by = attacked(LINE, ENEMY .. foot("b2", 1500, 2000, "south"),
    { order_b = { verb = "move", target = T.point(1000, 1500) } }), sees = function(game)
      give(game, "b", "respond", { unit = "b1", action = "reface" })
      T.to(game, "turn.movement")
      return unit(game, "b1").excused
    end, nil, true },
  { "response.take_cover", { may_take = false }, by = attacked(LINE, ENEMY, { ground = WOODS }), sees = function(game)
    return against(game, "b", "respond", { unit = "b1", action = "take_cover", cover = "w" })
  end, "nothing", "cover may not be taken" },
  { "response.form_square", { needed_min = 4 }, by = attacked(HORSE, ENEMY), sees = function(game)
    return against(game, "b", "respond", { unit = "b1", action = "form_square" })
  end, "action needs 10 min, has 4", "nothing" },
  -- 10.0: combat
  { "combat.eligible", { eligible = false }, by = fight(), dice = NO_FIGHT, sees = T.combats, { "a1 | b1" }, {} },
  { "combat.eligible", { zone_mm = 500 }, by = fight { b1 = foot("b1", 1000, 1450, "south") }, first = NO_FIGHT,
    sees = T.combats, {}, { "a1 | b1" } },
  { "combat.must_close", { must_close = false }, by = function(wraps)
    local game = T.battle({ a = horse("a1", 1000, 1000, "north") .. T.FAR_A, b = horse("b1", 1000, 1200, "north")
      .. T.FAR_B, wraps = wraps }, { order = false, dice = {} })
    T.to(game, "turn.fire")
    return game
  end, sees = function(game) return y_of(game, "a1") > 1000 end, true, false },
  { "combat.infantry", function(r) r.b[1].response = "rout" end, by = fight(),
    sees = function(game) return unit(game, "b1").status end, "reforming", "gone" },
  { "combat.response", function(r, q) if q.margin < 0 then r.response = "hold" end end, by = fight(),
    sees = function(game) return unit(game, "b1").fighting or unit(game, "b1").status end, "reforming", true },
  { "combat.response", function(r, q) if q.margin < 0 then r.carry = 1 end end, by = fight(),
    sees = function(game) return { unit(game, "b1").defeats, unit(game, "b1").worn, told(game, "from now on"):match "; ([^;]*)$" } end,
    { { 4 }, nil, "-4 from now on." }, { { 4 }, -3, "-1 from now on." } },
  { "combat.column_assault", function(r) for _, one in ipairs(r.columns) do one.must_deploy = false end end,
    by = column(), sees = function(game) return unit(game, "a1").must_deploy end, true, nil },
  { "column.deploy", { needed_each_side_mm = 5000 }, by = column "turn.movement", sees = function(game)
    return unit(game, "a1").status
  end, "ready", "retreating" },
  { "column.deploy", { time_min = 4 }, by = column "turn.movement", sees = function(game)
    return unit(game, "a1").minutes_used
  end, 10, 4 },
  { "column.may_use", { may_use = false }, by = function(wraps)
    local game = T.battle { a = foot("a1", 1000, 500, "north", 'drill = "column"') .. T.FAR_A, b = ENEMY .. T.FAR_B,
      wraps = wraps }
    T.to(game, "turn.declare")
    return game
  end, sees = function(game) return against(game, "a", "declare_column", { unit = "a1", target = "b1", behind = {} }) end,
    "nothing", "unit is of an army that attacked in line in 1809" },
  { "combat.pair", { groups = { { a = { 1 }, b = { 1 } }, { a = { 2, 3 }, b = { 2 } } } }, by = function(wraps)
    local a = foot("a1", 1000, 1000, "north") .. foot("a2", 1210, 1000, "north") .. foot("a3", 1420, 1000, "north")
    local game = T.fight { a = brigade("fa", a .. T.FAR_A), b = brigade("fb", foot("b1", 1110, 1200, "south")
      .. foot("b2", 1320, 1200, "south") .. T.FAR_B), wraps = wraps, dice = T.threes { infantry = 5 } }
    T.through(game)
    return game
  end, sees = T.combats, { "a1 a2 | b1", "a3 | b2" }, { "a1 | b1", "a2 a3 | b2" } },
  -- 10.5, 10.7: what follows
  { "recovery.schedule", { states = { "retreating", "reforming", "reforming", "reforming", "ready" } }, by = fight { bounds = 3 },
    sees = function(game) return unit(game, "b1").status end, "ready", "reforming" },
  { "recovery.schedule", { counts_lost = { false, false, false, false } }, by = fight(),
    sees = function(game) return #T.calls(game, "morale.brigade") end, 1, 0 },
  { "general.risk", { roll = 0 }, by = risk(5), sees = function(game) return root(game).leaders.g.status end,
    "ready", "disabled" },
  { "general.risk", { formation_falls_back = false }, by = risk(0), sees = function(game)
    return { root(game).leaders.g.status, unit(game, "a8").status, unit(game, "a8").leaderless }
  end, { "disabled", "retreating", "fa" }, { "disabled", "ready" } },
  { "general.risk", { orders_delay_min = 25 }, by = risk(0), sees = function(game)
    return root(game).formations.far.coming_orders[1].activates_min
  end, 595, 610 },
  { "general.risk", { orders_delay_min = 4 }, by = risk(0), sees = function(game)
    return { root(game).formations.far.coming_orders[1].activates_min, told(game, "min late") }
  end, { 595 }, { 589, "The orders on their way to far are 4 min late: active at 09:49." } },
  { "general.risk", { morale_radius_mm = 0 }, by = risk(0), sees = function(game) return told(game, "must test") ~= nil end,
    true, false },
  -- 11.0: morale
  { "morale.basic_chance", { basic_chance = 95 }, by = fight(), sees = function(game)
    return T.calls(game, "morale.brigade")[1].result.basic_chance
  end, 33, 95 },
  { "morale.actual_chance", { actual_chance = "R", automatic = true }, by = fight(), sees = function(game)
    return unit(game, "b8").status
  end, "ready", "stationary" },
  { "morale.brigade", { actual_chance = 100 }, by = fight(), sees = function(game) return unit(game, "b8").status end,
    "ready", "stationary" },
  { "morale.brigade", { outcome = "retreat" }, by = fight(), sees = function(game) return unit(game, "a8").status end,
    "ready", "stationary" },
  { "morale.artillery", { outcome = "retreat", lost = 0 }, by = fight { more_b = T.guns("g", 400, 2000, "south") },
    sees = function(game) return unit(game, "g").status end, "ready", "stationary" },
  { "artillery.attachment", { must_conform = false }, by = function(wraps)
    return fight { more_b = T.guns("g", 400, 2000, "south"), dice = { ["morale.brigade"] = { 0, 1 } } }(wraps)
  end, sees = function(game) return { unit(game, "b8").status, unit(game, "g").status } end,
    { "stationary", "stationary" }, { "stationary", "ready" } },
}

--- Procedures that no battle of a table asks: for what they say there is another, or nothing happens.
local NOT_ASKED <const> = { ["quality.label"] = true }

--- Those whose answer is looked at elsewhere: it is of the same kind as one above, or wraps of it are below.
local LIKEWISE <const> = {
  ["combat.cavalry"] = "combat.infantry", ["combat.cavalry_infantry"] = "combat.infantry",
  ["morale.division"] = "morale.brigade",
}

local function wrap_of(says)
  return function(published, rules, q, dice)
    local result = published(rules, q, dice)
    if type(says) == "function" then
      says(result, q)
    else
      for name, value in pairs(says) do result[name] = value end
    end
    return result
  end
end

describe("what a procedure says, happens:", function()
  for nth, row in ipairs(ROWS) do
    local procedure, says = row[1], row[2]
    it(("%s (%d)"):format(procedure, nth), function()
      assert.same(row[3], row.sees(row.by(nil, row.first)), "by the published rules")
      assert.same(row[4], row.sees(row.by({ [procedure] = wrap_of(says) }, row.dice)), "by the house rule")
    end)
  end

  it("of every procedure", function()
    local of = {}
    for _, row in ipairs(ROWS) do of[row[1]] = true end
    local game = at_fire("", "")()
    for _, name in ipairs(game.rules.procedure_names) do
      assert.is_true(of[name] or NOT_ASKED[name] or of[LIKEWISE[name] or ""] or false, name)
    end
  end)
end)

describe("a number of the rules, where a house rule changes it,", function()
  --- How far a line under orders to go north comes in the first bound.
  local function comes(cells)
    local game = T.battle({ a = foot("a1", 1500, 300, "north") .. T.FAR_A, b = T.FAR_B, cells = cells },
      { order = { verb = "move", target = T.point(1500, 2500) } })
    T.to(game, "turn.fire")
    return y_of(game, "a1") - 300
  end

  it("is that of the battle: minutes of a bound, and the rate of a troop", function()
    assert.are.equal(300, comes())
    assert.are.equal(450, comes { ["constants.bound"] = 15 })
    assert.are.equal(150, comes { ["constants.bound"] = 5 })
    assert.are.equal(400, comes { ["movement_rates.infantry_line"] = 40 })
  end)

  it("is that of the table too: how wide a front arc is", function()
    local function shoots(cells)
      local game = T.battle({ a = T.heavy_guns("g", 1000, 400, "north") .. T.FAR_A,
        b = foot("b1", 1250, 730, "south") .. T.FAR_B, cells = cells }, { order = false })
      T.to(game, "turn.fire")
      return against(game, "a", "fire", { unit = "g", target = "b1" })
    end
    assert.are.equal("nothing", shoots())
    assert.truthy(shoots { ["constants.front_arc"] = 5 }:find("outside the front arc", 1, true))
  end)
end)

describe("a wrap that throws dice for what is asked without any", function()
  it("is named with its file and line when a battle asks", function()
    local function muddy(published, rules, q, dice)
      local result = published(rules, q, dice)
      result.allowance_mm = result.allowance_mm - (q.minutes == 10 and dice.d(6, "mud") or 0)
      return result
    end
    local game = T.battle({ a = foot("a1", 1500, 300, "north") .. T.FAR_A, b = T.FAR_B,
      wraps = { ["move.allowance"] = muddy } }, { order = { verb = "move", target = T.point(1500, 2500) } })
    T.to(game, "turn.movement")
    local fault
    for _, side in ipairs { "a", "b" } do fault = select(2, game:command { side = side, ["do"] = "done" }) or fault end
    assert.truthy(fault.message:find("the wrap of move.allowance throws dice", 1, true))
    assert.truthy(fault.file:find "fusilier_house_spec.lua$")
  end)
end)

describe("what a house rule remembers of a formation", function()
  it("reaches the question of when its order takes effect", function()
    local seen = {}
    local game = ordered { ["order.schedule"] = function(published, rules, q, dice)
      local here = rules.here
      seen = { here.who, here.target, here.turn, here.piece(here.who).commander }
      return published(rules, q, dice)
    end }
    assert.same({ "fa", "d", 1, "gfa" }, seen)
    assert.are.equal(592, awaited(game).activates_min)
  end)
end)
