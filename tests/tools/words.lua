-- What people read is in plain words: lua words.lua [ROOT]. Looks at the strings of all Lua files that ship for words
-- that a reader who learned English at school would not use.
local here <const> = arg[0]:match("^(.*)/[^/]*$") or "."
package.path = here .. "/?.lua;" .. package.path
local source <const> = require "source"

local root <const> = arg[1] or "."
local WORDS <const> = {
  "whom", "whoever", "whomever", "whosoever", "whatsoever", "wheresoever", "nought", "naught", "thereof",
  "therein", "thereupon", "herein", "hereof", "wherein", "whereof", "whereupon", "whence", "hence", "thence", "hither",
  "thither", "hitherto", "henceforth", "lest", "ere", "betwixt", "amongst", "whilst", "albeit", "forthwith",
}

-- A line with all but its strings blanked.
local function strings_of(line, code)
  local out = {}
  for i = 1, #line do
    local kept = line:sub(i, i)
    out[i] = kept ~= code:sub(i, i) and kept or " "
  end
  return table.concat(out)
end

local faults, files = {}, source.files(root, { "repl", "rules-lua", "scenarios" }, "%.lua$")
for _, path in ipairs(files) do
  local text = source.read(root, path)
  local kept, code = source.code(text, true, true), {}
  for number, line in source.lines(source.code(text, true, false)) do code[number] = line end
  for number, line in source.lines(kept) do
    local strings = " " .. strings_of(line, code[number]):lower() .. " "
    for _, word in ipairs(WORDS) do
      if strings:find("[^%a_]" .. word .. "[^%a_]") then
        faults[#faults + 1] = ("%s:%d: %q is not a plain word"):format(path, number, word)
      end
    end
  end
end
if #files == 0 then faults[1] = "no Lua files were found" end
source.finish("words", faults)
