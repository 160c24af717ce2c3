--- Parts of a step: what it does one after another, under names that house rules change as they change steps.
--
--   step "after_attack" { cite = "4.6", doc = "…", parts = {
--     part "seen" { doc = "…", run = function(play, about, with) end },
--     part "fall_back" { doc = "…", run = …, when = function(play, about, with) … end },
--   } }
-- "turn.after_attack.fall_back" is then the path of a part, and "turn.after_attack" that of the list. A phase may have
-- parts in place of its `execute`. What code does more than once in a step, such as a round of a combat, has parts that
-- belong to no step; `play:carry_out("melee", about)` runs them:
--
--   parts "melee" { doc = "…", part "throw" { … }, part "losses" { … } }
-- All parts run within the one step: it is one frame, its dice are named by it, and a player's answer runs it again
-- from its first part. `with` is a table of this run: a part leaves in it what later ones need (in a phase it begins
-- with `commands` and `alone`, which `execute` gets). A part that gives false or the name of a step ends the list, and
-- the step goes on by that answer.
local M <const> = {}

--- What separates a list's name from a part's.
M.PATH = "^(.+)%.([^.]+)$"

--- Refuses at `level` what is no list of parts.
---@param what string
---@param list any
---@param level integer
function M.check(what, list, level)
  local fits = type(list) == "table" and #list > 0
  for _, part in ipairs(fits and list or {}) do fits = fits and type(part) == "table" and part.kind == "part" end
  if not fits then error(('%s: parts is a list of parts: { part "NAME" { run = … } }'):format(what), level + 1) end
end

--- Makes a sequence of a step's parts, which its step then runs; gives it, still without index.
---@param sequence string
---@param step table
---@return table? parts nil where it has none
function M.of(sequence, step)
  if type(step.parts) ~= "table" then return nil end
  local path = ("%s.%s"):format(sequence, step.name)
  local list = { name = path, parts = true, cite = step.cite, doc = step.doc }
  for i, part in ipairs(step.parts) do
    list[i] = {}
    for key, value in next, part do list[i][key] = value end
  end
  step.parts = path
  if step.kind == "phase" then
    function step.execute(play, about, commands, alone)
      return play:carry_out(path, about, { commands = commands, alone = alone })
    end
  else
    function step.run(play, about) return play:carry_out(path, about) end
  end
  return list
end

--- Runs a list of parts in order.
---@param game limber.Game
---@param name string
---@param about table
---@param with table? what its parts share
---@return any answer of the part that ends the list
function M.carry_out(game, name, about, with)
  local list = game.words.sequences[name]
  if not (list and list.parts) then error(("play:carry_out: no parts %q"):format(tostring(name)), 3) end
  with = game.play:share(with or {})
  for _, part in ipairs(list) do
    if not part.when or part.when(game.play, about, with) then
      local answer = part.run(game.play, about, with)
      if answer == false or type(answer) == "string" then return answer end
    end
  end
end

return M
