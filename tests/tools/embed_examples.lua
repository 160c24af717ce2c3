-- Puts the texts of house rules that ship into the guides: below each line <!-- rules-lua/….lua --> stands the file of that
-- name, as a block. lua5.4 tests/tools/embed_examples.lua
local PAGES <const> = { "rules-lua/README.md", "rules-lua/EXAMPLES.md" }

local function slurp(path)
  local file = io.open(path)
  if not file then return nil end
  local text = file:read "a"
  file:close()
  return text
end

for _, name in ipairs(PAGES) do
  local page = assert(slurp(name))
  page = page:gsub("(<!%-%- (rules%-lua/[%w_/]+%.lua) %-%->\n)\n```lua\n.-\n```\n", "%1")
  page = page:gsub("<!%-%- (rules%-lua/[%w_/]+%.lua) %-%->\n", function(path)
    local text = slurp(path)
    if not text then io.stderr:write(("%s: there is no such file\n"):format(path)) end
    return ("<!-- %s -->\n%s"):format(path, text and "\n```lua\n" .. text .. "```\n" or "")
  end)
  local file <close> = assert(io.open(name, "w"))
  file:write(page)
end
