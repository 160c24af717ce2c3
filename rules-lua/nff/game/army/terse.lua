-- What the terse story tells in one line: marches, leaders who ride, throws to move, and fire.

terse {
  marches = { line = "{formation} [moves] {each} ({count}).", per = "formation", of = { moved = "{distance}" } },
  rides = { line = "Leaders ride: {each}.", of = { rides = "{leader} {distance}{say}" } },
  in_reserve = { line = "In reserve: {each}.", of = { in_reserve = "{unit}" } },
  reserve = { line = "Throws to move in reserve: {each}.", of = { reserve = "{unit} {score} ({say})" } },
  maneuver = { line = "Throws to maneuver: {each}.", of = { maneuver = "{unit} {score} ({say})" } },
  fire = { line = "Fire: {each}.", of = { fires = "{unit} at {target} ({points})" } },
}
