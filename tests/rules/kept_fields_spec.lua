-- fields.csv of a ruleset names all that its pieces keep in play, besides what `carries` declares: held to its sources,
-- and to battles.
local csv <const> = require "limber.rules.csv"
local house_fields <const> = require "limber.rules.house_fields"
local loader <const> = require "disk_loader"
local Replay <const> = require "limber.record.replay"
local Rules <const> = require "limber.rules.stack"
local verify <const> = require "limber.record.verify"

local REPLAYS <const> = {
  fusilier = { "lesson" }, horse_and_musket = { "windmill_hill" }, bugles = { "lesson" }, nff = { "lesson" },
}

--- What the framework itself keeps of pieces, of sides, of the battle.
local OWN <const> = {}
for name in ([[area base bases commander edge facing footprint formation ground height id line met mission moves name number
  plural script side solo source status successor through thrown with]]):gmatch "%S+" do
  OWN[name] = true
end

--- What game files call pieces that they set fields of.
local PIECES <const> = {}
for name in ("unit node leader formation brigade general area target side battle settings beaten group"):gmatch "%S+" do
  PIECES[name] = true
end

local function lines_of(ruleset)
  local pipe <close> = assert(io.popen(("LC_ALL=C find rules-lua/%s -name '*.lua' -not -path '*/variants/*'"):format(ruleset)))
  local texts = {}
  for path in pipe:lines() do texts[#texts + 1] = assert(loader.read(path)) end
  return table.concat(texts, "\n")
end

for ruleset, battles in pairs(REPLAYS) do
  describe(ruleset, function()
    local rules <const> = assert(Rules.load(loader, ruleset, {}, { game = require "limber.game.words" }))
    local path <const> = ("rules-lua/%s/fields.csv"):format(ruleset)
    local _, rows <const> = csv.read(assert(loader.read(path)), path)
    local kept <const> = {}
    for _, row in ipairs(rows) do
      for kind in row.of:gmatch "%S+" do kept[kind .. "." .. row.name] = true end
    end

    local function declares(kind, name)
      local carries = rules.game.carries[house_fields.KINDS[kind].carries] or {}
      return (house_fields.find(carries.args, name) or house_fields.find(carries.changes, name)) ~= nil
    end

    it("says what every field holds, of pieces that there are, in order", function()
      for _, row in ipairs(rows) do
        assert.truthy(#row.doc > 5, row.name)
        for kind in row.of:gmatch "%S+" do
          assert.truthy(house_fields.KINDS[kind], kind)
          assert.falsy(declares(kind, row.name), row.name .. " is declared by carries")
        end
      end
    end)

    it("names nothing that no file sets or lays out", function()
      local text = lines_of(ruleset)
      for _, row in ipairs(rows) do
        assert.truthy(text:find(('[%%s.,"]%s[" ,=]'):format(row.name)), row.name)
      end
    end)

    it("names all that files set of pieces", function()
      local missing = {}
      for target, name in lines_of(ruleset):gmatch ':set%(([^\n"]-), "([%l_][%w_]*)"' do
        local piece = PIECES[target] or target:find "^play:unit%(" or target:find "^play:leader%(" or target:find "^play:formation%("
        local known = OWN[name] or not piece or name:find "_$" -- the start of a name
        for kind in next, house_fields.KINDS do known = known or kept[kind .. "." .. name] or declares(kind, name) end
        if not known then missing[target .. "." .. name] = true end
      end
      assert.same({}, missing)
    end)

    it("names all that pieces have in battles", function()
      for _, battle in ipairs(battles) do
        local file = ("scenarios/%s/%s.replay"):format(ruleset, battle)
        local recording = assert(Replay.read(assert(loader.read(file)), file))
        local missing = {}
        local function look(kind, node)
          for name in next, node do
            if not (OWN[name] or kept[kind .. "." .. name] or declares(kind, name)) then missing[kind .. "." .. name] = true end
          end
        end
        local function each(_, game)
          local root = game.state.root
          look("battle", root.battle)
          for kind, one in next, house_fields.KINDS do
            for _, node in next, one.place and root[one.place] or {} do look(kind, node) end
          end
        end
        local report = assert(verify.verify(recording, loader, { each = each }))
        assert.truthy(report.ok)
        assert.same({}, missing)
      end
    end)
  end)
end
