--- The words of variants' files, typed at the prompt: `lay { … }`, `insert "turn" { … }`, `procedure "…" { … }`. Each
--- is laid over the rules at once, and `:keep` writes it out as it was typed.
--
-- Only a line that begins with such a word sees these words, since many are also names of commands and pieces.
local kinds <const> = require "limber.rules.kinds"
local open <const> = require "read.open"
local rule_words <const> = require "limber.rules.words"
local sure <const> = require("play.refusal").sure

local M <const> = {}

--- Words that are the prompt's own, or no declarations.
local NOT <const> = { variant = true, wrap = true, modifier = true, option = true, refuse = true, with = true }

local function opts_of(session)
  return session.rules.published.opts
end

local function words_of(session, layer)
  local words, later = rule_words.variant_words(layer, opts_of(session))
  for name, word in next, later and later() or {} do words[name] = words[name] or word end
  return words
end

--- Whether a line declares something: a word of variants' files, and then what it takes.
---@param session limber.Session
---@param line string
---@return boolean
function M.declares(session, line)
  local word, rest = line:match "^%s*([%a_][%w_]*)%s*(.*)$"
  if not word or NOT[word] or session.env[word] ~= nil or not rest:find "^[%(%[{\"']" then return false end
  if rest:find "^[\"'].-[\"']%s*$" and word ~= "remove" then return false end
  return words_of(session, {})[word] ~= nil
end

--- Has the rules loaded with their game, for a change of it where no battle is on.
local function load_game(session)
  local rules = session.rules
  local stack = sure(open.rules(rules.name, rules:variant_sources(), { game = open.game_words() }))
  stack:put_live(rules.live)
  session:use(stack)
end

--- Lays what a word has declared, if anything.
local function apply(session, layer)
  if layer.game_words and not session.rules.game then load_game(session) end
  for _, row in ipairs(session.rules:kinds()) do
    if kinds.entries(row, layer)() ~= nil then
      layer.closed = true
      return session:add_typed(layer)
    end
  end
end

--- This file, as messages of errors begin with it that are raised where a word is used.
local HERE <const> = debug.getinfo(1, "S").short_src

--- Calls a word; a fault is one of what was typed, and so of no file.
local function called(word, ...)
  local results = table.pack(pcall(word, ...))
  if results[1] then return table.unpack(results, 2, results.n) end
  local fault = results[2]
  local here = type(fault) == "string" and fault:sub(1, #HERE) == HERE
  error(here and fault:sub(#HERE + 1):gsub("^:%d+: ", "") or fault, 0)
end

--- A word that is laid as soon as it has all its arguments.
local function laid(session, name)
  return function(...)
    local layer = {}
    local function finish(...)
      local value = ...
      if type(value) == "function" then
        return function(...) return finish(called(value, ...)) end
      end
      apply(session, layer)
      return ...
    end
    return finish(called(words_of(session, layer)[name], ...))
  end
end

--- Runs `fn` while what is typed sees these words.
---@param session limber.Session
---@param fn fun(...): any
function M.with_words(session, fn, ...)
  local env, added = session.env, {}
  for name, word in next, words_of(session, {}) do
    if env[name] == nil and not NOT[name] then
      added[#added + 1] = name
      env[name] = type(word) == "function" and laid(session, name) or word
    end
  end
  local results = table.pack(pcall(fn, ...))
  for _, name in ipairs(added) do env[name] = nil end
  if not results[1] then error(results[2], 0) end
  return table.unpack(results, 2, results.n)
end

return M
