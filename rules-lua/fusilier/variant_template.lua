-- A house rule for Fusilier: it says only what differs from the published rules. Change what you like, and
-- delete what you do not need. Examples stand between --[[ and --]]: take both lines out to use one.
--   limber check FILE                            finds its faults, and shows which answers and battles it changes
--   limber run SCENARIO --variant FILE           plays with it; also limber simulate, and :variant +FILE at the prompt
--   limber rules fusilier variant               explains each part of this file
variant "my_rule" {
  of = "fusilier",
  doc = "Say in a line what it changes.", cite = "house",

  -- A number of a table, by its row and column; `limber rules fusilier` lists the tables. With a star
  -- a function changes every number of a column: ["TABLE.*.COLUMN"] = function(old) return old * 5 // 4 end
  cells = {
    ["infantry_modifiers.attacking_buildings"] = -4,
  },

  -- A reading that the rules leave open.
  --[[
  options = { percentile_00 = 100 },
  --]]

  -- Another table in place of a published one.
  --[[
  tables = { cavalry_won_by = "infantry_won_by" },
  --]]

  -- New properties of units, leaders, formations, sides, the battle. A scenario sets them: unit "12" { …, rounds = 6 }.
  --[[
  fields = { unit = { int "rounds" { 0, 20, default = 10 } }, battle = { flag "raining" {} } },
  --]]

  -- A modifier of a list. Its flag becomes a field of the unit.
  --[[
  modifiers = { { "guard", 1, of = "infantry", flag = "guard", cite = "house" } },
  --]]

  -- A procedure: `published` is the rule as it was.
  --[[
  wraps = {
    ["morale.brigade"] = function(published, rules, q, dice)
      local result = published(rules, q, dice)
      if result.roll and result.roll >= 95 then result.outcome = "stand" end
      return result
    end,
  },
  --]]

  -- A command: who may give it, and what it does.
  --[[
  commands = {
    fire = {
      check = function(published, view, cmd)
        if view:unit(cmd.unit).rounds == 0 then return refuse("unit", "has no rounds left") end
        return published(view, cmd)
      end,
      run = function(published, play, cmd, found)
        local unit = play:unit(cmd.unit)
        published(play, cmd, found)
        play:set(unit, "rounds", math.max(0, unit.rounds - 1))
      end,
    },
  },
  --]]

  -- A step of the turn, here skipped while it rains.
  --[[
  steps = {
    ["turn.fire"] = {
      when = function(published, play, about) return published(play, about) and not play.state.battle.raining end,
    },
  },
  --]]

  -- How the table measures and moves: here nobody fires far while it rains, and nobody sees far.
  --[[
  facts = {
    may_shoot = function(published, view, field, from, target)
      local far = view.state.units[target] and view:apart(from, target) > mm(300)
      if view.state.battle.raining and far then return false end
      return published(view, field, from, target)
    end,
  },
  services = {
    sees = function(published, view, id, target, how)
      if view.state.battle.raining and view:apart(id, target) > mm(300) then return false end
      return published(view, id, target, how)
    end,
  },
  --]]

  -- When something happens.
  --[[
  moments = {
    turn_begins = function(play)
      local raining = play:throw("d6", "rain") == 6
      play:set(play.state.battle, "raining", raining)
      if raining then play:tell("rains", {}) end
    end,
  },
  --]]

  -- A line of the story.
  --[[
  story = { cannot_fire = "{unit} [holds] [its] fire: {say}." },
  --]]

  -- Who has won.
  --[[
  battle = {
    victory = function(published, view)
      local result = published(view)
      if not result and view.state.turn >= 8 then result = { winner = "draw", why = "night falls" } end
      return result
    end,
  },
  --]]

  -- How much the solo commander wants a command.
  --[[
  solo = {
    commands = {
      fire = function(published, mind, proposal)
        local want, why, fields = published(mind, proposal)
        if mind.view:unit(proposal.unit).rounds == 1 then return nil, "keeps the last round" end
        return want, why, fields
      end,
    },
  },
  --]]
}

-- After the variant: new steps, procedures, tables, commands, lines of the story.
--[[
insert "turn" { last = true,
  step "dusk" {
    doc = "The story says when the day is nearly over.", cite = "house",
    run = function(play)
      if play.state.turn == 7 then play:tell("dusk", {}) end
    end,
  },
}

story { rains = "It rains.", dusk = "Dusk is near." }
--]]
