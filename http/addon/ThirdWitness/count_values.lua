-- Counts the values in records, to predict whether the client can load the saved file (CONSTANTS_MAX in store.lua).

local _, TW = ...

local Values = {}
TW.values = Values

--- Counts the numbers, texts and booleans in a value, including duplicates.
function Values.count(value)
  if type(value) ~= "table" then return 1 end
  local total = 0
  for _, inner in pairs(value) do total = total + Values.count(inner) end
  return total
end

--- Adds the numbers, texts and booleans in a value to the set `known`. Returns how many of them were new.
function Values.addDistinct(value, known)
  local added = 0
  if type(value) == "table" then
    for _, inner in pairs(value) do added = added + Values.addDistinct(inner, known) end
  elseif not known[value] then
    known[value] = true
    added = 1
  end
  return added
end
