--- What the toy's brigades and leaders are, and what may be done with them.
leaders { ranks = { "army", "corps", "division", "brigade" }, stands = "behind" }

local STAND <const> = { width = mm(40), depth = mm(20) }

--- Stands side by side, `wide` in a rank.
local function ranks(count, wide)
  local list = {}
  for i = 0, count - 1 do
    list[i + 1] = {
      aside = i % wide * STAND.width, ahead = -(i // wide) * STAND.depth, turn = 0, width = STAND.width,
      depth = STAND.depth, kind = "stand",
    }
  end
  return list
end

local FORMS <const> = {
  line = function(count) return ranks(count, count) end,
  column = function(count) return ranks(count, 1) end,
  -- Two ranks, the rear one beside the gaps of the first.
  echelon = function(count)
    local list = ranks(count, 2)
    for i, one in ipairs(list) do one.aside = one.aside + (i - 1) // 2 % 2 * STAND.width // 2 end
    return list
  end,
  -- One stand to each side, faced outward.
  square = function()
    local list, half = {}, (STAND.width + STAND.depth) // 2
    for i = 0, 3 do
      list[i + 1] = {
        aside = (i == 1 and half) or (i == 3 and -half) or 0, ahead = (i == 0 and half) or (i == 2 and -half) or 0,
        turn = i * deg(90), width = STAND.width, depth = STAND.depth, kind = "stand",
      }
    end
    return list
  end,
  -- Loose figures, a base of 10 mm each, 25 mm apart.
  skirmish = function(count)
    local list = {}
    for i = 1, count do
      list[i] = { aside = i * mm(25), ahead = 0, turn = 0, width = mm(10), depth = mm(10), kind = "figure" }
    end
    return list
  end,
  -- A gun, its team and a cart, one behind another.
  limbered = function()
    local list = {}
    for i, kind in ipairs { "gun", "team", "cart" } do
      list[i] = { aside = 0, ahead = -i * mm(50), turn = 0, width = mm(20), depth = mm(50), kind = kind }
    end
    return list
  end,
}

carries "unit" {
  args = {
    int "stands" { 1, 12 }, enum "form" { "line", "column", "echelon", "square", "skirmish", "limbered" },
  },
  build = function(_, given)
    local bases, round = tabletop.drawn_up(FORMS[given.form](given.stands))
    return { form = given.form, stands = given.stands, bases = bases, base = { width = round.width, depth = round.depth } }
  end,
}

carries "leader" {
  args = { enum "rank" { "army", "corps", "division", "brigade" }, unit "with" { "own", optional = true } },
  build = function(_, given)
    return { rank = given.rank, with = given.with, base = { width = mm(15), depth = mm(15) } }
  end,
}

carries "formation" {
  args = {
    enum "level" { "army", "corps", "division", "brigade", default = "brigade" },
    leader "commander" { "own", optional = true },
  },
}

carries "scenario" { args = { int "break_percent" { 1, 100, optional = true } } }
carries "area" { args = { text "kind" { optional = true }, int "objective" { 1, optional = true } } }
carries "side" { args = { enum "edge" { "north", "east", "south", "west", optional = true } } }

terrain "lake" { enters = false }

sequence "turn" {
  phase "all" { side = "a", commands = { "go", "form", "lose", "fall", "enter" } },
}

victory {
  counts = function(unit) return unit.form ~= "limbered" end, percent = "break_percent",
  points = function(_, side) return side == "b" and 1 or 0 end,
}

losses {
  { what = "brigades", noun = { "brigade", "brigades" }, text = "{of} gone" },
  {
    what = "stands", noun = { "stand", "stands" }, text = "{count}", each = true,
    all = function(unit) return unit.stands end, lost = function(unit) return unit.stands - #unit.bases end,
    more = function(_, side) return " of side " .. side end,
  },
  { what = "colours", text = "{lost}", lost = function(unit) return unit.form == "square" end,
    total = function(view, side) return view:waits(side) and 2 or 1 end },
  { what = "leaders", among = "leaders", noun = { "leader", "leaders" }, text = "{of}" },
}

-- A reserve comes on at its own edge.
command "enter" {
  args = { unit "unit" { "own" }, length "aside" {} },
  check = function(view, cmd)
    local unit = view:unit(cmd.unit)
    local base = view:at_home(unit.side, unit.footprint or unit.base, cmd.aside, (unit.footprint or unit.base).depth)
    local function bars() if cmd.aside > mm(900) then return refuse("aside", "is too far") end end
    return view:refuse_place(cmd.unit, base, { cite = "9", bars = bars }), base
  end,
  run = function(play, cmd, base)
    play:place(cmd.unit, base)
    play:settle_leaders { unit = cmd.unit }
  end,
}

command "go" {
  args = { unit "unit" { "own" }, length "forward" { 0 }, angle "turn" { default = 0 } },
  run = function(play, cmd)
    local base = play:unit(cmd.unit).base
    play:set(play:unit(cmd.unit), "base", tabletop.slid(tabletop.turned(base, cmd.turn), cmd.forward))
    play:follow(cmd.unit)
  end,
}

command "form" {
  args = { unit "unit" { "own" }, enum "form" { "line", "column", "echelon", "square" } },
  run = function(play, cmd)
    local unit = play:unit(cmd.unit)
    play:draw_up(cmd.unit, (tabletop.drawn_up(FORMS[cmd.form](#unit.bases))))
    play:set(unit, "form", cmd.form)
  end,
}

command "lose" {
  args = { unit "unit" { "any" }, int "nth" { 1 } },
  run = function(play, cmd) play:lose_base(cmd.unit, cmd.nth) end,
}

command "fall" {
  args = { leader "leader" { "any" } },
  run = function(play, cmd)
    play:leader_casualty(cmd.leader)
    for id, formation in play:formations() do
      if formation.commander == cmd.leader then play:successor(id) end
    end
  end,
}
