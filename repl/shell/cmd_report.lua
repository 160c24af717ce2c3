--- `limber report`: a recorded battle as a page that a browser shows, in one file.
local faults <const> = require "limber.common.faults"
local file_kind <const> = require "limber.language.file_kind"
local host <const> = require "host"
local json <const> = require "kernel.json"
local loader <const> = require "read.loader"
local open_game <const> = require "prompt.open"
local options <const> = require "shell.cmd_options"
local replay <const> = require "limber.record.replay"
local report <const> = require "page.report"

local M <const> = {
  name = "report",
  options = { o = "value", output = "value", versus = "value", side = "value", json = "flag", ["own-copies"] = "flag" },
  usage = [[
Usage: limber report REPLAY -o FILE.html [--versus OTHER.replay] [--side SIDE]
       limber report REPLAY --json

Plays a recorded battle again and writes it as a page for a browser: the table as a
map, a timeline to scrub and play, every order, shot, charge and throw with its
clause and its odds, losses, luck, objectives, house rules, and an account that
prints on two to four pages. The page is one file that fetches nothing; send it to
a friend, open it anywhere. A battle that does not verify gets no page.

  -o FILE.html     the file to write; a page that stood there is kept as FILE~
  --versus OTHER   also show this replay of the same battle, side by side from where
                   the two part
  --side SIDE      only what this side knew: nothing of what was hidden from it
  --json           print the data of the page as JSON instead
  --own-copies     go by the replay's own copies of Limber's files

Example: limber report scenarios/fusilier/maida.replay -o maida.html
]],
}

--- A replay as read; or nil, and a message.
local function recording_of(path, opts)
  local content, message = host.read(path)
  if not content then return nil, message end
  local recording, refusal = replay.read(content)
  if not recording then
    return nil, file_kind.wrong(path, content, "replay") or ("%s: %s"):format(path, faults.text(refusal))
  end
  if recording.warning then options.fault(("%s: %s"):format(path, recording.warning)) end
  recording.own_copies = opts["own-copies"]
  local copies = replay.differing(recording, loader.new())
  if #copies > 0 then options.fault(open_game.copies_text(path, recording, copies)) end
  return recording
end

--- A battle as the data of a page, and its ground drawn; or nil, and what is wrong.
local function battle_of(path, opts, nth)
  local recording, message = recording_of(path, opts)
  if not recording then return nil, message end
  return report.battle(recording, path, {
    nth = nth, side = opts.side, eyes = not (opts.side or opts.versus or opts.json),
  })
end

---@param opts table
---@param rest string[]
---@return integer status
function M.run(opts, rest)
  if #rest ~= 1 then return options.misused(M, #rest == 0 and "which replay?" or "one replay at a time") end
  if opts.o and opts.output then return options.misused(M, "-o and --output name the same thing; give one") end
  local path = opts.o or opts.output
  if opts.json and path then return options.misused(M, "--json prints; it goes without -o") end
  if not (opts.json or path) then return options.misused(M, "name the page to write: -o FILE.html") end
  local data, grounds = { battles = {} }, {}
  for i, file in ipairs { rest[1], opts.versus } do
    local battle, ground = battle_of(file, opts, i)
    if not battle then return options.refused(ground) end
    data.battles[i], grounds[i] = battle, ground
  end
  local one, other = data.battles[1], data.battles[2]
  if other and other.about.ruleset ~= one.about.ruleset then
    return options.refused(("--versus: %s is of %s, and %s of %s"):format(rest[1], one.about.ruleset, opts.versus,
      other.about.ruleset))
  end
  if opts.json then
    host.stdout(json.encode(data) .. "\n")
    return options.DONE
  end
  local page, wrong = report.document(data, table.concat(grounds))
  if not page then return options.refused(wrong) end
  local kept
  kept, wrong = report.write(path, page)
  if not kept then return options.refused(wrong) end
  if kept ~= "" then host.stdout(kept .. "\n") end
  host.stdout(("%s: %d commands, %d throws; open it in a browser\n"):format(path, one.about.commands, one.about.rolls))
  return options.DONE
end

return M
