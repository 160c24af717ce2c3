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

  it("keeps the place and the traceback of an error", function()
    local function faulty(nothing) return nothing.field end
    local done, fault = sandbox.run(nil, sandbox.shield, function() return (faulty()) end)
    assert.is_false(done)
    assert.equal("error", fault.kind)
    assert.truthy(fault.file:find "sandbox_shield_spec")
    assert.truthy(fault.traceback:find "faulty")
    local fine, failure = sandbox.shielded_run(faulty)
    assert.is_false(fine)
    assert.truthy(failure.traceback:find "sandbox_shield_spec")
    assert.same({ true, 1, nil, 3 }, { sandbox.shielded_run(function(a, b) return a, nil, b end, 1, 3) })
  end)

  it("charges to the run around what was allocated before it, and neither work nor time of its own", function()
    local function hoard(mib) for _ = 1, mib * 64 do local _ = ("x"):rep(16384) .. math.random() end end
    local budget = { instructions = 900000, bytes = 1 << 26, seconds = 1 }
    local function in_shield() hoard(32) end
    assert.is_true((sandbox.run(budget, sandbox.shield, in_shield)))
    local done = sandbox.run({ instructions = 100000, bytes = 1 << 26, seconds = 5 }, function()
      local _ = ("x"):rep(3500000)
      sandbox.shield(function() end)
      for _ = 1, 100 do end
    end)
    assert.is_false(done)
    local short = { instructions = 1 << 40, bytes = 1 << 26, seconds = 0.2 }
    done = sandbox.run(short, function()
      sandbox.shield(function()
        local began = os.clock()
        while os.clock() - began < 0.3 do end
      end)
      for _ = 1, 100000 do end
      return true
    end)
    assert.is_true(done)
  end)
end)
