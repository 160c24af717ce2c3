--- Verbs that agree with the names in a story: "the lancers charge", "1/46th Line charges".
--
-- A story line is written in the singular, with every word that changes in the plural in brackets:
--   "{unit} [fires] at {target} and [has] lost [its] flag."
-- A bracketed word agrees with the last name before it, [unit:routs] with the name at that place, and in [{say}] the
-- verbs of what stands at that place: "loses by 4: retreats". A name is plural by its form, unless the scenario says
-- `plural = true` or `plural = false` of the unit, leader, formation, area, line or side.
local tree <const> = require "limber.common.tree"

local M <const> = {}

--- Words whose plural is not made by a rule.
local IRREGULAR <const> = {
  is = "are", was = "were", has = "have", does = "do", it = "they", its = "their", itself = "themselves",
}
--- Endings of the third person and what stays of them: passes, reaches, rushes, boxes, goes; carries; fires.
local ENDINGS <const> = {
  { "sses$", "ss" }, { "ches$", "ch" }, { "shes$", "sh" }, { "xes$", "x" }, { "oes$", "o" },
  { "([^aeiou])ies$", "%1y" }, { "s$", "" },
}

--- A word of the singular in the plural: `charges` is `charge`.
---@param word string
---@return string
function M.plural_word(word)
  if IRREGULAR[word] then return IRREGULAR[word] end
  for _, ending in ipairs(ENDINGS) do
    local changed, count = word:gsub(ending[1], ending[2])
    if count > 0 then return changed end
  end
  return word
end

--- What follows the noun that counts: "Grenadiers of the Guard", "Chasseurs à cheval", "Guards (left wing)".
local AFTER <const> = { " of ", " de ", " du ", " des ", " d'", " à ", " der ", " von ", " in ", " at ", " on ", " %(" }
--- Words that end in s and are singular.
local SINGULAR <const> = { corps = true }
local SINGULAR_ENDINGS <const> = { "ss$", "us$", "'s$", "’s$" }
--- Peoples whose name has no s: "The French attack".
local PEOPLE_ENDINGS <const> = { "sh$", "ch$", "ese$", "swiss$" }

local function ends_with(word, endings)
  for _, ending in ipairs(endings) do
    if word:find(ending) then return true end
  end
  return false
end

--- Is a name plural by its form? Of a list with commas, the last part counts: "7th Hussars, left squadron".
---@param name string
---@param people boolean? a side, which may be called after its people
---@return boolean
function M.plural_name(name, people)
  if name:find " and " then return true end
  local noun = name:match ",%s*([^,]+)$" or name
  for _, word in ipairs(AFTER) do noun = noun:match("^(.-%S)" .. word) or noun end
  local last = (noun:match "(%S+)%s*$" or ""):lower()
  if people and ends_with(last, PEOPLE_ENDINGS) then return true end
  if SINGULAR[last] or ends_with(last, SINGULAR_ENDINGS) then return false end
  return #last > 2 and last:find "%as$" ~= nil
end

--- Does the story speak of a unit, leader, formation, area, line or side in the plural?
---@param state table
---@param id string
---@return boolean
function M.is_plural(state, id)
  local node = tree.node(state, id)
  if not node then return false end
  if node.plural ~= nil then return node.plural end
  if not node.name or state.leaders and state.leaders[id] == node then return false end
  return M.plural_name(node.name, state.sides and state.sides[id] == node)
end

--- A clause or several in the plural: their first words are verbs, after a colon, a semicolon and "and" too.
---@param clauses string
---@return string
function M.plural_clauses(clauses)
  clauses = clauses:gsub("^%l+", M.plural_word)
  for _, before in ipairs { ": ", "; ", " and " } do
    clauses = clauses:gsub("(" .. before .. ")(%l+)", function(mark, word) return mark .. M.plural_word(word) end)
  end
  return (clauses:gsub("%f[%l]its%f[%L]", "their"))
end

--- Puts values at the {places} of a text and makes its [words] agree with the last name put before them.
---@param text string
---@param state table
---@param value fun(key: string): any what stands at a place: an id, whose name is told, or other text
---@param name fun(id: string, key: string): string?
---@return string
function M.fill(text, state, value, name)
  local plural = false
  local function agree(piece)
    piece = piece:gsub("%[([%l_]+):(%l+)%]", function(key, word)
      return M.is_plural(state, value(key)) and M.plural_word(word) or word
    end)
    return (piece:gsub("%[(%l+)%]", function(word) return plural and M.plural_word(word) or word end))
  end
  local parts, at = {}, 1
  for before, opens, key, closes, after in text:gmatch "()(%[?)%{([%w_]+)%}(%]?)()" do
    local clauses = opens ~= "" and closes ~= ""
    parts[#parts + 1] = agree(text:sub(at, before - 1)) .. (clauses and "" or opens)
    local found = value(key)
    local named = type(found) == "string" and name(found, key)
    if named then plural = M.is_plural(state, found) end
    local told = named or tostring(found)
    parts[#parts + 1] = (clauses and plural and M.plural_clauses(told) or told) .. (clauses and "" or closes)
    at = after
  end
  parts[#parts + 1] = agree(text:sub(at))
  return table.concat(parts)
end

return M
