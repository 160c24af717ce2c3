--- `limber new`: writes a scenario, an army or a variant to start from, from the template in its ruleset's folder.
local host <const> = require "host"
local loader <const> = require "read.loader"
local options <const> = require "shell.cmd_options"
local ruleset <const> = require "limber.rules.ruleset"
local listed <const> = require("show.text").list
local suggest <const> = require "limber.common.suggest"

local M <const> = {
  name = "new",
  options = {},
  usage = [[
Usage: limber new scenario RULESET FILE
       limber new army RULESET FILE
       limber new variant RULESET FILE

Writes a commented file to start from, which passes `limber check` as it is: a
scenario is a small battle with its armies; an army is the forces of one side, for
rulesets that have prices or lists; a variant is a house rule that changes one
number, with an example of each other thing that it could say. It never overwrites
a file.

Example: limber new scenario fusilier my_battle.lua
]],
}

local KINDS <const> = { "scenario", "army", "variant" }

local KIND <const> = { scenario = "a scenario", army = "an army", variant = "a variant" }

--- What to do with a new file, one command a line.
local NEXT <const> = {
  scenario = {
    "limber check %s    prints the map and any mistakes",
    "limber run %s      plays its script", "limber %s          plays it at the prompt",
  },
  army = { "limber check %s    says what it costs, or how it stands against its list" },
  variant = {
    "limber check %s    says what is wrong with it, and tries it",
    "limber run SCENARIO --variant %s    plays a battle by it",
  },
}

--- The rulesets that have a template of a kind, in words.
local function rulesets_with(kind)
  local names, read = {}, loader.new().read
  for _, name in ipairs(ruleset.names(loader.new())) do
    if read(("rules-lua/%s/%s_template.lua"):format(name, kind)) then names[#names + 1] = name end
  end
  return listed(names, "or")
end

--- What it can write, in words.
local function kinds_text() return "a scenario, an army or a variant, for " .. rulesets_with "variant" end

--- A name that Lua can read, from a file's.
local function name_of(path)
  local name = path:match "([^/]+)$":gsub("%.lua$", ""):gsub("[^%w_]", "_")
  return name:find "^%d" and "_" .. name or name
end

--- The head of a ruleset: its title and the unit of its table.
local function head_of(read, name)
  local head = assert(read(("rules-lua/%s/ruleset.lua"):format(name)))
  return head:match 'title = "([^"]*)"', head:match 'unit = "([^"]*)"'
end

local LENGTHS <const> = {
  mm = "millimetres on your table, also written cm(7.5) or inch(3)",
  ["in"] = "inches on your table, also written mm(40) or cm(10)",
}

--- A scenario or an army to start from: a head that is common to all rulesets, and a ruleset's own example.
local function example_text(read, kind, name)
  local example = read(("rules-lua/%s/%s_template.lua"):format(name, kind))
  if not example or example:find "^%-%-" then return example end
  local title, unit = head_of(read, name)
  local fill = { title = title, lengths = LENGTHS[unit or "mm"] }
  return (assert(read(("rules-lua/limber/%s_template.txt"):format(kind))):gsub("{(%l+)}", fill)) .. example
end

--- A house rule to start from: what is common to all rulesets, filled with a ruleset's own examples.
local function variant_text(read, name, path)
  local file = ("rules-lua/%s/variant_template.lua"):format(name)
  local examples = read(file)
  if not examples then return nil end
  local fill = assert(load(examples, "@" .. file, "t", {}))()
  fill.name, fill.ruleset = name_of(path), name
  fill.title = head_of(read, name)
  return (assert(read "rules-lua/limber/variant_template.txt"):gsub("{(%l+)}", fill))
end

--- The template's text with the file's own name in it; or what is wrong.
local function content_of(kind, name, path)
  local known = ruleset.names(loader.new())
  local found = false
  for _, one in ipairs(known) do found = found or one == name end
  if not found then return nil, ("no ruleset %q%s"):format(name, suggest.hint(name, known)) end
  local read = loader.new().read
  local text = kind == "variant" and variant_text(read, name, path)
    or kind ~= "variant" and example_text(read, kind, name)
  if not text then
    return nil, ("%s has no template for %s; there is one for %s"):format(name, KIND[kind], rulesets_with(kind))
  end
  return text
end

local function write(kind, name, path)
  local text, message = content_of(kind, name, path)
  if not text then return options.refused(message) end
  if host.exists(path) then return options.refused(path .. " exists already; limber new never overwrites a file") end
  local done
  done, message = host.write(path, text)
  if not done then return options.refused(message) end
  host.stdout(("%s: %s for %s\n"):format(path, KIND[kind], name))
  for _, line in ipairs(NEXT[kind]) do host.stdout("  " .. line:format(path) .. "\n") end
  return options.DONE
end

---@param _ table
---@param rest string[]
---@return integer status
function M.run(_, rest)
  local kind, name, path = rest[1], rest[2], rest[3]
  if not kind then return options.misused(M, "name what to write: " .. kinds_text()) end
  if not NEXT[kind] then
    return options.misused(M, ("cannot write %q%s; it writes %s"):format(kind, suggest.hint(kind, KINDS), kinds_text()))
  end
  if not path then return options.misused(M, ("name a ruleset (%s) and a file"):format(rulesets_with(kind))) end
  if rest[4] then return options.misused(M, ("what is %s?"):format(rest[4])) end
  return write(kind, name, path)
end

return M
