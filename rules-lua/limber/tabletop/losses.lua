--- What a side has lost, counted by rows that its ruleset declares, the chief kind first:
--
--   losses {
--     { what = "units", noun = { "unit", "units" }, text = "{of} gone" },
--     { what = "guns", noun = { "gun", "guns" }, text = "{of}", each = true,
--       all = function(unit) return unit.guns_at_start end, lost = function(unit) … end },
--     { what = "generals", among = "leaders", noun = { "general", "generals" }, text = "{of} gone" },
--     { what = "colours", noun = { "colour", "colours" }, text = "{count} taken", total = function(view, side) … end },
--   }
--   among     "units" (the default) or "leaders" of the side
--   all       function(node, view): how much there was of it at the start; one of each when left out
--   lost      function(node, view): how much of that is lost, a number or true for one; those gone when left out
--   total     function(view, side): how much is lost, where that is not who is left; names are told if they agree
--   each      names are told with how much each has lost
--   text      {lost}, {of} "2 of 8 units", {count} "1 unit"; `more(view, side)`: what is told besides
local M <const> = {}

local function counted(n, noun)
  return ("%d %s"):format(n, n == 1 and noun[1] or noun[2])
end

local function gone(node) return node.status == "gone" end

local function number(value)
  return value == true and 1 or value or 0
end

--- Counts one row for a side.
local function count(spec, view, side)
  local row, all = { what = spec.what, lost = 0, names = {} }, 0
  for _, node in view[spec.among or "units"](view, side) do
    local lost = number((spec.lost or gone)(node, view))
    all = all + (spec.all and spec.all(node, view) or spec.all == nil and 1 or 0)
    row.lost = row.lost + lost
    if lost > 0 then
      local name = node.name or node.id
      row.names[#row.names + 1] = spec.each and ("%s %d"):format(name, lost) or name
    end
  end
  if spec.total then
    row.lost = spec.total(view, side)
    if row.lost ~= #row.names then row.names = {} end
  end
  local noun = spec.noun or { "", "" }
  local say = {
    lost = tostring(row.lost), count = counted(row.lost, noun),
    of = ("%d of %s"):format(row.lost, counted(all, noun)),
  }
  row.text = spec.text:gsub("{(%l+)}", say) .. (spec.more and spec.more(view, side) or "")
  return row
end

--- The function that the word `losses` makes of its rows.
---@param rows table[]
---@return fun(view: limber.View, side: string): table[]
function M.counter(rows)
  return function(view, side)
    local list = {}
    for i, spec in ipairs(rows) do list[i] = count(spec, view, side) end
    return list
  end
end

return M
