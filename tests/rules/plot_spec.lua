-- Plots for the terminal and as SVG: what is drawn stands where its value is, and a missing value leaves a gap.
local plot <const> = require "show.plot"
local plot_svg <const> = require "show.plot_svg"
local text <const> = require "show.text"

local function rising()
  return { title = "t", x = { label = "quality", values = { 1, 2, 3 } }, y = { label = "chance", percent = true },
    series = { { name = "a & b", values = { 0, 0.5, 1 } } } }
end

describe("a plot of lines", function()
  it("puts each value in the row of its mark, and names its series", function()
    local lines = plot.lines(rising(), 80)
    assert.matches("^  100 %% ┤.*●$", lines[3])
    assert.matches("^    0 %% ┤●", lines[19])
    assert.matches("● a & b", lines[#lines])
    for _, line in ipairs(lines) do assert.is_true(text.width(line) <= 80, line) end
  end)

  it("leaves a gap where a value is missing", function()
    local data = rising()
    data.series[1].values[2] = false
    local drawn = table.concat(plot.lines(data, 80), "\n")
    assert.equal(2 + 1, select(2, drawn:gsub("●", "")))
    assert.is_nil(drawn:find("·", 1, true))
  end)

  it("keeps a pair's mark, hollow for the second", function()
    local data = rising()
    data.series = { { name = "x", of = 1, values = { 0, 0, 0 } }, { name = "y", of = 1, hollow = true,
      values = { 1, 1, 1 } } }
    local drawn = table.concat(plot.lines(data, 80), "\n")
    assert.equal(4, select(2, drawn:gsub("○", "")))
  end)

  it("names values that are evenly apart where not all have room", function()
    local data = rising()
    data.x.values, data.series[1].values = {}, {}
    for i = 1, 19 do data.x.values[i], data.series[1].values[i] = 50 + 50 * i, i end
    assert.matches("100 +200 +300 +400 +500 +600 +700 +800 +900 +1000\n", table.concat(plot.lines(data, 80), "\n"))
  end)
end)

describe("marks of an axis", function()
  it("hold all values in few easy steps", function()
    assert.same({ 0, 20, 40, 60 }, plot.marks(3, 57, 5))
    for _, case in ipairs { { 0, 0.03 }, { -4, 17 }, { 2, 2 }, { 0, 1e6 } } do
      local marks = plot.marks(case[1], case[2], 8)
      assert.is_true(marks[1] <= case[1] and marks[#marks] >= case[2] and #marks <= 9 and #marks >= 2)
    end
  end)
end)

describe("a heat map", function()
  local map = { title = "t", of = "chance", percent = true, x = { label = "quality", values = { 1, 2 } },
    y = { label = "place", values = { "open", "<wood>" } }, cells = { { 0, 1 }, { 0.5, false } } }

  it("shows each cell by shade and number", function()
    local lines = plot.heat(map, 80)
    assert.matches("open%s+0%s+██ 100$", lines[5])
    assert.matches("<wood>  ▒▒  50   ·   %-$", lines[6])
  end)

  it("of differences has signs, and a scale of its own in a picture", function()
    local more = { title = "t", of = "difference", percent = true, signed = true, x = map.x, y = map.y,
      cells = { { 0, 0.125 }, { 0.0001, -0.0004 } }, marks = plot.marks(-0.125, 0.125, 8) }
    local lines = plot.heat(more, 80)
    assert.equal("  difference", lines[2])
    assert.matches("open%s+▒▒%s+=%s+██ %+12.5$", lines[5])
    assert.matches("▒▒%s+>0%s+▒▒%s+<0$", lines[6])
    local drawn = plot_svg.heat { map, more }
    assert.matches(">%+12.5</text>", drawn)
    assert.equal(2, select(2, drawn:gsub(">100 %%<", ""))) -- a cell and the mark of the maps before
    assert.matches(">%+15.0</text>", drawn)
  end)

  it("of means has no part in the scale of chances", function()
    local rounds = { title = "t", of = "mean rounds", x = map.x, y = map.y, cells = { { 1, 5 }, { 2, 3 } } }
    local drawn = plot_svg.heat { map, rounds }
    assert.matches(">100 %%</text>.*>mean rounds</text>.*>5</text>", drawn)
    local function shade(one, words)
      return one:match('fill="(#%x+)"[^>]*/><text[^>]*>' .. words) or one:match('fill="(#%x+)"[^>]*/>[^#]*>' .. words .. "<")
    end
    assert.is_string(shade(drawn, "100 %%"))
    assert.equal(shade(plot_svg.heat { map }, "100 %%"), shade(drawn, "100 %%"))
  end)

  it("is written in the ink with more contrast", function()
    local drawn = plot_svg.heat { { title = "t", of = "chance", percent = true, x = map.x,
      y = map.y, cells = { { 0.6, 0.7 }, { 0, 1 } } } }
    assert.matches('fill="black">60 %%', drawn)
    assert.matches('fill="white">70 %%', drawn)
  end)

  it("is a picture too, its words escaped", function()
    local drawn = plot_svg.heat { map }
    assert.matches("&lt;wood&gt;", drawn)
    assert.is_nil(drawn:find("<wood>", 1, true))
    assert.equal(select(2, drawn:gsub("<text", "")), select(2, drawn:gsub("</text>", "")))
  end)
end)

describe("lines as SVG", function()
  it("break where a value is missing", function()
    local data = rising()
    assert.equal(1, select(2, plot_svg.lines(data):gsub("<polyline", "")))
    data.series[1].values[2] = false
    assert.equal(0, select(2, plot_svg.lines(data):gsub("<polyline", "")))
    assert.matches("a &amp; b", plot_svg.lines(data))
  end)
end)

describe("bars as SVG", function()
  it("are as long as their chances, in pairs where two are compared", function()
    local drawn = plot_svg.bars { title = "t", of = "chances, exact", names = { "published", "yours" },
      rows = { { name = "<a>", values = { 0.5, 0.25 }, text = { "50 %", "25 %" } } } }
    local widths = {}
    for width in drawn:gmatch '<rect x="80" y="%d+" width="([%d.]+)"' do widths[#widths + 1] = tonumber(width) end
    assert.equal(2 * widths[2], widths[1])
    assert.matches("&lt;a&gt;", drawn)
    assert.matches("yours</text>", drawn)
  end)
end)
