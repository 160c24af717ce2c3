--- The board: a battle at the prompt that is also served as a page. Prompt and page are used in turn: both give
--- commands to the same game, and the page hears of every change.
local answer <const> = require "board.answer"
local faults <const> = require "limber.common.faults"
local host <const> = require "host"
local html <const> = require "page.html"
local json <const> = require "kernel.json"
local sandbox <const> = require "kernel.sandbox"
local Session <const> = require "prompt.session"
local table_talk <const> = require "told.table_talk"
local told <const> = require "board.told"

local M <const> = {}

local PAGE <const> = [[
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Limber</title>
<link rel="stylesheet" href="page.css">
</head>
<body>
<noscript><p>This page draws a battle with a script of its own. Please allow it to run.</p></noscript>
<div id="limber"></div>
<script src="page.js"></script>
</body>
</html>
]]

--- The scripts of the board, after those of the page.
local SCRIPTS <const> = {
  "board_wire", "board_bar", "board_going", "board_why", "board_head", "board_keys", "board_ways", "board_forms",
  "board_reach", "board_drawn", "board_choices", "board_story", "board_panel", "board_dialogs", "board_rules",
  "board_files", "board_carry", "board_tables", "board_field", "board",
}
local STYLES <const> = { "board" }

local function joined(own, more, ending)
  local list = table.move(own, 1, #own, 1, {})
  table.move(more, 1, #more, #list + 1, list)
  return html.files(list, ending)
end

--- Tells those of one side's page how things stand there, where that is not what they were told last.
local function tell_seat(session, board, number)
  local done, state = sandbox.run(nil, told.state_of_seat, session, board, number)
  if not done then state = { fault = "the page has failed: the prompt says why" } end
  local words = json.encode(state)
  if board.seats_told[number] == words then return end
  board.seats_told[number], board.count = words, board.count + 1
  state.n = board.count
  host.tell_page(json.encode(state), number)
end

--- Tells all who look how things stand.
local function tell(session, board)
  local done, state = sandbox.run(nil, told.state, session, board)
  if not done then state = { fault = faults.text(state), n = board.count } end
  board.state = state
  host.tell_page(json.encode(state))
  for number = 1, board.curtain and 0 or board.seat_count do tell_seat(session, board, number) end
end

--- Watches a battle that came to the table: its screen changes hands before the page too.
local function watch(session, board)
  local play = session.play
  if play then play.away = board.away end
  if not play or play.curtain then return end
  function play.curtain(words)
    board.curtain = words
    tell(session, board)
  end
end

--- Serves a session; the addresses to type into a browser, or nil and why not.
---@param session limber.Session
---@param opts { listen: string?, port: integer }
---@return string[]? addresses of this machine; and of the network: the same, and of each side alone
---@return string? why
function M.start(session, opts)
  local script, fault = joined(html.SCRIPTS, SCRIPTS, ".js")
  if not script then return nil, fault end
  local style
  style, fault = joined(html.STYLES, STYLES, ".css")
  if not style then return nil, fault end
  local addresses
  addresses, fault = host.serve(opts.listen or "", opts.port, PAGE, style, script)
  if not addresses then return nil, fault end
  local board = { away = {}, seats_told = {}, seat_count = #addresses - 2 }
  session.served = true
  function session.after(self)
    watch(self, board)
    Session.after(self)
    watch(self, board)
    tell(self, board)
  end
  function table_talk.heard(question)
    board.state.asks = question
    host.tell_page(json.encode(board.state))
  end
  host.set_answerer(function(question, seat) return answer.answer(session, board, question, seat) end)
  watch(session, board)
  tell(session, board)
  return addresses
end

return M
