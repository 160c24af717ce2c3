--- Cases for the program as a whole: runs ./limber in a folder of its own and says in TAP what came of it.
local M <const> = {}

local here <const> = assert(io.popen("pwd", "r")):read "l"
local program <const> = (os.getenv "LIMBER" or "./limber"):gsub("^%./", here .. "/")
local number, failed = 0, 0

local function quoted(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

local function slurp(path)
  local file <close> = assert(io.open(path, "rb"))
  return file:read "a"
end

--- A new folder for one test's files; it is removed at the end.
local function new_folder()
  local pipe <close> = assert(io.popen "mktemp -d")
  return assert(pipe:read "l")
end
M.folder = new_folder()

---@param name string
---@param text string
---@return string path
function M.write(name, text)
  local path = M.folder .. "/" .. name
  local file <close> = assert(io.open(path, "wb"))
  file:write(text)
  return path
end

---@param name string
---@return string?
function M.read(name)
  local file = io.open(M.folder .. "/" .. name, "rb")
  if not file then return nil end
  local text = file:read "a"
  file:close()
  return text
end

---@class cli.Done
---@field status integer
---@field out string
---@field err string

--- Runs the program with words as a shell would split them, from the project's folder or another.
---@param words string
---@param input string?
---@param folder string?
---@return cli.Done
function M.limber(words, input, folder)
  local given = M.write("stdin", input or "")
  local out, err = M.folder .. "/stdout", M.folder .. "/stderr"
  local go = folder and ("cd %s && "):format(quoted(folder)) or ""
  local run = ("%sXDG_DATA_HOME=%s %s %s <%s >%s 2>%s"):format(go, quoted(M.folder .. "/data"), quoted(program), words,
    quoted(given), quoted(out), quoted(err))
  local _, how, code = os.execute(run)
  return { status = how == "exit" and code or 128 + code, out = slurp(out), err = slurp(err) }
end

local function report(name, fine, why)
  number = number + 1
  print(("%s %d - %s"):format(fine and "ok" or "not ok", number, (name:gsub("#", ""))))
  if not fine then
    failed = failed + 1
    for line in (tostring(why) .. "\n"):gmatch "(.-)\n" do print("# " .. line) end
  end
end

--- One case: `body` raises what is wrong.
---@param name string
---@param body fun()
function M.case(name, body)
  local fine, why = pcall(body)
  report(name, fine, why)
end

---@param got any
---@param wanted any
---@param what string?
function M.equal(got, wanted, what)
  if got ~= wanted then
    error(("%swanted %s\ngot    %s"):format(what and what .. ": " or "", tostring(wanted), tostring(got)), 2)
  end
end

--- That a text holds a part, as it stands.
---@param text string
---@param part string
function M.holds(text, part)
  if not text:find(part, 1, true) then error(("wanted %q\nin     %s"):format(part, text), 2) end
end

--- That the program ends with a status, and that what it says holds some parts.
---@param words string
---@param status integer
---@param ... string
function M.says(words, status, ...)
  local done = M.limber(words)
  local said = done.out .. done.err
  for _, part in ipairs { ... } do M.holds(said, part) end
  M.equal(done.status, status, words)
  return done
end

--- Ends the TAP; the exit status says whether all went well.
function M.finish()
  os.execute("rm -rf " .. quoted(M.folder))
  print("1.." .. number)
  os.exit(number > 0 and failed == 0)
end

return M
