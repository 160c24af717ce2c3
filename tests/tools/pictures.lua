-- The pictures of the guides, made by the program itself: each is what its command draws.
-- lua pictures.lua PROGRAM [--check]
-- Without --check writes them all; with it says which differ from what the program draws now. Of the sheet, a picture of
-- pixels, only that it is there is checked: it is made where Chromium and pdftoppm are.
local FOLDER <const> = "repl/pictures/"

local program <const>, check <const> = arg[1], arg[2] == "--check"

--- Each draws to standard output, or into the file after --svg.
local DRAWN <const> = {
  { "lobositz.svg", "map scenarios/horse_and_musket/lobositz.lua --svg --plain" },
  { "lesson.svg", "map scenarios/fusilier/lesson.lua --svg" },
  { "storming.svg", "odds fusilier combat.infantry a.1.quality=1..9 a.1.frontage_mm=250 a.1.attacking "
    .. "a.1.position=.. b.1.quality=5 b.1.frontage_mm=250 'winner == a' --lines --svg" },
}
local SHEET <const> = "sheet.png"

local function slurp(path)
  local file <close> = io.open(path, "rb")
  return file and file:read "a"
end

local function run(words) return os.execute(words) == true end

--- What the program draws now.
local function drawn(words)
  local path = os.tmpname()
  local to = words:find "%-%-lines" and ("%s %s >/dev/null"):format(words, path) or ("%s >%s"):format(words, path)
  if not run(("%s %s"):format(program, to)) then error("cannot draw: " .. words, 0) end
  local text = slurp(path)
  os.remove(path)
  return text
end

local wrong = 0
for _, one in ipairs(DRAWN) do
  local path, text = FOLDER .. one[1], drawn(one[2])
  if check then
    if slurp(path) ~= text then
      print(path .. " is not what the program draws now: make pictures")
      wrong = wrong + 1
    end
  else
    local file <close> = assert(io.open(path, "wb"))
    file:write(text)
  end
end

if check then
  if not slurp(FOLDER .. SHEET) then
    print(FOLDER .. SHEET .. " is missing: make pictures")
    wrong = wrong + 1
  end
  if wrong == 0 then print "pictures: ok" end
else
  local pdf, made = os.tmpname(), FOLDER .. SHEET:gsub("%.png$", "")
  if not run(("%s sheet fusilier --pdf %s >/dev/null && pdftoppm -singlefile -r 64 -png %s %s"):format(program, pdf, pdf,
    made)) then
    print("the picture of the sheet stays as it was: it needs Chromium and pdftoppm")
  end
  os.remove(pdf)
  os.remove(pdf .. "~")
end
os.exit(wrong == 0)
