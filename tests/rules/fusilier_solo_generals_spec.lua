--- Fusilier's solo commander and his generals: where they are not needed they do not stay; and reserves, which wait.
local Mind <const> = require "limber.solo.mind"
local Solo <const> = require "limber.solo.commander"
local solo_battles <const> = require "solo_battles"
local table_of <const> = require "fusilier_table"

local rules <const> = solo_battles.rules "fusilier"
local policy <const> = rules.published.game.solo
local BOTH <const> = { "a", "b" }

after_each(table_of.finished)

--- Why the general of side a leaves battalion a1, which attacks b1, who has lost so many points; nil: he stays.
local function leaves(points)
  local game = table_of.battle {
    a = table_of.foot("a1", 1500, 1000, "north") .. table_of.FAR_A,
    b = table_of.foot("b1", 1500, 1250, "south") .. table_of.FAR_B,
  }
  table_of.amend(game, { ["leaders.gfa.with"] = "a1", ["units.b1.damage_points"] = points })
  table_of.to(game, "turn.declare")
  table_of.give(game, "a", "declare_attack", { unit = "a1", target = "b1" })
  table_of.to(game, "turn.movement")
  local mind = Mind.new(game, "a", game:view "a", game:waiting(), Mind.memory())
  local want, why = policy.commands.move_general(mind, { general = "gfa", to = { x = 1500000, y = 900000 } })
  return want and why or nil
end

describe("a general of Fusilier's solo commander", function()
  it("leaves a unit in a fight that he would not tip", function()
    assert.is_nil(leaves(0))
    assert.equal("more than 99% to win: he would not tip that", leaves(9))
  end)

  it("joins a unit in a fight that he may tip, whatever his rank, and says what it may cost", function()
    for _, rank in ipairs { "brigade", "division" } do
      local game = table_of.battle {
        a = table_of.foot("a1", 1500, 1000, "north") .. table_of.FAR_A,
        b = table_of.foot("b1", 1500, 1250, "south") .. table_of.FAR_B,
      }
      table_of.amend(game, { ["leaders.gfa.rank"] = rank })
      table_of.to(game, "turn.declare")
      table_of.give(game, "a", "declare_attack", { unit = "a1", target = "b1" })
      table_of.to(game, "turn.movement")
      local line
      repeat line = assert(Solo.new(game, "a"):act()) until line.command["do"] ~= "move"
      assert.same({ "attach_general", "gfa", "a1" }, { line.command["do"], line.command.general, line.command.unit })
      assert.equal("44% to win without him, and 10% that he falls", line.solo.why)
    end
  end)
end)

--- The verbs of the orders that formations in reserve have at the start, when so much of a side may be one.
local function of_reserves(most)
  local keeps <const> = solo_battles.rules "fusilier"
  assert(keeps:set_cell("solo_weights.plan_reserve_most.value", most))
  local verbs <const> = {}
  for _, name in ipairs { "maida", "strongpoint" } do
    local game <const>, orders <const> = solo_battles.begun("scenarios/fusilier/" .. name .. ".lua", 2, keeps), {}
    Solo.fight(game, BOTH, { each = function(line)
      if line.command["do"] == "write_order" then orders[line.command.formation] = line.command.verb end
      return game.state.root.turn > 0
    end })
    for _, side in ipairs(BOTH) do
      for _, task in ipairs(game:plan(side).tasks) do
        if task.task == "reserve" then verbs[#verbs + 1] = orders[task.of] end
      end
    end
  end
  return verbs
end

describe("a reserve of Fusilier's solo commander", function()
  it("is not ordered to attack, and a small side keeps none", function()
    local verbs <const> = of_reserves(60)
    assert.is_true(#verbs > 0)
    for _, verb in ipairs(verbs) do assert.equal("hold", verb) end
    assert.same({}, of_reserves(12))
  end)
end)

--- The formations whose own general has them set off sooner in the first bound of a battle.
local function set_off_sooner(name, seed)
  local game <const>, found <const> = solo_battles.begun("scenarios/fusilier/" .. name .. ".lua", seed, rules), {}
  Solo.fight(game, BOTH, { each = function(line)
    if line.command["do"] == "issue_order" then found[#found + 1] = line.command.formation end
    return game.state.root.turn > 1
  end })
  table.sort(found)
  return table.concat(found, " ")
end

describe("an order that a formation's own general gives sooner", function()
  it("has nobody attack without the others who are to attack", function()
    -- Duppelin, who has no general of his own, sets off after 17 minutes by the one seed, after 22 by the other.
    assert.same({ "gautier", "" }, { set_off_sooner("first_battle", 5), set_off_sooner("first_battle", 6) })
    assert.equal("acland kempt oswald", set_off_sooner("maida", 5))
  end)
end)
