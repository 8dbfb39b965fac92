-- Splits lists that are too long for one record.

local _, TW = ...

--- Maximum number of goods, lessons or auctions in one record.
TW.ROWS_MAX = 200

--- Iterates over consecutive parts of a list, each short enough for one record.
function TW.chunks(list)
  local from = 1 - TW.ROWS_MAX
  return function()
    from = from + TW.ROWS_MAX
    if from <= #list then return { unpack(list, from, math.min(from + TW.ROWS_MAX - 1, #list)) } end
  end
end
