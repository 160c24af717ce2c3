-- Random battles: lua tests/fuzz/battles.lua RULESET|all COUNT [FIRST_SEED [FOLDER]]
-- Each is fought to its end out of its seed; what breaks one is told, and kept in FOLDER as a case that
-- tests/replays can hold. With AUDIT=1 each is audited too. The status is 0 when nothing broke.
local audit <const> = require "fuzz.audit.audit"
local fight <const> = require "fuzz.fight"
local json <const> = require "kernel.json"
local loader <const> = require "disk_loader"

local count <const> = tonumber(arg[2] or 20)
local first <const>, folder <const> = tonumber(arg[3] or 1), arg[4]
--- The ruleset of a seed: the one named, or one after another.
local function ruleset(seed)
  return arg[1] and arg[1] ~= "all" and arg[1] or fight.RULESETS[seed % #fight.RULESETS + 1]
end

local commands, refused, turns, faults = 0, 0, 0, 0
local told <const>, audited <const> = os.getenv "TOLD", os.getenv "AUDIT"

--- A loader that reads each file once.
local function remembering(inner)
  local texts = {}
  return {
    list = inner.list, variant = inner.variant, beside = inner.beside,
    read = function(path)
      if texts[path] == nil then texts[path] = inner.read(path) or false end
      return texts[path] or nil
    end,
  }
end

local function keep(fought)
  if not folder then return end
  os.execute(("mkdir -p '%s'"):format(folder))
  local file <close> = assert(io.open(("%s/seed_%d.case"):format(folder, fought.case.seed), "w"))
  file:write(json.encode(fought.case), "\n")
end

local disk <const> = remembering(loader)
for seed = first, first + count - 1 do
  local fought = fight.battle(seed, disk, { ruleset = ruleset(seed), told = told and seed % 4 < 2 or nil })
  commands, refused, turns = commands + fought.commands, refused + fought.refused, turns + (fought.turns or 0)
  if audited and not fought.fault then
    for i, fault in ipairs(audit.faults(audit.read(fight.trace(fought.written, disk)))) do
      fought.fault = fought.fault or audit.text(fault)
      if i > 1 then io.stdout:write(("seed %d: %s\n"):format(seed, audit.text(fault))) end
    end
  end
  if fought.fault then
    faults = faults + 1
    io.stdout:write(("seed %d: %s\n"):format(seed, fought.fault))
    keep(fought)
  end
  io.stdout:flush()
end
io.stdout:write(("%d battles, %d turns, %d commands, %d refused, %d broken\n"):format(
  count, turns, commands, refused, faults))
os.exit(faults == 0)
