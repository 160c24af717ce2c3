--- Dice thrown on a real table: says which to throw and what for, all those of a combat at once, and takes what shows.
--
--   Throw 2d6 for 1/17th Line and 2d6 for 1st Klebek: 4 5 3 6
-- read_dice.lua says what may be typed. A reading that differs from the typed text is printed; what cannot be read is
-- refused and asked for again.
local told_faces <const> = require "told.read_dice"

local M <const> = {}

--- Which dice a throw wants: `2d6`, `a d10 (0 to 9)`, `percentile dice`.
---@param spec limber.DiceSpec
---@return string
function M.wanted(spec)
  if spec.kind == "percentile" then return "percentile dice" end
  if spec.kind == "d10z" then return "1d10 (0 to 9)" end
  local dice = ("%dd%d"):format(spec.n or 1, spec.faces or 6)
  if spec.kind == "count" then return ("%s (count %d and more)"):format(dice, spec.at_least) end
  return dice
end

local function joined(parts)
  if #parts < 2 then return parts[1] or "" end
  return table.concat(parts, ", ", 1, #parts - 1) .. " and " .. parts[#parts]
end

--- What is to be thrown, and who for: `2d6 for 1/17th Line and 2d6 for 1st Klebek`.
---@param specs limber.DiceSpec[]
---@param name fun(spec: limber.DiceSpec): string?
---@return string
function M.request(specs, name)
  local parts, one_label, i = {}, true, 1
  for _, spec in ipairs(specs) do one_label = one_label and spec.label == specs[1].label end
  while i <= #specs do
    local who, mine = name(specs[i]), {}
    repeat
      local label = specs[i].label and (not one_label or #specs == 1) and (" (%s)"):format(specs[i].label) or ""
      mine[#mine + 1] = M.wanted(specs[i]) .. label
      i = i + 1
    until not specs[i] or name(specs[i]) ~= who
    parts[#parts + 1] = joined(mine) .. (who and " for " .. who or "")
  end
  return joined(parts)
end

local function help(specs, about)
  local lines = { about }
  local some
  for _, spec in ipairs(specs) do
    some = some or told_faces.sums(spec) and "You may give their total: 9, or =11 where it could be two faces."
      or spec.kind == "count" and "The number that count will do."
      or spec.kind == "percentile" and "Percentile dice are two, tens first: 4 7 or 47; 00 is read 0 0."
  end
  lines[#lines + 1] = "Faces in the order asked for, 4 5 or 45." .. (some and " " .. some or "")
  lines[#lines + 1] = "A dot lets Limber throw those dice; a dot at the end, all that are missing. "
    .. "An empty line or Ctrl-C cancels: nothing is thrown."
  return table.concat(lines, "\n")
end

--- What was read otherwise than it was typed, in a line; nil when nothing was.
local function echo(specs, answers, name)
  local parts, last = {}, nil
  for i, answer in ipairs(answers) do
    if #answer.notes > 0 then
      local who = #specs > 1 and name(specs[i]) or nil
      parts[#parts + 1] = (who and who ~= last and who .. ": " or "") .. table.concat(answer.notes, ", ")
      last = who
    end
  end
  if #parts == 0 then return nil end
  return (table.concat(parts, "; "):gsub("^%l", string.upper)) .. "."
end

--- The answers given for the same throws before the command failed; nil unless all of them were given.
local function told_before(specs)
  local before = {}
  for i, spec in ipairs(specs) do
    if not spec.offered then return nil end
    before[i] = spec.offered
  end
  return before
end

--- Asks players for dice until they can be; giving up refuses the throw. Of the options `name` is whom a throw is for,
--- `about` what a call is about; `begins`: a battle begins with it, so that an empty line cannot give it up; `aside`
--- does what a line like :units asks for in between.
---@param opts { read: fun(question: string): string?, tell: fun(text: string),
---  name: (fun(spec: limber.DiceSpec): string?)?, about: (fun(call: table): string)?,
---  begins: (fun(): boolean)?, aside: (fun(line: string): boolean)? }
---@return fun(specs: limber.DiceSpec[], call: table): limber.ToldDice[]
function M.asker(opts)
  local name = opts.name or function(spec) return spec.who end
  return function(specs, call)
    local before = told_before(specs)
    local offer = before and (" [%s]"):format(told_faces.in_words(before)) or ""
    while true do
      local line = opts.read(("Throw %s%s: "):format(M.request(specs, name), offer))
      if before and line and not line:find "%S" then return before end
      if line and not line:find "%S" and opts.begins and opts.begins() then
        opts.tell "The battle begins with this throw: tell the faces, or type . and Limber throws."
      elseif not line or not line:find "%S" then
        error({ arg = "dice", message = "you gave no dice; nothing is thrown" }, 0)
      elseif line:find "^%s*%?%s*$" then
        opts.tell(help(specs, opts.about and opts.about(call)))
      elseif line:find "^%s*:" then
        if not (opts.aside and opts.aside(line)) then
          opts.tell "Type the dice. ? explains; Ctrl-C cancels the command."
        end
      else
        local answers, fault = told_faces.read(specs, line)
        if answers then
          local said = echo(specs, answers, name)
          if said then opts.tell(said) end
          return answers
        end
        opts.tell(fault)
      end
    end
  end
end

return M
