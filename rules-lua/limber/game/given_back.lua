--- What functions of house rules give back: it is looked at before anything goes by it, and what does not fit is an
--- error at the function's own line (limber.game.layers).
local house_fields <const> = require "limber.rules.house_fields"
local lists <const> = require "limber.common.lists"
local sandbox <const> = require "kernel.sandbox"
local sorted <const> = require "limber.common.sorted"
local suggest <const> = require "limber.common.suggest"
local tree <const> = require "limber.common.tree"

local M <const> = {}

local function is_text(value) return type(value) == "string" end
local function is_table(value) return type(value) == "table" end

--- Is it a list, all of whose entries fit?
local function all(value, fits)
  if not is_table(value) then return false end
  for _, one in ipairs(value) do
    if not fits(one) then return false end
  end
  return next(value) == nil or #value > 0
end

local function shown(value)
  if is_text(value) then return #value > 40 and "a text" or ("%q"):format(value) end
  return is_table(value) and "another table" or tostring(value)
end

local function is_refusal(value) return is_table(value) and is_text(value.arg) and is_text(value.message) end

--- What is wrong with the argument that a refusal of a command names, where it looks like another and no command has
--- it; else nil.
local function misspelt(view, cmd, arg)
  local commands = view:word "commands"
  local command, names = is_table(cmd) and commands[cmd["do"]], {}
  if not command then return nil end
  for _, one in next, commands do
    if house_fields.find(one.args, arg:match "^[^.]+") then return nil end
  end
  for i, field in ipairs(command.args or {}) do names[i] = field.name end
  local hint = suggest.hint(arg, names)
  return hint ~= "" and ("the command %s has no %s%s"):format(cmd["do"], arg, hint) or nil
end

--- What may be given, and the words for it. Each gets what was given, and what the function was called with.
--- `needs`: a function that gives no value at all, not even nil, has forgotten its `return`.
---@type table<string, { wanted: string, needs: boolean?, fits: fun(value: any, ...): any, string? }>
local KINDS <const> = {
  refusal = {
    wanted = "nothing, or refuse(ARGUMENT, TEXT)",
    fits = function(value, view, cmd)
      if not is_refusal(value) then return not value end
      local wrong = misspelt(view, cmd, value.arg)
      return not wrong, wrong
    end,
  },
  verdict = {
    wanted = 'nothing, or { winner = a side or "draw", why = a text }',
    fits = function(value, view)
      if not value then return true end
      if not is_table(value) then return false end
      local sides = view.state.order.sides
      if value.winner ~= "draw" and not lists.has(sides, value.winner) then
        return false, ('its winner is %s, and sides are %s'):format(shown(value.winner), table.concat(sides, " and "))
      end
      return is_text(value.why), value.why == nil and "it says no why" or "its why is " .. shown(value.why)
    end,
  },
  faults = {
    wanted = "a list of { id = of a piece, message = a text }",
    fits = function(value, _, state)
      return all(value, function(one)
        return is_table(one) and is_text(one.message) and is_text(one.id) and tree.node(state, one.id) ~= nil
      end)
    end,
  },
  truth = { wanted = "true or false", needs = true, fits = function() return true end },
  way = {
    wanted = "nothing, false, or the name of a step of its sequence",
    fits = function(value, play)
      if not value then return true end
      local sequence = is_text(value) and play:word("sequences")[play:at():match "^[^.]+"]
      local found = sequence and sequence.index[value] ~= nil
      return found, sequence and not found and ("there is no step %s%s"):format(value,
        suggest.hint(value, sorted.keys(sequence.index))) or nil
    end,
  },
  word = { wanted = "a word", fits = is_text },
  columns = {
    wanted = 'a list of { "HEAD", "text" }',
    fits = function(value) return all(value, function(one) return is_table(one) and is_text(one[1]) end) end,
  },
  table = { wanted = "a table", fits = is_table },
  sides = {
    wanted = 'a side, "both", "active", "other", or a list of sides',
    fits = function(value, play)
      local function known(side) return lists.has(play.state.order.sides, side) end
      return lists.has({ "both", "active", "other" }, value) or known(value) or is_table(value) and all(value, known)
    end,
  },
  choice = {
    wanted = "nothing, or one of the options",
    fits = function(value, _, _, options)
      if value == nil or #options == 0 or lists.has(options, value) then return true end
      return false, ("it gives %s; there are %s"):format(shown(value), table.concat(options, ", "))
    end,
  },
  options = { wanted = "a list of words", fits = function(value) return value == nil or all(value, is_text) end },
  want = { wanted = "nothing, or a number", fits = function(value) return not value or type(value) == "number" end },
  pieces = { wanted = "a list of ids", fits = function(value) return is_table(value) or type(value) == "function" end },
}

--- A layer's function, with what it gives looked at.
---@param layer table what ships is trusted
---@param own function as the layer says it: where an error is told
---@param laid function the same over what lies below it
---@param kind string|table one of KINDS, or another such
---@param what string what it is, for the message
---@return function
function M.checked(layer, own, laid, kind, what)
  if layer.shipped then return laid end
  kind = KINDS[kind] or kind
  local fits <const>, wanted <const>, needs <const> = kind.fits, kind.wanted, kind.needs
  local function look(args, ...)
    local fine, detail = fits((...), table.unpack(args, 1, args.n))
    if needs and select("#", ...) == 0 then fine, detail = false, "it gives nothing: it has no `return`" end
    if not fine and not layer.lenient then
      local info = debug.getinfo(sandbox.origin(own), "S")
      local file = info.source:gsub("^@", "")
      detail = detail or "it gives " .. shown((...))
      error(("%s:%d: %s must give %s; %s"):format(file, info.linedefined, what, wanted, detail), 0)
    end
    return ...
  end
  return function(...) return look(table.pack(...), laid(...)) end
end

return M
