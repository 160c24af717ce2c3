--- What is close fighting in each ruleset, what its charges are called, and how a solo commander announces them.
--
--   close        the procedures that fight hand to hand; their result has `winner`, a part of the question
--   won          else: has the one who charged won, by the result and the part of the question that he is?
--   charges      the commands that declare a charge
--   promise      where a reason begins with the chance to win
--   thrown_back  what the story tells of a charge that fire has stopped
--   home         where the promise is for a charge that gets there: what the story tells of one that does
local PERCENT_TO_BEAT <const> = "^(%d+)%% to beat "

return {
  fusilier = {
    close = "^combat%.%a+_?%a*$", charges = { declare_attack = true, declare_column = true }, promise = PERCENT_TO_BEAT,
    thrown_back = {},
  },
  horse_and_musket = {
    close = "^melee%.resolve$", charges = { charge = true }, promise = "^(%d+)%% to win",
    thrown_back = { retires = true },
  },
  bugles = {
    close = "^melee%.resolve$", charges = { charge = true, ambush = true }, promise = "^(%d+)%% to win", thrown_back = {},
    home = { charge_home = true },
    won = function(result, part)
      return result.outcome:find(part == "attacker" and "^defender" or "^attacker") ~= nil
    end,
  },
  nff = {
    close = "^charge%.resolve$", charges = { charge = true }, promise = "^(%d+)%% to win", thrown_back = {},
    won = function(result) return result.attacker_move == "carry" end,
  },
}
