--- Dice of a real table at the prompt: for questions asked there, and for the game that is played.
local commands <const> = require "play.list"
local dice <const> = require "kernel.dice"
local foreseen <const> = require "limber.ask.dice_ahead"
local question <const> = require "limber.ask.question"
local table_talk <const> = require "told.table_talk"
local told_dice <const> = require "told.dice"

local M <const> = {}

--- The subject of a procedure, for the question that asks for its dice.
local function about(rules, name)
  local procedure = rules.procedures[name]
  return procedure and ("%s (%s): %s"):format(name, procedure.cite, procedure.doc) or name
end

--- Asks the players for the dice of one question at the prompt.
---@param session limber.Session
---@param name string
---@param args table
---@param asking limber.Asking? where it is asked in a battle
---@param seeded fun(): table a source that throws what is left to it
---@return limber.ToldDice[]
function M.gather(session, name, args, asking, seeded)
  local run <const> = dice.new()
  local ask = told_dice.asker {
    read = table_talk.read, tell = table_talk.say, about = function() return about(session.rules, name) end,
  }
  return foreseen.gather(function(tell)
    run:told(tell)
    question.ask(session.rules, name, args, run, nil, asking)
  end, function()
    local throw = seeded().throw
    return function(spec)
      if spec.kind == "from" then error({ arg = "dice", message = "no dice can tell a value of a distribution" }, 0) end
      local low = (spec.kind == "d10z" or spec.kind == "percentile") and 0 or 1
      spec.seeded = {}
      for i = 1, spec.n do spec.seeded[i] = throw.d(spec.faces, spec.label, spec.who) - 1 + low end
    end
  end, ask)
end

--- Asks the players of a game for their dice.
---@param game fun(): limber.Game
---@return fun(specs: limber.DiceSpec[], call: limber.Call): limber.ToldDice[]
function M.teller(game)
  local function name(spec)
    local root, id = game().state.root, spec.thrower
    local node = root.units[id] or root.formations[id] or root.leaders[id] or root.sides[id]
    return node and (node.name or node.id)
  end
  local ask = told_dice.asker {
    read = table_talk.read, tell = table_talk.say, name = name,
    about = function(call) return about(game().rules, call.procedure) end,
    begins = function() return #game().journal.lines == 0 end,
    aside = function(line)
      local look = game().aside
      return look ~= nil and look(line)
    end,
  }
  return function(specs, call)
    game():tell_so_far()
    return ask(specs, call)
  end
end

--- The game that a session plays, if any.
local function game_of(session)
  return session.play and session.play.game or session.env.game
end

--- Goes over to dice thrown at the table, or to Limber's own.
---@param session limber.Session
---@param real boolean
function M.use(session, real)
  session.real_dice = real
  local game = game_of(session)
  if game then game.throws.told = real and M.teller(function() return game_of(session) end) or nil end
end

commands.add {
  name = "dice", usage = "[real|thrown]", doc = "dice from your own table, or thrown by Limber",
  run = function(session, rest)
    if rest ~= "" and rest ~= "real" and rest ~= "thrown" then
      error({ arg = "dice", message = "dice must be real or thrown" }, 0)
    end
    if rest ~= "" then M.use(session, rest == "real") end
    session:say("dice are " .. (session.real_dice and "real: Limber asks for them" or "thrown by Limber"))
  end,
}

return M
