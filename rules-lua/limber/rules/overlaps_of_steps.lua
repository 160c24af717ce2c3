--- Where variants of a stack touch the same step: what each does to it, and the order that comes of it.
--
-- What they do is noted as steps are laid (limber.game.layers_edits), a mark for each change of a step. The places at
-- the two ends of a sequence are noted as "turn.first!" and "turn.last!".
local lists <const> = require "limber.common.lists"
local sorted <const> = require "limber.common.sorted"

local M <const> = {}

--- Parts of a step that are lists: what two variants add to one and take out of it is joined.
local JOINED <const> = { commands = true, interrupts = true }

local function names_of(steps)
  local names = {}
  for i, step in ipairs(steps or {}) do names[i] = step.name end
  return names
end

--- Where a step is moved to, or steps are put.
local function where(anchor)
  return anchor[2] == true and anchor[1] or ("%s %s"):format(anchor[1], anchor[2])
end

--- What a mark says that a variant does to a step.
local SAYS <const> = {
  remove = function() return "removes it" end,
  bring = function() return "brings it" end,
  replace = function(mark)
    local name = mark.steps[1].name
    return "replaces it" .. (name ~= mark.step and " by " .. name or "")
  end,
  move = function(mark) return "moves it " .. where(mark.anchor) end,
  insert = function(mark)
    local put = table.concat(names_of(mark.steps), ", ")
    local at_end = mark.anchor[2] == true
    return ("puts %s %s"):format(put, at_end and mark.anchor[1] or mark.anchor[1] .. " it")
  end,
}

--- What a layer does to a step: its marks there, those of changed parts as one.
local function deeds_of(marks, step)
  local order, by = {}, {}
  for _, mark in ipairs(marks) do
    local layer = mark.layer
    if layer.name then
      if not by[layer] then
        by[layer] = { layer = layer, marks = {}, parts = {} }
        order[#order + 1] = by[layer]
      end
      local own = by[layer]
      if mark.how == "change" then
        lists.append(own.parts, lists.beyond(mark.parts or {}, own.parts))
      else
        mark.step = step
        own.marks[#own.marks + 1] = mark
      end
    end
  end
  return order
end

--- What a layer does to a step in words.
local function told(deeds, parts)
  local said = {}
  for i, mark in ipairs(deeds.marks) do said[i] = SAYS[mark.how](mark) end
  if #parts > 0 then said[#said + 1] = "changes its " .. table.concat(parts, ", ") end
  return deeds.layer.name .. " " .. table.concat(said, " and ")
end

--- Does a layer say where the step is, or where others stand next to it?
local function places(deeds)
  return lists.find(deeds.marks, function(mark) return mark.anchor ~= nil end) ~= nil
end

local function does(deeds, how)
  return lists.find(deeds.marks, function(mark) return mark.how == how end) ~= nil
end

--- The steps that two layers place, in the order of the sequence.
local function order_of(sequence, step, ...)
  local concerned = { [step] = true }
  for _, deeds in ipairs { ... } do
    for _, mark in ipairs(deeds.marks) do
      for _, name in ipairs(names_of(mark.steps)) do concerned[name] = true end
      if mark.anchor and mark.anchor[2] ~= true then concerned[mark.anchor[2]] = true end
    end
  end
  return lists.filter(names_of(sequence), function(name) return concerned[name] end)
end

--- What two layers, the later above, do to one step; nil where that is nothing together.
local function described(rules, path, below, above)
  local name, step = path:match "^(.+)%.([^.]+)$"
  local sequence = rules.draft.game.sequences[name]
  local function apart(parts, from) -- one part that both change is told of by itself
    return lists.filter(parts, function(part) return JOINED[part] or not lists.has(from, part) end)
  end
  local own, other = apart(below.parts, above.parts), apart(above.parts, below.parts)
  if #above.marks == 0 and #other == 0 or #below.marks == 0 and #own == 0 then return nil end
  local lead = ("step %s: %s, %s; "):format(path, told(below, own), told(above, other))
  if step:find "!$" then lead = ("sequence %s: %s, %s; "):format(name, told(below, own), told(above, other)) end
  if places(below) and places(above) and sequence then
    return ("%sin this order of the stack the steps are %s"):format(lead,
      table.concat(order_of(sequence, step, below, above), ", "))
  elseif does(below, "replace") or does(below, "bring") then
    return ("%s%s is the later and works on that"):format(lead, above.layer.name)
  end
  if does(above, "replace") then return lead .. "both act, in this order" end
  return lead .. "both act, in whatever order they are stacked"
end

--- What variants do to steps that one below them touches too, in the order of their paths.
---@param rules limber.Rules
---@param meet fun(one: table, other: table): boolean are two layers ever on in the same turn?
---@return limber.Overlap[]
function M.of(rules, meet)
  local found, edited = {}, rules.draft.edited or {}
  for _, path in ipairs(sorted.keys(edited)) do
    local order = deeds_of(edited[path], path:match "[^.]+$")
    for i, above in ipairs(order) do
      for j = 1, i - 1 do
        local below = order[j]
        local text = meet(below.layer, above.layer) and described(rules, path, below, above)
        if text then
          found[#found + 1] = { what = "step", name = path, first = below.layer.name, second = above.layer.name,
            text = text }
        end
      end
    end
  end
  return found
end

return M
