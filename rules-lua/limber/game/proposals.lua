--- What the `proposals` of commands are made with: the word `proposals` of a ruleset's game files.
--
--   proposals.units(view, side, of)        the units of a side that may be proposed something, or `of` alone: those for
--                                          whom no command is sealed in this phase
--   proposals.leaders(view, side, of, by)  the leaders likewise, who are there to command; `by`: what commands name
--                                          them by, "general"
--   proposals.spoken_for(view, side, by)   whom a side has sealed commands for, as a set: by that argument, or the
--                                          units that they name and those in `behind`
--   proposals.each(refuses, offers)        a command's proposals, unit by unit: `refuses(view, id)` says why a unit may
--                                          not, `offers(view, id, unit, offer)` gives those of one by offer(proposal);
--                                          one that names several in `units` names no unit besides; what only the
--                                          players know keeps nobody from being offered something
--   proposals.ranked(refuses, offers)      the same, the best first: each has a score; both take `by` too, the argument
--                                          that names a leader, and then go leader by leader
--   proposals.lawful(list, refuses)        of a list those that `refuses(cmd)` does not, the best first
--   proposals.one_by_one(list, refuses)    the same, each judged when it is asked for
local lists <const> = require "limber.common.lists"

local M <const> = {}

local function spoken_for(view, side, by)
  local set = {}
  for _, cmd in ipairs(view:sealed(side)) do
    local id = cmd[by or "unit"]
    if id then set[id] = true end
    for _, other in ipairs(not by and cmd.behind or {}) do set[other] = true end
  end
  return set
end

--- The same set while nothing changes.
---@param view limber.View
---@param side string
---@param by string?
---@return table<string, boolean>
function M.spoken_for(view, side, by)
  local kept, key = view.kept, "spoken for " .. side .. (by or "")
  if not kept then return spoken_for(view, side, by) end
  kept[key] = kept[key] or spoken_for(view, side, by)
  return kept[key]
end

--- Those of a side that no sealed command names, or the one that is asked about.
local function free_of(view, side, of, place, busy)
  if of then
    local node = view.state[place][of]
    local found = node and node.side == side and not busy[of] and node or nil
    return function()
      local one = found
      found = nil
      if one then return of, one end
    end
  end
  local next_one = view[place](view, side)
  return function()
    local id, node = next_one()
    while id and busy[id] do id, node = next_one() end
    return id, node
  end
end

---@param view limber.View
---@param side string
---@param of string?
---@return fun(): string?, table?
function M.units(view, side, of)
  return free_of(view, side, of, "units", M.spoken_for(view, side))
end

---@param view limber.View
---@param side string
---@param of string?
---@param by string
---@return fun(): string?, table?
function M.leaders(view, side, of, by)
  local next_one = free_of(view, side, of, "leaders", M.spoken_for(view, side, by))
  return function()
    local id, leader = next_one()
    while id and not view:fit(id) do id, leader = next_one() end
    return id, leader
  end
end

---@param refuses fun(view: limber.View, id: string): any
---@param offers fun(view: limber.View, id: string, node: table, offer: fun(proposal: table))
---@param by string? of leaders: what proposals name them by
---@return fun(view: limber.View, side: string, of: string?): table[]
function M.each(refuses, offers, by)
  return function(view, side, of)
    local list, about = {}, nil
    local function offer(one)
      if by then one[by] = about elseif not one.units then one.unit = about end
      list[#list + 1] = one
    end
    for id, node in M[by and "leaders" or "units"](view, side, of, by) do
      about = id
      if not view:unasked(refuses, view, id) then offers(view, id, node, offer) end
    end
    return list
  end
end

---@param refuses fun(view: limber.View, id: string): any
---@param offers fun(view: limber.View, id: string, node: table, offer: fun(proposal: table))
---@param by string?
---@return fun(view: limber.View, side: string, of: string?): table[]
function M.ranked(refuses, offers, by)
  local propose = M.each(refuses, offers, by)
  return function(view, side, of) return lists.best_first(propose(view, side, of)) end
end

---@param list table[] proposals, each with its score
---@param refuses fun(cmd: table): any
---@return fun(): table?
function M.one_by_one(list, refuses)
  lists.best_first(list)
  local i = 0
  return function()
    while true do
      i = i + 1
      local found = list[i]
      if not found or not refuses(found) then return found end
    end
  end
end

---@param list table[]
---@param refuses fun(cmd: table): any
---@return table[]
function M.lawful(list, refuses)
  local found = {}
  for _, one in ipairs(list) do
    if not refuses(one) then found[#found + 1] = one end
  end
  return lists.best_first(found)
end

return M
