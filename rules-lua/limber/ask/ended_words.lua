--- What is said where odds of a fight to the finish ask how it ends, by the word `ended`, and cannot be told.
local fields <const> = require "limber.language.fields"
local lists <const> = require "limber.common.lists"
local sorted <const> = require "limber.common.sorted"
local suggest <const> = require "limber.common.suggest"

local M <const> = {}

--- Refuses odds by a word in quotes that no fight has ended with; nil where there is none.
---@param by string
---@param endings table<any, true> how fights have ended
---@return limber.Refusal?
function M.never(by, endings)
  for word in by:gmatch "%f[%w_]ended%s*[=~!]+%s*[\"']([^\"']*)[\"']" do
    local words = lists.filter(sorted.keys(endings), function(one) return type(one) == "string" end)
    if not endings[word] then
      return fields.refuse("by", ("cannot be %s: it never ends with %q, but with %s%s"):format(by, word,
        table.concat(words, ", "), suggest.hint(word, words)))
    end
  end
end

--- A refusal of what is asked of the last round's result, with the word for how all rounds end.
---@param fault limber.Refusal
---@return limber.Refusal
function M.hinted(fault)
  local hint = fault.message:find "no result field" and '; ended is how it ends, as in ended == "WORD"' or ""
  return { arg = fault.arg, message = fault.message .. hint }
end

return M
