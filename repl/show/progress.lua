--- Draws a progress bar on standard error if it is a terminal: how much is done, the speed and the time left.
local host <const> = require "host"
local text <const> = require "show.text"

local M <const> = {}

local BAR <const>, EVERY_NS <const> = 24, 100000000

--- Seconds as people say them: `40 s`, `3 min`, `2 h 10 min`.
local function duration(seconds)
  if seconds < 100 then return ("%.0f s"):format(seconds) end
  if seconds < 6000 then return ("%.0f min"):format(seconds / 60) end
  return ("%d h %d min"):format(seconds // 3600, seconds % 3600 // 60)
end

--- Gives the function that draws a bar: call tick(done) at any rate, and tick(nil) to remove the bar.
---@param all integer
---@param what string what is counted, "battles"
---@param patience number? so many seconds nothing is drawn: what is done by then needs no bar
---@return fun(done: integer?)
function M.bar(all, what, patience)
  if not host.isatty(2) then return function() end end
  local began, width = host.clock_ns(), 0
  local drawn = began + (patience or 0) * 1e9 - EVERY_NS
  return function(done)
    local now = host.clock_ns()
    if not done then
      if width == 0 then return end
      host.to_left()
      host.stderr((" "):rep(width))
      return host.to_left()
    end
    if now - drawn < EVERY_NS and (done < all or width == 0) then return end
    drawn = now
    local rate, full = done / ((now - began) / 1e9), BAR * done // all
    local bar = ("="):rep(full) .. (" "):rep(BAR - full)
    local line = ("[%s] %d of %d %s, %.1f a second, %s left"):format(bar, done, all, what, rate, done > 0
      and duration((all - done) / rate) or "?")
    host.to_left()
    host.stderr(line .. (" "):rep(width - #line))
    width = #line
  end
end

--- Gives the function that says what is being done, in one line that each next one replaces; without words it goes.
---@return fun(words: string?)
function M.doing()
  if not host.isatty(2) then return function() end end
  local shown = ""
  return function(words)
    local line = words and text.wrap(words .. " …", host.width() - 1)[1] or ""
    if line == shown then return end
    host.to_left()
    host.stderr(line .. (" "):rep(text.width(shown) - text.width(line)))
    if line == "" then host.to_left() end
    shown = line
  end
end

return M
