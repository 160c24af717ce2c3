--- Faces of dice thrown on a real table, read from what players type.
--
-- Faces in the order asked for, or what they make where the rule looks at no more: `9 9`, `=11` for a total that could
-- be faces. `.` leaves a throw to the named dice, at the end all that are missing. A d10's nought is read as its ruling
-- says. All that is read otherwise than it was typed is noted.
local M <const> = {}

local function limits(spec)
  if spec.kind == "percentile" then return 2, 0, 9 end
  if spec.kind == "d10z" then return 1, 0, 9 end
  return spec.n or 1, 1, spec.faces or 6
end

--- Whether the rule looks at the sum of the dice alone.
---@param spec limber.DiceSpec
---@return boolean
function M.sums(spec)
  return spec.kind == "sum" and spec.n > 1 and not spec.apart
end

--- Some faces that make a total: as even as can be.
local function faces_of(total, n)
  local faces = {}
  for i = 1, n do
    faces[i] = total // (n - i + 1)
    total = total - faces[i]
  end
  return faces
end

-- ---- one throw from some of the words ------------------------------------------------------------------------------

--- A face as it is read: a d10 shows its ten as 0, and a die of 0 to 9 may show its nought as 10.
local function face(spec, word)
  local _, low, high = limits(spec)
  local shown = math.tointeger(tonumber(word))
  if not shown then return nil, ("%s is not a number"):format(word) end
  if shown == 0 and low == 1 and high == 10 then return 10, "0 is read as 10" end
  if low == 0 and shown == 10 then return 0, "10 is read as 0" end
  if shown < low or shown > high then return nil, ("each face is %d to %d, got %s"):format(low, high, word) end
  return shown, shown == 0 and spec.kind == "d10z" and "0 is read as 0" or nil
end

--- A word for each die; `.` leaves one to the named dice.
local function by_faces(spec, words, at)
  local count = limits(spec)
  if count == 1 and words[at] == "." then return nil end -- the whole throw is left to them
  local dice, notes, left = {}, {}, 0
  for i = 1, count do
    local word = words[at + i - 1]
    if not word then return nil, at + i - 1 end
    if word == "." then
      dice[i], left = spec.seeded and spec.seeded[i], left + 1
      if not dice[i] then return nil end
      notes[#notes + 1] = ("thrown for you: %d"):format(dice[i])
    else
      local shown, note = face(spec, word)
      if not shown then return nil, nil, note end
      dice[i], notes[#notes + 1] = shown, note
    end
  end
  return { dice = dice, notes = notes, thrown = left == count or nil, style = "faces" }, at + count
end

--- All digits in one word: `45` for 2d6.
local function by_digits(spec, words, at)
  local count, _, high = limits(spec)
  local word = words[at]
  if count < 2 or high > 10 or not word or not word:find "^%d+$" or #word ~= count then return nil end
  local digits = {}
  for digit in word:gmatch "%d" do digits[#digits + 1] = digit end
  local read, _, fault = by_faces(spec, digits, 1)
  if not read then return nil, nil, fault end
  read.style = "digits"
  return read, at + 1
end

--- What the dice make, where that is all the rule looks at.
local function by_result(spec, words, at)
  local word = words[at] or ""
  local result = math.tointeger(tonumber(word:match "^=?(%d+)$"))
  if not result then return nil end
  local sure = word:sub(1, 1) == "="
  if M.sums(spec) then
    local most = spec.n * spec.faces
    if result < spec.n or result > most then
      return nil, nil, ("%dd%d make %d to %d, got %d"):format(spec.n, spec.faces, spec.n, most, result)
    end
    local note = ("a total of %d"):format(result)
    return { dice = faces_of(result, spec.n), total = result, notes = { note }, style = "result", sure = sure }, at + 1
  elseif spec.kind == "count" and spec.at_least and spec.n > 1 then
    local fewest, most = spec.at_least == 1 and spec.n or 0, spec.at_least > spec.faces and 0 or spec.n
    if result < fewest or result > most then
      return nil, nil, ("of %d dice %d to %d can count, got %d"):format(spec.n, fewest, most, result)
    end
    local dice = {}
    for i = 1, spec.n do dice[i] = i <= result and spec.faces or 1 end
    local note = ("%d count"):format(result)
    return { dice = dice, count = result, notes = { note }, style = "result", sure = sure }, at + 1
  end
end

--- A whole throw left to the named dice.
local function by_seed(spec, words, at)
  if words[at] ~= "." or not spec.seeded then return nil end
  local note = "thrown for you: " .. table.concat(spec.seeded, " ")
  return { dice = spec.seeded, thrown = true, notes = { note }, style = "seed" }, at + 1
end

local WAYS <const> = { by_faces, by_digits, by_result, by_seed }

-- ---- all throws from a line ----------------------------------------------------------------------------------------

--- The reading of a throw that could be typed in several ways; a marked one is plain beside anything.
local function style_of(read)
  return #read.dice > 1 and read.style ~= "seed" and not read.sure and read.style or nil
end

--- All readings of the words from one throw on, all throws told in one way: 13 8 is no 1 3 and a total of 8.
local function readings(specs, words, which, at, so_far, found, style)
  local spec = specs[which]
  if not spec then
    if at > #words then found[#found + 1] = table.move(so_far, 1, #so_far, 1, {}) end
    return
  end
  if at == #words + 1 and words[#words] == "." and which > 1 and spec.seeded then -- the last dot is for all the rest
    so_far[which] = by_seed(spec, { "." }, 1)
    return readings(specs, words, which + 1, at, so_far, found, style)
  end
  for _, way in ipairs(WAYS) do
    local read, after, fault = way(spec, words, at)
    local told = read and style_of(read)
    if read and told and style and told ~= style then
      found.mixed = true
    elseif read then
      so_far[which] = read
      readings(specs, words, which + 1, after, so_far, found, style or told)
      for i = #so_far, which, -1 do so_far[i] = nil end
    elseif fault then
      local kind = way == by_result and "result_fault" or "fault"
      found[kind] = found[kind] or fault
    end
  end
end

local function same_dice(one, other)
  for i, read in ipairs(one) do
    if table.concat(read.dice, " ") ~= table.concat(other[i].dice, " ") then return false end
  end
  return true
end

local function distinct(list)
  local kept = {}
  for _, reading in ipairs(list) do
    local known = false
    for _, other in ipairs(kept) do known = known or same_dice(reading, other) end
    if not known then kept[#kept + 1] = reading end
  end
  return kept
end

--- Answers as players tell them: `4 5, a total of 9`.
---@param reading limber.ToldDice[]
---@return string
function M.in_words(reading)
  local parts = {}
  for i, read in ipairs(reading) do
    parts[i] = read.total and "a total of " .. read.total or read.count and read.count .. " that count"
      or table.concat(read.dice, " ")
  end
  return table.concat(parts, ", ")
end

local function why_none(specs, words, found)
  local dice = 0
  for _, spec in ipairs(specs) do dice = dice + limits(spec) end
  if #words == dice and found.fault then return found.fault end
  if #words == #specs and found.result_fault then return found.result_fault end
  if found.fault and not found.result_fault and not found.mixed then return found.fault end
  local mark = found.mixed and "; beside faces a total is marked, as in =9" or ""
  return ("%s wanted, got %d%s"):format(dice == 1 and "one face" or dice .. " faces", #words, mark)
end

--- Whether unmarked totals of all throws would as well be all the faces of the first throws: `4 4` for 2d6 and 2d6.
local function faces_of_some(specs, words, reading)
  for _, read in ipairs(reading) do
    if read.style ~= "result" or read.sure then return false end
  end
  local at = 1
  for which = 1, #specs - 1 do
    local read, after = by_faces(specs[which], words, at)
    if not read then return false end
    at = after
    if at > #words then return true end
  end
  return false
end

--- Reads all throws from a line; nil and why not.
---@param specs limber.DiceSpec[]
---@param line string
---@return limber.ToldDice[]? each with `notes`, what was read otherwise than it was typed
---@return string?
function M.read(specs, line)
  local words, found = {}, {}
  for word in line:gmatch "[^%s,+]+" do words[#words + 1] = word end
  readings(specs, words, 1, 1, {}, found)
  local several = distinct(found)
  if #several == 1 and faces_of_some(specs, words, several[1]) then
    return nil, ("that may be %s, or the faces of the first dice alone: write all faces, or totals as =%s"):format(
      M.in_words(several[1]), table.concat(words, " ="))
  end
  if #several == 1 then return several[1] end
  if #several == 0 then return nil, why_none(specs, words, found) end
  return nil, ("that may be %s or %s: write the faces apart, 1 1, or a total with =, =11"):format(
    M.in_words(several[1]), M.in_words(several[2]))
end

return M
