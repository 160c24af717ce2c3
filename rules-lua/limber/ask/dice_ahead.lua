--- The throws of a question, known before it is asked: players throw all the dice of a combat at once.
--
-- A question is run several times, with the lowest faces, the highest and others. The throws that all runs begin with
-- are taken to be asked for whatever the dice say. When they have been told, the question is run again with them for
-- those that follow from them, until it asks for nothing more. Where rare faces call for another throw, the samples may
-- all miss them: then the players have told some throws too many, as far as the first that was asked for as foreseen
-- what they told stands, the rest is dropped, and what is asked for in its place is asked of them next. So the result
-- is always that of the dice it asks for.
local M <const> = {}

---@class limber.DiceSpec a throw that is wanted
---@field kind string
---@field n integer how many dice
---@field faces integer
---@field label string?
---@field who string? the thrower's place in the arguments
---@field at_least integer? of a count
---@field apart boolean? the faces are looked at one by one, and not added
---@field seeded integer[]? what the seed throws here
---@field offered limber.ToldDice? what was told for it when the command came to nothing

---@class limber.ToldDice
---@field spec limber.DiceSpec
---@field dice integer[]
---@field total integer? only the total was told: the faces are some that make it
---@field count integer? only the count was told
---@field thrown boolean? the players had the seed throw it
---@field told boolean? it was told by players, now or before

--- How many runs are compared.
local RUNS <const> = 16

--- More rounds than this are taken for a question that never settles.
local ROUNDS <const> = 1000

--- What the dice of a throw are marked with, the least and the most.
---@param spec { kind: string, faces: integer }
---@return integer least
---@return integer most
function M.range(spec)
  if spec.kind == "d10z" or spec.kind == "percentile" then return 0, 9 end
  return 1, spec.faces
end

--- After so many throws the runs of the lowest and the highest faces are mixtures too: dice that are thrown again while
--- they are equal would never differ.
local EXTREMES <const> = 200

--- Faces for one throw of one run: the lowest, the highest, else a mixture that is the same each time. The factors of
--- run, throw and die are primes, far apart, so that no two of the three ever count together; the last one (Knuth's, of
--- the golden ratio) spreads neighbours over the bits that are looked at.
local function sample(spec, run, place)
  local low, high = M.range(spec)
  local faces, number = {}, place <= EXTREMES and run
  for i = 1, spec.n do
    local mixed = ((run * 7919 + place * 104729 + i * 1299709) * 2654435761 >> 13) % (high - low + 1)
    faces[i] = number == 1 and low or number == 2 and high or low + mixed
  end
  return faces
end

local function same(one, other)
  return one.kind == other.kind and one.n == other.n and one.faces == other.faces and one.label == other.label
    and one.who == other.who and one.at_least == other.at_least
end

--- One run with what is known: the throws after that, and how many of the known ones were asked for as they stand.
local function try(run, begin, have, number)
  local settle, beyond, place, used = begin(), {}, 0, 0
  run(function(spec)
    place = place + 1
    local answer = spec.n == 0 and { dice = {} } or settle(spec)
    local known = #beyond == 0 and have[place]
    if known and same(known.spec, spec) then
      used = place
      return known.dice
    end
    beyond[#beyond + 1] = { spec = spec, answer = answer }
    return answer and answer.dice or sample(spec, number, place)
  end)
  return beyond, used
end

--- The throws that follow for certain, independent of what the dice show.
local function next_throws(run, begin, have)
  local common, used = try(run, begin, have, 1)
  for i = used + 1, #have do have[i] = nil end
  for number = 2, #common > 0 and RUNS or 1 do
    local other = try(run, begin, have, number)
    local alike = 0
    while common[alike + 1] and other[alike + 1] and same(other[alike + 1].spec, common[alike + 1].spec) do
      alike = alike + 1
    end
    for i = #common, alike + 1, -1 do common[i] = nil end
  end
  return common
end

--- Gathers the dice of a question.
---@param run fun(tell: fun(spec: limber.DiceSpec): integer[]) runs the question with dice from `tell`
---@param begin fun(): fun(spec: limber.DiceSpec): limber.ToldDice? begins a run: gives what settles a throw unasked
---@param tell fun(specs: limber.DiceSpec[]): limber.ToldDice[] asks the players
---@param procedure { name: string, file: string, line: integer }? what is asked, for the error when it never settles
---@return limber.ToldDice[] in the order the question asks for them
function M.gather(run, begin, tell, procedure)
  local have = {}
  for _ = 1, ROUNDS do
    local throws = next_throws(run, begin, have)
    if #throws == 0 then return have end
    local open = {}
    for _, throw in ipairs(throws) do
      if not throw.answer then open[#open + 1] = throw.spec end
    end
    local answers, i = #open > 0 and tell(open) or {}, 0
    for _, throw in ipairs(throws) do
      local answer = throw.answer
      if not answer then
        i = i + 1
        answer = answers[i]
      end
      answer.spec = throw.spec
      have[#have + 1] = answer
    end
  end
  local what = procedure and ("%s:%d: %s"):format(procedure.file, procedure.line, procedure.name) or "the question"
  error(what .. " asks for different dice each time", 0)
end

return M
