-- 1.1, 9.0, 10.2, 12.0: bases from real frontages, and what a quality factor means.

local troops <const> = use "troops"

--- Millimetres a front-rank man or gun takes, as a fraction: 1.5 is 15 / 10.
local function frontage_per(rules, arm)
  local cell = tostring(rules.tables.base_sizes(arm, "frontage_mm_per"))
  local whole, part = cell:match "^(%d+)%.?(%d*)$"
  return tonumber(whole .. part), math.tointeger(tonumber("1" .. ("0"):rep(#part)))
end

local function up(n, d) return (n + d - 1) // d end

local SHAPES <const> = {}

function SHAPES.line(front, depth) return front, depth end

function SHAPES.skirmish(front, depth) return 2 * front, depth end

function SHAPES.column(front, depth, q)
  local abreast = q.double_company and 2 or 1
  return abreast * up(front, q.companies), depth * up(q.companies, abreast)
end

function SHAPES.square(front, depth)
  local face = math.max(depth, up(front, 4))
  return face, face
end

local function refuse_foreign(rules, q)
  local arm = troops.arm(rules, q.arm)
  local guns = arm == "artillery"
  for _, key in ipairs { "men", "ranks" } do
    if guns and q[key] ~= nil then return refuse(key, "is not for artillery") end
    if not guns and q[key] == nil then return refuse(key, "is required: a whole number, 1 or more") end
  end
  if guns and q.guns == nil then return refuse("guns", "is required: a whole number, 1 or more") end
  if not guns and q.guns ~= nil then return refuse("guns", "is for artillery") end
  if q.formation ~= "line" and arm ~= "infantry" then return refuse("formation", "must be line but for infantry") end
  local column = q.formation == "column"
  if column and q.companies == nil then return refuse("companies", "is required: a whole number, 2 or more") end
  if not column and q.companies ~= nil then return refuse("companies", "is for a column") end
  if not column and q.double_company then return refuse("double_company", "is for a column") end
end

procedure "base.frontage" {
  cite = "1.1 9.0 R94", piece = "unit",
  doc = "How large is a unit's base?",
  args = {
    enum "arm" { of_table = "base_sizes", doc = "or the kind of troops, where it has a base size of its own" },
    int "men" { 1, optional = true }, int "ranks" { 1, optional = true }, int "guns" { 1, optional = true },
    enum "formation" { "line", "skirmish", "column", "square", default = "line" },
    int "companies" { 2, optional = true, doc = "of a column" },
    flag "double_company" { doc = "a column two companies wide" },
  },
  out = { int "frontage_mm" { 1 }, int "depth_mm" { 1 } },
  says = function(r) return ("%d mm wide, %d mm deep"):format(r.frontage_mm, r.depth_mm) end,
  check = refuse_foreign,
  resolve = function(rules, q)
    local depth = rules.tables.base_sizes(q.arm, "depth_mm")
    local n, d = frontage_per(rules, q.arm)
    local front = up((q.guns or up(q.men, q.ranks)) * n, d)
    local width, deep = SHAPES[q.formation](front, depth, q)
    return { frontage_mm = width, depth_mm = deep }
  end,
}

procedure "quality.label" {
  cite = "12.0", doc = "What does a quality factor mean?",
  args = { int "quality" { 1, 9 } },
  out = {
    enum "label" {
      "elite_veterans", "picked_troops", "average_line", "raw_or_disaffected", "irregulars_or_conscripts",
      "intermediate",
    },
  },
  says = function(r) return r.label end,
  resolve = function(rules, q) return { label = rules.tables.quality_factors(q.quality) } end,
}
