-- 5.1.9, 6.5, 7: what hits do to a unit, and 5.6, 6.11: to the general who is with it.

local troops <const> = use "troops"

local M <const> = {}

--- The fields of a unit's state after it took hits.
function M.out(...)
  local out = {
    int "hits" { 0, max_of = troops.ALL_HITS, doc = "after the marker, once staggered" },
    flag "staggered" {}, flag "staggered_now" {},
    flag "destroyed" {}, int "strength" { 0, doc = "hits it can still take" }, int "excess" { 0 },
  }
  for _, field in ipairs { ... } do out[#out + 1] = field end
  return out
end

--- R10: six hits turn into the marker, and the count starts again; what is over carries on.
local function apply(rules, hits, staggered, new_hits)
  local stagger = rules.constant.stagger_hits
  local most = stagger + rules.constant.destroy_hits_after_stagger
  local total = hits + (staggered and stagger or 0) + new_hits
  local destroyed = total >= most
  local marked = total >= stagger
  return {
    hits = destroyed and most - stagger or marked and total - stagger or total,
    staggered = marked, staggered_now = marked and not staggered, destroyed = destroyed,
    strength = math.max(0, most - total), excess = destroyed and total - most or 0,
  }
end

--- What became of a unit, in a few words.
function M.tell(r)
  if r.destroyed then return "destroyed" end
  local count = counted(r.hits, "hit")
  if r.staggered_now then return "staggered, and " .. count end
  return r.staggered and count .. " beside the marker" or count
end

procedure "hits.apply" {
  cite = "5.1.9 5.2.5 6.5 7 R10 R11", doc = "What do new hits do to a unit?",
  args = {
    int "hits" { 0, max_of = troops.MOST_HITS, default = 0, doc = "before, after the marker if it has one" },
    flag "staggered" { doc = "before" },
    int "new_hits" { 0, doc = "after saves" },
  },
  out = M.out(),
  says = M.tell,
  resolve = function(rules, q) return apply(rules, q.hits, q.staggered, q.new_hits) end,
}

procedure "general.risk" {
  cite = "5.6 6.11 R60", doc = "Is the general with a unit a casualty?",
  piece = "leader", good = "less",
  args = { int "hits" { 0, doc = "unsaved, on his unit, from one fire or one combat" } },
  dice = "d6 if he is at risk, else none", headline = "casualty",
  out = { flag "at_risk" {}, int "roll" { 1, 6, optional = true }, flag "casualty" {} },
  says = {
    { "not at_risk", "the general is not at risk" }, { "casualty", "the general is a casualty" },
    "the general is unhurt",
  },
  resolve = function(rules, q, dice)
    if q.hits < rules.constant.general_risk_hits then return { at_risk = false, casualty = false } end
    local roll = dice.d(6, "general")
    return { at_risk = true, roll = roll, casualty = roll >= rules.constant.general_casualty }
  end,
  follows = function(rules, _, r, was)
    if r.roll and r.roll ~= was.roll and r.casualty == was.casualty then
      r.casualty = r.roll >= rules.constant.general_casualty
    end
  end,
}

return M
