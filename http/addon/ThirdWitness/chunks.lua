-- Lists that are longer than a record may be.

local _, TW = ...

--- How many goods, lessons or auctions a record holds at most.
TW.ROWS_MAX = 200

--- The runs of a list that records hold one each, in their order.
function TW.runs(list)
  local from = 1 - TW.ROWS_MAX
  return function()
    from = from + TW.ROWS_MAX
    if from <= #list then return { unpack(list, from, math.min(from + TW.ROWS_MAX - 1, #list)) } end
  end
end
