--- The data of a battle's page: what its events change adds up to what the battle came to, its throws have their places
--- among their odds, and nothing of it is told twice.
package.loaded.host = package.loaded.host or { getenv = function() end, width = function() return 80 end }
local arcs <const> = require "board.arcs"
local Data <const> = require "page.data"
local json <const> = require "kernel.json"
local loader <const> = require "disk_loader"
local Replay <const> = require "limber.record.replay"
local tree <const> = require "limber.common.tree"
local verify <const> = require "limber.record.verify"

--- How far the fire of some units bears when these battles begin, in mm and degrees.
local BEARS <const> = {
  ["fusilier/lesson"] = {
    line_1 = { { reach = 200.0, arc = 45.0 } }, jaegers = { { reach = 400.0, arc = 45.0 } },
    french_battery = { { reach = 900.0, arc = 45.0 }, { reach = 625.0, arc = 45.0 } },
  },
  ["horse_and_musket/windmill_hill"] = {
    a1 = { { reach = 120.0, arc = 45.0 }, { reach = 75.0, arc = 45.0 } }, a5 = {},
    b5 = { { reach = 120.0 }, { reach = 75.0 } }, -- in the village, it fires all round
  },
  ["bugles/lesson"] = { gun = { { reach = 600.0, arc = 22.5 } }, b7 = { { reach = 100.0, arc = 22.5 } }, b8 = {} },
  ["nff/lesson"] = { a2 = { { reach = 101.6, arc = 45.0 } }, a3 = { { reach = 457.2, arc = 30.0 } } },
}

--- A battle as data, and its game at the end.
local function whole(name)
  local recording = assert(Replay.read(assert(loader.read(("scenarios/%s.replay"):format(name)))))
  local data, head, game, lines
  local bears <const> = {}
  local report = assert(verify.verify(recording, loader, {
    begin = function(begun)
      game, data, lines = begun, Data.new(begun, { luck = true }), {}
      head = data:head { title = name }
      local seat = { game = game, viewer = function() return "a" end }
      for id in next, BEARS[name] or {} do bears[id] = arcs.of(seat, id) end
    end,
    each = function(line) lines[#lines + 1] = data:line(line) end,
  }))
  assert.is_true(report.ok)
  return { bears = bears, data = data, head = head, lines = lines, game = game, ending = data:ending(), odds = data:new_odds() }
end

--- Where everybody is when all that lines tell was made.
local function made(battle)
  local pieces = {}
  local function put(list)
    for _, piece in ipairs(list or {}) do pieces[piece.id] = piece end
  end
  put(battle.head.start)
  for _, line in ipairs(battle.lines) do
    put(line.set)
    for _, event in ipairs(line.events or {}) do put(event.set) end
  end
  return pieces
end

--- What the story lines of that key draw, where a battle has any: a charge that is not made is none.
local DRAWN <const> = {
  ["horse_and_musket/windmill_hill"] = { charge_fails = "broken", charge_home = "charge" },
  ["bugles/lesson"] = { charge_short = "broken", charge_home = "charge" },
}

for _, name in ipairs { "fusilier/lesson", "horse_and_musket/windmill_hill", "bugles/lesson", "nff/lesson" } do
  describe("the page of " .. name, function()
    local battle <const> = whole(name)

    it("comes to where the battle came to", function()
      local there = Data.new(battle.game):head().start
      local pieces = made(battle)
      assert.is_true(#there > 0)
      for _, piece in ipairs(there) do assert.same(piece, pieces[piece.id]) end
    end)

    it("tells a piece only where it looks otherwise", function()
      local last, told = {}, 0
      for _, piece in ipairs(battle.head.start) do last[piece.id] = piece end
      for _, line in ipairs(battle.lines) do
        local function look(list)
          for _, piece in ipairs(list or {}) do
            assert.is_false(tree.equal(last[piece.id], piece))
            last[piece.id], told = piece, told + 1
          end
        end
        look(line.set)
        for _, event in ipairs(line.events or {}) do look(event.set) end
      end
      assert.is_true(told > 0)
    end)

    it("has every throw, with chances that add up and its own among them", function()
      local thrown, placed, rolls = 0, 0, 0
      for i, line in ipairs(battle.lines) do
        for _, call in ipairs(battle.game.journal.lines[i].calls) do thrown = thrown + (#call.rolls > 0 and 1 or 0) end
        for _, throw in ipairs(line.throws or {}) do
          thrown, rolls = thrown - 1, rolls + #throw.dice
          local odds = throw.odds and battle.odds[throw.odds]
          if odds then
            placed = placed + 1
            assert.is_truthy(odds.bins[throw.place], throw.procedure)
          end
          assert.is_truthy(throw.cite)
        end
      end
      assert.equal(0, thrown)
      assert.is_true(placed > 0 and rolls >= placed)
      for _, odds in ipairs(battle.odds) do
        local sum = 0
        for _, bin in ipairs(odds.bins) do sum = sum + bin[2] end
        assert.is_true(math.abs(sum - 1) < 1e-3, odds.by)
      end
    end)

    it("knows how far the fire of each kind of unit bears", function()
      assert.same(BEARS[name], battle.bears)
    end)

    it("names throws of a line that are there, and arrows between units that are", function()
      for _, line in ipairs(battle.lines) do
        for _, event in ipairs(line.events or {}) do
          for _, nth in ipairs(event.throws or {}) do assert.is_truthy(line.throws[nth]) end
          for _, ids in ipairs { event.link and event.link.from or {}, event.link and event.link.to or {} } do
            for _, id in ipairs(ids) do assert.is_truthy(battle.game.state.root.units[id]) end
          end
        end
      end
    end)

    it("draws a charge that is not made otherwise than one that goes home", function()
      local drawn = {}
      for _, line in ipairs(battle.lines) do
        for _, event in ipairs(line.events or {}) do
          if (DRAWN[name] or {})[event.say] then drawn[event.say] = event.link.kind end
        end
      end
      assert.same(DRAWN[name] or {}, drawn)
    end)

    it("ends with the result, the losses and the luck, and is JSON", function()
      local winner = battle.game.state.root.result.winner
      assert.equal(winner ~= "draw" and winner or nil, battle.ending.winner)
      local last
      for _, line in ipairs(battle.lines) do last = line.losses or last end
      for side, rows in next, battle.ending.losses do
        for i, row in ipairs(rows) do assert.equal(row.lost, last[side][i]) end
      end
      assert.is_true(battle.ending.luck.throws > 0)
      assert.is_truthy(json.encode { battle.head, battle.lines, battle.ending, battle.odds })
    end)
  end)
end

describe("what a page may not tell", function()
  local HIDDEN <const> = { b8 = true, young_induna = true }

  --- The page of a battle whose events may not be told and two of whose pieces hide from a line on, 0 for the first.
  --- What it says of the two, and how many events and throws it tells.
  local function page_of(from)
    local recording = assert(Replay.read(assert(loader.read "scenarios/bugles/lesson.replay")))
    local data
    local lines, said, told, thrown = 0, {}, 0, 0
    local function look(list)
      for _, piece in ipairs(list or {}) do
        if HIDDEN[piece.id] then said[#said + 1] = piece end
      end
    end
    assert(verify.verify(recording, loader, {
      begin = function(game)
        data = Data.new(game, {
          open = function() return false end, seen = function(id) return lines < from or not HIDDEN[id] end,
        })
        local head = data:head()
        for _, list in ipairs { head.units, head.leaders, head.start } do look(list) end
        lines = 1
      end,
      each = function(line)
        local one = data:line(line)
        look(one.set)
        for _, list in next, one.who or {} do look(list) end
        lines, told, thrown = lines + 1, told + #(one.events or {}), thrown + #(one.throws or {})
      end,
    }))
    return said, told, thrown
  end

  it("is left out: events, throws, pieces", function()
    assert.same({ {}, 0, 0 }, { page_of(0) })
  end)

  it("is no more of a piece that went out of sight than that it was seen", function()
    local last = {}
    for _, piece in ipairs((page_of(1))) do last[piece.id] = piece end
    for id in next, HIDDEN do assert.same({ id = id, unseen = true }, last[id]) end
  end)

  it("follows orders on their way to their end", function()
    local battle = whole "fusilier/lesson"
    local sent, ended = {}, 0
    for _, line in ipairs(battle.lines) do
      for _, order in ipairs(line.orders or {}) do
        if order.ended then
          assert.is_truthy(sent[order.n])
          ended = ended + 1
        else
          assert.is_true(order.issued <= order.arrives and order.arrives <= order.active)
          sent[order.n] = order
        end
      end
    end
    assert.is_true(ended > 0)
  end)
end)
