-- 6, 4.6: hand-to-hand combat: the active side fights its contacts in the order it likes, each of them once.
local army <const>, charges <const> = use("game/army/units", "game/combat/charges")
local colours <const>, contact <const>, hits <const> = use("game/army/colours", "game/combat/contact", "game/army/hits")
local leaders <const>, responses <const> = use("game/command/leaders", "game/combat/responses")
local retreat <const>, terms <const> = use("game/combat/retreat", "game/combat/melee_question")

local M <const> = {}

--- What gives dice is told by its name, but for one that is three.
local NAMES <const> = { flank_rear_or_column = "flank, rear or column" }

--- What tells more or less dice: "8 dice (charging +2, superior +2)".
local function pool_text(result)
  local dice, saved = counted(result.dice, "die", "dice"), result.scored - result.inflicted
  local scored = counted(result.scored, "hit") .. (saved > 0 and (", %d saved"):format(saved) or "")
  return ("%s%s, %s"):format(dice, because(result.modifiers, NAMES), scored)
end

local function tell_combat(play, pair, result)
  local charged = result.struck_back and "; in return " .. pool_text(result.charged) or ""
  play:tell("combat", {
    unit = pair.unit, target = pair.target, say = charges.FACES[pair.face],
    dice = pool_text(result.charger) .. charged, cite = "6.1 6.6",
  })
end

--- The brigade of a beaten unit is defeated (R85); one that had held has not (R84).
local function defeated(play, id)
  local unit = play:unit(id)
  local brigade = unit.formation and play:formation(unit.formation)
  local held = unit.fought == "held"
  play:set(unit, "fought", "beaten")
  if not brigade then return end
  play:set(brigade, "defeated", true)
  if not held then return end
  for _, other in play:units_of(unit.formation) do
    if other.fought == "held" then return end
  end
  play:set(brigade, "succeeded", nil)
end

--- Guns and wagons are eliminated, the charger stays (4.1.7, R62). That alone is no defeat of their brigade (R93).
local function overrun(play, pair)
  colours.guns(play, pair.unit, pair.target)
  hits.remove(play, pair.target)
  contact.dissolve(play, pair.target)
  if play.rules.option.any_defeat then defeated(play, pair.target) end
end

--- Hits, and generals at risk, the charger's first (4.6). Who was with each unit counts, wherever he is since.
local function losses(play, pair, result)
  local with = { charger = play:leaders_with(pair.unit), charged = play:leaders_with(pair.target) }
  hits.suffer(play, pair.target, result.charged.taken, result.charged, "6.5")
  hits.suffer(play, pair.unit, result.charger.taken, result.charger, "6.5")
  local always = play.rules.wrapped "general.risk" -- a house rule may have it from fewer hits on
  for _, role in ipairs { "charger", "charged" } do
    local id = role == "charger" and pair.unit or pair.target
    if result[role].general_at_risk or always then leaders.risk(play, id, result[role].taken, with[role]) end
  end
end

--- Who has won, who goes back (by a house rule perhaps the other, or none), and what that is for colours.
local function outcome(play, pair, with)
  if with.winner then return with end
  local result = with.result
  local charger_wins = result.winner == "charger"
  with.winner = charger_wins and pair.unit or pair.target
  with.loser = charger_wins and pair.target or pair.unit
  with.back = result.retreats == "charger" and pair.unit or result.retreats == "charged" and pair.target or nil
  local gone = not tabletop.present(play:unit(with.loser))
  with.event = gone and "destroyed" or with.back == with.loser and "retired" or nil
  return with
end

local function throw(play, pair, with)
  local args = terms.args(play, pair.unit, pair.target)
  local throwers = { charger = pair.unit, charged = pair.target }
  with.result = play:resolve("melee.resolve", args, throwers, pair.target)
  if with.result.automatic then
    overrun(play, pair)
    return false
  end
  tell_combat(play, pair, with.result)
end

--- Nobody is hand to hand with the beaten unit any more (6.8, R35).
local function part_them(play, pair, with)
  contact.dissolve(play, outcome(play, pair, with).loser)
  contact.part(play, pair.unit, pair.target)
end

--- The beaten unit goes back, if it is there still.
local function go_back(play, pair, with)
  local back, tie = outcome(play, pair, with).back, with.result.tie
  if not (back and tabletop.present(play:unit(back))) then return end
  play:tell("beaten", { unit = back, say = tie and " on a tie" or "", cite = tie and "6.10 R72" or "6.8" })
  local foe = back == pair.target and pair.unit or pair.target
  retreat.go(play, back, foe, back == pair.target and pair.face or nil)
end

local function throw_for_colours(play, pair, with)
  if outcome(play, pair, with).event then colours.thrown_for(play, with.winner, with.loser, with.event) end
end

local function note_defeat(play, pair, with)
  defeated(play, outcome(play, pair, with).loser)
  if with.winner == pair.target then responses.held(play, with.winner, with.loser) end
end

local function is_fought(_, _, with) return with.result ~= nil end

parts "melee" {
  cite = "6 4.6",
  doc = "One round between a charger and a unit that it has met: { unit, target, face }; its answer is with.result.",
  part "throw" { cite = "6.1", doc = "both throw; guns and wagons are overrun, which ends it", run = throw },
  part "losses" {
    cite = "6.5", doc = "hits count; generals are at risk", when = is_fought,
    run = function(play, pair, with) losses(play, pair, with.result) end,
  },
  part "separate" { cite = "6.8 R35", doc = "the two are hand to hand no more", run = part_them, when = is_fought },
  part "retreat" { cite = "6.8", doc = "the beaten unit goes back", run = go_back, when = is_fought },
  part "colours" { cite = "SR.1", doc = "the victor throws for colours", run = throw_for_colours, when = is_fought },
  part "defeat" { cite = "R85 R84", doc = "its brigade is beaten, the other's has held", run = note_defeat,
    when = is_fought },
}

--- One round between a charger and a unit that it has met.
---@param pair { unit: string, target: string, face: string }
local function fight(play, pair) play:carry_out("melee", pair) end

--- Fights the contact that is left when there is only one.
function M.single(play)
  local pairs_left = contact.all(play)
  if #pairs_left == 1 then fight(play, pairs_left[1]) end
end

--- Are there contacts still to be fought?
function M.left(view) return #contact.all(view) > 0 end

--- Who had closed up against works takes up his formation again, where there is room (SR.4).
local function open_out(play, id, unit)
  local base = unit.base and army.reshaped(play, unit, unit.drill)
  if base and (play:room(id, base) or not tabletop.present(unit)) then return end
  play:set(unit, "closed", nil)
  if base then play:set(unit, "base", base) end
  play:follow(id)
end

--- Whatever is left is fought, in the order of the charges.
function M.finish(play)
  local pair = contact.all(play)[1]
  while pair do
    fight(play, pair)
    pair = contact.all(play)[1]
  end
end

--- The step ends: nothing of it stays on the units.
function M.over(play)
  for id, unit in play:units() do
    play:forget(unit, { "charging", "countercharging", "fought", "met" })
    if unit.closed then open_out(play, id, unit) end
  end
end

--- The contact that a command names.
local function named(view, cmd)
  local found, own = nil, false
  for _, pair in ipairs(contact.all(view)) do
    if pair.unit == cmd.unit then
      own = true
      if not found and (not cmd.target or cmd.target == pair.target) then found = pair end
    end
  end
  return found, own
end

command "next_combat" {
  cite = "6 4.6", doc = "The contact that is fought next.",
  args = {
    unit "unit" { "own", doc = "the charger" },
    unit "target" { "enemy", optional = true, doc = "where it has met more than one" },
  },
  check = function(view, cmd)
    local pair, own = named(view, cmd)
    if pair then return nil, pair end
    if own then return refuse("target", "is not in contact with it", "C.3a") end
    return refuse("unit", "is not in contact with an enemy", "4.6")
  end,
  proposals = function(view, side, of)
    local list = {}
    for i, pair in ipairs(contact.all(view)) do
      if view:unit(pair.unit).side == side and (not of or of == pair.unit) then
        list[#list + 1] = { unit = pair.unit, target = pair.target, text = charges.FACES[pair.face], score = 100 - i }
      end
    end
    return list
  end,
  run = function(play, cmd, pair)
    pair = pair or named(play, cmd)
    if pair then fight(play, pair) end
    M.single(play)
  end,
}

return M
