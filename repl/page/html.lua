--- The page of a battle as one file: its data, its style and its script, with nothing to fetch.
--
-- A page shows what strangers wrote. Its script puts every word of the data into it as text, never as markup; and the
-- browser is told so too: by its Content-Security-Policy nothing is loaded and nothing runs but the one script with the
-- nonce. The nonce is the digest of the data, so that nothing in the data can name it.
local digest <const> = require "kernel.digest"
local drawn <const> = require "drawn.ground"
local host <const> = require "host"
local json <const> = require "kernel.json"
local svg <const> = require "drawn.svg"

local M <const> = {}

--- The files of the page in the order in which they are read; they are beside this one.
M.SCRIPTS = {
  "base", "words", "model", "glyphs", "map_tools", "picture", "arrows", "map", "units", "timeline", "story", "log",
  "throws", "charts", "tables", "account", "versus", "page",
}
M.STYLES = { "page", "parts", "print" }

local FOLDER <const> = "/repl/page/"

--- Some files that ship with the program, one after another.
---@param names string[]
---@param ending string
---@return string? text
---@return string? fault
function M.files(names, ending)
  local parts = {}
  for i, name in ipairs(names) do
    local path = host.root() .. FOLDER .. name .. ending
    local text, fault = host.read(path)
    if not text then return nil, fault or ("cannot read %s"):format(path) end
    parts[i] = text
  end
  return table.concat(parts, "\n")
end

--- The ground of a battle, drawn once for all maps of a page: an element that is not shown, whose parts have the number
--- of the battle in their ids. No word of the battle is in it.
---@param state table
---@param rules limber.Rules
---@param nth integer which battle of the page
---@return string markup empty where there is no table to draw
function M.ground(state, rules, nth)
  local size = state.ground
  if not (size and size.width and size.depth) then return "" end
  local u = math.max(size.width, size.depth) / 1e6
  local land, looks = drawn.of(state, rules, u), {}
  for i, kind in ipairs(land.kinds) do
    looks[i] = svg.tag("g", { id = "look" .. kind.look:gsub("[%W_]", "") }, drawn.swatch(kind, u))
  end
  local body = svg.tag("defs", {}, drawn.defs(u) .. table.concat(looks)) .. land.body
  local function numbered(before, name, after) return ("%s%s-%d%s"):format(before, name, nth, after) end
  body = body:gsub('( id=")(%w+)(")', numbered):gsub('(href="#)(%w+)(")', numbered):gsub("(url%(#)(%w+)(%))", numbered)
  return ('<svg width="0" height="0" class="visually-hidden" aria-hidden="true"><g id="ground-%d">%s</g></svg>\n')
    :format(nth, body)
end

local POLICY <const> = "default-src 'none'; script-src 'nonce-%s'; style-src 'nonce-%s'; img-src blob:; "
  .. "base-uri 'none'; form-action 'none'"

local PAGE <const> = [[
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="%s">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="Limber %s">
<title>%s</title>
<style nonce="%s">
%s</style>
</head>
<body>
<noscript><p>This page draws a battle with the script that it contains. Please allow it to run.</p></noscript>
<div id="limber"></div>
%s<script type="application/json" id="battle">%s</script>
<script nonce="%s">
%s</script>
</body>
</html>
]]

--- The page of a battle, or of two beside each other.
---@param title string
---@param data table { battles = { whole data of one or two } }
---@param grounds string their grounds
---@return string? html
---@return string? fault
function M.page(title, data, grounds)
  local script, wrong = M.files(M.SCRIPTS, ".js")
  if not script then return nil, wrong end
  local style
  style, wrong = M.files(M.STYLES, ".css")
  if not style then return nil, wrong end
  local written = json.encode(data):gsub("<", "\\u003c")
  local nonce = digest.text(written):sub(1, 32)
  return PAGE:format(POLICY:format(nonce, nonce), svg.escaped(host.versions().limber), svg.escaped(title), nonce, style,
    grounds, written, nonce, script)
end

return M
