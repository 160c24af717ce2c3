--- Are charges won as often as they were announced? By bands of ten in a hundred, with intervals by Wilson.
local statistics <const> = require "limber.common.statistics"

local M <const> = {}

local BANDS <const> = 10

---@class tests.Band
---@field announced number the mean of what was announced, 0 to 1
---@field won integer
---@field of integer
---@field low number, high number the interval of the share won
---@field holds boolean is what was announced within it?

--- The bands in which anything was announced.
---@param charges { p: number, won: boolean }[]
---@return tests.Band[]
function M.bands(charges)
  local sums <const>, bands <const> = {}, {}
  for i = 1, BANDS do sums[i] = { of = 0, won = 0, p = 0 } end
  for _, charge in ipairs(charges) do
    local sum <const> = sums[math.min(BANDS, charge.p * BANDS // 1 + 1)]
    sum.of, sum.won, sum.p = sum.of + 1, sum.won + (charge.won and 1 or 0), sum.p + charge.p
  end
  for _, sum in ipairs(sums) do
    if sum.of > 0 then
      local announced <const>, interval <const> = sum.p / sum.of, statistics.wilson(sum.won, sum.of)
      bands[#bands + 1] = {
        announced = announced, won = sum.won, of = sum.of, low = interval.low, high = interval.high,
        holds = announced >= interval.low and announced <= interval.high,
      }
    end
  end
  return bands
end

local WIDTH <const> = 40

--- The interval along a line from 0 to 100 in a hundred, with `o` for what was won and `|` for what was announced.
local function plotted(band)
  local marks <const> = {}
  local function at(share) return math.floor(share * WIDTH + 0.5) end
  for i = 0, WIDTH do marks[i] = i >= at(band.low) and i <= at(band.high) and "-" or " " end
  marks[at(band.won / band.of)] = "o"
  marks[at(band.announced)] = "|"
  return table.concat(marks, "", 0, WIDTH)
end

--- A line for each band.
---@param bands tests.Band[]
---@return string[]
function M.lines(bands)
  local lines <const> = {}
  for i, band in ipairs(bands) do
    lines[i] = ("announced %5.1f %%, won %5.1f %% (%5.1f to %5.1f) of %4d  [%s]%s"):format(100 * band.announced,
      100 * band.won / band.of, 100 * band.low, 100 * band.high, band.of, plotted(band), band.holds and "" or " off")
  end
  return lines
end

--- A picture: what was announced along, the share won up with its interval, and the line where both are the same.
---@param bands tests.Band[]
---@param title string
---@param left integer
---@return string svg
function M.picture(bands, title, left)
  local parts <const>, size <const>, below <const> = {}, 240, 280
  local function add(text, ...) parts[#parts + 1] = text:format(...) end
  add('<text x="%d" y="24">%s</text><rect x="%d" y="40" width="%d" height="%d" fill="none" stroke="black"/>', left,
    title, left, size, size)
  add('<line x1="%d" y1="%d" x2="%d" y2="40" stroke="gray" stroke-dasharray="4"/>', left, below, left + size)
  for _, band in ipairs(bands) do
    local x <const> = left + size * band.announced
    add('<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="black"/><circle cx="%.1f" cy="%.1f" r="3"/>', x,
      below - size * band.low, x, below - size * band.high, x, below - size * band.won / band.of)
  end
  return table.concat(parts, "\n")
end

return M
