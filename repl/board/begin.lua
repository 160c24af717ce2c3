--- Battles as a page begins and keeps them: those that ship, begun with their own dice or with others; the present one
--- as a file that the browser keeps. Nothing is written here: the browser asks its person where to.
local battles <const> = require "board.battles"
local catch_up <const> = require "play.catch_up"
local fail <const> = require("play.refusal").fail
local file_kind <const> = require "limber.language.file_kind"
local game <const> = require "commands.game"
local host <const> = require "host"
local json <const> = require "kernel.json"
local kept <const> = require "keep.kept"
local report <const> = require "page.report"

local M <const> = {}

--- The battles that may be begun, and which is on the table.
---@param session limber.Session
---@return table
function M.battles(session)
  local play = session.play
  local scenario = play and play.scenario
  return {
    battles = json.list(battles.of(session.rules.name)), path = scenario and scenario.path or nil,
    turn_word = session.rules.published.turn_word,
    seed = play and play.game.seed or nil, own_seed = scenario and scenario.seed or nil,
  }
end

--- A path that the page may name: of a battle that ships, or of the one on the table.
local function is_offered(session, path)
  local play = session.play
  if play and play.scenario and play.scenario.path == path then return true end
  for _, one in ipairs(battles.of(session.rules.name)) do
    if one.path == path then return true end
  end
  return false
end

--- Begins a battle; who commands stays as it was.
---@param session limber.Session
---@param path string
---@param seed any "own", "new" or a number
function M.open(session, path, seed)
  if not is_offered(session, path) then fail("page", "that battle is not offered") end
  local number
  if seed == "new" then
    number = host.fresh_seed()
  elseif seed ~= nil and seed ~= "own" then
    number = math.tointeger(tonumber(seed))
    if not number or number < 0 then fail("page", "a seed is a whole number") end
  end
  local before = session.play
  local solo, together = before and before.solo, before and before.together
  session.told_of = ":load " .. path -- the page has asked whether the present battle may be left
  game.load(session, path, number, solo and (#solo > 1 and "both" or solo[1]))
  if session.play ~= before then session.play.together = together end
end

--- What a saved battle that the browser sends may have in all, in bytes, and in how many parts.
local MOST <const>, PARTS <const> = 16 * 1024 * 1024, 4000

--- Opens a saved battle, as `:load` does, by the same checks: it lies in the data folder meanwhile.
local function open_text(session, name, content)
  if file_kind.of(content) ~= "replay" then fail("page", ("%s is no saved battle"):format(name)) end
  local file, fault = kept.open "battle"
  if not file then fail("page", fault) end
  local written, wrong = file:write(content)
  file:leave()
  session.told_of = ":load " .. file.path -- the page has asked whether the present battle may be left
  local done, refusal = pcall(function()
    if not written then fail("page", wrong) end
    game.load(session, file.path)
  end)
  file:drop()
  if done then return end
  if type(refusal) ~= "table" or type(refusal.message) ~= "string" then error(refusal, 0) end
  local from, to = refusal.message:find(file.path, 1, true)
  local words = from and refusal.message:sub(1, from - 1) .. name .. refusal.message:sub(to + 1) or refusal.message
  fail("page", words)
end

--- Takes one part of a saved battle that the browser sends; with the last it is opened. A first part begins anew.
---@param session limber.Session
---@param question { upload: integer, of: integer, text: string, name: string }
---@param board table
---@return boolean opened
function M.upload(session, question, board)
  local nth, of = math.tointeger(question.upload), math.tointeger(question.of)
  local sane = nth and of and nth >= 1 and nth <= of and of <= PARTS and type(question.text) == "string"
  if not sane then fail("page", "that is no part of a file") end
  if nth == 1 then board.upload = { size = 0, of = of } end
  local there = board.upload
  if not there or there.of ~= of or #there ~= nth - 1 then
    fail("page", "parts of that file are missing: open it again")
  end
  there[nth], there.size = question.text, there.size + #question.text
  if there.size > MOST then
    board.upload = nil
    fail("page", ("that file has more than %d MB"):format(MOST // (1024 * 1024)))
  end
  if nth < of then return false end
  board.upload = nil
  local name = tostring(question.name or ""):gsub("%c", " "):sub(1, 80)
  open_text(session, name, table.concat(there))
  return true
end

--- What a file of this battle is called, without its ending: of letters, digits and _ alone.
local function file_name(play)
  local title = play.scenario and play.scenario.title or play.title
  local name = title:lower():gsub("[^%w]+", "_"):gsub("^_+", ""):gsub("_+$", ""):sub(1, 60)
  return name == "" and "battle" or name
end

--- The battle with all its branches, as `:save` writes it.
---@param session limber.Session
---@return table
function M.save(session)
  local play = session.play or fail("page", "there is no battle")
  local journal = play.game.journal
  return { name = file_name(play) .. ".replay", text = journal:text() .. journal:ending() }
end

--- The battle as it stands as a page of one file. Who sees one side alone gets the report of that.
---@param session limber.Session
---@return table
function M.report(session)
  local play = session.play or fail("page", "there is no battle")
  local open = play:open_sides()
  local page, fault = report.of_game(play.game, play.scenario and play.scenario.title or "battle",
    catch_up.branch_of(play.game.journal), #open == 1 and open[1] or nil)
  if not page then fail("page", fault) end
  return { name = file_name(play) .. ".html", text = page }
end

return M
