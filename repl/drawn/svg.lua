--- SVG and HTML as text: elements with their attributes, and every text in them escaped.
local printable <const> = require "kernel.printable"
local sorted <const> = require "limber.common.sorted"

local M <const> = {}

local ESCAPES <const> = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;", ["'"] = "&#39;" }

--- A text as it stands between tags, or in a value: what does not print is shown by its escape.
---@param words any
---@return string
function M.escaped(words)
  return (printable.line(tostring(words)):gsub("[&<>\"']", ESCAPES))
end

--- A number with at most two decimals.
---@param value number
---@return string
function M.number(value)
  local text = ("%.2f"):format(value):gsub("%.?0+$", "")
  return text == "-0" and "0" or text
end

--- An element. Attributes are { stroke_width = 2, fill = "none" }; the content is markup already.
---@param name string
---@param attributes table<string, string|number>?
---@param content string?
---@return string
function M.tag(name, attributes, content)
  local parts = { "<" .. name }
  for _, key in ipairs(sorted.keys(attributes or {})) do
    local value = attributes[key]
    parts[#parts + 1] = (' %s="%s"'):format((key:gsub("_", "-")),
      type(value) == "number" and M.number(value) or M.escaped(value))
  end
  parts[#parts + 1] = content and (">%s</%s>"):format(content, name) or "/>"
  return table.concat(parts)
end

--- A text element.
---@param x number
---@param y number
---@param words string
---@param attributes table?
---@return string
function M.text(x, y, words, attributes)
  local all = { x = x, y = y }
  for key, value in next, attributes or {} do all[key] = value end
  return M.tag("text", all, M.escaped(words))
end

--- The points of a line as an attribute's value.
---@param list { x: number, y: number }[]
---@return string
function M.points(list)
  local parts = {}
  for i, point in ipairs(list) do parts[i] = M.number(point.x) .. "," .. M.number(point.y) end
  return table.concat(parts, " ")
end

return M
