army {
  ruleset = "horse_and_musket", name = "the Prussians",
  army = "prussian",                        -- whose rules and list it has; `limber rules horse_and_musket army_lists`
  -- source = "where the forces are from",
  -- variants = { "NAME" },                 -- house rules that the army needs; the battle says them too
  battle = { lists = true },                -- for the check of this file alone: the army keeps to its list

  -- Units are in brigades, each with a commander; a side has one commanding officer. Their quality comes from the army.
  leader "king" { name = "the King", rank = "commanding_officer" },
  leader "kleist" { name = "General Kleist", rank = "brigade_commander", with = "1" },
  leader "zieten" { name = "General Zieten", rank = "brigade_commander", with = "11" },
  formation "foot" { name = "Kleist's brigade", commander = "kleist",
    unit "1" { name = "1st Musketeers", list = "musketeers" },
    unit "2" { name = "2nd Musketeers", list = "musketeers" },
    unit "3" { name = "the Fusiliers", list = "fusiliers" },
    unit "guns" { name = "the battery", list = "artillery" },
  },
  formation "horse" { name = "Zieten's brigade", commander = "zieten",
    unit "11" { name = "the Cuirassiers", list = "cuirassiers" },
    unit "12" { name = "the Dragoons", list = "dragoons" },
  },
}
