--- Whatever somebody writes where a value belongs, a scenario is laid out or its faults are told: nothing else.
local disk <const> = require "disk_loader"
local Game <const> = require "limber.game.game"
local Rules <const> = require "limber.rules.stack"
local Scenario <const> = require "limber.scenario.scenario"
local script_check <const> = require "limber.scenario.script_check"

package.loaded.host = package.loaded.host or { getenv = function() end, isatty = function() return false end }
local Map <const> = require "show.map"
local roster <const> = require "show.roster"

local JUNK <const> = {
  "true", "nil", "{}", "{ 1 }", "{ {} }", "'x'", "-5", "1e9", "0", "3.7", "'C4'", "'toward a1'", "'toward'", "{ { 1, 2 }, { 3, 4 } }",
  "{ 0/0, 1 }", "1/0", "''", "function() end", "mm(3)", "'Z99'", "{ a = 1 }", "math.maxinteger", "-1e300",
}

describe("a scenario with junk in it", function()
  local text = assert(disk.read "rules-lua/fusilier/scenario_template.lua")
  local rules = assert(Rules.load(disk, "fusilier", {}, { game = require "limber.game.words" }))
  local places = {}
  for from, to in text:gmatch "()=%s*%b{}()" do places[#places + 1] = { from, to } end
  for from, to in text:gmatch "()=%s*[%w_.]+()" do places[#places + 1] = { from, to } end
  for from, to in text:gmatch '()=%s*"[^"]*"()' do places[#places + 1] = { from, to } end

  local function lay(changed)
    local scenario, fault = Scenario.read(changed, "junk.lua")
    if not scenario then return Scenario.fault_text(fault) end
    local start, faults, unfinished, missing = Scenario.build(scenario, rules)
    local told = {}
    for i, one in ipairs(faults or {}) do told[i] = Scenario.fault_text(one) end
    if not (start or unfinished) then return table.concat(told, "\n") end
    local game = Game.new { rules = rules, start = start or unfinished, seed = 1, keep = false }
    Map.lines(game.play, { rules = rules })
    roster.lines(game.play, { rules = rules })
    for _, one in ipairs(script_check.faults(scenario, rules, start or unfinished, missing)) do told[#told + 1] = one.message end
    return table.concat(told, "\n")
  end

  it("is refused in words", function()
    math.randomseed(7)
    local refused = 0
    for _ = 1, 200 do
      local place, junk = places[math.random(#places)], JUNK[math.random(#JUNK)]
      local changed = ("%s= %s %s"):format(text:sub(1, place[1] - 1), junk, text:sub(place[2]))
      local done, told = pcall(lay, changed)
      assert.is_true(done, ("%s where it says %s: %s"):format(junk, text:sub(place[1], place[2]),
        type(told) == "table" and told.message or tostring(told)))
      if told ~= "" then refused = refused + 1 end
      assert.is_nil(told:find("stack traceback", 1, true))
    end
    assert.is_true(refused > 100)
  end)
end)
