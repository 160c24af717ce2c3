--- Cards of units and leaders, order slips and base labels: what stands on them is said by the ruleset's cards.csv.
--
--   of,when,label,text,as
--   unit,arm=cavalry,weight,{weight},                    a line, where the unit has these fields
--   unit,,range mm,{weapons.<weapon>.short_mm},          a cell of a live table by a field of the unit
--   unit,,hits,{constants.stagger_hits},boxes            so many boxes to tick; a number may stand there as well
--   unit,,rifles,{rifle},flag                            its label alone, where it is true
--   leader,,rank,{rank},                                 the same of leaders; {formation.quality} is their formation's
--   order,,Order,attack;hold,choice                      a line of order slips: words to tick, or room to write
local cells <const> = require "printed.cells"
local csv <const> = require "limber.rules.csv"
local house <const> = require "show.house"
local svg <const> = require "drawn.svg"
local units <const> = require "drawn.units"

local M <const> = {}

local tag <const> = svg.tag

--- What a ruleset without cards.csv has on them: ten boxes.
local PLAIN <const> = { { of = "unit", label = "losses", text = "10", as = "boxes" } }

--- The rows of a ruleset's cards.
---@param rules limber.Rules
---@return table[]
function M.rows(rules)
  local path = rules.published.folder .. "cards.csv"
  local text = rules.published.loader.read(path)
  if not text then return PLAIN end
  local _, rows = csv.read(text, path)
  return rows
end

local OF <const> = { unit = true, leader = true, order = true }
local AS <const> = { boxes = true, flag = true, choice = true }

--- What is wrong with a ruleset's cards.csv.
---@param rules limber.Rules
---@return string[]
function M.faults(rules)
  local path, wrong = rules.published.folder .. "cards.csv", {}
  local text = rules.published.loader.read(path)
  local done, header, rows, lines = pcall(csv.read, text or "", path)
  if not done then return { tostring(header) } end
  for i, row in ipairs(rows) do
    local function say(message) wrong[#wrong + 1] = ("%s:%d: %s"):format(path, lines[i], message) end
    if not OF[row.of] then say(("a row is of a unit, leader or order, not %s"):format(tostring(row.of))) end
    if row.as and not AS[row.as] then say(("as is boxes, flag or choice, not %s"):format(tostring(row.as))) end
    if not row.label then say "the label is empty" end
    for name in tostring(row.text or ""):gmatch "{([%w_]+)%.[^}]*}" do
      if name ~= "formation" and not rules.draft.lookups[name] then say(("there is no table %s"):format(name)) end
    end
  end
  return wrong
end

--- A field of a piece, or of its formation; nil where it has none.
local function field_of(view, piece, name)
  local own = name:match "^formation%.(.+)$"
  if own then
    local formation = piece.formation and view.state.formations[piece.formation]
    return formation and formation[own]
  end
  return piece[name]
end

--- A text with its fields and cells filled in; nil where one is missing.
local function filled(rules, view, piece, text)
  local whole = true
  local shown = tostring(text):gsub("{([^}]*)}", function(name)
    local value
    if name:find "<" then
      local path = name:gsub("<([^>]*)>", function(field) return tostring(field_of(view, piece, field)) end)
      local done, cell, fault = pcall(rules.cell, rules, path)
      if done and not fault and not cells.is_blank(cell) then value = cell end
    elseif name:find("^formation%.") or not name:find(".", 1, true) then
      value = field_of(view, piece, name)
    else
      value = rules:cell(name)
    end
    whole = whole and value ~= nil and value ~= false and type(value) ~= "table"
    return cells.words(value)
  end)
  return whole and shown or nil
end

local function applies(view, piece, when)
  local name, wanted = tostring(when or ""):match "^([^=]+)=(.*)$"
  return not name or tostring(field_of(view, piece, name)) == wanted
end

local MOST <const> = 40 -- boxes of one line

--- The lines of a card.
local function lines_of(rules, view, piece, of)
  local parts = {}
  for _, row in ipairs(M.rows(rules)) do
    local text = row.of == of and applies(view, piece, row.when) and filled(rules, view, piece, row.text)
    local label = svg.escaped(row.label or "")
    local count = text and row.as == "boxes" and math.tointeger(tonumber(text))
    if count and count > 0 then
      parts[#parts + 1] = tag("p", { class = "boxes" }, label .. " "
        .. ("<i></i>"):rep(math.min(MOST, count)))
    elseif text and row.as == "flag" then
      parts[#parts + 1] = tag("p", { class = "flag" }, label)
    elseif text and not row.as then
      parts[#parts + 1] = tag("p", nil, label .. " " .. tag("b", nil, svg.escaped(text)))
    end
  end
  return table.concat(parts)
end

--- How a side's cards look: solid or hatched, as on maps.
local function side_class(view, side) return units.look(view.state, side).solid and "solid" or "hatched" end

local function leaders_with(view, id)
  local names = {}
  for _, leader in view:leaders() do
    if leader.with == id then names[#names + 1] = leader.name or leader.id end
  end
  return names
end

--- A unit's sign as on maps.
local function sign(view, unit, words)
  local glyph, look = units.glyph(unit, words), units.look(view.state, unit.side)
  return tag("svg", { width = "17mm", height = "9mm", viewBox = "-9 -5.5 18 10" },
    units.body(16, 6.4, glyph, look, 0.42))
end

---@param rules limber.Rules
---@param view limber.View
---@param unit table
---@param how limber.How
---@return string
function M.unit(rules, view, unit, how)
  local words = rules.game.map_symbols
  local formation = unit.formation and view.state.formations[unit.formation]
  local strength = words and words.strength and words.strength(unit) or ""
  local own, with = house.words(rules, "unit", unit, how), leaders_with(view, unit.id)
  local parts = {
    tag("h2", nil, tag("b", nil, svg.escaped(unit.number or unit.id)) .. " " .. svg.escaped(unit.name or unit.id)),
    tag("div", { class = "sign" }, sign(view, unit, words) .. tag("em", nil,
      svg.escaped(formation and formation.name or view.state.sides[unit.side].name or ""))),
    tag("p", { class = "strength" }, svg.escaped(strength)), lines_of(rules, view, unit, "unit"),
    #with > 0 and tag("p", nil, "with " .. tag("b", nil, svg.escaped(table.concat(with, ", ")))) or "",
    own ~= "" and tag("p", { class = "own" }, svg.escaped(cells.MARK .. " " .. own)) or "",
  }
  return tag("div", { class = "card " .. side_class(view, unit.side) }, table.concat(parts))
end

---@param rules limber.Rules
---@param view limber.View
---@param leader table
---@return string
function M.leader(rules, view, leader)
  local commands = {}
  for _, formation in view:formations(leader.side) do
    if formation.commander == leader.id then commands[#commands + 1] = formation.name or formation.id end
  end
  local unit = type(leader.with) == "string" and view.state.units[leader.with]
  local look = units.look(view.state, leader.side)
  local parts = {
    tag("h2", nil, svg.escaped(leader.name or leader.id)),
    tag("div", { class = "sign" }, tag("svg", { width = "9mm", height = "9mm", viewBox = "-4 -8 11 11" },
      units.leader(0, 0, look, 0.5)) .. tag("em", nil, svg.escaped(#commands > 0 and "commands "
        .. table.concat(commands, ", ") or view.state.sides[leader.side].name or ""))),
    lines_of(rules, view, leader, "leader"),
    unit and tag("p", nil, "with " .. tag("b", nil, svg.escaped(unit.name or unit.id))) or "",
  }
  return tag("div", { class = "card " .. side_class(view, leader.side) }, table.concat(parts))
end

--- A slip for one order of a side; nil where the ruleset knows none.
---@param rules limber.Rules
---@param view limber.View
---@param side string
---@return string?
function M.slip(rules, view, side)
  local parts = { tag("h2", nil, svg.escaped("Order of " .. (view.state.sides[side].name or side))) }
  for _, row in ipairs(M.rows(rules)) do
    if row.of == "order" then
      local choice = ""
      for word in (row.as == "choice" and tostring(row.text) or ""):gmatch "[^;]+" do
        choice = choice .. tag("span", nil, "<i></i>" .. svg.escaped(cells.name(word)))
      end
      parts[#parts + 1] = tag("p", { class = choice ~= "" and "choice" or "line" },
        svg.escaped(row.label or "") .. choice)
    end
  end
  return parts[2] and tag("div", { class = "slip " .. side_class(view, side) }, table.concat(parts)) or nil
end

--- The longest label that paper has room for.
local WIDEST <const> = 190

--- A label the size of a unit's base on the table, or of the first of several; and the rule of style that sizes it.
---@param view limber.View
---@param unit table
---@param to_table fun(um: integer): number millimetres on the table
---@return string
---@return string
function M.label(view, unit, to_table)
  local base = unit.bases and unit.bases[1] or unit.base
  local wide, deep = to_table(base.width), to_table(base.depth)
  local shown, high = math.min(wide, WIDEST), math.max(6, deep)
  local more = wide > WIDEST and " " .. tag("em", nil, ("%s mm in all"):format(svg.number(wide))) or ""
  local letters = math.max(1.7, math.min(4, high / 2.6, shown / 8))
  local size = ("b%dx%d"):format(shown * 10 // 1 | 0, high * 10 // 1 | 0)
  local rule = (".%s { width: %smm; height: %smm; font-size: %smm; }"):format(size, svg.number(shown),
    svg.number(high), svg.number(letters))
  return tag("div", { class = ("label %s %s"):format(side_class(view, unit.side), size) }, tag("b", nil,
    svg.escaped(unit.number or unit.id)) .. tag("span", nil, svg.escaped(unit.name or unit.id) .. more)), rule
end

return M
