-- What must not be left half done: values and errors come through, and runs inside it keep their budgets.
local sandbox <const> = require "kernel.sandbox"

describe("a shield", function()
  it("gives what its function gives, and raises what that raises", function()
    assert.same({ 1, nil, "three" }, { sandbox.shield(function(a, b) return a, nil, b end, 1, "three") })
    local done, fault = pcall(sandbox.shield, function() error({ arg = "x", message = "x is wrong" }, 0) end)
    assert.is_false(done)
    assert.equal("x is wrong", fault.message)
    assert.is_false((pcall(sandbox.shield)))
  end)

  it("lets runs inside it be stopped by their own budget, and no other", function()
    local outer = { instructions = 100000, bytes = 1 << 24, seconds = 5 }
    local inner = { instructions = 1000, bytes = 1 << 24, seconds = 5 }
    local function long() for _ = 1, 1000000 do end return "done" end
    local done, answer, kind = sandbox.run(outer, sandbox.shield, function()
      local fine, failure = sandbox.run(inner, long)
      return long(), not fine and failure.kind
    end)
    assert.same({ true, "done", "budget" }, { done, answer, kind })
    done, answer = sandbox.run(outer, function()
      sandbox.shield(function() end)
      return long()
    end)
    assert.is_false(done)
    assert.equal("budget", answer.kind)
  end)
end)
