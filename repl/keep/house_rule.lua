--- What is written above a house rule that is kept: what changes, what that does to the odds that were asked last, and
--- to recorded battles where they were asked too. The same changes give the same text: it has no date in it.
local diff <const> = require "limber.rules.diff"
local diff_text <const> = require "show.diff_text"
local faults <const> = require "limber.common.faults"
local odds_of <const> = require "read.odds_of"
local odds_text <const> = require "show.odds_text"
local question_text <const> = require "show.question_text"
local text <const> = require "show.text"

local M <const> = {}

--- What is read when a sweep was asked.
local function sweep_text() return require "odds.sweep_text" end
local function sweeps() return require "odds.sweep" end

--- So wide are the comments, whatever the screen.
local WIDTH <const> = 100

---@class limber.AskedOdds
---@field name string
---@field args table
---@field by string?
---@field about { who: string, target: string? }?

---@class limber.MeasuredOdds
---@field asked limber.AskedOdds
---@field before limber.Odds? without the changes; nil: such a question cannot be asked there
---@field yours limber.Odds
---@field sweep odds.Sweep? in their place, where values were swept: of both, or of one where they are alike

--- A question's odds under a stack; nil and why where they cannot be worked out.
local function odds_under(session, rules, asked)
  local procedure = rules.procedures[asked.name]
  if not procedure then return nil, ("there is no %s"):format(asked.name) end
  local args = odds_of.known_to(rules, procedure.args, asked.args)
  local done, odds, fault = pcall(odds_of.ask, rules, asked.name, args, asked.by, session:asking_of(asked.about),
    asked.request)
  if not done then return nil, faults.text(odds) end
  return odds, fault and faults.text(fault)
end

--- A sweep under one stack, or under two beside each other; nil and why where it cannot be worked out.
local function sweep_under(session, asked, stacks)
  local last = stacks[#stacks].rules
  local procedure = last.procedures[asked.name]
  if not procedure then return nil, ("there is no %s"):format(asked.name) end
  for _, stack in ipairs(stacks) do stack.asking = session:asking_of(asked.about) end
  local done, sweep, fault = pcall(sweeps().run, {
    name = asked.name, args = odds_of.known_to(last, procedure.args, asked.args), request = asked.request,
    stacks = stacks, own = #stacks, if_other = #stacks > 1,
  })
  if not done then return nil, faults.text(sweep) end
  return sweep, fault and faults.text(fault)
end

local function is_sweep(asked) return #asked.request.axes > 0 end

--- The odds of a sweep that was asked, before some changes and after.
local function measured_sweep(session, asked, before, yours)
  local both = { { rules = before, title = M.title(before) }, { rules = yours, title = "yours" } }
  local known = before.procedures[asked.name] ~= nil
  local sweep = sweep_under(session, asked, known and both or { both[2] })
  return sweep and { asked = asked, sweep = sweep, same = known and #sweep.question.stacks == 1 }
end

--- What the rules beneath some changes are called beside them.
---@param rules limber.Rules
---@return string
function M.title(rules) return #rules:variant_turns() > 0 and "before" or "published" end

--- The odds that were asked last, before some changes and after.
---@param session limber.Session
---@param before limber.Rules
---@param yours limber.Rules
---@return limber.MeasuredOdds[]
function M.measure(session, before, yours)
  local list = {}
  for _, asked in ipairs(session.odds_asked) do
    local odds = not is_sweep(asked) and odds_under(session, yours, asked)
    if is_sweep(asked) then list[#list + 1] = measured_sweep(session, asked, before, yours) end
    if odds then list[#list + 1] = { asked = asked, before = odds_under(session, before, asked), yours = odds } end
  end
  return list
end

--- Why a stack is not the same as that whose odds were measured; nil if nothing shows that.
---@param session limber.Session
---@param measured limber.MeasuredOdds[]
---@param stack limber.Rules
---@return string?
function M.lost(session, measured, stack)
  for _, one in ipairs(measured) do
    local odds, why, same
    if one.sweep then
      odds, why = sweep_under(session, one.asked, { { rules = stack, title = "yours" } })
      same = odds and sweeps().alike(odds.cells[1], one.sweep.cells[#one.sweep.cells])
    else
      odds, why = odds_under(session, stack, one.asked)
      same = odds and odds_text.same(one.yours, odds)
    end
    if not odds then return why end
    if not same then
      return ("the odds of %s come out differently"):format(one.asked.name)
    end
  end
end

--- Words of Lua without comments and texts.
local function bare(typed)
  return (typed:gsub("%-%-[^\n]*", ""):gsub('\\"', ""):gsub('"[^"\n]*"', '""'):gsub("'[^'\n]*'", "''"))
end

--- Is a name a local or an argument somewhere in typed Lua?
local function is_own(typed, name)
  local whole = "%f[%w_]" .. name .. "%f[^%w_]"
  for list in typed:gmatch "local%s+([%w_,%s<>]+)" do
    if list:find(whole) then return true end
  end
  for list in typed:gmatch "function%s*[%w_.:]*%s*%(([^)]*)%)" do
    if list:find(whole) then return true end
  end
  for list in typed:gmatch "for%s+([%w_,%s]-)[%s]*[=i]" do
    if list:find(whole) then return true end
  end
  return typed:find("function%s+" .. name .. "%f[^%w_]") ~= nil
end

--- Is a name read in typed Lua, as no field and no key?
local function is_read(typed, name)
  local at = 1
  while true do
    local from, to = typed:find("%f[%w_]" .. name .. "%f[^%w_]", at)
    if not from then return false end
    local before = from > 1 and typed:sub(from - 1, from - 1) or ""
    local field = before == ":" or before == "." and typed:sub(from - 2, from - 2) ~= "."
    if not field and typed:match("^%s*(=?=?)", to + 1) ~= "=" then return true end
    at = to + 1
  end
end

--- The name of something that was defined at the prompt, outside of the text that is kept, and is used in that text.
---@param session limber.Session
---@param texts string[]
---@return string?
function M.defined_elsewhere(session, texts)
  local names = {}
  for name in next, session.env do
    if type(name) == "string" and not session.own_names[name] and name ~= "_" then names[#names + 1] = name end
  end
  table.sort(names)
  for _, typed in ipairs(texts) do
    typed = bare(typed)
    for _, name in ipairs(names) do
      if is_read(typed, name) and not is_own(typed, name) then return name end
    end
  end
end

-- ---- the text ------------------------------------------------------------------------------------------------------

local function add(lines, line, indent)
  for _, part in ipairs(text.wrap(line, WIDTH - #indent, "  ")) do
    lines[#lines + 1] = ("-- %s%s"):format(indent, part)
  end
end

--- What the rules beneath the changes say where a cell or an option is changed.
local function beneath(before, one)
  local value
  if one.what == "cell" then value = before:cell(one.name) end
  if one.what == "option" then value = before.draft.options[one.name] end
  if value == nil then return one.old end
  return value
end

local function add_changes(lines, rules, before)
  add(lines, ("What changes, %s → yours:"):format(M.title(before)), "")
  for _, one in ipairs(diff.of(rules)) do
    if one.layer == "yours" then
      if one.old ~= nil then one.old = beneath(before, one) end
      add(lines, diff_text.change(rules, one), "  ")
    end
  end
end

--- One question and its odds, before and after.
local function add_odds(lines, one, title)
  local asked = one.asked
  add(lines, "odds " .. question_text.line(asked), "  ")
  local shown = one.sweep and sweep_text().lines(one.sweep, WIDTH, true)
    or one.before and odds_text.compared(one.before, one.yours, { title, "yours" }, true)
    or odds_text.lines(one.yours, true)
  for _, line in ipairs(shown) do lines[#lines + 1] = "--   " .. line end
end

local function add_measured(lines, measured, title)
  local same, begun = {}, false
  for _, one in ipairs(measured) do
    if one.same or one.before and odds_text.same(one.before, one.yours) then
      same[#same + 1] = "odds " .. question_text.line(one.asked)
    else
      lines[#lines + 1] = "--"
      if not begun then add(lines, "The odds asked at the prompt:", "") end
      begun = true
      add_odds(lines, one, title)
    end
  end
  if #same == 0 then return end
  lines[#lines + 1] = "--"
  add(lines, "Asked too, and not changed:", "")
  for _, line in ipairs(same) do add(lines, line, "  ") end
end

--- What recorded battles would have been, where that was asked of the rules in force.
---@param session limber.Session
---@return string[]?
function M.impact(session)
  local impact, rules = session.impact, session.rules
  return impact and impact.rules == rules and impact.generation == rules.generation and impact.lines or nil
end

local function add_impact(lines, impact)
  if not impact then return end
  lines[#lines + 1] = "--"
  add(lines, "In recorded battles:", "")
  for _, line in ipairs(impact) do add(lines, line, "  ") end
end

--- The comments above a house rule.
---@param session limber.Session
---@param how { name: string, by: string?, rules: limber.Rules, before: limber.Rules, measured: limber.MeasuredOdds[],
---       whole: boolean } `rules`: with the changes as live tweaks; `before`: without; `whole`: they are all that
---       is live
---@return string[]
function M.head(session, how)
  local rules, lines = how.rules, {}
  local below = rules:variant_turns()
  add(lines, ("%s: a house rule for %s."):format(how.name, rules.title), "")
  add(lines, ("Play by it: limber %s --variant %s"):format(rules.name, how.name), "")
  if how.by then add(lines, "By " .. how.by, "") end
  if #below > 0 then add(lines, "It was made over these variants: " .. table.concat(below, ", "), "") end
  lines[#lines + 1] = "--"
  add_changes(lines, rules, how.before)
  add_measured(lines, how.measured, M.title(how.before))
  if how.whole then add_impact(lines, M.impact(session)) end
  return lines
end

return M
