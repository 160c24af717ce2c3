--- Fusilier's solo commander works out a combat of one against two, or two against one, by questions of one against
--- one: each such chance of a battle is held to that of the whole question.
local Mind <const> = require "limber.solo.mind"
local Solo <const> = require "limber.solo.commander"
local solo_battles <const> = require "solo_battles"

local BOTH <const>, BEST <const> = { "a", "b" }, 9

--- Plain units that have so much on their dice, as a text lists it.
local function plain(text)
  local units <const> = {}
  for has in text:gmatch "%S+" do
    has = math.tointeger(tonumber(has))
    units[#units + 1] = { quality = BEST, frontage_mm = 100, damage_points = math.max(0, BEST - has) }
    if has > BEST then return nil end
  end
  return units
end

--- Fights a battle; gives how many chances of each kind were compared.
local function compared(name, seed)
  local game <const> = solo_battles.begun(("scenarios/fusilier/%s.lua"):format(name), seed)
  local methods <const> = getmetatable(Mind.new(game, "a", game:view "a", game:waiting(), Mind.memory())).__index
  local known <const>, counted, seen <const> = methods.known, { two = 0, alone = 0 }, {}
  function methods.known(mind, key, fn)
    local p <const> = known(mind, key, fn)
    local ours <const>, theirs <const> = key:match "^infantry ([%d%- ]+) v ([%d%- ]+)$"
    local a <const>, b <const> = plain(ours or "99"), plain(theirs or "99")
    if a and b and not seen[key] then
      local whole <const> = mind:chance("combat.infantry", { a = a, b = b }, "winner", "a")
      assert(math.abs(p - whole) < 1e-12, ("%s: %.6f, not %.6f"):format(key, p, whole))
      local kind <const> = #a > 1 and "two" or "alone"
      seen[key], counted[kind] = true, counted[kind] + 1
    end
    return p
  end
  local done <const>, fault <const> = pcall(Solo.fight, game, BOTH)
  methods.known = known
  assert(done, fault)
  return counted
end

describe("Fusilier's solo commander", function()
  it("reckons exactly with one against two, and with two against one", function()
    local two, alone = 0, 0
    for seed = 1, 3 do
      for _, name in ipairs { "first_battle", "maida" } do
        local counted = compared(name, seed)
        two, alone = two + counted.two, alone + counted.alone
      end
    end
    assert.truthy(two > 10, two .. " of two against one")
    assert.truthy(alone > 10, alone .. " of one against two")
  end)
end)
