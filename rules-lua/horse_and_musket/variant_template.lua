-- A house rule for Horse and Musket: what differs from the published rules, and nothing else. Everything below may be
-- changed, and what is not needed left out.
--   limber check FILE                            says whether it loads, and what is wrong where
--   limber odds horse_and_musket … --versus NAME    what it does to the odds (NAME is this file's, without .lua)
--   limber run SCENARIO --variant NAME           plays by it
variant "my_rule" {
  of = "horse_and_musket",
  doc = "Say in a line what it changes.",

  -- A number of a table, by its row and column; `limber rules horse_and_musket` lists the tables.
  cells = {
    ["melee_dice.general_attached"] = 2,
  },

  -- A reading that the rules leave open.
  -- options = { half_rounds_down = true },

  -- A modifier of a list: `flag` becomes an argument of what the list judges.
  -- modifiers = { { "drummers", 1, of = "command", flag = "drummers", cite = "house" } },

  -- Another table in place of one, a rule that this one cannot stand beside.
  -- tables = { small_arms_to_hit = "small_arms_to_hit_dragoons" },
  -- conflicts = { "dragoons_fire" },

  -- A procedure: `published` is the rule as it was.
  -- wraps = {
  --   ["rally.roll"] = function(published, rules, q, dice)
  --     local result = published(rules, q, dice)
  --     if q.staggered then result.removed, result.hits = 1, q.hits - 1 end
  --     return result
  --   end,
  -- },
}
