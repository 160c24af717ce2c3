--- Keeps the results of services for a side's view while nothing changes, so that a move is weighed, proposed and
--- judged with the same paths and places. A view has `kept`, which is emptied when the state or the rules have
--- changed; play has none, since it changes the state as it goes. What is kept is read, never written to.
local M <const> = {}

--- The part of a key that identifies a base: all values that paths and distances from it depend on.
local function place(base)
  return base and string.pack("jjjjj", base.x, base.y, base.facing, base.width, base.depth) or ""
end

--- Options that are plain values.
local PLAIN <const> = {
  "against", "near", "friends", "zone", "no_nearer", "players_word", "enters", "at", "back", "seen_by",
}

--- How truth values stand in a key; what is not said is "-".
local TEXT <const> = { [true] = "+", [false] = "!" }

--- The part of a key that identifies options; nil when one of them has no short form.
local function said(opts)
  local first = next(opts)
  if first == nil then return "" end
  if first == "from" and next(opts, first) == nil and opts.from.x then return place(opts.from) end
  local known, parts = opts.from and 1 or 0, {}
  for i = 1, #PLAIN do
    local value = opts[PLAIN[i]]
    if value == nil then
      value = "-"
    else
      known = known + 1
      value = TEXT[value] or type(value) ~= "table" and value
      if not value then return nil end
    end
    parts[i] = value
  end
  for _ in next, opts do known = known - 1 end
  if known ~= 0 or opts.from and not opts.from.x then return nil end
  return place(opts.from) .. table.concat(parts, " ")
end

--- The key of a question about a unit: what is asked, and where; nil when its answer is not kept.
---@param view limber.View
---@param what string
---@param id string
---@param base table?
---@param opts table
---@return string?
function M.key(view, what, id, base, opts)
  local rest = view.kept and said(opts)
  return rest and what .. " " .. id .. " " .. place(base) .. " " .. rest or nil
end

return M
