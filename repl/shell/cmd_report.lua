--- `limber report`: a recorded battle as a page that a browser shows, in one file.
local Data <const> = require "page.data"
local faults <const> = require "limber.common.faults"
local file_kind <const> = require "limber.language.file_kind"
local host <const> = require "host"
local html <const> = require "page.html"
local json <const> = require "kernel.json"
local loader <const> = require "read.loader"
local open_game <const> = require "prompt.open"
local options <const> = require "shell.cmd_options"
local replay <const> = require "limber.record.replay"
local verify <const> = require "limber.record.verify"

local M <const> = {
  name = "report",
  options = { o = "value", output = "value", versus = "value", json = "flag", ["own-copies"] = "flag" },
  usage = [[
Usage: limber report REPLAY -o FILE.html [--versus OTHER.replay]
       limber report REPLAY --json

Plays a recorded battle again and writes it as a page for a browser: the table as a
map, a timeline to scrub and play, every order, shot, charge and throw with its
clause and its odds, losses, luck, objectives, house rules, and an account that
prints on two to four pages. The page is one file that fetches nothing; send it to
a friend, open it anywhere. A battle that does not verify gets no page.

  -o FILE.html     the file to write; a page that stood there is kept as FILE~
  --versus OTHER   also show this replay of the same battle, side by side from where
                   the two part
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

local function name_of(path) return path:match "([^/]*)$" end

--- The lines that lead to a recording's last one, by id.
local function stood(recording)
  local ids, count = {}, 0
  for _, line in ipairs(replay.last_branch(recording)) do
    ids[line.id], count = true, count + 1
  end
  return ids, #recording.lines - count
end

--- What the page says of the battle beside its data.
local function about_of(recording, path, undone)
  local header = recording.header
  local scenario = replay.scenario(recording, loader.new())
  return {
    title = scenario and scenario.title or name_of(path), file = name_of(path), dice = header.dice or "thrown",
    solo = header.solo, limber = header.version, undone = undone > 0 and undone or nil,
  }
end

--- A battle as the data of a page, and its ground drawn; or nil, and what is wrong.
local function battle_of(path, opts, nth)
  local recording, message = recording_of(path, opts)
  if not recording then return nil, message end
  local on_the_way, undone = stood(recording)
  local data, whole, ground
  local report, refusal = verify.verify(recording, loader.new(), {
    begin = function(game)
      data = Data.new(game, { luck = true })
      whole = data:head(about_of(recording, path, undone))
      whole.lines, ground = {}, html.ground(game.state.root, game.rules, nth)
      whole.ground = ground ~= "" and ("ground-%d"):format(nth) or nil
    end,
    each = function(line)
      if on_the_way[line.id] then table.insert(whole.lines, data:line(line)) end
    end,
  })
  if not report then return nil, ("%s: %s"):format(path, faults.text(refusal)) end
  if not report.ok then
    return nil, ("%s does not verify, so that there is nothing true to show: limber replay %s says what differs")
      :format(path, path)
  end
  whole.ending, whole.odds = data:ending(), data:new_odds()
  whole.about.digest, whole.about.commands, whole.about.rolls = report.digest, data.commands, data.rolls
  return whole, ground
end

--- A page that stands where another is to be written is kept as PATH~; anything else is left alone.
local function make_room(path)
  if not host.exists(path) then return nil end
  if not host.is_file(path) then return ("%s is not a regular file: it is not overwritten"):format(path) end
  local before, message = host.read(path)
  if not before then return message end
  if before == "" then return nil end
  if not before:sub(1, 1000):find('name="generator" content="Limber', 1, true) then
    return ("%s is not a page of Limber: it is not overwritten"):format(path)
  end
  local kept, fault = host.set_aside(path)
  if not kept then return fault end
  host.stdout(("the page that was there is kept as %s~\n"):format(path))
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
  local page, wrong = html.page(("%s: %s"):format(one.about.title, one.ending.result or "the battle"), data,
    table.concat(grounds))
  if not page then return options.refused(wrong) end
  wrong = make_room(path)
  if wrong then return options.refused(wrong) end
  local done
  done, wrong = host.write(path, page)
  if not done then return options.refused(wrong) end
  host.stdout(("%s: %d commands, %d throws; open it in a browser\n"):format(path, one.about.commands, one.about.rolls))
  return options.DONE
end

return M
