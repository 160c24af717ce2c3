--- `:report`, `:sheet` and `:cards`: the battle as a page, and paper for the table, into files that the person names.
local catch_up <const> = require "play.catch_up"
local commands <const> = require "play.list"
local fail <const> = require("play.refusal").fail
local open <const> = require "read.open"
local playing <const> = require("commands.game").playing
local sure <const> = require("play.refusal").sure
local written <const> = require "show.written"

--- The path that is typed after a command; nothing else follows it.
local function path_of(name, rest)
  local path = rest:match "^(%S+)$"
  return path or fail(name, ("%s into which file? :%s my_battle.html"):format(name, name))
end

local function write(session, name, path, html)
  local told, fault = written.file(path, html)
  if not told then fail(name, fault) end
  session:say(told .. "; open it in a browser")
end

commands.add {
  name = "report", usage = "FILE.html", doc = "writes the battle so far as a page for a browser, as your side knows it",
  run = function(session, rest)
    local play, report = playing(session), require "page.report"
    local path, sides = path_of("report", rest), play:open_sides()
    local page, fault = report.of_game(play.game, play.scenario and play.scenario.title or "battle",
      catch_up.branch_of(play.game.journal), #sides == 1 and sides[1] or nil)
    if not page then fail("report", fault) end
    local kept
    kept, fault = report.write(path, page)
    if not kept then fail("report", fault) end
    session:say(("%s is written%s; open it in a browser"):format(path, kept ~= "" and "; " .. kept or ""))
  end,
}

commands.add {
  name = "sheet", usage = "FILE.html", doc = "writes two sides of quick reference of the rules in force, to print",
  run = function(session, rest)
    local path, rules = path_of("sheet", rest), session.rules
    if not session.play then -- the rules alone are open: their battle's words are needed too
      rules = sure(open.rules(rules.name, rules:variant_sources(), { game = open.game_words() }))
      rules:put_live(session.rules.live)
    end
    write(session, "sheet", path, require("printed.sheet").document(rules))
  end,
}

commands.add {
  name = "cards", usage = "FILE.html", doc = "writes cards, order slips, labels and a map of the battle, to print",
  run = function(session, rest)
    local play, path = playing(session), path_of("cards", rest)
    local sides = play:open_sides()
    local side = #sides == 1 and sides[1] or nil
    local view = side and play.game:view(side) or play.game.play
    local flat = view.state.facts == "told" or not require("drawn.map").has_table(view)
    write(session, "cards", path, require("printed.cards").document(view, {
      rules = play.game.rules, title = play.scenario and play.scenario.title or play.title, side = side, how = play.how,
      parts = flat and { units = true, leaders = true, orders = true } or nil,
    }))
  end,
}
