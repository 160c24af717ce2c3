--- Whether a game can go on under other rules from where it stands: every step on the stack, and every sealed command,
--- must be there.
local faults <const> = require "limber.common.faults"
local house_fields <const> = require "limber.rules.house_fields"
local lists <const> = require "limber.common.lists"
local sorted <const> = require "limber.common.sorted"

local M <const> = {}

--- The name of a step at the end of its sequence: only pushed frames are left (limber.game.sequence).
local END <const> = "end"

--- The first command that is sealed, or still to be executed, and that the rules do not have.
local function unknown_command(words, frame)
  local queues = { frame.queue }
  for _, list in next, frame.sealed or {} do queues[#queues + 1] = list end
  local unknown
  for _, list in next, queues do
    for _, cmd in ipairs(list) do
      local name = cmd["do"]
      if not words.commands[name] and (not unknown or name < unknown) then unknown = name end
    end
  end
  return unknown
end

--- Where the pieces of a kind stand in the state.
local PIECES <const> = {
  unit = "units", leader = "leaders", formation = "formations", side = "sides", area = "areas", line = "lines",
}

--- A word that a piece bears, which the rules before had in a field and these have not.
local function lost_word(root, field, was, kind)
  local nodes = root[PIECES[kind]] or {}
  for _, id in ipairs(sorted.keys(nodes)) do
    local node = nodes[id]
    local word = node[field.name]
    if type(word) == "string" and lists.has(was.values, word) and not lists.has(field.values, word) then
      return node.name or id, word
    end
  end
end

--- By what pieces carry under the rules: since when, and the fields that are not what they were.
local other_fields <const> = setmetatable({}, { __mode = "k" })

--- The fields of words that are not what they were: { kind, field, was } each.
local function changed_fields(now, earlier)
  local known = other_fields[now]
  if known and known.since == earlier then return known end
  known = { since = earlier }
  for _, kind in ipairs(sorted.keys(PIECES)) do
    for _, field in ipairs(now ~= earlier and now[kind] and earlier[kind] and now[kind].args or {}) do
      local was = house_fields.find(earlier[kind].args, field.name)
      if was and was ~= field and was.values and field.values then
        known[#known + 1] = { kind = kind, field = field, was = was }
      end
    end
  end
  other_fields[now] = known
  return known
end

--- Why the pieces on the table cannot go on under these rules: one bears a word of a row that is gone, or nil.
local function refuse_words(game, before)
  for _, one in ipairs(changed_fields(game.words.carries, before.game.carries)) do
    local name, word = lost_word(game.state.root, one.field, one.was, one.kind)
    if name then
      return faults.refusal("variants",
        "the %s of %s is %s, which these rules do not have: :load the battle again without it",
        one.field.name, name, word)
    end
  end
end

--- Why a game cannot go on under the rules in force, or nil.
---@param game limber.Game
---@param before limber.Rules those in force until now
---@return limber.Refusal?
function M.refuse(game, before)
  local misfit = refuse_words(game, before)
  if misfit then return misfit end
  local words = game.words
  for _, frame in ipairs(game.state.root.frames) do
    local sequence = words.sequences[frame.sequence]
    local path = ("%s.%s"):format(frame.sequence, frame.step)
    if not frame.choice and frame.step ~= END and not (sequence and sequence.index[frame.step]) then
      return faults.refusal("variants",
        "the battle stands at %s, which these rules do not have: play on or undo to before it, then change them", path)
    end
    local name = unknown_command(words, frame)
    if name then
      return faults.refusal("variants",
        "a %s is sealed in %s, and these rules do not have that command: play on, or undo to before it", name, path)
    end
  end
end

--- Moves a battle that has not begun to the first step under the rules in force, which may be a different one.
---@param game limber.Game
function M.begin(game)
  local frames, setup = game.state.root.frames, game.words.sequences.setup
  if setup and not frames[1] then
    game.state:set(frames, 1, { sequence = "setup", step = setup[1].name, about = {} })
  elseif setup and frames[1].step ~= setup[1].name then
    game.state:set(frames[1], "step", setup[1].name)
  elseif frames[1] and not setup then
    game.state:remove(frames, 1)
  end
end

return M
