-- 2.1: a general rallies hits off a unit that he is with.

local troops <const> = use "troops"

procedure "rally.roll" {
  cite = "2.1 R15 R16", doc = "How many hits does a general take off a unit?",
  args = {
    int "hits" { 0, max_of = troops.MOST_HITS, doc = "those after the staggered marker" },
    flag "staggered" { doc = "the marker itself never comes off" },
    flag "in_contact" { doc = "the general touches the unit: must be true" },
    flag "in_enemy_range" { doc = "an enemy that can fire reaches it: must be false" },
    int "general_move_mm" { 0, default = 0, doc = "his move this phase" },
  },
  dice = "d3", headline = "removed", good = "more",
  out = { int "roll" { 1 }, int "removed" { 0 }, int "hits" { 0, max_of = troops.MOST_HITS }, flag "staggered" {} },
  says = function(r)
    local marker = r.staggered and " beside the marker" or ""
    return ("%s off, %d left%s"):format(counted(r.removed, "hit comes", "hits come"), r.hits, marker)
  end,
  rounds = {
    carry = function(_, _, r) return { hits = r.hits } end,
    over = function(rules, _, r) return r.hits <= rules.constant.rally_floor and "rallied" end,
    cite = "2.1", doc = "the general stays with it and it takes no hits",
  },
  check = function(rules, q)
    local most = rules.constant.general_rally_move
    if q.general_move_mm > most then
      return refuse("general_move_mm", ("must be 0 to %d, got %d"):format(most, q.general_move_mm))
    end
    local floor = rules.constant.rally_floor
    if q.hits <= floor then
      return refuse("hits", ("must be over %d, below which nothing is rallied off, got %d"):format(floor, q.hits))
    end
    if not q.in_contact then return refuse("in_contact", "must be true: he rallies a unit that he touches (2.1)") end
    if q.in_enemy_range then
      return refuse("in_enemy_range", "must be false: no unit is rallied in range of enemy fire (2.1)")
    end
  end,
  resolve = function(rules, q, dice)
    local roll = dice.d(rules.constant.rally_die_faces, "rally")
    local removed = math.min(roll, q.hits - rules.constant.rally_floor) -- R16
    return { roll = roll, removed = removed, hits = q.hits - removed, staggered = q.staggered }
  end,
  follows = function(rules, q, r, was)
    if r.roll ~= was.roll and r.removed == was.removed and r.hits == was.hits then
      r.removed = math.min(r.roll, q.hits - rules.constant.rally_floor)
    end
    if r.removed ~= was.removed and r.hits == was.hits then
      r.removed = math.min(r.removed, q.hits)
      r.hits = q.hits - r.removed
    elseif r.hits ~= was.hits and r.removed == was.removed then
      r.removed = q.hits - r.hits
    end
  end,
}
