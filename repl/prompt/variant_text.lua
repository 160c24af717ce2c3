--- What `?variant` says of each part of a house rule: { name, title, keys, words, list, text, example }. `keys` are the
--- keys of a variant's table that the part is about, `words` the words of its file; tests hold both against the kinds
--- of things that a variant can say (limber.rules.kinds) and the words that there are. `list` names what is listed from
--- the ruleset below the text (prompt.variant_lists). Lines of the text are as in prompt.help_topics. Examples have
--- LIST, COMMAND, PROCEDURE, TABLE, COLUMN and LINE where a name of the ruleset comes (prompt.variant_page).
local M <const> = {}

---@class limber.VariantPart
---@field name string
---@field title string
---@field keys string[]?
---@field words string[]?
---@field list string?
---@field text string
---@field example string a variant's file

local parts, by_name = {}, {}

local function part(name, title)
  return function(spec)
    spec.name, spec.title = name, title
    parts[#parts + 1], by_name[name] = spec, spec
  end
end

require "prompt.variant_text_rules"(part)
require "prompt.variant_text_battle"(part)

--- All parts in order.
---@return limber.VariantPart[]
function M.all() return parts end

---@param name string
---@return limber.VariantPart?
function M.find(name) return by_name[name] end

return M
