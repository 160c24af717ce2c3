--- What functions of house rules give back: it is looked at before anything goes by it, and what does not fit is an
--- error at the function's own line (limber.game.layers).
local lists <const> = require "limber.common.lists"
local sandbox <const> = require "kernel.sandbox"
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

local function is_refusal(value) return is_table(value) and is_text(value.arg) and is_text(value.message) end

--- What may be given, and the words for it. Each gets what was given, and what the function was called with.
---@type table<string, { wanted: string, fits: fun(value: any, ...): any }>
local KINDS <const> = {
  refusal = {
    wanted = "nothing, or refuse(ARGUMENT, TEXT)",
    fits = function(value) return not value or is_refusal(value) end,
  },
  verdict = {
    wanted = 'nothing, or { winner = a side or "draw", why = a text }',
    fits = function(value, view)
      if not value then return true end
      if not is_table(value) or value.why ~= nil and not is_text(value.why) then return false end
      return value.winner == "draw" or lists.has(view.state.order.sides, value.winner)
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
  options = { wanted = "a list of words", fits = function(value) return value == nil or all(value, is_text) end },
  want = { wanted = "nothing, or a number", fits = function(value) return not value or type(value) == "number" end },
  pieces = { wanted = "a list of ids", fits = function(value) return is_table(value) or type(value) == "function" end },
}

local function shown(value)
  if is_text(value) then return #value > 40 and "a text" or ("%q"):format(value) end
  return is_table(value) and "another table" or tostring(value)
end

--- A layer's function, with what it gives looked at.
---@param layer table what ships is trusted
---@param own function as the layer says it: where an error is told
---@param laid function the same over what lies below it
---@param kind string
---@param what string what it is, for the message
---@return function
function M.checked(layer, own, laid, kind, what)
  if layer.shipped then return laid end
  local fits <const>, wanted <const> = KINDS[kind].fits, KINDS[kind].wanted
  local function look(args, first, ...)
    if not fits(first, table.unpack(args, 1, args.n)) then
      local info = debug.getinfo(sandbox.origin(own), "S")
      local file = info.source:gsub("^@", "")
      error(("%s:%d: %s must give %s; it gives %s"):format(file, info.linedefined, what, wanted, shown(first)), 0)
    end
    return first, ...
  end
  return function(...) return look(table.pack(...), laid(...)) end
end

return M
