--- The journal of a game: its lines, how they branch, and how they are written.
--
-- A line is a command, or a correction or change of rules, with all that came of it: calls and their rolls, facts,
-- story, changes. Lines are never taken out: each knows its parent, and a branch is a line whose parent is not the one
-- before it. Written, it is one JSON object, with a digest chained from the line written before. A record that was
-- closed ends in a line of kind "end", which says how many lines there are: one that was cut short is told by that.
local digest <const> = require "kernel.digest"
local json <const> = require "kernel.json"
local tree <const> = require "limber.common.tree"

local M <const> = {}

M.FORMAT = 1

---@class limber.Line
---@field id integer
---@field parent integer? none: the battle's beginning
---@field kind "start"|"command"|"fix"|"amend"|"tweak"|"variant"|"reload"|"branch"|"note"
---@field turn integer the turn it was given in
---@field step string? the step it was given in
---@field command table?
---@field sealed string? the side that sealed it: the other may not be shown it before the phase is over
---@field allowed { reason: string, refused: string? }? it was given although its rules refused it
---@field fresh integer? which fresh throw of the command this is
---@field solo limber.SoloNote? why a solo commander gave it, and his plan; nothing of the state follows from it
---@field calls limber.Call[]
---@field facts limber.FactUsed[]
---@field events table[] the story: { say =, with = }, { call = index } or { impossible = command, refusal = }, and `at`
---@field changes limber.Change[]
---@field state string? the digest of the whole state, when a turn or the battle ended with it
---@field digest string
---@field log table what undoes it (not written)
---@field rules limber.Rules the rules in force after it (not written), and `live`, the tweaks on them
---@field unseen table<table, boolean>? events of pieces that another side did not see then (not written)

---@class limber.SoloNote
---@field why string
---@field stance string? of the one who acts
---@field rejected { what: string, why: string }[]? the best of what was weighed and left
---@field stays table<string, string>? why who has done nothing in a step stays as it is, of its "done"
---@field told boolean? the story tells why
---@field plan table? what he means to do from here on (limber.solo.plans)

---@class limber.Journal
---@field header table
---@field lines limber.Line[]
---@field at limber.Line? the line whose state is the present one
---@field digest string of the last line
---@field append (fun(text: string))?
local Journal <const> = {}
Journal.__index = Journal

--- Keys of a line that belong to this run alone and are not written.
local KEPT_BACK <const> = { log = true, rules = true, live = true, digest = true, unseen = true }
local LISTS <const> = { "calls", "facts", "events", "changes" }

--- A line as it is written and digested: without what only this run knows, and without empty lists.
---@param line limber.Line
---@return table
function M.written(line)
  local body = {}
  for key, value in next, line do
    if not KEPT_BACK[key] then body[key] = value end
  end
  for _, key in ipairs(LISTS) do
    local list = body[key]
    if list and #list == 0 then body[key] = nil elseif list then json.list(list) end
  end
  return body
end

--- A journal; `append` gets each line's text, ending in a newline, and must have it on its way to the disk when it
--- returns.
---@param header table
---@param append (fun(text: string))?
---@return limber.Journal
function M.new(header, append)
  header.limber, header.format = "replay", M.FORMAT
  local self = setmetatable({
    header = header, lines = {}, below = {}, append = append, digest = digest.of(header),
  }, Journal)
  if append then append(json.encode(header) .. "\n") end
  return self
end

--- Writes a line below the present one and makes it the present one.
---@param line limber.Line
function Journal:enter(line)
  line.id = #self.lines + 1
  line.parent = self.at and self.at.id
  local body = M.written(line)
  line.digest = digest.chain(self.digest, body)
  if self.append then
    body.digest = line.digest
    self.append(json.encode(body) .. "\n")
  end
  self.digest = line.digest
  self.lines[line.id], self.at = line, line
  local place = line.parent or 0
  local list = self.below[place] or {}
  list[#list + 1] = line
  self.below[place] = list
end

--- The lines below one, in order; below none, those that begin branches of their own.
local function below(self, id) return self.below[id or 0] or {} end

--- The text of a line as a file has it.
local function text_of(line)
  local body = M.written(line)
  body.digest = line.digest
  return json.encode(body) .. "\n"
end

--- The line that ends a record: how much stands before it, and the digest of the last line.
---@param broken string? what broke the battle off there
---@return string
function Journal:ending(broken)
  local commands = 0
  for _, line in ipairs(self.lines) do
    if line.kind == "command" then commands = commands + 1 end
  end
  return json.encode { kind = "end", lines = #self.lines, commands = commands, digest = self.digest,
    broken = broken } .. "\n"
end

--- The whole journal as it is written, without the line that ends it.
---@return string
function Journal:text()
  local parts = { json.encode(self.header) .. "\n" }
  for i, line in ipairs(self.lines) do parts[i + 1] = text_of(line) end
  return table.concat(parts)
end

---@param line limber.Line
---@return limber.Line?
function Journal:parent(line)
  return line.parent and self.lines[line.parent]
end

local function reversed(list)
  local count = #list
  for i = 1, count // 2 do list[i], list[count + 1 - i] = list[count + 1 - i], list[i] end
  return list
end

--- The line that `redo` does: the latest below the present one.
---@return limber.Line?
function Journal:next()
  local lines = below(self, self.at and self.at.id)
  return lines[#lines]
end

--- The lines from one on the present branch up to the present one, in order; nil when it is not on it.
---@param id integer
---@return limber.Line[]?
function Journal:since(id)
  local way, line = {}, self.at
  while line do
    way[#way + 1] = line
    if line.id == id then return reversed(way) end
    line = self:parent(line)
  end
end

--- How to come from the present line to another: lines to undo, then lines to redo.
---@param target limber.Line? nil: the beginning
---@return limber.Line[] undo
---@return limber.Line[] redo
function Journal:way_to(target)
  local undo, redo, here, there = {}, {}, self.at, target
  while here ~= there do -- a line comes after its parent: the later of the two is not on the other's branch
    if here and (not there or here.id > there.id) then
      undo[#undo + 1] = here
      here = self:parent(here)
    else
      redo[#redo + 1] = there
      there = self:parent(there)
    end
  end
  return undo, reversed(redo)
end

--- Earlier continuations of the present line: the lines below it.
---@return limber.Line[]
function Journal:beside()
  return below(self, self.at and self.at.id)
end

--- An earlier line that did the same from the same place: its throws are the same.
---@param line limber.Line
---@return limber.Line?
function Journal:done_before(line)
  if not line.command or line.fresh then return nil end
  local command = digest.of(line.command)
  for _, other in ipairs(below(self, line.parent)) do
    if other.id >= line.id then return nil end
    if other.command and digest.of(other.command) == command then return other end
  end
end

--- The ends of all branches: lines that have none below.
---@return limber.Line[]
function Journal:branches()
  local has_child, ends = {}, {}
  for _, line in ipairs(self.lines) do
    if line.parent then has_child[line.parent] = true end
  end
  for _, line in ipairs(self.lines) do
    if not has_child[line.id] then ends[#ends + 1] = line end
  end
  return ends
end

--- Makes a journal's change in plain data that no state owns.
---@param root table
---@param change limber.Change
function M.apply(root, change)
  local node, path = root, change.path
  for i = 1, #path - 1 do node = node[path[i]] end
  local key = path[#path]
  if change.insert ~= nil then
    table.insert(node, key, tree.copy(change.insert))
  elseif change.remove ~= nil then
    table.remove(node, key)
  else
    node[key] = tree.copy(change.new)
  end
end

return M
