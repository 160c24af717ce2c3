-- Rash and cautious generals, as Fusilier has them (4.4), for rulesets without its times of activation: there a rash
-- general's troops set off sooner, here the throw that decides whether troops set off is better by one; a cautious
-- general's is worse. Each ruleset says which throws those are, by the role "command" of their lists of modifiers. The
-- general is he who throws, or the commander of who throws; of a whole side, the senior. Disordered troops rally no
-- better by it, and a unit that throws for itself has no general.
local function is(temperament)
  return function(q, _, rules)
    local general = rules.here and rules.here.general
    return general and general.temperament == temperament and not (q.independent or q.disordered or q.irregular)
  end
end

variant "rash_cautious_generals" {
  cite = "house", doc = "Troops of a rash general set off more readily, those of a cautious one less.",
  fields = { leader = { enum "temperament" { "normal", "rash", "cautious", default = "normal" } } },
  modifiers = {
    { "rash_general", 1, role = "command", when = is "rash", cite = "house" },
    { "cautious_general", -1, role = "command", when = is "cautious", cite = "house" },
  },
  matters = { leaders = { temperament = { "rash", "cautious" } }, none = "no general is rash or cautious" },
}
