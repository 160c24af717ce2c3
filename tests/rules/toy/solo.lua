--- How the toy's solo commander plays: horse is bold, foot waits to be charged.
local function bold(view, id) return view:unit(id).kind == "horse" end

--- How likely a unit is to give a blow and take none.
local function better(mind, id, other)
  local view = mind.view
  return mind:chance("melee.fight", { a = view:unit(id).hits, b = view:unit(other).hits }, "hits_b", 1)
end

solo {
  stance = function(view, _, id) return id and (bold(view, id) and "aggressive" or "defensive") or nil end,
  order = { ["turn.shooting"] = function(mind) return mind:standing(mind.side) end },
  commands = {
    charge = function(mind, proposal)
      local p = better(mind, proposal.unit, proposal.target)
      local function why() return mind.words.percent(p) .. " to hit" end
      if not bold(mind.view, proposal.unit) then return nil, "foot holds" end
      return p > 0.3 and p or nil, why
    end,
    move = function(mind, proposal)
      if not bold(mind.view, proposal.unit) then return nil end
      return 1, "forward", { mind:fit(proposal, { forward = mm(500) }), { forward = mm(10) } }
    end,
    shoot = function(mind, proposal)
      local near = mind:nearest(proposal.unit, mind:standing(mind.view:other(mind.side)))
      return proposal.target == near and 2 or 1, proposal.target == near and "the nearest" or "farther off"
    end,
  },
  answers = {
    ["charge.response"] = function(mind, about)
      if bold(mind.view, about.target) then return "countercharge", "horse meets horse" end
      return "stand", "foot stands"
    end,
  },
  tells = { "charge", "charge.response" },
}
