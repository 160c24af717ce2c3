--- Lays a scenario's pieces out as the state a game begins with, and says all that is wrong with them.
local fields <const> = require "limber.fields"
local geometry <const> = require "kernel.geometry"
local lengths <const> = require "limber.lengths"
local suggest <const> = require "limber.suggest"

local M <const> = {}

-- What the framework itself reads of each kind of piece; all else goes to the ruleset's `carries`.
local OWN <const> = {
  unit = { "name", "number", "at", "facing" }, leader = { "name", "at", "facing" }, formation = { "name" },
  side = { "name" }, area = { "name", "kind", "outline" }, line = { "name", "kind", "points" },
}
local PLACE <const> = {
  unit = "units", leader = "leaders", formation = "formations", side = "sides", area = "areas", line = "lines",
}
local SCENARIO_OWN <const> = {
  title = true, ruleset = true, doc = true, source = true, variants = true, seed = true, last_turn = true,
  ground = true, script = true, active = true,
}
local INSIDE <const> = {
  side = { leader = true, formation = true, unit = true },
  formation = { formation = true, unit = true, leader = true }, ground = { area = true, line = true },
}

local function fault(self, piece, message, arg)
  local name = piece.tag and ("%s %s: "):format(piece.tag, piece.id) or ""
  self.faults[#self.faults + 1] = { file = piece.file, line = piece.line, arg = arg, message = name .. message }
end

--- Splits what a file says of a piece: the framework's keys, the ruleset's, and the pieces inside.
local function split(self, piece)
  local own, theirs, inside = {}, {}, {}
  for _, key in ipairs(OWN[piece.tag]) do own[key] = piece.given[key] end
  for key, value in next, piece.given do
    if math.type(key) ~= "integer" and own[key] == nil then theirs[key] = value end
  end
  local allowed = INSIDE[piece.tag] or {}
  for i, one in ipairs(piece.given) do
    if type(one) == "table" and allowed[one.tag] then
      inside[#inside + 1] = one
    else
      fault(self, piece, ("its entry %d has no place there"):format(i))
    end
  end
  return own, theirs, inside
end

--- What the ruleset makes of a piece: its arguments checked, then built.
local function carried(self, piece, theirs, about)
  local carries = self.words.carries[piece.tag or "scenario"] or { args = {} }
  local given = lengths.convert(carries.args, theirs, self.unit, self.rules.records)
  local checked, refused = fields.check(carries.args, given, self.rules.records)
  local node
  if checked then
    self.references[#self.references + 1] = { piece = piece, args = carries.args, checked = checked }
    if not carries.build then return checked end
    node, refused = carries.build(self.rules.view, checked, about)
  end
  if node then return node end
  fault(self, piece, refused.message, refused.arg)
end

local function set_base(self, piece, own, node)
  local size = node.base
  node.base = nil
  if not size then return end
  if not own.at then
    node.footprint = size
    return
  end
  local at, facing = lengths.point(own.at, self.unit), lengths.angle(own.facing or 0)
  if math.type(at.x) ~= "integer" or math.type(at.y) ~= "integer" then
    return fault(self, piece, "at must be { x, y }", "at")
  elseif math.type(facing) ~= "integer" then
    return fault(self, piece, ("facing must be degrees or a word like north_east, got %s"):format(facing), "facing")
  end
  local ground = self.state.ground
  if at.x < 0 or at.y < 0 or at.x > ground.width or at.y > ground.depth then
    fault(self, piece, "it stands off the table", "at")
  end
  node.base = { x = at.x, y = at.y, facing = facing % 360000, width = size.width, depth = size.depth }
end

local function set_outline(self, piece, own, node)
  local key, least = "area", 3
  local given = own.outline
  if piece.tag == "line" then key, least, given = "line", 2, own.points end
  local list = lengths.points(given, self.unit)
  if type(list) ~= "table" or #list < least then
    return fault(self, piece, ("it needs %d points or more"):format(least))
  end
  for i, point in ipairs(list) do
    if math.type(point.x) ~= "integer" or math.type(point.y) ~= "integer" then
      return fault(self, piece, ("its point %d must be { x, y }"):format(i))
    end
  end
  node[key], node.kind = list, own.kind
end

local function add(self, piece, about)
  if self.seen[piece.id] then
    local other = self.seen[piece.id]
    return fault(self, piece, ("the name is taken by the %s of line %d"):format(other.tag, other.line))
  end
  self.seen[piece.id] = piece
  local own, theirs, inside = split(self, piece)
  local node = carried(self, piece, theirs, about)
  if not node then return end
  local place = PLACE[piece.tag]
  node.id, node.name = piece.id, own.name or (piece.tag == "side" and piece.id or nil)
  if about then node.side, node.formation = about.side, about.formation end
  if piece.tag == "unit" then node.number = own.number or piece.id end
  if piece.tag == "unit" or piece.tag == "leader" then set_base(self, piece, own, node) end
  if piece.tag == "area" or piece.tag == "line" then set_outline(self, piece, own, node) end
  self.state[place][piece.id] = node
  local order = self.state.order[place]
  order[#order + 1] = piece.id
  local within = { side = piece.tag == "side" and piece.id or about and about.side }
  within.formation = piece.tag == "formation" and piece.id or nil
  for _, one in ipairs(inside) do add(self, one, within) end
end

--- Ids that pieces name must be there.
local function check_references(self)
  for _, reference in ipairs(self.references) do
    for _, field in ipairs(reference.args) do
      local id = reference.checked[field.name]
      if field.names and id and not self.state[field.names][id] then
        local hint = suggest.hint(id, self.state.order[field.names])
        fault(self, reference.piece, ("%s: there is no %s%s"):format(field.name, id, hint), field.name)
      end
    end
  end
end

--- Nobody may stand in anybody else: by how many millimetres, and which way out is nearest.
local function check_overlaps(self)
  local units, order = self.state.units, self.state.order.units
  for i, id in ipairs(order) do
    for j = 1, i - 1 do
      local one, other = units[id], units[order[j]]
      local contact = one.base and other.base and geometry.contact(one.base, other.base)
      if contact and contact.state == "overlapping" then
        local nudge = contact.nudge
        fault(self, self.seen[id], ("it overlaps unit %s by %.1f mm; moving it by { %.1f, %.1f } mm would do"):format(
          order[j], -contact.margin / 1000, nudge.x / 1000, nudge.y / 1000), "at")
      end
    end
  end
end

local function lay_ground(self, scenario)
  local given = scenario.given.ground
  local width, depth = lengths.length(given.width, self.unit), lengths.length(given.depth, self.unit)
  if math.type(width) ~= "integer" or math.type(depth) ~= "integer" or width <= 0 or depth <= 0 then
    fault(self, scenario, "the ground needs width and depth", "ground")
    width, depth = math.maxinteger, math.maxinteger
  end
  self.state.ground = { width = width, depth = depth }
  for i, piece in ipairs(given) do
    if type(piece) == "table" and INSIDE.ground[piece.tag] then
      add(self, piece)
    else
      fault(self, scenario, ("entry %d of the ground is no area or line"):format(i), "ground")
    end
  end
end

local function lay_settings(self, scenario)
  local settings = {}
  for key, value in next, scenario.given do
    if type(key) == "string" and not SCENARIO_OWN[key] then settings[key] = value end
  end
  self.state.battle = carried(self, { file = scenario.file, line = scenario.line }, settings)
  self.state.last_turn, self.state.active = scenario.given.last_turn, scenario.given.active
end

local function empty_state()
  return {
    turn = 0, asks = {}, frames = {}, fixes = {}, sides = {}, units = {}, leaders = {}, formations = {}, areas = {},
    lines = {}, order = { sides = {}, units = {}, leaders = {}, formations = {}, areas = {}, lines = {} },
  }
end

---@param scenario limber.Scenario
---@param rules limber.Rules
---@return table? start
---@return table[]? faults
function M.build(scenario, rules)
  local words = rules.published.game
  local self = {
    rules = rules, words = words, unit = rules.published.unit or "mm", state = empty_state(), faults = {}, seen = {},
    references = {},
  }
  lay_ground(self, scenario)
  for i, piece in ipairs(scenario.given) do
    if type(piece) == "table" and piece.tag == "side" then
      add(self, piece)
    else
      fault(self, scenario, ("entry %d of the scenario is no side"):format(i))
    end
  end
  lay_settings(self, scenario)
  check_references(self)
  check_overlaps(self)
  if #self.state.order.sides < 2 then fault(self, scenario, "a battle needs two sides") end
  if #self.faults > 0 then return nil, self.faults end
  local setup = words.sequences.setup
  if setup then self.state.frames[1] = { sequence = "setup", step = setup[1].name, about = {} } end
  return self.state
end

return M
