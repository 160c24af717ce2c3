--- What commanders are like: names of weights that stand for others, in a table of the ruleset.
--
--   side "b" { commander = "rash", … }      commander = { "wily", "native" }     --commander b=rash     :solo b rash
-- `steady` goes by the weights as they are; what another goes by in their place stands in his column of the policy's
-- table of `characters`, in the unit of each weight: where two are named, the later has the last word.
local bounds <const> = require "limber.language.bounds"
local suggest <const> = require "limber.common.suggest"

local M <const> = {}

M.NAMES = { "steady", "rash", "cautious", "wily", "native", "regular" }

local KNOWN <const> = {}
for _, name in ipairs(M.NAMES) do KNOWN[name] = true end

--- Names as a side's node has them, "wily native"; nil and what is wrong.
---@param given any a text, or a list of names
---@return string?
---@return string? message
function M.read(given)
  local list = {}
  if type(given) == "string" then
    for name in given:gmatch "[^%s+]+" do list[#list + 1] = name end
  elseif type(given) == "table" then
    local n = 0
    for key, name in next, given do
      if math.type(key) ~= "integer" or type(name) ~= "string" then return nil, "commander must be a list of names" end
      n = n + 1
    end
    for i = 1, n do list[i] = given[i] end
  end
  if #list == 0 then return nil, "commander must be a name, such as \"rash\", or a list of names" end
  for _, name in ipairs(list) do
    if not KNOWN[name] then
      return nil, ("there is no commander %s%s; there are %s"):format(bounds.said(name), suggest.hint(name, M.NAMES),
        table.concat(M.NAMES, ", "))
    end
  end
  return table.concat(list, " ")
end

--- Puts commanders in charge of sides: of a state as it is laid out. Says what is wrong.
---@param state table
---@param commanders table<string, string>? by side
---@return string? message
function M.appoint(state, commanders)
  for _, side in ipairs(state.order.sides) do
    if commanders and commanders[side] then
      local read, wrong = M.read(commanders[side])
      if not read then return wrong end
      state.sides[side].commander = read
    end
  end
  for side in next, commanders or {} do
    if not state.sides[side] then return ("there is no side %s for a commander"):format(bounds.said(side)) end
  end
end

return M
