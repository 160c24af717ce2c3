--- The tables of the rules, which are data: read from their files, looked up by row.
local M <const> = {}

local FOLDER <const> = "rules-lua/horse_and_musket/tables/"

local read = {}

local function fields_of(text)
  local list = {}
  for field in (text .. ","):gmatch "([^,]*)," do list[#list + 1] = math.tointeger(tonumber(field)) or field end
  return list
end

--- The rows of a table, each by its columns' names.
---@param name string
---@return table[]
function M.rows(name)
  if read[name] then return read[name] end
  local rows, head = {}, nil
  for text in io.lines(FOLDER .. name .. ".csv") do
    local row, fields = {}, fields_of(text:gsub("\r", ""))
    for i, key in ipairs(head or {}) do row[key] = fields[i] end
    if head then rows[#rows + 1] = row else head = fields end
  end
  read[name] = rows
  return rows
end

--- The first row that fits.
---@param name string
---@param where table<string, any> what columns must hold
---@return table?
function M.row(name, where)
  for _, row in ipairs(M.rows(name)) do
    local fits = true
    for key, value in next, where do fits = fits and row[key] == value end
    if fits then return row end
  end
end

function M.constant(name) return M.row("constants", { name = name }).value end

function M.stick(band) return M.row("sticks", { band = band }).length_mm end

function M.troop(name) return M.row("units", { troop = name }) end

--- The band of a troop's rate.
---@param troop string
---@param formation string?
---@param difficult boolean?
---@return string
function M.band(troop, formation, difficult)
  local row = M.row("movement_rates", { troop = troop, formation = "any" })
    or M.row("movement_rates", { troop = troop, formation = formation or M.troop(troop).default_formation })
  return difficult and row.difficult or row.good
end

--- The rate in millimetres.
function M.rate(troop, formation, difficult) return M.stick(M.band(troop, formation, difficult)) end

--- A band so many levels lower.
function M.lowered(band, levels)
  local level = math.max(0, M.row("sticks", { band = band }).level - levels)
  return M.row("sticks", { level = level }).band
end

function M.infantry(troop) return M.troop(troop).arm == "infantry" end

function M.cavalry(troop) return M.troop(troop).arm == "cavalry" end

function M.fighter(troop) return M.infantry(troop) or M.cavalry(troop) end

--- Close order infantry, heavy cavalry and dragoons (R64).
function M.close_order(troop) return M.troop(troop).close_order == "yes" end

return M
