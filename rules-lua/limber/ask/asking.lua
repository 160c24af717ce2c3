--- Where a question is asked in a battle, as rules see it under `rules.here`: nil outside of battles, else
--
--   .turn  .step ("turn.fire")  .clock (minutes; nil without a clock)  .side (of who throws, else who looks)
--   .who  .target       the ids of who throws or is judged, and of whom it is against; nil where the caller names none
--   .throwers           the ids of all who throw, by their place in the question: { ["a.1"] = "31" }
--   .battle  .sides     what the state keeps of the battle, and of the sides by id
--   .piece(id)          a unit, leader or formation; an area or a line; nil when there is none
-- It is read-only, and good for the question that it was handed to. Nothing is built before a rule reads it: each view
-- has one asking, whose values are looked up in the state as that view sees it.
local clock <const> = require "kernel.clock"
local digest <const> = require "kernel.digest"
local sandbox <const> = require "kernel.sandbox"

local M <const> = {}

---@class limber.Asking
---@field game limber.Game
---@field view limber.View
---@field who string?
---@field target string?
---@field throwers table<string, string>?
---@field here table what rules are handed
local Asking <const> = {}
Asking.__index = Asking

local PIECES <const> = { "units", "leaders", "formations", "areas", "lines" }

--- A node of the state as rules may read it: frozen for what did not ship and what was typed at a prompt.
local function shown(self, node)
  local rules, version = self.game.rules, self.game.state.version
  if type(node) ~= "table" or not rules.guest and next(rules.live.texts) == nil then
    return node
  end
  if self.frozen_at ~= version then self.frozen, self.frozen_at = {}, version end
  local frozen = self.frozen[node]
  if not frozen then
    frozen = sandbox.freeze(node, "the battle")
    self.frozen[node] = frozen
  end
  return frozen
end

--- The id of who throws, where the caller named one alone.
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

local READ <const> = {}

function READ.turn(self) return self.view.state.turn end
function READ.step(self) return (self.view:at()) end
function READ.who(self) return who_of(self) end
function READ.target(self) return self.target end
function READ.battle(self) return shown(self, self.view.state.battle) end
function READ.sides(self) return shown(self, self.view.state.sides) end

--- The side of who throws or is judged; else the side whose view it is.
---@return string?
function Asking:side()
  local who = who_of(self)
  local node = who and piece(self, who)
  if node and node.side then return node.side end
  return who and self.view.state.sides[who] and who or self.view.side
end

function READ.side(self) return self:side() end

function READ.throwers(self)
  local throwers = self.throwers
  return sandbox.freeze(type(throwers) == "table" and throwers or { [""] = who_of(self) }, "throwers")
end

--- The ruleset's own clock, by what its timetable shows. Working it out may ask rules too.
function READ.clock(self)
  local timetable = self.game.words.timetable
  if not timetable then return nil end
  local who, target, throwers = self.who, self.target, self.throwers
  local done, told = pcall(timetable, self.view)
  self.who, self.target, self.throwers = who, target, throwers
  if not done then error(told, 0) end
  return told.clock and clock.parse(told.clock)
end

function READ.piece(self)
  return function(id) return shown(self, piece(self, id)) end
end

--- What rules are handed: a table that looks each value up when it is read.
local function face(self)
  local function read(_, key)
    if self.game.rules.asking ~= self then
      error("rules.here is good for the question that it was handed to", 2)
    end
    local of = READ[key]
    return of and of(self)
  end
  local function refuse(_, key) error(("rules.here is read-only: %s cannot be set"):format(tostring(key)), 2) end
  return setmetatable({}, { __index = read, __newindex = refuse, __metatable = false })
end

--- The askings of views: rules that have a view do not reach the game by it.
local of_view <const> = setmetatable({}, { __mode = "k" })

--- A new asking for a view: it is pointed at each question in turn (`about`).
---@param game limber.Game
---@param view limber.View
---@return limber.Asking
function M.new(game, view)
  local self = setmetatable({ game = game, view = view }, Asking)
  self.here = face(self)
  return self
end

--- The asking of a view's own questions, pointed at one.
---@param view limber.View
---@param who string? of whom it is asked: an id
---@param target string? against whom
---@param throwers table<string, string>?
---@return limber.Asking?
function M.of(view, who, target, throwers)
  local self = of_view[view]
  return self and self:about(who, target, throwers)
end

--- Makes an asking the one of a view's own questions.
---@param view limber.View
---@param asking limber.Asking
function M.keep(view, asking) of_view[view] = asking end

--- Points it at a question.
---@param who string?
---@param target string?
---@param throwers string|table<string, string>|nil
---@return limber.Asking self
function Asking:about(who, target, throwers)
  self.who, self.target, self.throwers = who, target, throwers
  return self
end

--- What is kept of answers for this state alone, and the key that tells apart who asks. `answers` are those of the
--- present rules: others answer anew.
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
