--- What `?` says about tasks and about the words that change rules. Each is { title, text }; a title is what
--- :help lists. `game`: listed only while a battle is on.
local text <const> = require "show.text"

local M <const> = {}

---@class limber.Topic
---@field name string
---@field title string
---@field text string
---@field game boolean? it is about a battle
---@field unlisted boolean? :help does not list it

local topics, by_name = {}, {}

local function page(name, title)
  return function(spec)
    spec.name, spec.title = name, title
    topics[#topics + 1], by_name[name] = spec, spec
  end
end

page("start", "choose rules, begin a battle: :rules, :load FILE, :next, :play") { text = [[
  :rules  :rules RULESET | lists the rulesets; opens another one
  :load scenarios/…/NAME.lua | puts a battle on the table (Tab completes)
  :load NAME.replay | continues a recorded one at its end
  :solo b | lets a solo commander lead side b
  :side both | you command both sides
  :next  :play | the script's next command; the whole turn]] }

page("look", "see the table: :map, :units, :clock, :log, :story") { game = true, text = [[
  :briefing | what the battle is about, how it ends, who is winning
  :map  :map 11  :map C4 | all of it; round a unit; round a square
  :units  :units b | how units are, both sides or one
  :clock  :log  :story | the time; what was done; what was told
  :why  :why 14.2  :why unit 11 | a throw; one of line 14; what became of a unit
  :units in | lengths in inches]] }

page("give", "give commands: a number of :legal, or typed: done, move 11 …") { game = true, text = [[
  :legal  :legal 11  :legal fire | what may be done, best first, by numbers
  3 | does number 3 of that list; 3 40 where a range is open
  move 11 … | or typed: units by number, id or name; ?move shows what else it takes
  C4  950mm 800mm  30in 20in | points are squares, or lengths from the western and the southern edge
  move 11 120mm  move 11 5in | a number without a unit is in that of the rules, as :units shows lengths
  toward 51 | a facing goes toward a unit, a point or an area
  move 11 12 …  move NAME … | several units, or a formation: each does the same
  done | your side has finished this step; both sides when you command both
  ?move | all about one command]] }

page("fight", "fire, charge, answer: odds fire 1 51 before you do") { game = true, text = [[
  fire 1 51 | the commands of the rules; :legal shows chances
  odds fire 1 51 | exact odds, measured on the table
  :why | how the last throw came out as it did
  an answer | type the word that is asked for: stand, evade]] }

page("ask", "throw a question of the rules: PROCEDURE WORD…") { text = [[
  artillery.fire 12pdr guns=8 650mm formed | words are values, 650mm a length, NAME=VALUE any other
  :again | the same question, new dice
  ?artillery.fire | its arguments, what it reads, its clauses]] }

page("odds", "exact odds of a question: odds PROCEDURE WORD…, by=FIELD") { text = [[
  odds PROCEDURE WORD… | the words of ?ask
  … by=FIELD | for another of its results; ?PROCEDURE lists them
  … --by 'a.1.margin - b.1.margin' | for what you work out of them
  … points >= 2 | the chance that this holds
  … --at-least 2 | also the chance of 2 or more; --at-most 2
  … guns=2..8 | for each value of one or two arguments; 100..600:50
  … --lines | draws that; --heat, --svg FILE
  … --flip 50% | which single changes move a chance past 50 %
  … --versus NAME | beside a house rule
  … --sample 10000 | throws instead, where exact odds take too long
  … --to-the-finish | round after round until it is over, where the rules fight rounds
  … --carry 'total = total + points' --until 'total >= 6' | or as you say that rounds follow
  odds 2d6 >= 9 | of plain dice: ?dice
Every change of a rule shows the last odds again: published, yours, difference.]] }

page("change", "change a rule and see the odds move: tables.NAME.PLACE = VALUE") { text = [[
  odds PROCEDURE WORD… | ask first: every change shows these odds again. ?PROCEDURE has an example to try
  tables.NAME.ROW.COLUMN = 2 | one number of a table; tables.NAME shows it
  option.NAME = VALUE | a reading that the rules leave open
  ?modifier  ?wrap  ?variant | what counts when; how a procedure works; whole house rules
  :find WORD | where a word stands in the rules
  :diff  :drop | what you have changed; take one change back
  :impact | what your changes alter in recorded battles]] }

page("keep", "keep your changes as a house rule: :diff, :impact, :keep NAME") { text = [[
  :diff | everything that differs from the published rules
  :impact | what your changes alter in recorded battles
  :keep soft_walls | writes ./soft_walls.lua: your changes, the odds that you asked, and that impact
  :keep soft_walls only CHANGE… | some of your changes; the others stay yours. :drop lists them all
  :keep soft_walls by Jane Doe | says in the file who made it
  :edit soft_walls.lua | opens it in your editor and reads it again after
  :reload | reads all rule files again
Then, in the shell:
  limber RULESET --variant soft_walls | plays by it; also limber run, odds, simulate
  limber check soft_walls.lua | asks the worked cases and plays a battle with it and without
  limber simulate SCENARIO --versus soft_walls | how often each side wins, with it and without]] }

page("back", "go back, try another way: :undo, :redo, :branches, :goto") { game = true, text = [[
  :undo  :undo 3  :redo | nothing is lost: what was undone is a branch
  :branches  :goto 44 | the ends of all that was played; go to a line
  :rethrow | the last command again with fresh dice]] }

page("correct", "correct a slip, settle a dispute: :fix, :amend, :allow, :dispute") { game = true, text = [[
  :fix 14.2 dice 3 5 | an earlier throw was read wrongly; what follows is done again
  :amend 11.FIELD VALUE REASON | a value of the game, by the players' word
  :allow COMMAND because REASON | a command that the rules refuse; it must be of this step
  :dispute QUESTION a says … b says … | a dispute, settled by a die each; ?prime_directive
  :rulings | what has been ruled in this battle]] }

page("save", "save, record, continue what was left: :save FILE, :record FILE, :resume") { text = [[
  :save FILE | the game with all its branches; limber FILE plays on
  :report FILE.html | the battle so far as a page for a browser
  :record FILE | writes it as it goes on, command by command
  :resume  :resume 2 | continues a battle, or restores rule changes, that an earlier session left
  :forget  :forget 2 | deletes it; :forget this deletes the kept copy of this battle
A battle that you do not save is kept in your data folder until it is over.]] }

page("find", "look something up in the rules: :find WORD, ?NAME") { text = [[
  :find building | tables, clauses, procedures and variants that speak of it
  ?NAME | a procedure, table, option, variant, command or ruling]] }

page("dice", "throw plain dice: 2d6, 3d10>=4, 4d6 keep 3, odds 2d6 >= 9") { text = [[
  2d6, d100, 3d6+2 | throws and adds; the dice of a battle stay as they are
  d66, dav, d10z | 11 to 66; the average die 2 3 3 4 4 5; 0 to 9
  3d10>=4, 3d10 count 4+ | how many of the three are 4 or more
  4d6 keep 3, keep low 3, drop 1 | the sum of the best, or worst, three
  5d6 reroll 1 count 4+ | each 1 is thrown once more; always: until it shows another face
  3d6 explode, explode 5+ at most 2 | a six adds another die, up to 5 times; so does a five
  odds 4d6 keep 3 | exact odds of the same
  odds 2d6 >= 9 | the chance that the sum is 9 or more
  odds 2d6+1 > 2d6, 2d6 v 2d6 | opposed throws
In a rule file, `dice` throws, each throw with a label for the story:
  dice.d(6)  dice.sum(2, 6)  dice.count(4, 6, 5) | one; a sum; how many 5 or more
  dice.confirmed(4, 10, 10, 6) | of four, how many are 10 and then 6 or more when thrown again
  dice.highest(3, 4, 6)  dice.lowest(3, 4, 6) | the best, the worst 3 of 4d6
  dice.percentile()  dice.d10z()  dice.choice{1, 2} | 0 to 99; 0 to 9; by weights
as in: dice.sum(2, 6, "hits", "a.1"), where "a.1" is who throws.]] }

page("solo", "let the program play a side: :solo b, :why for its reasons") { game = true, text = [[
  :solo b  :solo both  :solo off | which side a solo commander leads
  :why  :why unit 11 | why it did what it did last; what became of a unit, and what it is there for
  :plan  :plan b | what each formation is to do: as your opponent means it, or as one would advise you]] }

page("lua", "use Lua: anything else you type is Lua") { text = [[
  650 / 25.4 | a value is shown; _ is the last one
  ask("artillery.fire", {…}) | a question's result as a table
  odds("artillery.fire", {…}) | its odds as a list
  rules, session, game | what the prompt itself works on]] }

page("wrap", "change how a procedure works") { unlisted = true, text = [[
  wrap "NAME" (function(published, rules, q, dice) … end) | published(rules, q, dice) is the rule
q holds the arguments, rules the tables: rules.tables.NAME(…), rules.constant.NAME. dice throws: ?dice.
?PROCEDURE lists arguments and result. A wrap again replaces the one before; :drop takes it back, :keep keeps it.]] }

page("lay", "change steps, commands, services, story lines") { unlisted = true, text = [[
  lay { services = { room = function(published, view, id) … end } } | any key of a variant's file
  insert "turn" { after = "fire", step "rain" { run = function(play) … end } } | also remove, move, replace
  procedure "NAME" { … }  command "NAME" { … }  story { … } | what the rules do not have yet
Each is in force at once; :diff lists it, :drop takes it back, :keep writes it to a file.]] }

page("modifier", "add a modifier to a list, or replace one") { unlisted = true, text = [[
  modifier { "guard", 1, of = "infantry", flag = "guard" } | +1 where the argument guard is given; the argument is new
  modifier { "uphill", -2, of = "infantry", when = function(unit) … end } | -2 where the function says yes
?PROCEDURE names the lists that it uses. A name that the list has already is replaced.]] }

page("variant", "take house rules in and out, and write one") { unlisted = true, text = [[
  :variant | those there are; * marks those in force
  :variant +NAME  :variant -NAME | takes one in or out; a file's path will do
  limber new variant RULESET FILE | writes a commented one to fill in
  limber check FILE | says what is wrong with it, and tries it
Change rules here, and :keep NAME writes one. Each line below is a page of its own.]] }

page("tables", "what `tables` is") { unlisted = true, text = [[
  tables | their names
  tables.NAME | a table
  tables.NAME.ROW | a row of it
  tables.NAME.ROW.COLUMN = 2 | changes a cell; :diff shows it, :drop takes it back]] }

page("option", "what `option` is") { unlisted = true, text = [[
  option | the readings that the rules leave open, as chosen
  ?NAME | one of them, and what else it may be
  option.NAME = VALUE | chooses another]] }

--- The lines of a topic's page. `example | what it does` are two columns; another line is a paragraph.
---@param topic limber.Topic
---@param width integer
---@return string[]
function M.lines(topic, width)
  local lines, rows = {}, {}
  local function add(paragraph)
    text.add_rows(lines, rows, width)
    rows = {}
    if paragraph then table.move(text.wrap(paragraph, width), 1, 99, #lines + 1, lines) end
  end
  for line in (topic.text .. "\n"):gmatch "(.-)\n" do
    local example, says = line:match "^(.-) | (.*)$"
    if example then rows[#rows + 1] = { example, says } else add(line) end
  end
  add()
  return lines
end

--- All topics, in the order that :help lists them.
---@return limber.Topic[]
function M.all()
  return topics
end

---@param name string
---@return limber.Topic?
function M.find(name)
  return by_name[name]
end

return M
