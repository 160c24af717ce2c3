--- What a case does with a small battle laid out for it, whatever its rules: dice told by procedure, of which none may be
--- missing and none left over; commands given and refused; and what has come of it. Positions are millimetres, of the
--- middle of a base; the harness of each ruleset lays out the battles.
local geometry <const> = require "kernel.geometry"
local Story <const> = require "limber.game.story"

local M <const> = {}

--- Keys of a table in order.
function M.sorted(map)
  local keys = {}
  for key in pairs(map) do keys[#keys + 1] = key end
  table.sort(keys)
  return keys
end

--- Micrometres.
function M.mm(number) return number * 1000 end

--- A point of the table, from mm.
function M.point(x, y) return { x = M.mm(x), y = M.mm(y) } end

-- ---- dice -----------------------------------------------------------------------------------------------------------

--- So many dice of one face.
function M.n(count, face)
  local faces = {}
  for i = 1, count do faces[i] = face end
  return faces
end

--- Lists of dice one after another.
function M.join(...)
  local all = {}
  for _, list in ipairs { ... } do table.move(list, 1, #list, #all + 1, all) end
  return all
end

--- Faces given to games since `finished` last looked, by procedure: a list for each game.
local given = {}

--- Dice told by procedure, in the order thrown; `quiet`: what a procedure throws, over and over, that is given none.
function M.teller(dice, quiet)
  local faces, thrown = {}, {}
  for procedure, list in pairs(dice) do faces[procedure] = table.move(list, 1, #list, 1, {}) end
  given[#given + 1] = faces
  local function face_of(name)
    if faces[name] then return table.remove(faces[name], 1) end
    if not quiet[name] then return nil end
    thrown[name] = (thrown[name] or 0) % #quiet[name] + 1
    return quiet[name][thrown[name]]
  end
  return function(specs, call)
    local told = {}
    for i, spec in ipairs(specs) do
      told[i] = { dice = {} }
      for k = 1, spec.kind == "percentile" and 2 or spec.n or 1 do
        local face = face_of(call.procedure)
        if not face then error(("more dice are thrown for %s than were given"):format(call.procedure), 0) end
        told[i].dice[k] = face
      end
    end
    return told
  end
end

--- After every case: no die that was given may be left over.
function M.finished()
  local games = given
  given = {}
  for _, faces in ipairs(games) do
    for _, procedure in ipairs(M.sorted(faces)) do
      local left = faces[procedure]
      if #left > 0 then
        error(("%d dice given for %s were not thrown: %s"):format(#left, procedure, table.concat(left, " ")), 0)
      end
    end
  end
end

-- ---- the state ------------------------------------------------------------------------------------------------------

--- Amends the state, path by path.
function M.amend(game, set)
  for _, path in ipairs(M.sorted(set)) do assert(game:amend(path, set[path], "laid out so")) end
end

--- Sets what a node of the state holds, behind the game's back; nil takes it out.
function M.set(game, node, key, value)
  game.state:begin()
  game.state:set(node, key, value)
  game.state:commit()
end

function M.unit(game, id) return game.state.root.units[id] end
function M.leader(game, id) return game.state.root.leaders[id] end
function M.side(game, id) return game.state.root.sides[id] end

--- Where somebody's middle is and which way he faces, in whole millimetres and degrees; nil when he is off the table.
function M.at(game, id)
  local base = (M.unit(game, id) or M.leader(game, id)).base
  if not base then return nil end
  return { (base.x + 500) // 1000, (base.y + 500) // 1000, (base.facing + 500) // 1000 % 360 }
end

--- Puts somebody's middle somewhere, in mm; faced in degrees, or as he is.
function M.put(game, id, x, y, facing)
  local node = M.unit(game, id) or M.leader(game, id)
  local base = node.base
  M.set(game, node, "base", {
    x = x * 1000, y = y * 1000, facing = facing and facing * 1000 or base.facing, width = base.width, depth = base.depth,
  })
end

--- How far two units are apart, in whole millimetres.
function M.gap(game, one, other)
  local units = game.state.root.units
  return geometry.round_mm(geometry.distance(units[one].base, units[other].base).distance, "up")
end

-- ---- commands -------------------------------------------------------------------------------------------------------

local function command(side, name, args)
  local cmd = { side = side, ["do"] = name }
  for key, value in pairs(args or {}) do cmd[key] = value end
  return cmd
end

--- Gives a command; refusals fail the test.
function M.give(game, side, name, args)
  local line, fault = game:command(command(side, name, args))
  if not line then error(fault.message, 2) end
  return line
end

--- The refusal of a command: { arg, message, cite, margin }; nil when it is legal.
function M.refusal(game, side, name, args)
  local _, fault = game:check(command(side, name, args))
  return fault
end

-- ---- what came of it ------------------------------------------------------------------------------------------------

--- Every question of a procedure asked so far, in order.
function M.calls(game, procedure)
  local found = {}
  for _, line in ipairs(game.journal.lines) do
    for _, call in ipairs(line.calls or {}) do
      if call.procedure == procedure then found[#found + 1] = call end
    end
  end
  return found
end

--- The story so far, or from a line of the journal on, line by line.
function M.lines(game, from)
  local told = {}
  for i = from or 1, #game.journal.lines do
    local line = game.journal.lines[i]
    for _, event in ipairs(line.events or {}) do told[#told + 1] = Story.text(game, event, line) end
  end
  return told
end

--- That a text has a part, in whatever case.
function M.says(text, part)
  if not text:lower():find(part:lower(), 1, true) then error(("%q is not in:\n%s"):format(part, text), 2) end
end

--- A harness that has all of this, for a ruleset's own to be added.
function M.harness()
  local copy = {}
  for name, one in pairs(M) do copy[name] = one end
  return copy
end

return M
