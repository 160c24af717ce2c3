--- A tiny ruleset held in memory, for the framework's own tests: a duel with modifiers, a gun with a table.
local file_names <const> = require "limber.language.names"
local Rules <const> = require "limber.rules.stack"

local M <const> = {}

local FILES <const> = {
  ["rules-lua/toy/ruleset.lua"] = [[
    ruleset "toy" { title = "Toy", rounding = { mm = "down" }, sources = { "data", "duel", "gun" } }
  ]],
  ["rules-lua/toy/data.lua"] = [[
    lookup "bonus" { key = "name", value = "value", doc = "added to a duel's score" }
    lookup "hits" { key = "roll", across = { "guns", prefix = "guns_" } }
    lookup "ranges" { key = "calibre_pdr", columns = { "near_mm", "far_mm" } }
    lookup "bands" { key = band("margin", "from", "to"), value = "outcome" }
    lookup "bands_harsh" { key = band("margin", "from", "to"), value = "outcome" }
    lookup "constants" { key = "name", value = "value" }
    lookup "crossing" { key = { "arm", "ground" }, value = "minutes", sparse = "none" }
    option "ties" { "none", values = { "none", "first" }, ruling = "R1", doc = "who wins a tie" }
    option "fog" { false, doc = "nobody sees" }
  ]],
  ["rules-lua/toy/duel.lua"] = [[
    record "fighter" {
      int "skill" { 0, 9 },
      enum "ground" { "level", "hill", default = "level" },
      flag "wounded" {},
      list "scars" { of = int "scar" { 1 }, default = {} },
      check = function(unit)
        if unit.wounded and unit.skill == 9 then return refuse("wounded", "cannot be said of a master") end
      end,
    }
    record "modifier" { text "name" {}, int "value" {}, text "cite" {} }
    record "score" { int "roll" { 1, 6 }, int "score" {}, list "modifiers" { "modifier" } }
    modifiers "duel" { judges = { "fighter" }, table = "bonus", cite = "2.1",
      { "skill", value = function(_, unit) return unit.skill end },
      { "hill", when = function(unit) return unit.ground == "hill" end, cite = "2.2" },
      { "wounded", flag = "wounded" },
      { "scars", per = function(unit) return #unit.scars end },
    }
    procedure "duel.fight" {
      cite = "2.0 R1", doc = "Who wins a duel?",
      args = { list "a" { "fighter" }, object "b" { "fighter" } },
      dice = "d6 for each of a, then d6 for b",
      out = { enum "winner" { "a", "b", "none" }, list "a" { "score" }, object "b" { "score" }, int "bonus" { optional = true } },
      says = function(r) return r.winner .. " wins" end,
      before = function(rules, q)
        local worked = { a = {} }
        for i, unit in ipairs(q.a) do
          local list, sum = rules.work("duel", unit)
          worked.a[i] = { list = list, sum = sum }
        end
        local list, sum = rules.work("duel", q.b)
        worked.b = { list = list, sum = sum }
        return worked
      end,
      resolve = function(rules, _, dice, worked)
        local function score(one, who)
          local roll = dice.d(6, "score", who)
          return { roll = roll, score = roll + one.sum, modifiers = one.list }
        end
        local a, best = {}, -99
        for i, one in ipairs(worked.a) do
          a[i] = score(one, "a." .. i)
          best = math.max(best, a[i].score)
        end
        local b = score(worked.b, "b")
        local winner = best > b.score and "a" or best < b.score and "b" or rules.option.ties == "first" and "a" or "none"
        return { winner = winner, a = a, b = b, bonus = winner == "a" and best - b.score or nil }
      end,
    }
    procedure "duel.outcome" {
      cite = "2.3", doc = "What does a margin mean?", args = { int "margin" { -9, 9 } }, dice = "none",
      out = { text "outcome" {} },
      resolve = function(rules, q) return { outcome = rules.tables.bands(q.margin) } end,
    }
  ]],
  ["rules-lua/toy/gun.lua"] = [[
    procedure "gun.fire" {
      cite = "3.0", doc = "What does a gun do?",
      args = {
        int "calibre_pdr" { values = { 12, 6 } }, int "guns" { 1, 3 }, int "range_mm" { 1, doc = "to the nearest edge" },
        enum "target" { "formed", "open" }, enum "cover" { "open", "wood", default = "open" },
        flag "quick" {}, int "spare" { optional = true, min = 1 },
      },
      dice = "d6", out = { int "roll" { 1, 6 }, int "points" { 0 }, flag "far" {} }, headline = "points",
      check = function(rules, q)
        local far = rules.tables.ranges(q.calibre_pdr, "far_mm")
        if q.range_mm > far then return refuse("range_mm", ("must be %d or less"):format(far)) end
      end,
      resolve = function(rules, q, dice)
        local roll = dice.d(6, "fire")
        local far = q.range_mm > rules.tables.ranges(q.calibre_pdr, "near_mm")
        return { roll = roll, points = rules.tables.hits(roll, q.guns) + rules.constant.zeal, far = far }
      end,
    }
  ]],
  ["rules-lua/toy/tables/bonus.csv"] = "name,value\nhill,2\nwounded,-3\nscars,-1\n",
  ["rules-lua/toy/tables/hits.csv"] = "roll,guns_1,guns_2,guns_3\n1,0,0,0\n2,0,0,1\n3,0,1,1\n4,1,1,1\n5,1,1,2\n6,1,2,3\n",
  ["rules-lua/toy/tables/ranges.csv"] = "calibre_pdr,near_mm,far_mm\n12,400,900\n6,300,700\n",
  ["rules-lua/toy/tables/bands.csv"] = "from,to,outcome\n,0,lost\n1,3,held\n4,,won\n",
  ["rules-lua/toy/tables/bands_harsh.csv"] = "from,to,outcome\n,2,lost\n3,,won\n",
  ["rules-lua/toy/tables/constants.csv"] = "name,value\nzeal,0\nreach,200\n",
  ["rules-lua/toy/tables/crossing.csv"] = "arm,ground,minutes\nfoot,wood,4\nfoot,stream,2\nguns,stream,8\n",
  ["rules-lua/toy/variants/steady.lua"] = [[
    variant "steady" { of = "toy", ruling = "R1", doc = "Ties go to the first.", options = { ties = "first" } }
  ]],
  ["rules-lua/toy/variants/shaky.lua"] = [[
    variant "shaky" { of = "toy", doc = "Ties go to nobody.", conflicts = { "steady" } }
  ]],
  ["rules-lua/toy/variants/harsh.lua"] = [[
    variant "harsh" { of = "toy", doc = "The harsh bands.", tables = { bands = "bands_harsh" },
      cells = { ["bonus.hill"] = 3 } }
  ]],
  ["rules-lua/toy/clauses.csv"] = "id,cite,kind,says,covered_by\n"
    .. "T-1,1,advice,Have fun,none needed\nT-2,2,procedure,A duel,duel.fight R1\nT-3,3,data,Hits,hits.csv\n",
  ["rules-lua/toy/rulings.csv"] = "id,cite,problem,readings,default,variant\nR1,2,Ties,a; b,nobody wins (duel.fight),steady\n",
}

--- A loader over the toy's files, some of them others.
---@param changed table<string, string|false>? texts by path; false takes a file away
---@return limber.Loader
function M.loader(changed)
  local files = {}
  for path, text in next, FILES do files[path] = text end
  for path, text in next, changed or {} do files[path] = text or nil end
  local loader = { checked = true }
  function loader.read(path) return files[path] end
  function loader.list(folder)
    local names, seen = {}, {}
    for path in next, files do
      local name = path:sub(1, #folder + 1) == folder .. "/" and path:sub(#folder + 2):match "^[^/]+"
      if name and not seen[name] then
        seen[name] = true
        names[#names + 1] = name
      end
    end
    table.sort(names)
    return names
  end
  function loader.variant(ruleset, name)
    local path = ("rules-lua/%s/variants/%s.lua"):format(ruleset, name)
    if files[path] then return path, files[path], true end
    if files[name] then return name, files[name], false end
  end
  function loader.beside(path, name)
    for _, place in ipairs(file_names.beside(path, name)) do
      if files[place] then return place, files[place] end
    end
  end
  loader.files = files
  return loader
end

--- The toy's rules under some variants; raises what goes wrong.
---@param variants string[]?
---@param changed table<string, string|false>?
---@return limber.Rules
function M.rules(variants, changed)
  local rules, fault = Rules.load(M.loader(changed), "toy", variants)
  if not rules then error(fault.message, 2) end
  return rules
end

--- Why the toy's rules will not load under some variants.
---@param variants string[]
---@param changed table<string, string|false>?
---@return limber.Refusal?
function M.refused(variants, changed)
  local rules, fault = Rules.load(M.loader(changed), "toy", variants)
  return not rules and fault or nil
end

return M
