-- Reads the Test Anything Protocol. Anything doubtful is a failure: no tests, a wrong count, a bad exit, a skip.
local M <const> = {}

---@class tap.verdict
---@field passed integer
---@field failed integer
---@field report string[] what to show of the failures, in order

---Judges the output of one suite.
---@param output string what it printed, standard error included
---@param exited boolean whether it ended with status 0
---@return tap.verdict
function M.judge(output, exited)
  local passed, failed, planned, plans = 0, 0, 0, 0
  local report, showing, before = {}, false, {} -- before: remarks since the last result, which may explain the next
  for line in output:gmatch("[^\n]+") do
    local good, bad = line:find("^ok%s+%d") ~= nil, line:find("^not ok%s+%d") ~= nil
    local count = line:match("^1%.%.(%d+)")
    if good or bad then
      local skipped = line:upper():match("#%s*SKIP") or line:upper():match("#%s*TODO")
      showing = bad or skipped ~= nil
      if showing then
        failed = failed + 1
        table.move(before, 1, #before, #report + 1, report)
        report[#report + 1] = skipped and "skipped, which counts as failed: " .. line or line
      else
        passed = passed + 1
      end
      before = {}
    elseif count then
      planned, plans, showing = planned + tonumber(count), plans + 1, false
    elseif showing or not line:find("^#") and not line:find("^TAP version") then
      report[#report + 1] = "  " .. line
    else
      before[#before + 1] = "  " .. line
    end
  end

  local function fault(text)
    failed = failed + 1
    report[#report + 1] = text
  end
  if passed + failed == 0 then
    fault("no tests were found")
  elseif plans == 0 then
    fault("no plan (1..N) was printed: did it stop early?")
  elseif planned ~= passed + failed then
    fault(("planned %d tests, ran %d"):format(planned, passed + failed))
  end
  if not exited and failed == 0 then
    fault("it ended with an error although every test passed")
  end
  return { passed = passed, failed = failed, report = report }
end

return M
