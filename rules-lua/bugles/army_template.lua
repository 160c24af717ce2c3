army {
  ruleset = "bugles", name = "the column", quality = "average",   -- of its command; left out, it is thrown
  -- source = "where the forces are from",
  -- variants = { "melee_d10" },            -- house rules that the army needs; the battle says them too
  battle = { limit_points = 1000 },         -- for the check of this file alone

  -- Each stand is in a group, each group in a division, each with a leader of that rank; and a commander in chief.
  leader "general" { name = "the General", rank = "cinc" },           -- charismatic = true
  leader "brigadier" { name = "the Brigadier", rank = "division" },
  leader "major" { name = "the Major", rank = "group", with = "11" },
  leader "captain" { name = "the Captain", rank = "group", with = "21" },
  formation "force" { level = "division", commander = "brigadier",
    formation "foot" { name = "the foot", commander = "major",
      unit "11" { name = "1st Company", class = "b", weapon = "rifled_musket" },
      unit "12" { name = "2nd Company", class = "b", weapon = "rifled_musket" },
      unit "13" { name = "3rd Company", class = "c", weapon = "rifled_musket" },   -- light_infantry is for class a
      unit "gun" { name = "the gun", class = "b", arm = "gun", gun = "light" },
    },
    formation "horse" { name = "the horse", commander = "captain",
      unit "21" { name = "1st Troop", class = "c", arm = "mounted" },
      unit "22" { name = "2nd Troop", kind = "irregular", arm = "mounted" },
    },
  },
}
