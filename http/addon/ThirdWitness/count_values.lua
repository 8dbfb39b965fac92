-- How many values records hold, counted as the client counts them when it reads a file.

local _, TW = ...

local Values = {}
TW.values = Values

--- How many there are in a value, equal ones counted each.
function Values.of(value)
  if type(value) ~= "table" then return 1 end
  local total = 0
  for _, inner in pairs(value) do total = total + Values.of(inner) end
  return total
end

--- Adds those in a value to a set, and says how many are new in it.
function Values.add(value, known)
  local added = 0
  if type(value) == "table" then
    for _, inner in pairs(value) do added = added + Values.add(inner, known) end
  elseif not known[value] then
    known[value] = true
    added = 1
  end
  return added
end
