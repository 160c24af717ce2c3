-- Cases beside the catalogue's own vectors: which argument is named where several readings lie near, and numbers that
-- no battle has.
local json <const> = require "kernel.json"
local loader <const> = require "disk_loader"
local protocol <const> = require "limber.ask.protocol"
local ruleset <const> = require "limber.rules.ruleset"

local published <const> = assert(ruleset.load(loader, "fusilier"))

local function ask(call, args)
  return protocol.answer(protocol.referee(published, {}, 1), { call = call, args = assert(json.decode(args)) })
end

local function named(call, args)
  local answer = ask(call, args)
  return answer.error and answer.error.arg or "answered"
end

describe("a leg of a path", function()
  local function fault(leg) return named("move.path", ('{"troop":"cavalry","legs":[{"evolution_min":1},%s]}'):format(leg)) end

  it("with no known key is the fault of the legs", function()
    for _, leg in ipairs { "{}", '{"obstacle_height_m":3}', '{"speed":3}', "[]", "7" } do
      assert.equal("legs", fault(leg))
    end
  end)

  it("with a known key is the fault of the key", function()
    assert.equal("legs.2.speed", fault '{"length_mm":3,"speed":1}')
    assert.equal("legs.2.terrain", fault '{"length_mm":3}')
    assert.equal("legs.2.evolution_min", fault '{"obstacle_height_mm":3,"evolution_min":1}')
  end)
end)

describe("a number that no battle has", function()
  it("is refused, or answered rightly", function()
    assert.equal("width_mm", named("building.value", '{"material":"stone","width_mm":9223372036854775807,"length_mm":1}'))
    assert.equal("length_mm", named("building.value", '{"material":"stone","width_mm":4000000000,"length_mm":4000000000}'))
    assert.equal("length_mm", named("artillery.fire_building", [[{"material":"wood","width_mm":4000000000,
      "length_mm":4000000000,"calibre_pdr":12,"guns":8,"range_mm":400}]]))
    assert.equal("distance_mm", named("order.transmission", '{"distance_mm":9223372036854775807}'))
    assert.equal(1000000000000000, ask("building.value", [[{"material":"stone","width_mm":1000000000,
      "length_mm":1000000000}]]).result.value)
    assert.equal("a_units", named("combat.pair", '{"a_units":1000000000,"b_units":1}'))
  end)
end)
