--- What kind of file a text is, by what it says: scenario, army, variant, ruleset, replay, result of a simulation.
local M <const> = {}

--- How a Lua file of each kind begins to declare what it holds.
local DECLARES <const> = {
  { "variant", "^%s*variant%s*[%(\"']" },
  { "scenario", "^%s*scenario%s*[%({]" },
  { "army", "^%s*army%s*[%({]" },
  { "ruleset", "^%s*ruleset%s*[%(\"']" },
}

--- The command that takes each kind; %s is the file.
local USES <const> = {
  scenario = "limber run %s", variant = "limber run SCENARIO --variant %s", replay = "limber replay %s",
  ruleset = "limber check %s", army = "limber check %s", result = "limber simulate --merge %s",
}

local NAMES <const> = { result = "result of limber simulate" }

---@alias limber.FileKind "scenario"|"variant"|"ruleset"|"replay"|"result"|"army"

--- The kind of a file's text; nil when it shows none.
---@param text string
---@return limber.FileKind?
function M.of(text)
  if text:find "^%s*{" then
    local head = text:match "^[^\n]*"
    if head:find('"limber":"replay"', 1, true) then return "replay" end
    return head:find('"games_per_second"', 1, true) and head:find('"run":{', 1, true) and "result" or nil
  end
  for line in (text .. "\n"):gmatch "(.-)\n" do
    for _, one in ipairs(DECLARES) do
      if line:find(one[2]) then return one[1] end
    end
  end
end

--- A kind with its article: "a scenario", "an army".
---@param kind string
---@return string
function M.a(kind) return (kind:find "^[aeiou]" and "an " or "a ") .. kind end

--- A message: a file is not of the wanted kind, which kind it is, and which command takes it.
---@param path string
---@param text string
---@param wanted limber.FileKind
---@return string
function M.not_a(path, text, wanted)
  local kind = M.of(text)
  local want = NAMES[wanted] or wanted
  if not text:find "%S" then return path .. " is empty" end
  if not kind or kind == wanted then return ("%s is not %s"):format(path, M.a(want)) end
  return ("%s is %s, not %s: %s"):format(path, M.a(NAMES[kind] or kind), M.a(want), USES[kind]:format(path))
end

--- Why a file that could not be read is not of the wanted kind. Nil when it is meant to be of that kind and has a
--- fault: then the fault may be shown, with some of the file.
---@param path string
---@param text string
---@param wanted limber.FileKind
---@return string?
function M.wrong(path, text, wanted)
  local kind = M.of(text)
  if kind == wanted then return nil end
  local meant
  if wanted == "replay" then
    meant = text:find '"limber"' or text:find "^{[^\n]*$" -- its first line may be torn off
  elseif wanted == "result" then
    meant = text:find('"run"', 1, true)
  else -- a variant's name may come from a scenario: its file is quoted only where it says that it is one
    meant = path:find "%.lua$" and text:find(wanted == "variant" and wanted or "%S")
  end
  return (kind or not meant) and M.not_a(path, text, wanted) or nil
end

return M
