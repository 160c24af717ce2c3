-- Whose a unit, leader, formation or side is.
local function side_of(play, id)
  local state = play.state
  local node = state.units[id] or state.leaders[id] or state.formations[id]
  return node and node.side or state.sides[id] and id or nil
end

-- Who has thrown, by side.
local function throwers_of(play, throwers)
  local thrown = {}
  for _, id in pairs(type(throwers) == "table" and throwers or { throwers }) do
    local side = side_of(play, id)
    if side then thrown[side] = thrown[side] or id end
  end
  return thrown
end

variant "throw_again" {
  doc = "Once a battle each side may throw the dice of one throw again.", cite = "house",
  fields = { side = { int "thrown_again" { 0, 1, default = 0 } } },
  services = {
    resolve = function(published, play, procedure, args, throwers, target)
      local result = published(play, procedure, args, throwers, target)
      local dice = play:dice()
      if dice == "no dice" then return result end
      local thrown = throwers_of(play, throwers)
      for _, id in ipairs(play.state.order.sides) do
        local side = play.state.sides[id]
        local again = thrown[id] and side.thrown_again == 0 and play:choose {
          side = id, name = "again", options = { "keep", "again" },
          ask = "{who} [throws] {dice} ({what}). Throw again, once in this battle?",
          with = { who = thrown[id], dice = dice, what = procedure },
        }
        if again == "again" then
          play:set(side, "thrown_again", 1)
          play:tell("throws_again", { side = id, cite = "house" })
          return published(play, procedure, args, throwers, target)
        end
      end
      return result
    end,
  },
}

story { throws_again = "{side} [throws] the dice again." }
