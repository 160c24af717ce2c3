--- House rules over the procedures of Horse and Musket: what a wrapper changes of a result, and what follows from that.
local dice <const> = require "kernel.dice"
local loader <const> = require "disk_loader"
local question <const> = require "limber.ask.question"
local Rules <const> = require "limber.rules.stack"

--- The rules with one procedure changed by Lua code that gets its result as `r`.
local function changed(procedure, code)
  local text = ('variant "house" { of = "horse_and_musket", wraps = { [%q] = function(published, rules, q, dice) '
    .. "local r = published(rules, q, dice); %s; return r end } }"):format(procedure, code)
  local with = setmetatable({ variant = function(_, name) return name, text, false end }, { __index = loader })
  return assert(Rules.load(with, "horse_and_musket", { "house.lua" }))
end

local FOOT <const> = { troop = "close_order_infantry", grade = "average" }
local MELEE <const> = {
  charger = { troop = "close_order_infantry" }, charged = { troop = "close_order_infantry", hits = 5 },
}
--- Foot against foot: the charger throws 6 dice, the charged unit 4.
local function fought(charger, charged)
  local thrown = {}
  for i = 1, 6 do thrown[i] = i <= charger and 4 or 1 end
  for i = 1, 4 do thrown[6 + i] = i <= charged and 4 or 1 end
  return thrown
end
local GUNS <const> = { targets = { { range_mm = 300 }, { range_mm = 400 } } }

--- Procedure, arguments, dice; what a house rule changes; what then comes, by dotted path.
local CASES <const> = {
  { "retreat.resolve", { troop = "heavy_cavalry", obstacles = { { kind = "table_edge", from_mm = 300 } } }, {},
    "r.distance_mm = 2 * r.distance_mm", { destroyed = true, reason = "table_edge", distance_mm = 300 } },
  { "retreat.resolve", { troop = "heavy_cavalry" }, {}, "r.move_mm = 360", { distance_mm = 360, destroyed = false } },
  { "retreat.resolve", { troop = "heavy_cavalry", obstacles = { { kind = "river", from_mm = 100 } } }, {},
    "r.move_mm = 360", { distance_mm = 100, move_mm = 360 } },
  { "retreat.resolve", { troop = "heavy_cavalry", obstacles = { { kind = "friend", from_mm = 200, to_mm = 300 } } }, {},
    "r.distance_mm = 2 * r.distance_mm", { distance_mm = 360, friends_passed = 1, hits = 1 } },
  { "command.roll", { quality = "competent", units = 3 }, { 1 }, "r.roll = 6", { score = 6, allowed = "all",
    units_may_move = 3 } },
  { "command.roll", { quality = "competent", units = 3 }, { 6 }, 'r.allowed = "half"', { units_may_move = 2 } },
  { "rally.roll", { hits = 5, in_contact = true }, { 1 }, "r.removed = 2", { hits = 3 } },
  { "rally.roll", { hits = 5, in_contact = true }, { 1 }, "r.hits = 0", { removed = 5 } },
  { "movement.allowance", { troop = "close_order_infantry" }, {}, "r.total_mm = 100", { move_mm = 100 } },
  { "movement.allowance", { troop = "close_order_infantry" }, {}, 'r.band = "long"', { move_mm = 180, total_mm = 180 } },
  { "movement.allowance", { troop = "close_order_infantry", formation = "column", march = true }, {}, "r.move_mm = 90",
    { free_move_mm = 90, total_mm = 180 } },
  { "movement.turn", { troop = "heavy_cavalry", turn_deg = 90 }, {}, 'r.cost = "free"', { may_move = true,
    counts_as_moved = false } },
  { "formation.change", { troop = "close_order_infantry", from = "line", to = "column" }, {}, 'r.cost = "free"',
    { move_mm = 75 } },
  { "fire.artillery", GUNS, { 4, 4, 4, 1, 1 }, "r.hits = 1", { ["targets.1.hits"] = 1, ["targets.2.hits"] = 0 } },
  { "fire.artillery", GUNS, { 4, 4, 4, 1, 4 }, "r.targets[2].hits = 0", { hits = 2 } },
  { "charge.test", { troop = "close_order_infantry", grade = "average" }, { 1 }, "r.roll = 6", { may_charge = true } },
  { "charge.test", { troop = "close_order_infantry", grade = "average" }, { 4 }, "r.need = 5", { may_charge = false } },
  { "charge.reach", { troop = "heavy_cavalry", distance_mm = 200 }, {}, "r.move_mm = 240", { contact = true,
    margin_mm = 40 } },
  { "charge.after_fire", { new_hits = 1 }, {}, "r.destroyed = true", { outcome = "destroyed" } },
  { "cover.save", { hits = 3, grounds = { "cover" } }, { 1, 1, 1 }, "r.saved = 2", { hits = 1 } },
  { "cover.save", { hits = 3, grounds = { "cover" } }, { 1, 1, 1 }, "r.hits = 2", { saved = 1 } },
  { "fieldworks.breach", { artillery_hits = 1 }, { 5 }, "r.roll = r.roll + 1", { breached = true } },
  { "general.risk", { hits = 3 }, { 6 }, "r.roll = 1", { casualty = false } },
  { "colours.capture", { troop = "heavy_cavalry", event = "destroyed" }, { 1 }, "r.captured = true",
    { victor_points = 1 } },
  { "initiative.roll", {}, { 1, 5 }, "r.roll_a = 6", { total_a = 6, first = "a" } },
  { "solo.stance", {}, { 1 }, "r.roll = 6", { score = 6, stance = "aggressive" } },
  { "solo.counterattack", { stance = "cautious", succeeded = true }, { 1 }, "r.roll = 6", { counterattacks = true } },
  { "melee.resolve", MELEE, fought(1, 0), "r.charged.taken = 0", { ["charger.inflicted"] = 0, ["charged.hits"] = 5,
    ["charged.staggered"] = false, tie = true, winner = "charger" } },
  { "melee.resolve", MELEE, fought(1, 2), "r.charged.inflicted = 0", { ["charger.taken"] = 0, ["charger.hits"] = 0,
    winner = "charger", retreats = "charged" } },
  { "melee.resolve", MELEE, fought(1, 2), 'r.winner = "charger"', { retreats = "charged" } },
  { "melee.resolve", MELEE, fought(1, 2), 'r.retreats = "charged"', { winner = "charger" } },
}

local function at(result, path)
  for key in path:gmatch "[^.]+" do result = result[math.tointeger(tonumber(key)) or key] end
  return result
end

describe("of a result that a house rule changes", function()
  for _, case in ipairs(CASES) do
    local procedure, args, thrown, code, wanted = table.unpack(case)
    it(("the rest follows: %s, %s"):format(procedure, code), function()
      local source = dice.new()
      source:list(thrown)
      local result, fault = question.ask(changed(procedure, code), procedure, args, source)
      assert(result, fault and fault.message)
      for path, value in pairs(wanted) do assert.equal(value, at(result, path), path) end
    end)
  end

  it("nothing follows where it is left as it was", function()
    local source = dice.new()
    source:list(fought(1, 2))
    local result = assert(question.ask(changed("melee.resolve", "r = r"), "melee.resolve", MELEE, source))
    local plain = dice.new()
    plain:list(fought(1, 2))
    assert.same(assert(question.ask(assert(Rules.load(loader, "horse_and_musket")), "melee.resolve", MELEE, plain)), result)
  end)

  it("fields that it changes together stay as it says", function()
    local source = dice.new()
    source:list { 4 }
    local rules = changed("charge.test", "r.roll = 1; r.may_charge = false")
    assert.is_false(question.ask(rules, "charge.test", FOOT, source).may_charge)
    source:list(fought(1, 2))
    local result = question.ask(changed("melee.resolve", 'r.charger.taken = 0; r.tie = true; r.winner = "charger"; '
      .. 'r.retreats = "none"'), "melee.resolve", MELEE, source)
    assert.equal("none", result.retreats)
  end)
end)
