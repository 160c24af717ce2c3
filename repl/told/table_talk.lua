--- Talk with the players at their table: a question, and the line that answers it.
local commands <const> = require "play.list"
local host <const> = require "host"
local sandbox <const> = require "kernel.sandbox"
local text <const> = require "show.text"

local M <const> = {}

--- Gets each question before it is asked: a page shows it whole, the terminal line by line (repl/board).
M.heard = nil ---@type fun(question: string)?

--- Prints all of a long question but its last line, which is what the editor shows.
local function print_begin(question)
  local parts = text.wrap(question, host.width() - 2, "  ")
  for i = 1, #parts - 1 do host.stdout(parts[i] .. "\n") end
  return parts[#parts] .. " "
end

--- Reads one line. Without a terminal the question and its answer are printed, so that both can be read afterwards.
---@param question string
---@return string? line nil when Ctrl-C or the end of input came
function M.read(question)
  if M.heard then M.heard(question) end
  question = print_begin(question)
  if host.isatty(0) then return (host.readline(question)) end
  host.stdout(question)
  host.flush()
  local line = host.readline(question)
  host.stdout((line or "") .. "\n")
  return line
end

--- What a line like `:units` asks for in between is done at once; false when it must wait.
---@param session limber.Session
---@return fun(line: string): boolean
function M.aside(session)
  return function(line)
    local name, rest = line:match "^%s*:(%a+)%s*(.-)%s*$"
    local command = name and commands.find(name)
    if not command or not command.looks then return false end
    local done, fault = sandbox.run(nil, command.run, session, rest)
    if not done then M.say(fault.message) end
    return true
  end
end

--- Says something, wrapped as wide as the terminal.
---@param words string
function M.say(words)
  for line in words:gmatch "[^\n]+" do
    local indent = line:match "^%s*"
    for _, part in ipairs(text.wrap(line, host.width() - #indent, "  ")) do host.stdout(indent .. part .. "\n") end
  end
end

return M
