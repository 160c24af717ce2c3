--- The prompt: reads what is typed, one line or as many as a Lua statement needs, and hands it on.
--
-- A session is what the prompt works for:
--   session.prompt          what to show
--   session.env             the environment of Lua that is typed
--   session.words(session, line) → true when it was a question or a word of the rules, else the line is Lua
--   session.after(session)  called after every line
--   session.running         true while Lua that was typed runs, which has a budget
--   session.secret(session) → a value while typed lines stay out of the history; they enter it when it changes
--   session.tells(session, line) → whether the line may enter the history then
--   session.holds(session) → whether it is not to be left yet, having said why; the next time it may be
local bounds <const> = require "limber.language.bounds"
local colour <const> = require "show.colour"
local commands <const> = require "play.list"
local faults <const> = require "limber.common.faults"
local host <const> = require "host"
local loader <const> = require "read.loader"
local misread <const> = require "prompt.misread"
local paper <const> = require "show.paper"
local refusal <const> = require "play.refusal"
local printer <const> = require "show.printer"
local ruleset <const> = require "limber.rules.ruleset"
local sandbox <const> = require "kernel.sandbox"
local suggest <const> = require "limber.common.suggest"
local typed_lua <const> = require "read.typed_lua"
local wrap <const> = require("show.text").wrap

local M <const> = {}

--- The longest line that is read: a person types less, a file may hold anything.
local LONGEST <const> = 65536

--- What Lua that is typed is called where it goes wrong.
local CHUNK <const> = "typed"

local function say(text)
  host.stdout(text .. "\n")
end

--- Prints an error in one line. No error ends the prompt.
---@param failure any
function M.complain(failure)
  refusal.note()
  local text = type(failure) == "table" and (failure.message or "error") or tostring(failure)
  if type(failure) == "table" and failure.kind == "interrupt" then text = "interrupted" end
  local place = type(failure) == "table" and failure.file and failure.file:gsub("^=", "") ~= CHUNK
    and ("%s:%s: "):format(failure.file, failure.line or "?") or ""
  if text:find(place, 1, true) == 1 then place = "" end
  text = text:gsub("^=" .. CHUNK .. ":%d+: ", "") -- where a function that was typed is at fault
  text = place .. text
  local many = text:find "\n" or not host.isatty(1)
  local lines = many and { (text:gsub("\n", "\n  ")) } or wrap(text, host.width(), "  ")
  for _, line in ipairs(lines) do say(colour.paint("red", line)) end
end

--- Lua as typed: an expression's values, a statement, or more lines are wanted.
---@return function? chunk
---@return string? message
---@return boolean? more
local function compile(session, text)
  local env = session.env
  if session.as_lua then text = session:as_lua(text) end
  local chunk = sandbox.load("return " .. text, "=" .. CHUNK, env)
  if chunk then return chunk end
  local _, as_expression = sandbox.load("return " .. text, "=" .. CHUNK, env)
  local statement, message = sandbox.load(text, "=" .. CHUNK, env)
  if statement then return statement end
  local function unfinished(fault)
    fault = type(fault) == "table" and fault.message or tostring(fault)
    return fault:find "near <eof>" and not fault:find "unfinished string"
  end
  return nil, message, unfinished(message) or unfinished(as_expression)
end

local function value_text(session, value)
  return session.show and session.show(value) or printer.show(value, host.width())
end

--- Shows values, within what typed Lua may take: Ctrl-C ends that too.
local function show_values(session, count, ...)
  for i = 1, count do
    local value = (select(i, ...))
    session.env._ = value
    local done, text = sandbox.run(typed_lua.BUDGET, value_text, session, value)
    if not done then return M.complain(text) end
    host.page(text .. "\n")
  end
end

local function run_lua(session, chunk)
  session.running = true
  local results = table.pack(sandbox.run(typed_lua.BUDGET, chunk))
  session.running = nil
  if not results[1] then
    local fault = results[2]
    local typed = type(fault) == "table" and (not fault.file or fault.file == CHUNK)
    local nothing = typed and suggest.nothing_called(fault.message, session.env)
    return M.complain(nothing and { message = nothing } or fault)
  end
  show_values(session, results.n - 1, table.unpack(results, 2, results.n))
end

--- Reads on until the statement is whole; nil when the reader gave up, or went on to a `:command`.
local function whole_statement(session, line)
  while true do
    local chunk, message, more = compile(session, line)
    if chunk then return chunk, line end
    if not more then
      local hint = misread.hint(line)
      M.complain(hint ~= "" and { message = faults.text(message):gsub("^" .. CHUNK .. ":%d+: ", "") .. hint }
        or message)
      return nil, line
    end
    if not session.told_more and host.isatty(0) then
      session.told_more = true
      say(colour.paint("dim", "(the line is not whole: type the rest, or Ctrl-C to drop it)"))
    end
    local next_line, why = host.readline(session.more or "      ... ")
    if next_line and next_line:find "^%s*[:?]%a" then
      M.complain { message = ("%s was not whole, and is dropped"):format(bounds.quoted(line)) }
      session.instead = next_line
      return nil, line
    end
    if not next_line then
      if why == "end" then M.complain(message) end
      return nil, line
    end
    line = line .. "\n" .. next_line
  end
end

--- A bare word that is the name of a `:command` and nothing of Lua's; `load a.lua` likewise.
local function meant(session, line)
  local word, rest = line:match "^%s*([%a_]+)%s*(.-)%s*$"
  if not word then return nil end
  local asked = word == "exit" and "quit" or word
  if not commands.is(asked) then return nil end
  if rest == "" then return session.env[word] == nil and asked or nil end
  return asked == "load" and rest:find "^[%w_./~-]+$" and asked .. " " .. rest or nil
end

--- A word alone that is nothing here: what it may have been meant for.
local function nothing_of(session, line)
  local word = line:match "^%s*([%a_][%w_]*)%s*$"
  if not word or session.env[word] ~= nil or not load("return " .. word) then return nil end
  if session.rules.draft.lookups[word] then return nil end
  if ruleset.is_one(loader.new(), word) then return ("did you mean :rules %s?"):format(word) end
  local waiting = session.play and session.play:waiting()
  local options = waiting and waiting.options
  if options and #options > 0 then
    return ("%s is not an answer; the answers are %s"):format(word, table.concat(options, ", "))
  end
  local known = {}
  local step = waiting and waiting.step
  for _, name in ipairs(step and step.commands or {}) do known[#known + 1] = name end
  table.move(session.rules.procedure_names, 1, #session.rules.procedure_names, #known + 1, known)
  return ("there is no %s%s; :help lists what you can type"):format(word, suggest.hint(word, known))
end

local function lua_line(session, line)
  local command = meant(session, line)
  if command then
    M.complain { message = ("did you mean :%s?"):format(command) }
    return line
  end
  local nothing = nothing_of(session, line) or misread.meant(session, line)
  if nothing then
    M.complain { message = nothing }
    return line
  end
  if line:match "^%s*local%s" and not session.warned then
    session.warned = true
    say(colour.paint("dim", "(a local is gone after its line; without `local` it stays)"))
  end
  local chunk, text = whole_statement(session, line)
  session.typed = text
  if chunk then run_lua(session, chunk) end
  return text
end

--- One line that is no Lua: `:command rest`, or `?name`.
local function command_line(session, line)
  local name, rest = line:match "^:(%S*)%s*(.-)%s*$"
  if not name then name, rest = "help", line:match "^%?%s*(.-)%s*$" end
  local command, fault = commands.find(name)
  if not command then return M.complain(fault) end
  if command.usage == "" and rest ~= "" then
    return M.complain(("nothing follows :%s, but here is %s"):format(command.name, bounds.quoted(rest)))
  end
  if command.pages then paper.gather() end
  local done, answer = sandbox.run(nil, command.run, session, rest)
  if command.pages then paper.show() end
  if not done then return M.complain(answer) end
  return answer
end

local function after(session)
  if not session.after then return end
  local fine, fault = sandbox.run(nil, session.after, session)
  if not fine then M.complain(fault) end
end

local function tell_time(began)
  say(colour.paint("dim", ("(%.2f ms)"):format((host.clock_ns() - began) / 1e6)))
end

--- Does what one line asks. Gives "quit" when that ends the session, and the text for the history.
---@param session table
---@param line string
---@return "quit"?
---@return string
function M.line(session, line)
  if #line > LONGEST then
    M.complain { message = ("the line is too long: %d bytes, at most %d are read"):format(#line, LONGEST) }
    return nil, ""
  end
  if line:match "^%s*$" then return nil, line end
  local began, timing = host.clock_ns(), session.timing
  if line:match "^%s*[:?]" then
    local answer = command_line(session, line:match "^%s*(.-)%s*$")
    if answer ~= "quit" then after(session) end
    if timing then tell_time(began) end
    return answer, line
  end
  local text = line
  if session.declares and session:declares(line) then
    text = session:with_words(lua_line, session, line)
  else
    local done, taken = sandbox.run(nil, session.words, session, line)
    if not done then
      M.complain(taken)
    elseif not taken then
      text = lua_line(session, line)
    end
  end
  after(session)
  if timing then tell_time(began) end
  local instead = session.instead
  session.instead = nil
  if instead then return M.line(session, instead) end
  return nil, text
end

--- Whether a line says nothing of what is done: help, or a `:command` that takes no command of the game.
local function is_open(line)
  if line:find "^%s*%?" then return true end
  local name = line:match "^%s*:%s*(%S*)"
  local command = name and commands.find(name)
  return command ~= nil and not command.takes_command
end

--- Remembers a line. What was typed in secret comes into the history when it is no secret any longer.
local function remember(session, text, secret)
  local now = session.secret and session.secret(session)
  local lines, still = session.kept_back or {}, {}
  lines[#lines + 1] = { text = text, secret = not is_open(text) and secret }
  for _, one in ipairs(lines) do
    if one.secret and one.secret == now then
      still[#still + 1] = one
    elseif not session.tells or session.tells(session, one.text) then
      host.history_add(one.text)
    end
  end
  session.kept_back = still
  host.history_save()
end

--- What shells expect of a program that Ctrl-C ended.
local INTERRUPTED <const> = 130

--- Whether the prompt may be left. A session that fails to answer does not keep it open.
local function may_leave(session)
  if not session.holds then return true end
  local done, holds = sandbox.run(nil, session.holds, session)
  return not (done and holds)
end

--- What a session ends with: of lines from a file or a program, whether all were done.
---@param on_terminal boolean
---@return integer
local function status(on_terminal) return not on_terminal and refusal.any() and 1 or 0 end

--- Reads and does until the session ends.
---@param session table
---@return integer status
function M.loop(session)
  local on_terminal = host.isatty(0)
  if on_terminal then host.history_load() end
  while true do
    session.idle = true -- what the page asks now may change the battle (repl/board)
    local line, why = host.readline(session.prompt)
    session.idle = nil
    if line then
      local secret = session.secret and session.secret(session)
      local answer, text = M.line(session, line)
      if on_terminal and text:match "%S" then remember(session, text, secret) end
      if answer == "quit" and may_leave(session) then return status(on_terminal) end
    elseif why ~= "interrupt" and why ~= "page" then
      if may_leave(session) then return status(on_terminal) end
    elseif why == "interrupt" and not on_terminal then
      return INTERRUPTED
    end
    host.flush()
  end
end

commands.add {
  name = "quit", usage = "", doc = "leaves the prompt", run = function() return "quit" end,
}

commands.add {
  name = "timing", usage = "on|off", doc = "shows how long each line takes",
  run = function(session, rest)
    if rest ~= "" and rest ~= "on" and rest ~= "off" then
      error({ arg = "timing", message = "timing must be on or off" }, 0)
    end
    session.timing = rest == "on" or rest == "" and not session.timing
    say("timing is " .. (session.timing and "on" or "off"))
  end,
}

return M
