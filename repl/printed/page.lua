--- One file of HTML to be printed. Every text in it is escaped by who made it; and the browser is told to fetch nothing
--- and to run nothing but the script with the nonce, which is the digest of the page and so cannot be named in it.
local digest <const> = require "kernel.digest"
local loader <const> = require "read.loader"
local svg <const> = require "drawn.svg"

local M <const> = {}

local function read(name)
  local text = loader.new().read("repl/printed/" .. name)
  return text or error(("repl/printed/%s cannot be read"):format(name), 0)
end

--- A whole page, in the style of paper and of its kind; `fits` shrinks the letters of a side that has too much.
---@param title string
---@param kind "sheet"|"cards"
---@param body string markup; no element of it may have a style of its own
---@param opts { fits: boolean?, rules: string? }? `rules`: more of its style
---@return string
function M.document(title, kind, body, opts)
  local nonce = digest.text(body):sub(1, 32)
  local script = opts and opts.fits and ('<script nonce="%s">\n%s</script>\n'):format(nonce, read "fit.js") or ""
  return ([[
<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'nonce-%s'; style-src 'nonce-%s'">
<title>%s</title>
<style nonce="%s">
%s
%s
%s</style></head>
<body>
%s
%s</body></html>
]]):format(nonce, nonce, svg.escaped(title), nonce, read "paper.css", read(kind .. ".css"),
    opts and opts.rules or "", body, script)
end

return M
