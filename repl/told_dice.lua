--- Dice thrown on a real table: says which to throw and what for, and takes the faces that are told.
local M <const> = {}

--- Which dice a throw wants: `2d6`, `1d10 (0 to 9)`, `percentile, tens first`.
---@param spec { kind: string, n: integer?, faces: integer? }
---@return string
function M.wanted(spec)
  if spec.kind == "percentile" then return "percentile dice, tens first, each 0 to 9" end
  if spec.kind == "d10z" then return "one d10, 0 to 9" end
  return ("%dd%d"):format(spec.n or 1, spec.faces or 6)
end

local function limits(spec)
  if spec.kind == "percentile" then return 2, 0, 9 end
  if spec.kind == "d10z" then return spec.n or 1, 0, 9 end
  return spec.n or 1, 1, spec.faces or 6
end

--- Reads faces from a line: `4 5`, `4,5`, and `45` where every face is one digit; nil and why not.
---@param spec table
---@param line string
---@return integer[]?
---@return string?
function M.read(spec, line)
  local count, low, high = limits(spec)
  local faces = {}
  for word in line:gmatch "[^%s,+]+" do faces[#faces + 1] = math.tointeger(tonumber(word)) or word end
  if #faces == 1 and count > 1 and line:match "^%s*%d+%s*$" and high <= 9 then
    faces = {}
    for digit in line:gmatch "%d" do faces[#faces + 1] = math.tointeger(tonumber(digit)) end
  end
  if #faces ~= count then
    return nil, ("%s wanted, got %d"):format(count == 1 and "one face" or count .. " faces", #faces)
  end
  for _, face in ipairs(faces) do
    if math.type(face) ~= "integer" or face < low or face > high then
      return nil, ("each face is %d to %d, got %s"):format(low, high, tostring(face))
    end
  end
  return faces
end

--- A source of told dice: asks until the faces fit; giving up refuses the throw.
---@param read fun(prompt: string): string?
---@param tell fun(text: string)
---@return fun(spec: table): integer[]
function M.asker(read, tell)
  return function(spec)
    local who = spec.who and (" for %s"):format(spec.who) or ""
    while true do
      local line = read(("Throw %s, %s%s: "):format(M.wanted(spec), spec.label, who))
      if not line or not line:find "%S" then
        error({ arg = "dice", message = "no dice were given; nothing is thrown" }, 0)
      end
      local faces, fault = M.read(spec, line)
      if faces then return faces end
      tell(fault)
    end
  end
end

return M
