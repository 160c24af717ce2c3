--- The `:commands` that tell who is at the screen and how things stand: side, units, clock.
local colour <const> = require "show.colour"
local commands <const> = require "play.list"
local fail <const> = require("play.refusal").fail
local game_text <const> = require "play.text"
local handover <const> = require "play.handover"
local host <const> = require "host"
local house <const> = require "show.house"
local names <const> = require "play.names"
local playing <const> = require("commands.game").playing
local rosters <const> = require "play.roster"
local seats <const> = require "play.seats"
local suggest <const> = require "limber.common.suggest"
local text <const> = require "show.text"

-- ---- who is at the screen ------------------------------------------------------------------------------------------

local function side_called(play, word)
  local root, known = play.game.state.root, { "both" }
  for _, id in ipairs(root.order.sides) do
    local name = names.fold(game_text.side(play.game, id))
    if names.fold(word) == id or names.fold(word) == name or name == "the " .. names.fold(word) then return id end
    known[#known + 1], known[#known + 2] = id, game_text.side(play.game, id)
  end
  fail("side", ("no side %q%s; there are %s"):format(word, suggest.hint(word, known), text.list(known)))
end

local function tell_sides(play)
  local waiting, acting = play:waiting(), {}
  for i, side in ipairs(waiting.sides) do acting[i] = game_text.side(play.game, side) end
  local who = play.together and "One person commands both sides." or play.seat
    and ("At the screen: %s."):format(game_text.side(play.game, play.seat)) or "No side is at the screen."
  play:say(("%s May act now: %s."):format(who, #acting > 0 and text.list(acting) or "nobody"))
end

commands.add {
  name = "side", usage = "[SIDE|both]", doc = "who is at the screen; both: one person commands both sides",
  run = function(session, rest)
    local play = playing(session)
    if rest == "" then return tell_sides(play) end
    if rest == "both" then
      play.together = true
      return play:say(play.solo
        and "One person sits here: the solo commander's sealed commands are hidden until they are carried out."
        or "One person commands both sides and sees everything.")
    end
    local side = side_called(play, rest)
    local changes = play.together or play.watching or play.seat ~= side
    play.together, play.watching = nil, nil
    local waiting = play:waiting()
    if play:hides(waiting) and not seats.has(waiting.sides, side) then
      fail("side", ("%s is done here; :undo takes that back"):format(game_text.side(play.game, side)))
    end
    play.seat = side
    if changes and play:hides(play:waiting()) then return handover.to(play, side) end
    tell_sides(play)
  end,
  complete = function(session)
    local out = { "both" }
    for _, id in ipairs(session.play and session.play.game.state.root.order.sides or {}) do out[#out + 1] = id end
    return out
  end,
}

-- ---- rosters and the clock -----------------------------------------------------------------------------------------

local INCHES <const> = { ["in"] = "inches", inch = "inches" }
local SHOWN <const> = { mm = "mm", cm = "cm", ["in"] = "inch", inch = "inch", inches = "inch", m = "m" }

local function formation_name(view, id)
  local node = id and view.state.formations[id]
  return node and (node.name or id) or ""
end

--- What house rules make a piece carry, to be put behind its name; nothing where there is none.
local function carried(play, kind, node)
  local words = node and house.words(play.game.rules, kind, node, play.how) or ""
  return words ~= "" and " " .. words or ""
end

local function roster(play, side)
  local view, rows, before = rosters.view(play, side), {}, nil
  for _, one in ipairs(rosters.of(play, view, side)) do
    local formation = one.unit.formation
    if #rows == 0 then
      rows[1] = { "No", "Unit" }
      for i, column in ipairs(one.columns) do rows[1][i + 2] = column[1] end
    end
    if formation ~= before and formation then
      rows[#rows + 1] = "    " .. formation_name(view, formation) .. ":"
        .. carried(play, "formation", view.state.formations[formation])
    end
    before = formation
    local row = { names.short(one.unit), "  " .. (one.unit.name or "") }
    for i, column in ipairs(one.columns) do row[i + 2] = column[2] end
    rows[#rows + 1] = row
  end
  play:say(game_text.capital(game_text.side(play.game, side)) .. ":" .. carried(play, "side", view.state.sides[side]),
    "bold")
  play:say_lines(text.fitted(rows, host.width(), "  ", true))
  for id, leader in view:leaders(side) do
    local words = carried(play, "leader", leader)
    if words ~= "" then play:say(("  %s:%s"):format(leader.name or id, words)) end
  end
end

commands.add {
  name = "units", usage = "[SIDE|in|cm|mm]", pages = true, looks = true,
  doc = "the units and how they are; or the unit lengths are shown in",
  run = function(session, rest)
    local play = playing(session)
    if SHOWN[rest] then
      play:show_in(SHOWN[rest])
      return play:say(("lengths are shown, and plain numbers taken, in %s"):format(INCHES[rest] or rest))
    end
    if rest ~= "" and rest ~= "both" then return roster(play, side_called(play, rest)) end
    for _, side in ipairs(play.game.state.root.order.sides) do roster(play, side) end
  end,
  complete = function(session)
    local out = { "in", "cm", "mm" }
    for _, id in ipairs(session.play and session.play.game.state.root.order.sides or {}) do out[#out + 1] = id end
    return out
  end,
}

commands.add {
  name = "clock", usage = "", pages = true, looks = true, doc = "the time, and what is to come",
  run = function(session)
    local play = playing(session)
    local told, root = play:timetable(), play.game.state.root
    local when = ("%s %d"):format(game_text.capital(game_text.turn_word(play.game)), root.turn)
    if root.last_turn then when = ("%s of %d"):format(when, root.last_turn) end
    session:say(colour.paint("bold", told.clock and ("%s, %s"):format(when, told.clock) or when))
    for _, one in ipairs(told) do play:say("  " .. one) end
    local words = carried(play, "battle", root.battle)
    if words ~= "" then play:say("  house rules:" .. words) end
  end,
}
