--- Keeps changes of the rules that are in no house rule yet, in the person's data folder, and restores them.
local bounds <const> = require "limber.language.bounds"
local diff <const> = require "limber.rules.diff"
local json <const> = require "kernel.json"
local Kept <const> = require "keep.kept"
local sandbox <const> = require "kernel.sandbox"
local sorted <const> = require "limber.common.sorted"
local typed_lua <const> = require "read.typed_lua"

local M <const> = {}

--- The changes that were typed and are not kept: those of the game's own layer, with the live ones over them.
local function unkept(session)
  local rules, found = session.rules, { cells = {}, options = {}, texts = {} }
  for _, live in ipairs { rules.typed_live or rules.live, rules.live } do
    for _, key in ipairs { "cells", "options" } do
      for _, name in ipairs(diff.set_alone(live, key)) do found[key][name] = live[key][name] end
    end
    for name, text in next, live.texts do found.texts[name] = text end
  end
  return found
end

--- How many changes of the rules are in no house rule.
---@param session limber.Session
---@return integer
function M.count(session)
  local found, count = unkept(session), 0
  for _, map in next, found do
    for _ in next, map do count = count + 1 end
  end
  return count
end

local function written(session)
  local found, rules = unkept(session), session.rules
  local typed, seen = {}, {}
  for _, live in ipairs { rules.typed_live or rules.live, rules.live } do
    for _, text in ipairs(live.typed) do
      if not seen[text] then typed[#typed + 1], seen[text] = text, true end
    end
  end
  local texts = diff.texts { texts = found.texts, typed = typed }
  return json.encode {
    ruleset = session.rules.name, variants = json.list(session.rules:variant_turns()),
    cells = found.cells, options = found.options, texts = json.list(texts),
  } .. "\n"
end

--- Whether they are kept with the battle that is on.
---@param session limber.Session
---@return boolean
function M.are_with_battle(session)
  return session.play ~= nil and session.play.kept ~= nil
end

--- Writes the changes if they differ from the last ones. A kept battle keeps them too.
---@param session limber.Session
function M.note(session)
  local rules, noted, with_battle = session.rules, session.noted or {}, M.are_with_battle(session)
  if rules.live == noted.live and rules.typed_live == noted.typed and with_battle == noted.with_battle then return end
  session.noted = { live = rules.live, typed = rules.typed_live, with_battle = with_battle }
  local kept = session.kept_rules
  if with_battle or M.count(session) == 0 then
    if kept then kept:drop() end
    session.kept_rules = nil
    return
  end
  local done, fault
  if not kept then kept, fault = Kept.open "rules" end
  if kept then done, fault = kept:write(written(session)) end
  if done then
    session.kept_rules = kept
    return
  end
  if kept and not session.kept_rules then kept:drop() end
  if not session.rules_unkept then session:say(("Your rule changes cannot be kept: %s"):format(fault)) end
  session.rules_unkept = true
end

--- Lets the changes lie in the data folder: they are to be left here.
---@param session limber.Session
function M.leave(session)
  if session.kept_rules then session.kept_rules:leave() end
  session.kept_rules, session.noted = nil, nil
end

--- Removes what is kept of them.
---@param session limber.Session
function M.drop(session)
  if session.kept_rules then session.kept_rules:drop() end
  session.kept_rules, session.noted = nil, nil
end

--- The value of a kept file; nil when it is not one of ours, or torn at its first line.
---@param text string
---@return { ruleset: string, variants: string[], cells: table, options: table, texts: string[] }?
function M.read(text)
  local last = #text <= bounds.REPLAY and ("\n" .. text):match "^.*\n([^\n]*)\n"
  local found = last and json.decode(last)
  if type(found) ~= "table" or type(found.ruleset) ~= "string" then return nil end
  for _, key in ipairs { "variants", "cells", "options", "texts" } do
    if type(found[key]) ~= "table" then return nil end
  end
  return found
end

--- Runs Lua again that was typed.
local function type_again(session, text)
  session.typed = text
  local chunk, fault = sandbox.load(text, "=typed", session.env)
  if not chunk then error(fault, 0) end
  local function run() return sandbox.run(typed_lua.BUDGET, chunk) end
  local done, failure
  if session:declares(text) then done, failure = session:with_words(run) else done, failure = run() end
  if not done then error(failure, 0) end
end

--- Makes changes again. A change that no longer fits is reported and left out.
---@param session limber.Session
---@param found table as `read` gives it
function M.make(session, found)
  local function try(body, ...)
    local done, fault = pcall(body, session, ...)
    if done then return end
    if type(fault) == "table" and fault.kind == "interrupt" then error(fault, 0) end
    session:say(("left out: %s"):format(type(fault) == "table" and fault.message or tostring(fault)))
  end
  for _, text in ipairs(found.texts) do try(type_again, text) end
  for _, path in ipairs(sorted.keys(found.cells)) do try(session.set_cell, path, found.cells[path]) end
  for _, name in ipairs(sorted.keys(found.options)) do try(session.set_option, name, found.options[name]) end
end

return M
