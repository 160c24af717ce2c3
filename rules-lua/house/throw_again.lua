-- A question to a player. The wrapped service `resolve`, through which every throw of a battle goes, asks the side
-- that has thrown. If the player wants, it throws once more; a field of the side remembers that the chance is used.

--- The side of a unit, leader, formation or side.
local function side_of(play, id)
  local state = play.state
  local node = state.units[id] or state.leaders[id] or state.formations[id]
  return node and node.side or state.sides[id] and id or nil
end

--- The first thrower of each side.
local function throwers_of(play, throwers)
  local thrown = {}
  for _, id in pairs(type(throwers) == "table" and throwers or { throwers }) do
    local side = side_of(play, id)
    if side then thrown[side] = thrown[side] or id end
  end
  return thrown
end

variant "throw_again" {
  doc = "Once in a battle each side may repeat one throw.", cite = "house",
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
