-- Reads an auction house as one list, on clients whose realm sends it whole. A realm sends an account's list only about
-- every 15 minutes. In between, the client keeps the old list, or the new one arrives minutes late.

local _, TW = ...

local List = {}
TW.auctionList = List

local recorder = TW.recorder("auction list")
local current, finish = TW.auctions.current, TW.auctions.finish

--- Number of rows to read in one frame. 2,000 rows cost about 30 ms, which players notice.
local ROWS_A_FRAME = 500
local CHECK_EVERY_S = 0.5
--- Time without a change after which the list counts as complete.
local STEADY_S = 2
--- Time after which a request without a new list counts as throttled. Lists of 100,000 auctions took 11 seconds.
local ANSWER_WITHIN_S = 30
--- Number of rows that are compared to tell a new list from an old one of the same length.
local SAMPLES = 200

List.notice = "Scanning the auction house, which takes about half a minute. Keep its window open until the scan is done."

local THROTTLED = "The realm did not send a new list of auctions, which it does about every 15 minutes. Nothing was "
  .. "scanned. Try again later, or type /tw scan search to search for one item after the other."

function List.progress(scan)
  if scan.at == nil then return "waiting for the list" end
  return ("auction %d of %d"):format(scan.at, scan.size)
end

--- Returns the item, count and buyout of a row, counted from 0. The client knows these values before the item's name.
local function readRow(index)
  local _, _, count, _, _, _, _, _, _, buyout, _, _, _, _, _, _, itemId = C_AuctionHouse.GetReplicateItemInfo(index)
  return itemId, count, buyout
end

--- Returns a text that differs between two lists.
local function formatSignature()
  local size = C_AuctionHouse.GetNumReplicateItems()
  local lines = { tostring(size) }
  for index = 0, size - 1, math.max(1, math.floor(size / SAMPLES)) do
    local itemId, count, buyout = readRow(index)
    table.insert(lines, ("%s:%s:%s"):format(tostring(itemId), tostring(count), tostring(buyout)))
  end
  return table.concat(lines, "\n")
end

local waitForList

--- Reads some rows, and the next ones in the next frame.
local function readRows(scan)
  if current() ~= scan then return end
  if C_AuctionHouse.GetNumReplicateItems() ~= scan.size then
    TW.auctions.restart()
    return waitForList(scan)
  end
  local last = math.min(scan.at + ROWS_A_FRAME, scan.size)
  for index = scan.at, last - 1 do
    local itemId, count, buyout = readRow(index)
    if itemId == nil or itemId == 0 then scan.isPartial = true
    else
      local hasBuyout = count ~= nil and count > 0 and buyout ~= nil and buyout > 0
      -- The buyout is for the whole stack.
      TW.auctions.add(itemId, hasBuyout and math.ceil(buyout / count) or nil, count)
    end
  end
  scan.at = last
  if last == scan.size then return finish(not scan.isPartial) end
  recorder.after(0, function() readRows(scan) end)
end

--- Waits until the list is new and steady.
function waitForList(scan)
  if current() ~= scan then return end
  local size = C_AuctionHouse.GetNumReplicateItems()
  if size ~= scan.size then scan.size, scan.steadyFrom = size, GetTime() end
  local isSteady = size > 0 and GetTime() - scan.steadyFrom >= STEADY_S
  if isSteady and formatSignature() ~= scan.before then
    scan.at = 0
    return readRows(scan)
  end
  if GetTime() - scan.askedAt > ANSWER_WITHIN_S then return TW.auctions.abandon(THROTTLED) end
  recorder.after(CHECK_EVERY_S, function() waitForList(scan) end)
end

List.start = recorder.guard(function(scan)
  scan.before, scan.size = formatSignature(), C_AuctionHouse.GetNumReplicateItems()
  scan.askedAt, scan.steadyFrom = GetTime(), GetTime()
  local fine, fault = pcall(C_AuctionHouse.ReplicateItems)
  if not fine then
    finish(false)
    error(fault, 0)
  end
  waitForList(scan)
end)
