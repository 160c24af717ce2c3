--- One file of HTML to be printed: nothing is fetched, and every text in it is escaped by who made it.
local loader <const> = require "read.loader"
local svg <const> = require "drawn.svg"

local M <const> = {}

local function read(name)
  local text = loader.new().read("repl/printed/" .. name)
  return text or error(("repl/printed/%s cannot be read"):format(name), 0)
end

--- A whole page: its style is that of paper and of its kind; `fits` shrinks the letters of a side that has too much.
---@param title string
---@param kind "sheet"|"cards"
---@param body string markup
---@param fits boolean?
---@return string
function M.document(title, kind, body, fits)
  return ([[
<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>%s</title>
<style>
%s
%s</style></head>
<body class="%s">
%s
%s</body></html>
]]):format(svg.escaped(title), read "paper.css", read(kind .. ".css"), kind, body,
    fits and "<script>\n" .. read "fit.js" .. "</script>\n" or "")
end

return M
