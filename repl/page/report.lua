--- The report of a battle: a recording played again and written as a page of one file.
local Data <const> = require "page.data"
local faults <const> = require "limber.common.faults"
local given <const> = require "page.given"
local host <const> = require "host"
local html <const> = require "page.html"
local known <const> = require "page.known"
local loader <const> = require "read.loader"
local replay <const> = require "limber.record.replay"
local suggest <const> = require "limber.common.suggest"
local text <const> = require "show.text"
local verify <const> = require "limber.record.verify"

local M <const> = {}

--- The name of a file without its folders.
---@param path string
---@return string
function M.name_of(path) return path:match "([^/]*)$" end

--- The lines that lead to a recording's last one, by id, or those that are given; how many others there are.
local function stood(recording, way)
  local ids, count = {}, 0
  for _, line in ipairs(way or replay.last_branch(recording)) do
    ids[line.id], count = true, count + 1
  end
  return ids, #recording.lines - count
end

--- What the page says of the battle beside its data.
local function about_of(recording, path, undone)
  local header = recording.header
  local scenario = replay.scenario(recording, loader.new())
  return {
    title = scenario and scenario.title or M.name_of(path), file = M.name_of(path), dice = header.dice or "thrown",
    solo = header.solo, limber = header.version, undone = undone > 0 and undone or nil,
  }
end

--- What is wrong with a side that is named; nil where it is there.
local function no_side(game, side)
  local sides = game.state.root.order.sides
  for _, id in ipairs(sides) do
    if id == side then return nil end
  end
  return ("no side %s%s; the sides are %s"):format(side, suggest.hint(side, sides), text.list(sides))
end

--- The battle as one side sees it while it is fought: what is sealed or hidden from it then is not told afterwards.
local function eyes_of(game, side, about)
  local seat = known.seat({ game = game }, side, true)
  local data = Data.new(game, known.limits(seat))
  local whole = data:head(about)
  whole.about.side, whole.lines = side, {}
  return { seat = seat, data = data, whole = whole }
end

--- What each side saw; nil where nothing was ever hidden from any.
local function as_seen(game, all, whole)
  local list, hides = {}, game.words.hidden ~= nil
  for i, one in ipairs(all) do
    hides = hides or one.seat.concealed ~= nil
    one.whole.ground, one.whole.fields, one.whole.titles = whole.ground, whole.fields, whole.titles
    one.whole.ending, one.whole.odds = one.data:ending(), one.data:new_odds()
    list[i] = one.whole
  end
  return hides and #list > 0 and list or nil
end

--- A line of the page's data, with its command as it was given.
local function told(game, data, line, used)
  local one = data:line(line)
  one.given = line.command and given.of(game, line.command) or nil
  if one.given then used[one.given.verb] = true end
  return one
end

--- A recorded battle as the data of a page, and its ground drawn; or nil, and what is wrong.
---@param recording limber.Recording
---@param path string what it is known by
---@param opts { nth: integer, side: string?, way: limber.Line[]?, eyes: boolean? }? which of the page's battles it is;
---       whose knowledge is shown; the lines to show, where they are not those that lead to its last one; whether it is
---       also told as each side saw it (`as_seen`)
---@return table? data
---@return string ground or what is wrong
function M.battle(recording, path, opts)
  opts = opts or { nth = 1 }
  local on_the_way, undone = stood(recording, opts.way)
  local data, whole, ground, wrong, seat
  local kept, eyes, used, game = {}, {}, {}, nil
  local found, refusal = verify.verify(recording, loader.new(), {
    begin = function(begun)
      game = begun
      wrong = opts.side and no_side(game, opts.side)
      if wrong then return end
      seat = opts.side and known.seat({ game = game }, opts.side, true)
      local limits = seat and known.limits(seat) or {}
      limits.luck = not seat
      data = Data.new(game, limits)
      whole = data:head(about_of(recording, path, undone))
      whole.about.side = opts.side
      whole.lines, ground = {}, html.ground(game.state.root, game.rules, opts.nth)
      whole.ground = ground ~= "" and ("ground-%d"):format(opts.nth) or nil
      for i, side in ipairs(opts.eyes and game.state.root.order.sides or {}) do
        eyes[i] = eyes_of(game, side, about_of(recording, path, undone))
      end
    end,
    each = function(line)
      if wrong or not on_the_way[line.id] then return end
      local one = told(game, data, line, used)
      table.insert(whole.lines, seat and known.line(seat, one, line) or one)
      if one.hidden then kept[#kept + 1] = { one, line } end
      for _, eye in ipairs(eyes) do
        table.insert(eye.whole.lines, known.line(eye.seat, told(game, eye.data, line, used), line))
      end
    end,
  })
  if not found then return nil, ("%s: %s"):format(path, faults.text(refusal)) end
  if wrong then return nil, wrong end
  if not found.ok then
    return nil, ("%s does not verify, so that there is nothing true to show: limber replay %s says what differs")
      :format(path, path)
  end
  for _, pair in ipairs(kept) do known.reveal(seat, pair[1], pair[2]) end
  whole.ending, whole.odds = data:ending(), data:new_odds()
  whole.fields, whole.titles = given.fields(game, used)
  whole.as_seen = as_seen(game, eyes, whole)
  for _, one in ipairs { whole, table.unpack(whole.as_seen or {}) } do
    one.about.digest, one.about.commands, one.about.rolls = found.digest, data.commands, data.rolls
  end
  return whole, ground
end

--- The page of a battle, or of two beside each other.
---@param data { battles: table[] }
---@param grounds string
---@return string? html
---@return string? fault
function M.document(data, grounds)
  local one = data.battles[1]
  return html.page(("%s: %s"):format(one.about.title, one.ending.result or "the battle"), data, grounds)
end

--- The report of a game as it stands, and what it is of.
---@param game limber.Game
---@param name string
---@param way limber.Line[] the lines that lead to where it stands
---@param side string? whose knowledge is shown
---@return string? html
---@return string|table what is wrong, or the data
function M.of_game(game, name, way, side)
  local recording, fault = replay.read(game.journal:text() .. game.journal:ending())
  if not recording then return nil, faults.text(fault) end
  local battle, ground = M.battle(recording, name, { nth = 1, side = side, way = way, eyes = not side })
  if not battle then return nil, ground end
  local page, wrong = M.document({ battles = { battle } }, ground)
  if not page then return nil, wrong end
  return page, battle
end

--- Writes a page; one that stood there is kept as PATH~, anything else is left alone.
---@param path string
---@param page string
---@return string? kept what was kept of what stood there, in words
---@return string? fault
function M.write(path, page)
  local kept = ""
  if host.exists(path) then
    if not host.is_file(path) then return nil, ("%s is not a regular file: it is not overwritten"):format(path) end
    local before, message = host.read(path)
    if not before then return nil, message end
    if before ~= "" then
      if not before:sub(1, 1000):find('name="generator" content="Limber', 1, true) then
        return nil, ("%s is not a page of Limber: it is not overwritten"):format(path)
      end
      local done, fault = host.set_aside(path)
      if not done then return nil, fault end
      kept = ("the page that was there is kept as %s~"):format(path)
    end
  end
  local done, fault = host.write(path, page)
  if not done then return nil, fault end
  return kept
end

return M
