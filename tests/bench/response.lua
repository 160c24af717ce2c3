-- Six ways for a score to end against another. Read by LuaJIT too.
return function(score, other)
  local margin = score - other
  if score <= 0 or margin <= -9 then return "routs" end
  if margin >= 7 then return "pursues" end
  if margin > 0 then return "wins" end
  return margin == 0 and "draws" or margin > -4 and "falls back" or "retreats"
end
