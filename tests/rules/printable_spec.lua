--- What a terminal may be sent: control characters, directions of writing and what is no UTF-8 are shown by escapes.
local json <const> = require "kernel.json"
local printable <const> = require "kernel.printable"
local sandbox <const> = require "kernel.sandbox"
local text <const> = require "show.text"

describe("text of strangers", function()
  for raw, shown in pairs {
    ["plain, Schröder, 近衛, ½"] = "plain, Schröder, 近衛, ½",
    ["\27[2J"] = "\\x1b[2J", ["\a\b\0\127"] = "\\x07\\x08\\x00\\x7f", ["a\rb\tc\nlimber: verified"] = "a\\rb\\tc\\nlimber: verified",
    ["\u{9b}31m"] = "\\u{009b}31m", ["\u{202e}x\u{2066}\u{200f}\u{61c}"] = "\\u{202e}x\\u{2066}\\u{200f}\\u{061c}",
    ["\u{200b}\u{feff}\u{2028}\u{e0041}\u{ad}"] = "\\u{200b}\\u{feff}\\u{2028}\\u{e0041}\\u{00ad}",
    ["\x9b\xff\xc3"] = "\\x9b\\xff\\xc3", ["\xed\xa0\x80\xc0\x9b"] = "\\xed\\xa0\\x80\\xc0\\x9b",
    ["\27[000:31m"] = "\\x1b[000:31m",
  } do
    it("is shown in one line: " .. shown, function() assert.equal(shown, printable.line(raw)) end)
  end

  it("keeps newlines where lines are meant", function()
    assert.equal("a\n\tb\\x1b\\r", printable.lines "a\n\tb\27\r")
  end)

  it("is looked through for the first byte that is no UTF-8, wherever that lies", function()
    local parts = { "", "a", "ascii, 8", "é", "近衛", "\u{10ffff}", "sixteen bytes...", "\0", "½ and more than eight" }
    local wrong = { "\xff", "\x80", "\xc0\x9b", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe0\x80\x80", "\xc3", "\xe8\xbf" }
    for _, one in ipairs(parts) do
      for _, other in ipairs(parts) do
        local good = one .. other
        assert.is_nil((printable.garbled(good)))
        for _, bad in ipairs(wrong) do
          for _, after in ipairs { "", "x", "近", "more ascii than a word" } do
            local whole = good .. bad .. after
            local length, at = utf8.len(whole)
            assert.is_nil(length)
            assert.equal(#good + 1, at)
            assert.equal(at, printable.garbled(whole))
          end
        end
      end
    end
  end)

  it("cannot switch a colour on, even by the sequence that the program uses", function()
    local own = printable.colour "31"
    assert.truthy(own:find("\27[", 1, true))
    assert.is_nil(printable.lines(own):find("\27", 1, true))
    assert.has.error(function() printable.colour "31m\27[2J" end)
  end)

  it("takes as many columns as it shows", function()
    assert.same({ 3, 4, 1, 2, 0 }, { printable.width "abc", printable.width "近衛", printable.width "e\u{301}",
      printable.width "\u{1f40e}", printable.width "" })
    assert.same({ "近衛   a", "guard  b" }, text.columns { { "近衛", "a" }, { "guard", "b" } })
  end)

  it("is one line of a listing", function()
    assert.same({ "a\\nlimber: verified  b" }, text.columns { { "a\nlimber: verified", "b" } })
  end)

  it("is escaped in JSON, and read back the same", function()
    local raw = "\u{9b}\u{202e}\u{feff}\u{e0041}\27\127bfn\"\\/é近"
    local written = json.encode(raw)
    assert.equal('"\\u009b\\u202e\\ufeff\\udb40\\udc41\\u001b\\u007fbfn\\"\\\\/é近"', written)
    assert.equal(raw, (json.decode(written)))
  end)

  it("is one line of an error", function()
    local _, failure = sandbox.run(nil, function() error("a\nlimber: verified\u{202e}", 0) end)
    assert.equal("a\\nlimber: verified\\u{202e}", failure.message)
  end)
end)
