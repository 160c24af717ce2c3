--- Builds the state that a game begins with from a scenario's pieces, and lists everything that is wrong with them.
--
-- In a told game pieces have no place, only the size of their bases; the ground may be left out or be names alone.
local bounds <const> = require "limber.language.bounds"
local characters <const> = require "limber.solo.characters"
local fields <const> = require "limber.language.fields"
local follows <const> = require "limber.scenario.follows"
local Ground <const> = require "limber.scenario.layout_ground"
local house_fields <const> = require "limber.rules.house_fields"
local lengths <const> = require "limber.language.lengths"
local missions <const> = require "limber.scenario.missions"
local outlines <const> = require "limber.scenario.outlines"
local Placement <const> = require "limber.scenario.placement"
local Places <const> = require "limber.scenario.layout_places"
local sorted <const> = require "limber.common.sorted"
local suggest <const> = require "limber.common.suggest"
local terrain <const> = require "limber.rules.terrain"
local tree <const> = require "limber.common.tree"

local M <const> = {}

-- The keys of each kind of piece that the framework reads; all others go to the ruleset's `carries`.
local OWN <const> = {
  unit = { "name", "plural", "number", "at", "facing", "gap", table.unpack(Placement.BESIDE) },
  leader = { "name", "plural", "at", "facing", "gap", table.unpack(Placement.BESIDE) },
  formation = { "name", "plural", "facing", "along", "from", "gap", "lines", "depth" },
  side = { "name", "plural", "facing", "mission", "commander" },
  area = { "name", "plural", "kind", table.unpack(outlines.KEYS) }, line = { "name", "plural", "kind", "points" },
}

local PLACE <const> = {
  unit = "units", leader = "leaders", formation = "formations", side = "sides", area = "areas", line = "lines",
}
local SCENARIO_OWN <const> = {
  title = true, ruleset = true, doc = true, source = true, variants = true, seed = true, last_turn = true,
  ground = true, script = true, active = true, scale = true, facts = true,
}
local INSIDE <const> = {
  side = { leader = true, formation = true, unit = true },
  formation = { formation = true, unit = true, leader = true },
}

--- Raised to end the layout when there are too many faults to list.
local ENOUGH <const> = { message = "too many faults" }

local function fault(self, piece, message, arg, unknown)
  if #self.faults >= bounds.FAULTS then error(ENOUGH, 0) end
  local name = piece.tag and ("%s %s: "):format(piece.tag, piece.id) or ""
  local overlay = piece.overlay -- an army's, to which another file adds
  local said = overlay and overlay.keys[arg or false] and overlay or piece
  self.faults[#self.faults + 1] = {
    file = said.file, line = said.line, arg = arg, message = name .. message, unknown = unknown,
  }
end

--- Splits the keys of a piece into the framework's and the ruleset's, and lists the pieces inside.
local function split(self, piece)
  local own, theirs, inside, known = {}, {}, {}, {}
  local carries = self.words.carries[piece.tag]
  local kinds = carries and not carries.house_alone -- the ruleset's own word then
  for _, key in ipairs(OWN[piece.tag]) do
    if key ~= "kind" or not kinds then own[key], known[key] = piece.given[key], true end
  end
  for _, key in ipairs { "name", "kind" } do
    if own[key] ~= nil and type(own[key]) ~= "string" then
      fault(self, piece, ("%s must be text"):format(key), key)
      own[key] = tostring(own[key])
    end
  end
  local plural = own.plural
  if plural ~= nil and plural ~= not not plural then fault(self, piece, "plural must be true or false", "plural") end
  for key, value in next, piece.given do
    if math.type(key) ~= "integer" and own[key] == nil then theirs[key] = value end
  end
  local allowed = INSIDE[piece.tag] or {}
  for i, one in ipairs(piece.given) do
    if type(one) == "table" and allowed[one.tag] then
      inside[#inside + 1] = one
    elseif type(one) == "table" and one.tag == "said" and known[one.key] and own[one.key] == nil then
      own[one.key] = one.value
    else
      fault(self, piece, ("its entry %d does not belong there"):format(i))
    end
  end
  return own, theirs, inside
end

--- Fields that name a kind of ground know those of house rules too.
local function with_kinds(args, grounds)
  local list = {}
  for i, field in ipairs(args) do
    list[i] = field
    if field.ground then
      list[i] = {}
      for key, value in next, field do list[i][key] = value end
      list[i].values = grounds.names[field.ground]
    end
  end
  return list
end

--- What pieces of a tag carry, and the arguments for it: the same list for all of them, so that it is checked fast.
local function carried_by(self, tag)
  local found = self.carried[tag]
  if not found then
    local carries = house_fields.both(self.words.carries[tag], self.others and self.others.carries[tag])
    found = { carries, with_kinds(carries.args, self.rules.grounds) }
    self.carried[tag] = found
  end
  return found[1], found[2]
end

--- Checks the arguments that the rules know for a piece, and builds the ruleset's node for it.
local function carried(self, piece, theirs, about)
  local carries, args = carried_by(self, piece.tag or "scenario")
  local given = lengths.convert(args, theirs, self.how, self.rules.records)
  local checked, refused = fields.check(args, given, self.rules.records)
  local node
  if checked then
    self.references[#self.references + 1] = { piece = piece, args = args, checked = tree.copy(checked) }
    for _, field in ipairs(args) do
      local area = field.names == "areas" and checked[field.name]
      if area and not (self.state.areas[area] or {}).area then self.astray[piece] = true end
    end
    node, refused = house_fields.build(carries, self.rules.view, checked, about, self.state)
  end
  if node then return node end
  local message = refused.message
  if message:find "^unknown argument [^;]+$" then -- no word of the ruleset's is near: one of every scenario may be
    message = message .. suggest.hint(refused.arg, OWN[piece.tag] or sorted.keys(SCENARIO_OWN))
  end
  fault(self, piece, lengths.in_unit(message, self.how), refused.arg)
end

local function set_outline(self, piece, own, node)
  local key, list, message = "area", piece.outline, nil
  node.kind = own.kind or node.kind
  terrain.lay(self.rules.grounds, self.rules.view, node, piece.tag)
  if self.told then return end
  if piece.tag == "line" then
    key, list, message = "line", outlines.line(own, self.how)
  elseif not list then
    list, message = outlines.area(own, self.how)
  end
  if not list then return fault(self, piece, message) end
  node[key] = list
end

--- The short number of a unit; each number is used once.
local function set_number(self, piece, own, node)
  local number = tostring(own.number or piece.id)
  if not number:find "^[%w_.-]+$" then fault(self, piece, "number must be a number or a word", "number") end
  local other = self.numbers[number]
  if other then
    fault(self, piece, ("unit %s of line %d has the number %s already"):format(other.id, other.line, number),
      "number")
  end
  node.number, self.numbers[number] = number, piece
end

local function add(self, piece, about)
  if self.seen[piece.id] then
    local other = self.seen[piece.id]
    follows.any(self.declared)
    return fault(self, piece, ("the name is taken by the %s of line %d"):format(other.tag, other.line))
  end
  self.seen[piece.id] = piece
  local own, theirs, inside = split(self, piece)
  local node = carried(self, piece, theirs, about)
  if not node then return end
  local place = PLACE[piece.tag]
  node.id, node.name, node.plural = piece.id, own.name or (piece.tag == "side" and piece.id or nil), own.plural
  if about then node.side, node.formation = about.side, about.formation end
  if piece.tag == "unit" then set_number(self, piece, own, node) end
  if piece.tag == "unit" or piece.tag == "leader" then
    node.status = node.status or "ready"
    Places.keep(self, piece, own, node, about, fault)
  end
  if piece.tag == "area" or piece.tag == "line" then set_outline(self, piece, own, node) end
  self.state[place][piece.id] = node
  local order = self.state.order[place]
  order[#order + 1] = piece.id
  if own.commander ~= nil then
    local read, wrong = characters.read(own.commander)
    node.commander = read or fault(self, piece, wrong, "commander")
  end
  if own.mission ~= nil then self.missions[#self.missions + 1] = { piece = piece, node = node, given = own.mission } end
  local within = { side = piece.tag == "side" and piece.id or about and about.side }
  within.formation = piece.tag == "formation" and piece.id or nil
  within.facing, within.facing_from = own.facing, { piece = piece }
  if within.facing == nil and about then within.facing, within.facing_from = about.facing, about.facing_from end
  local first = #self.placement.placed + 1
  for _, one in ipairs(inside) do add(self, one, within) end
  if own.from ~= nil then own.facing = within.facing end
  if piece.tag == "formation" then Places.draw_up(self, piece, own, first) end
end

local function check_references(self)
  local missing = follows.missing(self.declared, self.state)
  for _, reference in ipairs(self.references) do
    for _, field in ipairs(reference.args) do
      local id = reference.checked[field.name]
      local node = field.names and id and self.state[field.names][id]
      local bearer = (self.state[PLACE[reference.piece.tag]] or {})[reference.piece.id]
      if node and field.whose == "own" and bearer and bearer.side ~= node.side then
        local cite = field.cite and (" (%s)"):format(field.cite) or ""
        fault(self, reference.piece, ("%s: %s belongs to the other side%s"):format(field.name, id, cite), field.name)
      elseif field.names and id and not node and not missing[id] then
        local hint = suggest.hint(id, self.state.order[field.names])
        fault(self, reference.piece, ("%s: there is no %s%s"):format(field.name, id, hint), field.name, id)
      end
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

--- Lets the ruleset check the armies as a whole; only if all of their pieces could be built.
local function look_over(self)
  if not follows.whole(self.declared, self.state) then return end
  for _, one in ipairs(self.words.forces and self.words.forces(self.rules.view, self.state) or {}) do
    fault(self, self.seen[one.id], one.message, one.arg)
  end
end

local function empty_state()
  return {
    turn = 0, asks = {}, frames = {}, fixes = {}, sides = {}, units = {}, leaders = {}, formations = {}, areas = {},
    lines = {}, order = { sides = {}, units = {}, leaders = {}, formations = {}, areas = {}, lines = {} },
  }
end

--- Lays out all pieces. False without a table size or the settings that units need: then all other faults would only
--- follow from that.
local function lay_out(self, scenario)
  local measured = Ground.lay(self, scenario, fault, add)
  if measured then lay_settings(self, scenario) end
  if not self.state.battle then return false end
  self.placement.how = self.how
  local sides = 0
  for i, piece in ipairs(scenario.given) do
    if type(piece) == "table" and piece.tag == "side" then
      sides = sides + 1
      add(self, piece)
    else
      fault(self, scenario, ("entry %d of the scenario is not a side"):format(i))
    end
  end
  check_references(self)
  missions.lay(self, fault)
  Places.place_all(self, fault)
  look_over(self)
  if sides < 2 and not scenario.alone then fault(self, scenario, "a battle needs two sides") end
  return true
end

--- The faults, with a last line that says there are more where the layout was ended.
local function with_the_rest(faults, scenario, ended)
  if ended then
    local message = ("there are more faults; only the first %d are listed"):format(bounds.FAULTS)
    faults[#faults + 1] = { file = scenario.file, message = message }
  end
  return faults
end

--- Whether the players or Limber measure.
---@param scenario limber.Scenario
---@param opts { facts: string? }?
---@return "told"|"measured"
function M.facts(scenario, opts)
  return opts and opts.facts or scenario.given.facts or "measured"
end

---@param scenario limber.Scenario
---@param rules limber.Rules
---@param opts { facts: "told"|"measured"|nil }? who tells what a tape would; as the scenario says, when left out
---@return table? start
---@return table[]? faults
---@return table? unfinished what could be laid out of a scenario with faults, for a map of it; nil without a table
---@return table<string, true>? missing the ids of those that could not be
function M.build(scenario, rules, opts)
  local words = rules.game
  local self = {
    rules = rules, words = words, how = { unit = rules.published.unit or "mm" }, state = empty_state(), faults = {},
    seen = {}, numbers = {}, references = {}, carried = {}, missions = {}, astray = {},
    declared = follows.declared(scenario.given), told = M.facts(scenario, opts) == "told",
    others = opts and opts.also and opts.also.game,
  }
  self.state.facts = self.told and "told" or nil
  follows.declared(scenario.given.ground, self.declared)
  self.placement = Placement.new(self.how, self.declared, function(...) fault(self, ...) end)
  local done, built = pcall(lay_out, self, scenario)
  if not done and built ~= ENOUGH then error(built, 0) end
  if done and not built then return nil, follows.in_order(self.faults) end
  if #self.faults > 0 then
    local told, unfinished, missing = follows.told(self.faults, self.declared, self.state)
    return nil, with_the_rest(told, scenario, not done), unfinished, missing
  end
  local setup = words.sequences.setup
  if setup then self.state.frames[1] = { sequence = "setup", step = setup[1].name, about = {} } end
  return self.state
end

return M
