--- Armies as laid out, the morale of groups and armies, the fall of a commander in chief, and who has won.
local T <const> = require "bugles_table"

local function kill(game, ids)
  T.act(game, function(play)
    for _, id in ipairs(ids) do play:carry_out("stand_destroyed", { unit = id }) end
  end)
end

local function fall(game, leader)
  T.act(game, function(play) play:carry_out("leader_lost", { leader = leader }) end)
end

--- Side a has so many stands apart in group ga, and groups gx and gy of one stand each.
local function army(count, more)
  local a = { T.foot("x1", 100, 700, { group = "gx" }), T.foot("y1", 1700, 700, { group = "gy" }) }
  for i = 1, count do a[#a + 1] = T.foot("a" .. i, 200 + 150 * i, 300) end
  local spec = { a = a, b = { T.foot("b1", 600, 1100) } }
  for key, value in pairs(more or {}) do spec[key] = value end
  return T.to(T.game(spec), "a", "fire")
end

local function group(game, id) return game.state.root.formations[id] end

describe("an army list", function()
  local function faults(more)
    local spec = { a = { T.foot("a1", 600, 300) }, b = { T.foot("b1", 600, 1100) } }
    for key, value in pairs(more) do spec[key] = value end
    return table.concat(T.faults(spec), "\n")
  end

  it("has every stand in a group and every group in a division", function()
    T.says(faults { more_a = 'unit "z1" { at = { 900, 300 } },' }, "belongs to no command group")
    T.says(faults { more_a = [[leader "lz" {}, formation "gz" { commander = "lz", unit "z1" { at = { 900, 300 } } },]] },
      "belongs to no divisional group")
  end)

  it("has leaders of the right rank, one formation each, and one commander in chief", function()
    T.says(faults { more_a = [[formation "dz" { level = "division", commander = "la" },]] }, "has the rank group, not division")
    T.says(faults { more_a = [[formation "dz" { level = "division", commander = "sa" },]] }, "commands da already")
    T.says(faults { more_a = [[leader "z" { rank = "cinc" },]] }, "a commander in chief already")
  end)

  it("says no traits that a stand cannot have", function()
    for message, given in pairs {
      ["rabble: is for class d"] = { rabble = true }, ["not for irregulars"] = { kind = "irregular", class = "a" },
      ["militia: is for crews"] = { militia = true }, ["skilled: is for troops"] = { skilled = true },
      ["is for foot of class a"] = { light_infantry = true }, ["gun: is required"] = { arm = "gun" },
      ["mg: is required"] = { arm = "machine_gun" }, ["figures: must be at most 6"] = { figures = 7 },
      ["is for a gun"] = { howitzer = true }, ["is for mounted troops"] = { can_dismount = "dragoon" },
      ["is for regular light guns"] = { arm = "gun", gun = "heavy", horse_artillery = true },
    } do
      T.says(faults { a = { T.foot("a1", 600, 300, given) } }, (message:gsub("^%l+: ", "")))
    end
  end)

  it("says what draws a cart, by which it moves", function()
    local game = T.game { a = { T.foot("a1", 600, 300), T.cart("a2", 665, 300, { team = "oxen" }) }, b = { T.foot("b1", 600, 1100) } }
    assert.equal("oxen", T.unit(game, "a2").team)
    assert.is_nil(T.unit(game, "a1").team)
  end)

  it("costs no more than is allowed", function()
    -- Regular foot of class b 75, its leader 100: 175 points.
    assert.equal("", faults { settings = "limit_points = 175," })
    T.says(faults { settings = "limit_points = 174," }, "costs 175 points, 174 are allowed")
    T.says(faults { settings = "limit_points = 900,", a = { T.maxim("a1", 600, 300) } }, "agreed_points")
  end)
end)

describe("the morale of a group", function()
  after_each(T.finished)

  it("fails when more than half of its stands are gone or halted", function()
    local game = army(4)
    kill(game, { "a1", "a2" })
    T.to(game, "b", "fire")
    assert.is_nil(group(game, "ga").morale_failed)
    kill(game, { "a3" })
    T.to(game, "a", "fire")
    assert.is_true(group(game, "ga").morale_failed)
    T.says(T.story(game), "3 of 4 stands gone or halted")
  end)

  it("has it flee when all that are left are halted", function()
    local game = army(2, { set = { ["units.a1.halted"] = true, ["units.a2.halted"] = true } })
    T.to(game, "b", "fire")
    assert.equal("gone", T.unit(game, "a1").status)
    assert.equal("gone", T.leader(game, "la").status)
    assert.is_nil(group(game, "ga").leaderless)
  end)
end)

describe("the morale of an army", function()
  after_each(T.finished)

  it("fails when more than half of its groups are halted or gone: those flee, the others halt, the battle ends", function()
    local game = army(1, { dice = { ["leader.replacement"] = { 5 } } })
    fall(game, "lx")
    T.to(T.to(game, "b", "fire"), "a", "fire")
    assert.is_nil(T.side(game, "a").failed)
    kill(game, { "a1" })
    T.until_path(game, "player_turn.nomination")
    assert.is_true(T.side(game, "a").failed)
    assert.equal("gone", T.unit(game, "x1").status)
    assert.is_true(group(game, "gy").halted)
    assert.equal("over", T.until_path(game, "never").kind)
    assert.equal("b", game.state.root.result.winner)
  end)
end)

describe("victory", function()
  after_each(T.finished)

  --- How a battle of a turn ends, three stands against three, of which these are gone.
  local function ended(gone, spec)
    spec.a = { T.foot("a1", 300, 300), T.foot("a2", 600, 300), T.foot("a3", 900, 300) }
    spec.b = { T.foot("b1", 300, 1100), T.foot("b2", 600, 1100), T.foot("b3", 900, 1100) }
    spec.last_turn = 1
    local game = T.game(spec)
    for _, id in ipairs(gone) do T.amend(game, { ["units." .. id .. ".status"] = "gone" }) end
    T.until_path(game, "over")
    return { game.state.root.result.winner, game.state.root.result.why }
  end

  it("goes by the losses that each side can bear", function()
    local own = { more_a = "break_percent = 33," }
    assert.same({ "b", "the enemy's army is broken" }, ended({ "a1" }, own))
    assert.same({ "a", "points 1 to 0" }, ended({ "b1" }, own))
    assert.same({ "a", "the enemy's army is broken" }, ended({ "b1" }, { settings = "break_percent = 33," }))
    assert.same({ "draw", "points 1 to 1" }, ended({ "a1", "b1" }, {
      settings = "break_percent = 33,", more_a = "break_percent = 50,", more_b = "break_percent = 50,",
    }))
  end)

  it("goes by what a stand of each side counts, in the end", function()
    assert.same({ "draw", "points 2 to 2" }, ended({ "a1", "b1" }, { settings = "stand_points = 2," }))
    assert.same({ "b", "points 1 to 4" }, ended({ "a1", "b1" }, { more_a = "stand_points = 4," }))
  end)
end)

describe("the morale of an army of few groups", function()
  after_each(T.finished)

  --- The only group of side a loses its leader in b's turn; a die for the next officer is thrown as its own begins.
  local function leaderless(die, variants)
    local game = T.to(T.game {
      a = { T.foot("a1", 600, 300), T.foot("a2", 700, 300) }, b = { T.foot("b1", 600, 1100) }, variants = variants,
      dice = { ["leader.replacement"] = { die } },
    }, "b", "fire")
    fall(game, "la")
    return game
  end

  it("fails for the fall of a leader only once nobody takes over, where that is played (R205)", function()
    local game = T.to(leaderless(6, { "leaderless_count_later" }), "a", "fire")
    assert.is_nil(group(game, "ga").leaderless)
    game = T.to(leaderless(5, { "leaderless_count_later" }), "a", "fire")
    assert.is_nil(T.side(game, "a").failed)
    assert.equal("over", T.until_path(game, "never").kind)
    assert.is_true(T.side(game, "a").failed)
  end)

  it("fails at once otherwise (R190)", function()
    local game = leaderless()
    assert.equal("over", T.until_path(game, "player_turn.nomination").kind)
    assert.is_true(T.side(game, "a").failed)
  end)
end)

describe("the fall of a commander in chief", function()
  after_each(T.finished)

  local function bands(dice, more)
    local spec = {
      a = {
        T.band("a1", 300, 300, { class = "d" }), T.band("a2", 600, 300), T.band("a3", 900, 300, { fanatic = true }),
        T.foot("x1", 100, 700, { group = "gx" }),
      },
      b = { T.foot("b1", 600, 1100) }, dice = dice,
    }
    for key, value in pairs(more or {}) do spec[key] = value end
    return T.to(T.game(spec), "a", "fire")
  end

  it("has class d of a native army flee, and all but fanatics on a 3", function()
    local game = bands { ["morale.cinc_loss"] = { 3 } }
    fall(game, "ca")
    assert.equal("gone", T.unit(game, "a1").status)
    assert.equal("gone", T.unit(game, "a2").status)
    assert.equal("gone", T.unit(game, "x1").status)
    assert.equal("ready", T.unit(game, "a3").status)
    assert.is_true(T.side(game, "a").fanatics_bound)
  end)

  it("has class d flee alone on a 4, and costs 4 on the End of Turn Dice from then on", function()
    local game = bands({ ["morale.cinc_loss"] = { 4 }, ["command.end_of_turn"] = { 5 } })
    fall(game, "ca")
    assert.equal("ready", T.unit(game, "a2").status)
    T.to(T.to(game, "b", "fire"), "a", "movement")
    T.give(game, "a", "end_group")
    assert.equal("player_turn.fire", game:waiting().path)
  end)

  it("has only groups that are not regular test in a regular army", function()
    local game = bands({ ["morale.cinc_loss"] = { 1 } }, { leaders = {}, a = {
      T.foot("x1", 100, 700, { group = "gx" }), T.band("a2", 600, 300), T.band("a1", 900, 300, { class = "d" }),
    } })
    fall(game, "ca")
    assert.equal("gone", T.unit(game, "a2").status)
    assert.equal("ready", T.unit(game, "x1").status)
  end)
end)

describe("leaders", function()
  after_each(T.finished)

  it("of a division ride what they throw, toward a stand as far as they come", function()
    local game = T.moving({ T.foot("a1", 600, 300) }, { dice = { ["movement.roll"] = { 1, 2, 3 } } })
    T.give(game, "a", "place_leader", { commander = "sa", to = T.point(80, 300) })
    assert.same({ 80, 40 + 220, 0 }, T.at(game, "sa")) -- 1 + 2 × 2 + 2 × 3 = 11 pips
    T.refused(game, "place_leader", { commander = "sa", to = T.point(80, 300) }, "R34", "as far as was thrown")
  end)

  it("of a group go as far as was thrown for it", function()
    local game = T.moving { T.foot("a1", 600, 300), T.foot("a2", 900, 300) }
    T.refused(game, "place_leader", { commander = "la", unit = "a2" }, "R34")
    T.set(game, group(game, "ga"), "thrown", { turn = 1, regular_foot = 320 })
    T.give(game, "a", "place_leader", { commander = "la", unit = "a2" })
    assert.equal("a2", T.leader(game, "la").with)
  end)

  it("take over groups of theirs, one at a time, and their leaders have them again", function()
    local game = T.moving { T.foot("a1", 600, 300), T.foot("x1", 900, 300, { group = "gx" }) }
    T.refused(game, "take_command", { commander = "lx", group = "ga" }, "Command Groups, R19", "no superior")
    T.give(game, "a", "take_command", { commander = "ca", group = "ga" })
    T.refused(game, "take_command", { commander = "ca", group = "gx" }, "R32", "in person")
    T.give(game, "a", "take_command", { commander = "la", group = "ga" })
    assert.is_nil(group(game, "ga").commanded_by)
  end)

  it("of a higher rank are offered a group whose leader has fallen, and end its halt (R49)", function()
    local game = T.to(T.game {
      a = { T.foot("a1", 600, 300), T.foot("x1", 900, 300, { group = "gx" }) }, b = { T.foot("b1", 600, 1100) },
      dice = { ["leader.replacement"] = { 5 } },
    }, "b", "fire")
    fall(game, "la")
    T.to(game, "a", "movement", "gx")
    local list = T.all_legal(game, "a", "take_command")
    assert.same({ "ca", "ga", "sa", "ga", 2 }, {
      list[1].commander, list[1].group, list[2].commander, list[2].group, #list,
    })
    T.give(game, "a", "take_command", { commander = "sa", group = "ga" })
    assert.same({}, T.legal(game, "a", "take_command"))
    T.says(T.story(game), "takes command of Group GA")
    T.to(T.to(game, "b", "movement"), "a", "movement") -- nobody throws for another leader
    assert.equal("sa", group(game, "ga").commanded_by)
    fall(game, "sa")
    assert.is_true(group(game, "ga").leaderless)
    assert.is_nil(group(game, "ga").commanded_by)
  end)

  it("cost 4 on the End of Turn Dice while the commander in chief leads a group", function()
    local game = T.moving({ T.foot("a1", 600, 300), T.foot("x1", 900, 300, { group = "gx" }) },
      { dice = { ["command.end_of_turn"] = { 5 } } })
    T.give(game, "a", "take_command", { commander = "ca", group = "gx" })
    T.give(game, "a", "end_group")
    assert.equal("player_turn.fire", game:waiting().path)
  end)
end)

describe("hidden stands", function()
  after_each(T.finished)

  it("are in nothing that the other side sees", function()
    local game = T.to(T.game { a = { T.foot("a1", 600, 300) }, b = { T.foot("b1", 600, 1100), T.sniper("b2", 600, 700) } },
      "a", "fire")
    local view = game:view "a"
    assert.is_nil(view.state.units.b2)
    assert.is_table(game:view("b").state.units.b2)
    for id in view:units "b" do assert.not_equal("b2", id) end
  end)

  it("are placed before the battle in ground that hides them, in their own half", function()
    local wood = T.area("wood", "dense_woods", 300, 800, 700, 1100)
    local game = T.game { a = { T.foot("a1", 600, 300) }, b = { T.band("b1"), T.band("b2") }, ground = wood }
    assert.equal("setup.place", game:waiting().path)
    local function at(id, x, y, hidden) return { unit = id, at = T.point(x, y), hidden = hidden } end
    assert.equal("R204", T.refusal(game, "b", "place", at("b1", 500, 500)).cite)
    assert.equal("hidden", T.refusal(game, "b", "place", at("b1", 900, 900, true)).arg)
    T.give(game, "b", "place", at("b1", 500, 900, true))
    assert.is_true(#T.legal(game, "b", "place") > 0)
    T.until_path(game, "player_turn.nomination")
    assert.is_nil(game:view("a").state.units.b1)
    assert.equal(1, game.state.root.formations.gb.original) -- b2 was not placed
  end)
end)
