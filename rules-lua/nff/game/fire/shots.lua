-- MC 5, MC 6, MC 9, MC 10, MC Mod: the fire points of each unit that fires, as the table has it.

local inches <const>, units <const> = use("game/army/inches", "game/army/units")
local aim <const> = use "aim"

option "grand_battery_fires_together" { false, ruling = "R126",
  doc = "grand battery fire is that of two or more of its batteries at one target" }

local M <const> = { points = aim.points, said = aim.said }

--- What questions about fire points say of a target.
local function target_args(view, target, args)
  local unit = view:unit(target)
  args.target_arm = (units.brigade(unit) or units.battery(unit)) and unit.arm or "infantry"
  args.target_formation = unit.drill or "single_echelon"
  args.target_skirmish = unit.arm == "infantry" and unit.skirmish or "none"
  return args
end

--- Is it the fire of a grand battery (MC 10, R126)? `ids`: all who fire together.
local function grand(view, unit, ids)
  if not unit.grand then return nil end
  local with = lists.filter(ids, function(id) return view:unit(id).grand == unit.grand end)
  if view.rules.option.grand_battery_fires_together and #with < 2 then return nil end
  return { grand_battery = true, commander_casualty = not view:fit(unit.grand) }
end

--- The question about a volley: which procedure, and its arguments.
local function question(view, id, target, volley, ids)
  local unit = view:unit(id)
  local args = { range_in = inches.of(volley.um), enfilade = volley.enfilade }
  if units.battery(unit) then
    args.batteries, args.damaged = 1, unit.damaged and 1 or 0
    for key, value in pairs(grand(view, unit, ids) or {}) do args[key] = value end
    return "fire.artillery_points", target_args(view, target, args)
  end
  args.stands = volley.stands
  if unit.arm == "cavalry" then return "fire.cavalry_points", target_args(view, target, args) end
  args.in_square = unit.drill == "square"
  return "fire.infantry_points", target_args(view, target, args)
end

--- Modifiers of fire points, as the story tells them: "linear or impulse x2"; and their clauses.
local function why(modifiers)
  local told, cites = {}, {}
  for i, one in ipairs(modifiers) do
    told[i] = ("%s %s"):format(plain(one.name), one.value)
    if not lists.has(cites, one.cite) then cites[#cites + 1] = one.cite end
  end
  return table.concat(told, ", "), cites
end

---@class nff.Row stands of a unit that fire at one target with the same modifiers
---@field procedure string
---@field args table its question, of all these stands at the nearest range
---@field um integer that range
---@field points table what the procedure says of them

---@class nff.Fire what a unit's volleys come to
---@field rows nff.Row[]
---@field x24 integer
---@field reason string? of the first volley that gives none

--- The fire points of a unit's volleys: those with the same modifiers are asked as one.
---@param volleys nff.Volley[]
---@return nff.Fire
function M.fire(view, id, target, volleys, ids)
  local fire, of = { rows = {}, x24 = 0 }, {}
  for _, volley in ipairs(volleys) do
    local procedure, args = question(view, id, target, volley, ids)
    local found = view:ask_of(procedure, id, args, target)
    fire.reason = fire.reason or found.reason
    local key = found.can_fire and ("%s %d"):format(why(found.modifiers), found.points_x24 // volley.stands)
    local row = key and of[key]
    if row then
      row.args.stands = row.args.stands and row.args.stands + volley.stands
      row.points = view:ask_of(row.procedure, id, row.args, target)
    elseif key then
      of[key] = { procedure = procedure, args = args, um = volley.um, points = found }
      fire.rows[#fire.rows + 1] = of[key]
    end
  end
  for _, row in ipairs(fire.rows) do fire.x24 = fire.x24 + row.points.points_x24 end
  return fire
end

--- The same fire as it is fired: the questions are noted. Its fire points, in words, and by which clauses.
---@param fire nff.Fire
---@return integer x24
---@return string text "6 stands at 2 in, 12 fire points (linear or impulse x2)"
---@return string cite
function M.fired(play, id, target, fire)
  local sum, parts, clauses = 0, {}, {}
  for i, row in ipairs(fire.rows) do
    local found = play:resolve_of(row.procedure, id, row.args, target)
    local told, cites = why(found.modifiers)
    local stands = row.args.stands and counted(row.args.stands, "stand") .. " " or ""
    sum = sum + found.points_x24
    parts[i] = ("%sat %s, %s%s"):format(stands, inches.said(row.um), M.said(found.points_x24),
      told ~= "" and (" (%s)"):format(told) or "")
    for _, cite in ipairs(cites) do
      if not lists.has(clauses, cite) then clauses[#clauses + 1] = cite end
    end
  end
  return sum, table.concat(parts, "; "), #clauses > 0 and table.concat(clauses, ", ") or "MC 1"
end

return M
