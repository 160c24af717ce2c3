-- File sizes: past its limit a file is usually two subjects. Tests are exempt.
-- lua sizes.lua [ROOT]
local here <const> = arg[0]:match("^(.*)/[^/]*$") or "."
package.path = here .. "/?.lua;" .. package.path
local source <const> = require "source"

local limits <const> = {
  { pattern = "%.[ch]$", lines = 450 },
  { pattern = "%.lua$", lines = 350 },
  { pattern = "%.js$", lines = 350 },
  { pattern = "%.css$", lines = 350 },
}

local folders <const> = { "kernel", "bindings", "repl", "rules-lua", "scenarios" }
local root <const> = arg[1] or "."
local faults <const> = {}
for _, limit in ipairs(limits) do
  for _, path in ipairs(source.files(root, folders, limit.pattern)) do
    local _, count = source.read(root, path):gsub("\n", "")
    if count > limit.lines then
      faults[#faults + 1] = ("%s: %d lines, the limit is %d"):format(path, count, limit.lines)
    end
  end
end
source.finish("file sizes", faults)
