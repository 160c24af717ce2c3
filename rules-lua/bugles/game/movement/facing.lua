-- Changing Face, R63 to R68: the test of stands that turn together, and what it leads to.

local disorder <const> = use "game/movement/disorder"

local M <const> = {}

--- How badly a stand turns (R64, R66): the worst of a collective governs.
local function clumsiness(unit)
  if unit.rabble then return 3 end
  if unit.kind ~= "regular" or unit.class == "d" then return 2 end
  return unit.class == "c" and 1 or 0
end

--- The stand of several that turns worst, and how often any of them has tested this game turn.
function M.worst(view, ids)
  local worst, tests = view:unit(ids[1]), 0
  for _, id in ipairs(ids) do
    local unit = view:unit(id)
    if clumsiness(unit) > clumsiness(worst) then worst = unit end
    tests = math.max(tests, unit.face_tests or 0)
  end
  return worst, tests
end

local WORDS <const> = { mounted = "mounted", gun = "gun", machine_gun = "gun" }

local function arm_of(view, ids)
  local word
  for _, id in ipairs(ids) do
    local one = WORDS[view:unit(id).arm] or "foot"
    if not word or one == "mounted" then word = one end
  end
  return word
end

--- What `movement.change_face` is asked of stands that turn together.
function M.question(view, ids, angle, moving)
  local worst, tests = M.worst(view, ids)
  for _, id in ipairs(ids) do moving = moving or view:unit(id).moved ~= nil end
  return view:question("movement.change_face", worst.id, {
    unit = arm_of(view, ids), moving = moving,
    angle_deg = math.max(1, (math.abs(angle) + deg(1) // 2) // deg(1)), earlier_tests = tests,
  })
end

--- Stands have tested: those that failed halt, disordered (R68).
function M.tested(play, ids, success)
  for _, id in ipairs(ids) do
    local unit = play:unit(id)
    play:set(unit, "face_tests", (unit.face_tests or 0) + 1)
    if not success then
      play:set(unit, "stopped", true)
      disorder.add(play, id, "failed_face")
    end
  end
end

--- One test for all of them: do they turn?
---@return boolean
function M.test(play, ids, angle, moving)
  local found = play:resolve("movement.change_face", M.question(play, ids, angle, moving), ids[1])
  play:tell(found.success and "turns" or "fails_to_turn", {
    unit = ids[1], angle = math.abs(angle) // deg(1), score = found.score, cite = "Changing Face",
  })
  M.tested(play, ids, found.success)
  return found.success
end

return M
