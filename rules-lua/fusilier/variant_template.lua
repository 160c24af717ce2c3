-- A house rule for Fusilier: what differs from the published rules, and nothing else. Everything below may be changed,
-- and what is not needed left out.
--   limber check FILE                            says whether it loads, and what is wrong where
--   limber odds fusilier … --versus NAME         what it does to the odds (NAME is this file's, without .lua)
--   limber run SCENARIO --variant NAME           plays by it
variant "my_rule" {
  of = "fusilier",
  doc = "Say in a line what it changes.",

  -- A number of a table, by its row and column; `limber rules fusilier` lists the tables.
  cells = {
    ["infantry_modifiers.attacking_buildings"] = -4,
  },

  -- A reading that the rules leave open.
  -- options = { percentile_00 = 100 },

  -- A modifier of a list: `flag` becomes an argument of what the list judges.
  -- modifiers = { { "guard", 1, of = "infantry", flag = "guard", cite = "house" } },

  -- Another table in place of one, a rule that this one cannot stand beside.
  -- tables = { order_times = "order_times_literal" },
  -- conflicts = { "order_table_literal" },

  -- A procedure: `published` is the rule as it was.
  -- wraps = {
  --   ["morale.brigade"] = function(published, rules, q, dice)
  --     local result = published(rules, q, dice)
  --     if result.roll and result.roll >= 95 then result.outcome = "stand" end
  --     return result
  --   end,
  -- },
}
