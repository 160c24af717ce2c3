--- Faults of a scenario that only follow from others: a piece that is named and could not be built, an id misspelt once
--- and named in many places.
local M <const> = {}

--- Marks that a file uses one id twice: any other id in it may then be the intended one.
local ANY <const> = { __index = function() return true end }

local KINDS <const> = { "sides", "formations", "units", "leaders", "areas", "lines" }

--- The ids of all pieces that a scenario's file holds, those inside others included.
---@param pieces table the sides; or pieces of the ground
---@param ids table<string, true>?
---@return table<string, true>
function M.declared(pieces, ids)
  ids = ids or {}
  for _, piece in ipairs(type(pieces) == "table" and pieces or {}) do
    if type(piece) == "table" and piece.tag and piece.id and not ids[piece.id] then
      ids[piece.id] = true
      if type(piece.given) == "table" then M.declared(piece.given, ids) end
    end
  end
  return ids
end

--- The ids that a file declares and the state does not hold, and those that faults name as unknown.
---@param declared table<string, true>
---@param state table
---@param faults table[]?
---@return table<string, true>
function M.missing(declared, state, faults)
  local missing = {}
  for _, one in ipairs(faults or {}) do
    if one.unknown then missing[one.unknown] = true end
  end
  for id in next, declared do
    local built = false
    for _, kind in ipairs(KINDS) do built = built or state[kind][id] ~= nil end
    if not built then missing[id] = true end
  end
  return setmetatable(missing, getmetatable(declared))
end

--- Takes any id for one that the file declares: two pieces of it have one name.
---@param declared table<string, true>
function M.any(declared)
  setmetatable(declared, ANY)
end

--- Whether all that a file declares could be built.
---@param declared table<string, true>
---@param state table
---@return boolean
function M.whole(declared, state)
  return getmetatable(declared) == nil and next(M.missing(declared, state)) == nil
end

--- Each unknown id is one fault, at the first place that names it; the lines of the others are added to it.
---@param faults table[] those that name an id which does not exist have it as `unknown`
---@return table[]
function M.once(faults)
  local kept, first = {}, {}
  for _, one in ipairs(faults) do
    local before = one.unknown and first[one.unknown]
    if not before then
      kept[#kept + 1] = one
      if one.unknown then first[one.unknown] = one end
    elseif one.line ~= before.line and not (before.also and before.also[#before.also] == one.line) then
      before.also = before.also or {}
      before.also[#before.also + 1] = one.line
    end
  end
  for _, one in ipairs(kept) do
    if one.also then
      local lines = table.concat(one.also, ", ")
      one.message = ("%s (also in %s %s)"):format(one.message, #one.also == 1 and "line" or "lines", lines)
      one.also = nil
    end
  end
  return kept
end

--- Faults in the order of the file; those of one line as they were found.
---@param faults table[]
---@return table[]
function M.in_order(faults)
  for i, one in ipairs(faults) do one.found = i end
  table.sort(faults, function(one, other)
    local here, there = one.line or 0, other.line or 0
    return here < there or here == there and one.found < other.found
  end)
  for _, one in ipairs(faults) do one.found = nil end
  return M.once(faults)
end

--- The report on a scenario with faults: the faults, the pieces that could be laid out, and the ids known to be wrong.
---@param faults table[]
---@param declared table<string, true>
---@param state table
---@return table[] faults
---@return table state
---@return table<string, true> missing
function M.told(faults, declared, state)
  local missing = M.missing(declared, state, faults)
  return M.in_order(faults), state, missing
end

return M
