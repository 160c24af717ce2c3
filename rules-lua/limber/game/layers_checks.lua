--- Checks the shape of what a variant declares by the words of game files, since the code that plays a battle does not
--- check it again. Faults name file and line.
local declared <const> = require "limber.language.declared"
local given_back <const> = require "limber.game.given_back"
local kinds <const> = require "limber.rules.kinds"
local layers <const> = require "limber.game.layers"
local sorted <const> = require "limber.common.sorted"
local suggest <const> = require "limber.common.suggest"

local M <const> = {}

--- Entries that the words of game files add themselves.
local OWN <const> = {
  name = true, kind = true, file = true, line = true, path = true, id = true, index = true, like = true,
  parts = true,
}

local COMMON <const> = { cite = "text", doc = "text", title = "text", when = "function" }

local function with_common(keys)
  for key, kind in next, COMMON do keys[key] = keys[key] or kind end
  return keys
end

local STEPS <const> = {
  step = with_common { run = "function" }, part = with_common { run = "function" },
  decision = with_common {
    side = "side", options = "options", run = "function", args = "fields", check = "function",
  },
  phase = with_common {
    side = "side", commands = "list", interrupts = "list", sealed = "flag", execute = "function", over = "function",
  },
}

local COMMAND <const> = {
  cite = "text", doc = "text", title = "text", args = "fields", check = "function", run = "function",
  proposals = "function", against = "function", slot = "function", secret = "flag", phases = "list",
  any_time = "flag", goes = "function", unsaid = "function", rearward = "flag", fills = "list",
}

local SEQUENCE <const> = { cite = "text", doc = "text", title = "text" }

local FACT <const> = {
  ask = "text", args = "fields", check = "function", cite = "text", doc = "text", field = "any", measured = "any",
  suggest = "any", unit = "text",
}

--- Refuses what a declaration may not say.
local function refuse_misfits(layer, what, name, spec, allowed)
  for _, key in ipairs(sorted.keys(spec)) do
    local kind = allowed[key]
    if not OWN[key] and math.type(key) ~= "integer" then
      if not kind then
        kinds.fail(layer, name, "%s %q has no %s%s", what, name, tostring(key), suggest.hint(key, sorted.keys(allowed)))
      elseif kind ~= "any" and not layers.fits(kind, spec[key]) then
        kinds.fail(layer, name, "%s %q: %s must be %s, got a %s", what, name, key, layers.wanted(kind), type(spec[key]))
      end
    end
  end
  if spec.args then
    kinds.told(layer, name, declared.fields, ("%s %q: args"):format(what, name), spec.args, 0)
  end
end

--- Steps whose `run` is held to what it must give; a layer may be laid more than once.
local held <const> = setmetatable({}, { __mode = "k" })

---@param layer table
---@param step table
function M.step(layer, step)
  refuse_misfits(layer, step.kind, step.name, step, STEPS[step.kind])
  if step.run and not (layer.shipped or held[step]) then
    held[step], step.run = true, given_back.checked(layer, step.run, step.run, "way", ("run of %s"):format(step.name))
  end
  for _, part in ipairs(type(step.parts) == "table" and step.parts or {}) do M.step(layer, part) end
end

---@param layer table
---@param name string
---@param sequence table
function M.sequence(layer, name, sequence) refuse_misfits(layer, "sequence", name, sequence, SEQUENCE) end

---@param layer table
---@param name string
---@param fact table
function M.fact(layer, name, fact) refuse_misfits(layer, "fact", name, fact, FACT) end

---@param layer table
---@param name string
---@param command table
function M.command(layer, name, command) refuse_misfits(layer, "command", name, command, COMMAND) end

--- What is declared under a name must be of a type.
---@param layer table
---@param what string
---@param name string
---@param value any
---@param wanted string
function M.type(layer, what, name, value, wanted)
  if type(value) ~= wanted then
    kinds.fail(layer, name, "%s %q must be a %s, got a %s", what, name, wanted == "string" and "text" or wanted,
      type(value))
  end
end

return M
