-- Mounted Charges, R171, R264: cavalry that has destroyed an enemy charges again, and fights at once.
local charges <const>, defensive <const> = use("game/combat/charges", "game/fire/defensive")
local terms <const> = use "game/combat/melee_question"

local M <const> = {}

--- May a stand of the Attacker try, which has destroyed its enemy? Where charges are measured, one must be open to it.
function M.may(view, id)
  local unit = view:unit(id)
  if not tabletop.present(unit) or unit.arm ~= "mounted" or not charges.charger(unit) then return false end
  if unit.broke_through or unit.disordered or view:engaged(id) then return false end
  return view:told() or #charges.offers(view, id, { again = true }) > 0
end

local function try(play, about, choice)
  if choice == "stay" then return false end
  local result = play:resolve_of("charge.breakthrough", about.unit, { enemy_destroyed = true })
  play:set(play:unit(about.unit), "broke_through", true)
  play:tell(result.breaks_through and "breaks_through" or "no_breakthrough", {
    unit = about.unit, need = play.rules.tables.d10_tests "breakthrough", score = result.score,
    cite = "Mounted Charges, R171",
  })
  return result.breaks_through and nil
end

local function riding(view, about) return view:unit(about.unit).side end

local function charged(view, about) return about.target ~= nil and view:engaged(about.unit) end

sequence "breakthrough" {
  cite = "Mounted Charges, R171", doc = "A mounted stand tries to break through: { unit }.",
  decision "try" {
    cite = "Mounted Charges", doc = "4. Does it try?", side = riding,
    options = function() return { "break_through", "stay" } end, run = try,
  },
  phase "again" {
    cite = "Mounted Charges, R171", doc = "4. It may charge again.", side = riding, commands = { "charge" },
    over = function(_, about) return about.target ~= nil end,
  },
  step "defence" {
    cite = "Defensive Fire, R171", doc = "4. Those it charges may fire.", when = charged,
    run = function(play, about)
      defensive.offer(play, { unit = about.unit, target = play:unit(about.unit).charged })
    end,
  },
  step "fight" {
    cite = "R171", doc = "4. It fights at once.", when = charged,
    run = function(play, about)
      play:forget(play:unit(about.unit), { "fought" })
      terms.at_once(play, about.unit, true)
    end,
  },
}

return M
