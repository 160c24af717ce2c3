-- Which suites of tests there are, and how each is run: kernel/test_*.c are built programs, rules/*_spec.lua go to busted,
-- cli/*, check/* and fuzz/* are executable scripts. All print TAP.
local M <const> = {}

---@param text string
---@return string for a shell
function M.quoted(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end
local quoted <const> = M.quoted

-- Files of a folder whose `test(1)` answers to the flag are yes, by name.
local function files(folder, flag)
  local out = {}
  local loop = 'LC_ALL=C; export LC_ALL; for f in %s/*; do [ -f "$f" ] && [ %s "$f" ] && echo "$f"; done'
  local list = assert(io.popen(loop:format(quoted(folder), flag)))
  for name in list:lines() do out[#out + 1] = name end
  list:close()
  return out
end

-- The slowest groups come first, so that none of them is left to run alone at the end.
M.GROUPS = { "fuzz", "check", "cli", "rules", "kernel" }

---Every suite of a group: its name, and the command that prints its TAP.
---@param group string
---@param root string the folder of the tests
---@param built string where the built C tests are
---@param lua string
---@return { name: string, command: string }[]
function M.of(group, root, built, lua)
  local folder, out = root .. "/" .. group, {}
  if group == "kernel" then
    for _, source in ipairs(files(folder, "-r")) do
      local name = source:match("/(test_[^/]*)%.c$")
      if name then
        out[#out + 1] = { name = source, command = "CMOCKA_MESSAGE_OUTPUT=TAP " .. quoted(built .. "/" .. name) }
      end
    end
  elseif group == "rules" then
    for _, source in ipairs(files(folder, "-r")) do
      if source:match("_spec%.lua$") then
        out[#out + 1] = { name = source, command = ("busted --lua=%s -o TAP %s"):format(lua, quoted(source)) }
      end
    end
  else
    for _, source in ipairs(files(folder, "-x")) do
      out[#out + 1] = { name = source, command = quoted(source) }
    end
  end
  return out
end

return M
