-- How the solo commander plays a side, brigade by brigade and with its reserves.

--- Wanted as it is offered.
local function offered(_, proposal) return 1 + (proposal.score or 0), proposal.text end

solo {
  commands = { fire = offered, place = offered },
}
