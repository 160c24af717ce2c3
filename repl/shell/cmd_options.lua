--- Runs a command with its options read (read.option_words), and says what is wrong with them.
--
-- Exit statuses: 0 done, 1 the answer is no, 2 wrong usage.
local characters <const> = require "limber.solo.characters"
local during <const> = require "limber.rules.during"
local effort <const> = require "limber.solo.effort"
local faults <const> = require "limber.common.faults"
local host <const> = require "host"
local option_words <const> = require "read.option_words"
local show_text <const> = require "show.text"

local M <const> = {}

M.DONE, M.NO, M.USAGE = 0, 1, 2

--- Prints a fault as every command does. Its further lines are set in, so that none looks like a line of the
--- program's own.
---@param message string
function M.fault(message)
  host.stderr("limber: " .. message:gsub("\n", "\n  ") .. "\n")
end

--- Says what is wrong with a command line and where to read how it is used.
---@param command { name: string }
---@param message string
---@return integer status
function M.misused(command, message)
  local name = command.name == "prompt" and "" or " " .. command.name
  host.stderr(("limber%s: %s\nTry: limber%s --help\n"):format(name, message, name))
  return M.USAGE
end

--- Prints a refusal or an error; the status of a command that ends so.
---@param fault any
---@return integer status
function M.refused(fault)
  M.fault(faults.text(fault))
  return M.NO
end

--- Runs a command with its options read, or says how it is used. One that explains what its words name, as `ask`
--- does, is given --help too when there are two words or more.
---@param command { name: string, options: table, usage: string, explains: boolean?, run: function }
---@param words string[]
---@return integer|fun(): integer status
function M.run(command, words)
  local opts, rest = option_words.read(command, words)
  if not opts then return M.misused(command, rest) end
  local wrong = opts.charts and require("read.loader").use_charts(opts.charts)
  if wrong then
    M.fault(wrong)
    return M.NO
  end
  if opts.commander then
    opts.commanders, wrong = M.commanders(opts.commander)
    if wrong then return M.misused(command, wrong) end
  end
  if opts["solo-effort"] then
    opts.effort, wrong = effort.read(opts["solo-effort"])
    if wrong then return M.misused(command, "--solo-effort: " .. wrong) end
  end
  if opts.help and not (command.explains and #rest >= 2) then
    host.stdout(command.usage)
    return M.DONE
  end
  return command.run(opts, rest)
end

--- The words of --commander: what leads each side, b=rash or b=wily+native; or what is wrong with them.
---@param given string[]
---@return table<string, string>?
---@return string?
function M.commanders(given)
  local commanders = {}
  for _, one in ipairs(given) do
    local side, names = one:match "^([^=]+)=(.+)$"
    if not side then return nil, ("--commander says who leads which side: b=rash, got %s"):format(one) end
    if commanders[side] then return nil, ("--commander names side %s twice: use b=wily+native"):format(side) end
    local read, wrong = characters.read(names)
    if not read then return nil, "--commander: " .. wrong end
    commanders[side] = read
  end
  return next(commanders) and commanders or nil
end

--- Prints what a command made, or writes it into a file; the status of a command that ends so.
---@param content string
---@param path string? to standard output when left out
---@return integer status
function M.written(content, path)
  if not path then
    host.stdout(content)
    return M.DONE
  end
  local told, fault = require("show.written").file(path, content)
  if not told then return M.refused(fault) end
  host.stdout(told .. "\n")
  return M.DONE
end

--- The words of --paper.
M.PAPERS = { "a4", "letter" }

--- A page of HTML that asks for paper of a size.
local function on_paper(html, size)
  return (html:gsub("\n@page { ", ("%%0size: %s; "):format(size), 1))
end

--- The same of a page of HTML: into a file, as PDF, or both.
---@param html string
---@param opts { o: string?, pdf: string?, paper: string? }
---@return integer status
function M.printed(html, opts)
  if opts.pdf then
    local told, fault = require("show.written").pdf(opts.pdf, on_paper(html, opts.paper or "a4"))
    if not told then return M.refused(fault) end
    host.stdout(told .. "\n")
    if not opts.o then return M.DONE end
  end
  return M.written(opts.paper and on_paper(html, opts.paper) or html, opts.o)
end

--- Says on standard error where house rules of a stack change the same thing.
---@param rules limber.Rules
function M.note_overlaps(rules)
  if #rules.layers < 2 then return end
  for _, one in ipairs(require("limber.rules.overlaps").of(rules)) do
    host.stderr(table.concat(show_text.wrap("limber: " .. one.text, host.width(), "  "), "\n") .. "\n")
  end
end

--- Says which house rules of a question have turns: outside a battle there are none.
---@param rules limber.Rules
function M.note_turns(rules)
  for _, layer in ipairs(rules.layers) do
    if layer.turns then
      local said = ("limber: %s: outside a battle no turn is played, and the house rule is in force"):format(
        during.text(layer.name, layer.turns))
      host.stderr(table.concat(show_text.wrap(said, host.width(), "  "), "\n") .. "\n")
    end
  end
end

--- A whole number of an option, or what is wrong with it.
---@param name string
---@param text string
---@return integer?
---@return string?
function M.whole(name, text)
  local number = text:match "^%-?%d+$" and math.tointeger(tonumber(text))
  if number then return number end
  return nil, ("--%s must be a whole number, got %s"):format(name, text)
end

--- One of some words, where the option is given; what is wrong with it, or nil.
---@param name string
---@param given string?
---@param values string[]
---@return string?
function M.one_of(name, given, values)
  if not given then return nil end
  for _, value in ipairs(values) do
    if value == given then return nil end
  end
  return ("--%s must be %s, got %s"):format(name, show_text.list(values, "or"), given)
end

--- The words of --facts.
M.FACTS = { "told", "measured" }

--- The seed asked for, or a fresh one; or what is wrong with it.
---@param text string?
---@return integer?
---@return string?
function M.seed(text)
  if not text then return host.fresh_seed() end
  local seed, fault = M.whole("seed", text)
  if seed and seed < 0 then return nil, "--seed must be 0 or more, got " .. text end
  return seed, fault
end

--- A list of whole numbers (`3,4`), or what is wrong with it.
---@param name string
---@param text string
---@return integer[]?
---@return string?
function M.wholes(name, text)
  local list = {}
  for one in (text .. ","):gmatch "([^,]*)," do
    local number = one:match "^%s*%-?%d+%s*$" and math.tointeger(tonumber(one))
    if not number and text:find "%S" then
      return nil, ("--%s must be whole numbers with commas between, got %s"):format(name, text)
    end
    list[#list + 1] = number
  end
  return list
end

return M
