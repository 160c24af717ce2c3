-- RM 9, R67, R68: what the moves of units and leaders cost, all that they do in a player turn together.

local inches <const>, units <const> = use("game/army/inches", "game/army/units")

local M <const> = {}

--- Does it count as in march column (R67)?
function M.by_column(node) return node.rank ~= nil or node.drill == "march_column" or node.limbered == true end

---@class nff.Spent what a unit, or a leader, has done or would do in its move
---@field way table<string, integer>? micrometres by "open", "road", "rough"
---@field fords integer?
---@field passages integer?
---@field changes integer?
---@field left_square boolean?

local NOTHING <const>, GOINGS <const> = {}, { rough = "rough", road = "road" }

--- What movement.allowance is asked of all that one has done in its move, and of more.
---@param more nff.Spent?
function M.question(view, id, more)
  local unit = view:piece(id)
  more = more or NOTHING
  local path = {}
  local done, now = unit.way or NOTHING, more.way or NOTHING
  for _, word in ipairs { "open", "road", "rough" } do
    local um = (done[word] or now[word]) and (done[word] or 0) + (now[word] or 0)
    if um then path[#path + 1] = { terrain = word, distance_in = rounded(um / inch(1)) } end
  end
  local function both(key) return (unit[key] or 0) + (more[key] or 0) end
  local args = {
    class = unit.rank and "leader" or units.move_class(view, unit), march_column = M.by_column(unit), path = path,
    maneuver = unit.maneuver == "half" and "half" or "full", fords = both "fords", passages = both "passages",
    formation_changes = both "changes", leaves_square = unit.left_square or more.left_square or false,
  }
  return unit.rank and args or view:question("movement.allowance", id, args)
end

--- What all that comes to: the answer of movement.allowance.
---@param more nff.Spent?
function M.spent(view, id, more) return view:ask("movement.allowance", M.question(view, id, more), id) end

--- The ground of a path as far as `um`.
---@return nff.Spent
function M.ground(view, path, um)
  local spent = { way = {}, fords = 0, passages = 0 }
  for _, leg in ipairs(path.base and um > 0 and view:legs(path) or {}) do
    local length = math.min(leg.at + leg.length, um) - leg.at
    if leg.at < um or leg.length == 0 and leg.at <= um then
      if leg.going == "ford" and not leg.astride then spent.fords = spent.fords + 1 end
      local word = GOINGS[leg.going] or "open"
      if length > 0 then spent.way[word] = (spent.way[word] or 0) + length end
    end
  end
  if next(spent.way) == nil then spent.way.open = um end
  for _, span in ipairs(path.passed) do
    if span.from < um and span.to > tabletop.ROUNDED then spent.passages = spent.passages + 1 end
  end
  return spent
end

--- Why it may not do so much, or nil: it costs more than it has.
---@param more nff.Spent
function M.refuse_cost(view, id, more, arg)
  local args = M.question(view, id, more)
  local wrong = view.rules.fault("movement.allowance", args)
  local why = args.maneuver == "half" and "is not for half a move" or "is one too many: each takes half of the move"
  if wrong then return refuse(arg, why, "R68") end
  local found = view:ask("movement.allowance", args, id)
  if found.legal then return nil end
  local left = M.spent(view, id)
  return refuse(arg, ("needs %s, %s is left"):format(inches.said(inch(found.cost_in - left.cost_in)),
    inches.said(inch(math.max(0, left.remaining_in)))), {
    cite = view:piece(id).rank and "Man 2, RM 6" or "Man 2, RM 9",
    margin = tabletop.short_by(inches.um(found.remaining_in)),
  })
end

--- What a unit has done is noted: it counts against its allowance.
---@param spent nff.Spent
function M.spend(play, id, spent)
  local unit = play:piece(id)
  for word, um in next, spent.way or NOTHING do
    if not unit.way then play:set(unit, "way", {}) end
    play:set(unit.way, word, (unit.way[word] or 0) + um)
  end
  for _, key in ipairs { "fords", "passages", "changes" } do
    if (spent[key] or 0) > 0 then play:set(unit, key, (unit[key] or 0) + spent[key]) end
  end
  if spent.left_square then play:set(unit, "left_square", true) end
end

return M
