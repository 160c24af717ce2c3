--- Refusals of odds of fights to the finish that ask how one ends, by the word `ended`.
local expressions <const> = require "limber.ask.expressions"
local fields <const> = require "limber.language.fields"
local lists <const> = require "limber.common.lists"
local sorted <const> = require "limber.common.sorted"
local suggest <const> = require "limber.common.suggest"

local M <const> = {}

--- Refuses odds by a word in quotes that no fight ends with, has ended with, or could by what its rules may say; nil
--- where there is none. `over`: what says how a fight ends, where that is a text.
---@param by string
---@param endings table<any, true> how fights have ended
---@param over string
---@param may_say fun(word: string): boolean is it a word of the question or of its result?
---@return limber.Refusal?
local function never(by, endings, over, may_say)
  for word in by:gmatch "%f[%w_]ended%s*[=~!]+%s*[\"']([^\"']*)[\"']" do
    local said = over:find('"' .. word .. '"', 1, true) or over:find("'" .. word .. "'", 1, true)
    if not (endings[word] or said or may_say(word)) then
      local words = lists.filter(sorted.keys(endings), function(one) return type(one) == "string" end)
      local ways = #words > 0 and ", but with " .. table.concat(words, ", ") .. suggest.hint(word, words) or ""
      return fields.refuse("by", ("cannot be %s: it never ends with %q%s"):format(by, word, ways))
    end
  end
end

--- The same of a procedure's rounds (limber.ask.rounds).
---@param by string
---@param endings table<any, true>
---@param over string|function
---@param procedure table
---@param records table<string, limber.Field[]>
---@return limber.Refusal?
function M.never(by, endings, over, procedure, records)
  if type(over) ~= "string" then return nil end
  return never(by, endings, over, function(word)
    return expressions.is_word({ procedure.out, procedure.args }, records, word)
  end)
end

--- A refusal of what is asked of the last round's result, with the word for how all rounds end.
---@param fault limber.Refusal
---@return limber.Refusal
function M.hinted(fault)
  local hint = fault.message:find "no result field" and '; ended is how it ends, as in ended == "WORD"' or ""
  return { arg = fault.arg, message = fault.message .. hint }
end

return M
