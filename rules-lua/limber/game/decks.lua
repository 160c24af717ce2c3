--- Decks of cards that a battle draws from without putting back: play:draw("fate", { "rain", "fog", 3 }).
--
-- A deck is state: `battle.decks.NAME = { left = { … }, drawn = 7 }`: the cards that are left, in the order in which
-- they were given, and how many have been drawn. A named die over the cards that are left draws each card. So the state
-- does not show the next card, and a repeated draw gives the same card. Limber keeps the deck: it does not ask players
-- who throw their own dice for this one.
local bounds <const> = require "limber.language.bounds"
local names <const> = require "limber.language.names"

local M <const> = {}

--- The most cards of a deck.
local MOST <const> = 1000

local function fail(text, ...) error(text:format(...), 0) end

--- The cards of a new deck, checked and copied.
local function fresh(name, cards)
  if type(cards) ~= "table" or #cards == 0 then fail("the deck %s needs a list of cards", name) end
  if #cards > MOST then fail("the deck %s has %d cards; a deck has at most %d", name, #cards, MOST) end
  local copy = {}
  for i = 1, #cards do
    local card = cards[i]
    local bad = type(card) == "string" and bounds.bad_text(card, "", bounds.TEXT, true)
    if bad or type(card) ~= "string" and math.type(card) ~= "integer" then
      fail("the deck %s: card %d must be a whole number or a text, got %s", name, i, bounds.said(card))
    end
    copy[i] = card
  end
  return copy
end

--- Draws a card; an empty or new deck begins with all of its cards.
---@param game limber.Game
---@param name string
---@param cards (integer|string)[] all of its cards; one that stands there twice is in the deck twice
---@return integer|string card
---@return boolean new was the deck shuffled for this card?
function M.draw(game, name, cards)
  if not names.is_name(name) then fail("a deck needs a name, got %s", bounds.said(name)) end
  local state, battle = game.state, game.state.root.battle
  if not battle.decks then state:set(battle, "decks", {}) end
  local decks = battle.decks
  if not decks[name] then state:set(decks, name, { left = {}, drawn = 0 }) end
  local deck, new = decks[name], false
  if #deck.left == 0 then
    state:set(deck, "left", fresh(name, cards))
    new = true
  end
  local at = game.throws:pick(state, game.step, "deck " .. name, deck.drawn, #deck.left)
  local card = state:remove(deck.left, at)
  state:set(deck, "drawn", deck.drawn + 1)
  return card, new
end

return M
