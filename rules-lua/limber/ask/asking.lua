--- Where in a battle a question is asked: `rules.here`, nil outside a battle, else
--
--   .turn  .step ("turn.fire")  .clock (minutes; nil without a clock)  .side (of the thrower, else of the view)
--   .who  .target       the ids of the piece that throws or is judged, and of its target; nil if the caller names none
--   .general            the leader who orders who throws: himself, the commander of its formation, the senior of a side
--   .throwers           the ids of all throwers, by their place in the question: { ["a.1"] = "31" }
--   .battle  .sides     the battle's node in the state, and those of the sides by id
--   .piece(id)          a unit, leader, formation, area or line, or nil
-- It is read-only, and valid for its own question only. Nothing is built before a rule reads it: each view has one
-- asking, which looks values up in the state as that view sees it.
local clock <const> = require "kernel.clock"
local digest <const> = require "kernel.digest"
local lacking <const> = require "limber.rules.lacking"
local sandbox <const> = require "kernel.sandbox"
local tree <const> = require "limber.common.tree"

local M <const> = {}

---@class limber.Asking
---@field game limber.Game
---@field view limber.View
---@field rules limber.Rules? those that are asked, or were asked last
---@field who string?
---@field target string?
---@field throwers table<string, string>?
---@field noting boolean? is what rules read kept, so that the question can be asked again?
---@field read table? what they have read, by key; pieces by id
---@field here table what rules are handed
local Asking <const> = {}
Asking.__index = Asking

local PIECES <const> = { "units", "leaders", "formations", "areas", "lines" }

--- Do these rules get read-only copies? Rules that did not ship do, and rules with lines typed at a prompt.
local function guarded(rules)
  return rules.guest or next(rules.live.texts) ~= nil
end

--- A node of the state as rules may read it.
local function shown(self, node)
  if type(node) ~= "table" or not guarded(self.rules) then return node end
  local version = self.game.state.version
  if self.frozen_at ~= version then self.frozen, self.frozen_at = {}, version end
  local frozen = self.frozen[node]
  if not frozen then
    local missing = self.rules.guest and function(key) return lacking.missing(key, node) end or nil
    frozen = sandbox.freeze(node, "the battle", nil, missing)
    self.frozen[node] = frozen
  end
  return frozen
end

--- The id of the thrower, if the caller named exactly one.
local function who_of(self)
  if self.who then return self.who end
  local throwers, only = self.throwers, nil
  if type(throwers) ~= "table" then return throwers end
  local main = throwers[""]
  if main and main ~= "" then return main end
  for _, id in next, throwers do
    if id ~= "" and only and id ~= only then return nil end
    if id ~= "" then only = id end
  end
  return only
end

local function piece(self, id)
  local state = self.view.state
  for _, place in ipairs(PIECES) do
    local node = state[place][id]
    if node then return node end
  end
end

--- What rules read, by its name.
local READ <const> = {}

function READ.turn(self) return self.view.state.turn end
function READ.step(self) return (self.view:at()) end
function READ.who(self) return who_of(self) end
function READ.target(self) return self.target end
function READ.battle(self) return self.view.state.battle end
function READ.sides(self) return self.view.state.sides end
function READ.side(self) return self:side() end

function READ.general(self)
  local who, view = who_of(self), self.view
  local leader = who and view.state.leaders[who]
  if leader or not who then return leader end
  local id
  if view.state.sides[who] then id = view:senior(who) else id = view:commander(view:formation_of(who)) end
  return id and view.state.leaders[id]
end

function READ.throwers(self)
  return type(self.throwers) == "table" and self.throwers or { [""] = who_of(self) }
end

--- The ruleset's clock, from its timetable. Computing it may ask rules too.
function READ.clock(self)
  local timetable = self.game.words.timetable
  if not timetable then return nil end
  local who, target, throwers, rules = self.who, self.target, self.throwers, self.rules
  local done, told = pcall(timetable, self.view)
  self.who, self.target, self.throwers, self.rules = who, target, throwers, rules
  if not done then error(told, 0) end
  return told.clock and clock.parse(told.clock)
end

--- The side of the piece that throws or is judged, else the side of the view.
---@return string?
function Asking:side()
  local who = who_of(self)
  local node = who and piece(self, who)
  if node and node.side then return node.side end
  return who and self.view.state.sides[who] and who or self.view.side
end

--- What gives an argument that is named like a field of it: the battle, the side of `side`, the formation of the piece
--- that throws or is judged.
---@param kind "battle"|"side"|"formation"
---@return table?
function Asking:giver(kind)
  local state, side, who = self.view.state, kind == "side" and self:side(), who_of(self)
  if kind == "battle" then return state.battle end
  if kind == "side" then return side and state.sides[side] end
  local node = who and piece(self, who)
  return node and node.formation and state.formations[node.formation]
end

--- Keeps a copy of something that rules read.
local function note(self, key, value, id)
  if not self.noting then return end
  local read = self.read or { pieces = {} }
  self.read = read
  if id then read.pieces[id] = tree.copy(value) else read[key] = tree.copy(value) end
end

local function refuse(_, key) error(("rules.here is read-only: %s cannot be set"):format(tostring(key)), 2) end

--- What rules get: a table that looks up each value when a rule reads it.
local function face(self, look)
  return setmetatable({}, { __newindex = refuse, __metatable = false, __index = function(_, key)
    if not self.rules or self.rules.asking ~= self then
      error("rules.here is good for the question that it was handed to", 2)
    end
    return look(key)
  end })
end

--- A face over the state as a view sees it.
local function live_face(self)
  local function of_id(id)
    local node = piece(self, id)
    note(self, "pieces", node, id)
    return shown(self, node)
  end
  return face(self, function(key)
    if key == "piece" then return of_id end
    local of = READ[key]
    local value = of and of(self)
    note(self, key, value)
    if key == "throwers" then return sandbox.freeze(value, "throwers") end
    return shown(self, value)
  end)
end

--- A face over what rules read at another time.
local function noted_face(self, read)
  local function of_id(id) return read.pieces[id] and sandbox.freeze(read.pieces[id], "the battle") end
  return face(self, function(key)
    if key == "piece" then return of_id end
    local value = key ~= "pieces" and read[key] or nil
    return type(value) == "table" and sandbox.freeze(value, "the battle") or value
  end)
end

--- The askings of views: rules that have a view do not reach the game by it.
local of_view <const> = setmetatable({}, { __mode = "k" })

--- A new asking for a view: it is pointed at each question in turn (`about`).
---@param game limber.Game
---@param view limber.View
---@return limber.Asking
function M.new(game, view)
  local self = setmetatable({ game = game, view = view }, Asking)
  self.here = live_face(self)
  return self
end

--- The asking of a view's own questions, pointed at one.
---@param view limber.View
---@param who string|table<string, string>|nil of whom it is asked: an id, or ids by their place in the question
---@param target string? against whom
---@return limber.Asking?
function M.of(view, who, target)
  local self, places = of_view[view], type(who) == "table"
  return self and self:about(not places and who or nil, target, places and who or nil)
end

--- Makes an asking the one of a view's own questions.
---@param view limber.View
---@param asking limber.Asking
function M.keep(view, asking) of_view[view] = asking end

--- What rules read of calls, for asking them again: other programs and records do not need it.
local read_of <const> = setmetatable({}, { __mode = "k" })

--- Keeps with a call what rules have read for it.
---@param call limber.Call
function Asking:note_call(call)
  read_of[call], self.read = self.read, nil
end

--- Where a call was asked, as its rules read it then; nil when they did not look.
---@param call limber.Call
---@return limber.Asking?
function M.again(call)
  local read = read_of[call]
  if not read then return nil end
  local self = setmetatable({}, Asking)
  self.here = noted_face(self, read)
  return self
end

--- Points it at a question.
---@param who string?
---@param target string?
---@param throwers string|table<string, string>|nil
---@return limber.Asking self
function Asking:about(who, target, throwers)
  self.who, self.target, self.throwers, self.read = who, target, throwers, nil
  return self
end

--- The answers kept for this state only, and the key of the caller. `answers` belong to the present rules; other rules
--- work them again.
---@param answers limber.Answers
---@return table<string, any> kept
---@return string key
function Asking:kept(answers)
  local version = self.game.state.version
  if self.kept_at ~= version or self.kept_by ~= answers then
    self.memory, self.kept_at, self.kept_by = {}, version, answers
  end
  local throwers = type(self.throwers) == "table" and digest.key(self.throwers) or self.throwers or ""
  return self.memory, ("|%s|%s|%s"):format(self.who or "", self.target or "", throwers)
end

return M
