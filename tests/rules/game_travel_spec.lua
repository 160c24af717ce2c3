-- Time travel at random: whatever is undone, branched, corrected and played through again, every line leads to the
-- state it led to when it was done, and the journal verifies.
local digest <const> = require "kernel.digest"
local Replay <const> = require "limber.record.replay"
local toys <const> = require "rules.toys"
local verify <const> = require "limber.record.verify"

local GAMES <const>, STEPS <const> = 25, 40

--- Whole numbers from 1 to n, the same in every run.
local function numbers(seed)
  local state = seed * 2654435761 % 4294967296
  return function(n)
    state = (state * 1664525 + 1013904223) % 4294967296
    return state // 65536 % n + 1
  end
end

--- Some proposal of whoever may act, ranges taken at one end.
local function any_command(game, random)
  local waiting, list = game:waiting(), {}
  for _, side in ipairs(waiting.sides) do
    for proposal in game:legal(side) do
      local cmd = { side = proposal.side, ["do"] = proposal["do"], choice = proposal.choice, unit = proposal.unit,
        target = proposal.target, forward = proposal.forward }
      if proposal.ranges then cmd.forward = proposal.ranges.forward[random(2)] end
      list[#list + 1] = cmd
    end
  end
  return list[1] and list[random(#list)]
end

local function some_fix(game, random)
  local line = game.journal.at
  local way = line and game.journal:since(1) or {}
  local thrown = {}
  for _, one in ipairs(way) do
    for c, call in ipairs(one.calls) do
      for r, roll in ipairs(call.rolls) do thrown[#thrown + 1] = { one.id, c, r, #roll.dice } end
    end
  end
  local throw = thrown[1] and thrown[random(#thrown)]
  if not throw then return end
  local faces = {}
  for i = 1, throw[4] do faces[i] = random(6) end
  game:fix(throw[1], { call = throw[2], roll = throw[3], dice = faces }, nil, random(2) == 1)
end

local function move_on(game, random)
  local what = random(20)
  if what <= 12 then
    local cmd = any_command(game, random)
    if cmd then game:command(cmd) end
  elseif what <= 14 then
    for _ = 1, random(4) do game:undo() end
  elseif what == 15 then
    game:redo()
  elseif what == 16 then
    game:go_to(random(#game.journal.lines))
  elseif what == 17 then
    some_fix(game, random)
  elseif what == 18 then
    game:rethrow()
  elseif what == 19 then
    game:tweak { option = "brave", value = random(2) == 1 }
  else
    local variants = random(2) == 1 and { "brave" } or {}
    game:rerun(toys.rules(nil, variants), { kind = "variant", variants = variants })
  end
end

describe("time travel", function()
  it("leads every line to its own state, and the journal verifies", function()
    local seen, branches = {}, 0
    for seed = 1, GAMES do
      local game, written = toys.game { seed = seed }
      local random, states = numbers(seed), {}
      assert(game:start())
      for _ = 1, STEPS do
        local before = #game.journal.lines
        move_on(game, random)
        local at = game.journal.at
        if at.id > before then states[at.id] = digest.of(game.state.root) end
      end
      for id, state in pairs(states) do
        game:go_to(id)
        assert.equal(state, digest.of(game.state.root), ("game %d, line %d"):format(seed, id))
      end
      local report, fault = verify.verify(assert(Replay.read(table.concat(written))), toys.loader())
      assert(report, fault and fault.message)
      assert(report.ok, not report.ok and ("game %d: line %d, %s"):format(seed, report.first_divergence.line,
        tostring(report.first_divergence.message or report.first_divergence.what)))
      for _, line in ipairs(game.journal.lines) do seen[line.kind] = (seen[line.kind] or 0) + 1 end
      branches = branches + #game:branches()
    end
    for _, kind in ipairs { "start", "command", "fix", "tweak", "variant" } do assert.truthy((seen[kind] or 0) > 10, kind) end
    assert.truthy(branches > 2 * GAMES)
  end)

  it("lets no view remember whom it asked first", function()
    local game = toys.game()
    local function asked()
      local list = {}
      game:view("a"):any_unit(nil, "is 7", function(_, id)
        list[#list + 1] = id
        return id == "7"
      end)
      return table.concat(list, " ")
    end
    assert(game:start())
    local first = asked()
    assert(game:command(toys.CHARGE))
    assert.equal("7", asked())
    assert(game:undo())
    assert.equal(first, asked())
    assert.is_true(#first > 1)
  end)
end)
