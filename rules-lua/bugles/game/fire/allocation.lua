-- How to Fire, R128: which stands lose the figures of one act of fire; the side fired at may share them otherwise.

local army <const>, removal <const> = use("game/army/units", "game/army/removal")

local M <const> = {}

--- Snipers who touch a stand: each counts as one more figure of it, taken last (R101).
local function snipers_with(view, id)
  return lists.filter(army.in_contact_friends(view, id), function(other) return view:unit(other).arm == "sniper" end)
end

--- The losses of stands with the snipers among them, who fall last.
local function with_snipers(play, losses)
  local list = {}
  for _, one in ipairs(losses) do
    local figures = play:unit(one.id).figures
    if one.lost > 0 then list[#list + 1] = { id = one.id, lost = math.min(one.lost, figures) } end
    for i, sniper in ipairs(one.lost > figures and snipers_with(play, one.id) or {}) do
      if one.lost - figures >= i then list[#list + 1] = { id = sniper, lost = 1 } end
    end
  end
  return list
end

--- So many hits on stands that fire reaches, the nearest first.
---@param stands string[]
---@param how table of removal.fire_losses
function M.share(play, hits, stands, how)
  if hits == 0 then return end
  local listed, room = {}, 0
  for i, id in ipairs(stands) do
    listed[i] = { id = id, figures = play:unit(id).figures + #snipers_with(play, id) }
    room = room + listed[i].figures
  end
  local result = play:resolve("fire.allocate", { hits = hits, stands = listed }, how.by, stands[1])
  if #stands == 1 or hits >= room then return removal.fire_losses(play, with_snipers(play, result.losses), how) end
  local side = play:unit(stands[1]).side
  play:push("losses", { side = side, hits = hits, stands = listed, losses = result.losses, how = how })
end

--- What each stand that is fired at loses when a stand is named for each hit.
local function losses_by(about, stands)
  local losses = {}
  for i, one in ipairs(about.stands) do
    losses[i] = { id = one.id, lost = #lists.filter(stands, function(id) return id == one.id end) }
  end
  return losses
end

local function said(view, losses)
  local told = {}
  for _, one in ipairs(losses) do
    told[#told + 1] = one.lost > 0 and ("%s %d"):format(view:name(one.id), one.lost) or nil
  end
  return table.concat(told, ", ")
end

local function check(view, cmd)
  local _, about = view:at()
  if #cmd.stands ~= about.hits then
    return refuse("stands", ("must name a stand for each of %d hits"):format(about.hits), "R128")
  end
  local sum = 0
  for i, one in ipairs(losses_by(about, cmd.stands)) do
    local figures = about.stands[i].figures
    sum = sum + one.lost
    if one.lost > figures then
      return refuse("stands", ("%s has %d figures"):format(view:name(one.id), figures), "R128")
    end
  end
  if sum < about.hits then return refuse("stands", "must be among those fired at", "R128") end
end

--- One way to share them: the stands that are last reached lose first.
local function from_the_rear(view)
  local _, about = view:at()
  local stands = {}
  for i = #about.stands, 1, -1 do
    local one = about.stands[i]
    for _ = 1, math.min(one.figures, about.hits - #stands) do stands[#stands + 1] = one.id end
  end
  return { { stands = stands, text = said(view, losses_by(about, stands)), score = 0 } }
end

command "allocate_hits" {
  cite = "How to Fire, R128", doc = "Shares the hits over the stands that are fired at: a stand for each hit.",
  args = { units "stands" { "own" } },
  check = check, proposals = from_the_rear,
  run = function(play, cmd)
    local _, about = play:at()
    local losses = losses_by(about, cmd.stands)
    play:set(about, "losses", losses)
    play:set(about, "shared", true)
    play:tell("shares_losses", { side = cmd.side, say = said(play, losses), cite = "R128" })
  end,
}

sequence "losses" {
  cite = "Removing Casualties", doc = "The losses of one act of fire on a group.",
  phase "allocation" {
    cite = "R128", doc = "The side fired at may share the losses otherwise.",
    side = function(_, about) return about.side end, commands = { "allocate_hits" },
    over = function(_, about) return about.shared or false end,
  },
  step "losses" {
    cite = "Removing Casualties", doc = "Figures are taken off, with all that follows.",
    run = function(play, about) removal.fire_losses(play, with_snipers(play, about.losses), about.how) end,
  },
}

return M
