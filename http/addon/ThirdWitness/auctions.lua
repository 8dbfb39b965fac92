-- Scans the auction house when the player types /tw scan. How depends on the client: auction_pages.lua reads a list
-- page by page, and auction_searches.lua searches for each item.

local _, TW = ...

local Auctions = {}
TW.auctions = Auctions

local recorder = TW.recorder("auctions")

local QUANTITY_MAX = 1000000

local isAtHouse = false
local scans = 0
--- The scan that is running, or nil. The files that read the auctions keep their own state in it.
local scan

--- Returns the house that the auctioneer belongs to, or nil if there is no auctioneer or the house is unknown.
local function house()
  if not TW.client.known(UnitExists("npc")) then return nil end
  local faction, isKnown = TW.client.factionOf("npc")
  return faction or (isKnown and "Neutral" or nil)
end

--- Returns the running scan, or nil.
function Auctions.current() return scan end

--- Adds an auction to the scan. The price is nil if the auction has no buyout.
function Auctions.add(itemId, unitPriceCopper, quantity)
  scan.auctions = scan.auctions + 1
  if unitPriceCopper == nil or unitPriceCopper < 1 or quantity == nil or quantity < 1 then return end
  local key = itemId .. ":" .. unitPriceCopper
  local row = scan.rows[key]
  if row == nil then
    row = { itemId = itemId, unitPriceCopper = unitPriceCopper, quantity = 0 }
    scan.rows[key] = row
  end
  row.quantity = math.min(row.quantity + quantity, QUANTITY_MAX)
end

local function sortedRows()
  local rows = {}
  for _, row in pairs(scan.rows) do table.insert(rows, row) end
  table.sort(rows, function(one, other)
    if one.itemId ~= other.itemId then return one.itemId < other.itemId end
    return one.unitPriceCopper < other.unitPriceCopper
  end)
  return rows
end

--- Writes the auctions scanned so far and tells the player the result.
function Auctions.finish(isComplete)
  if scan == nil then return end
  local done, rows = scan, sortedRows()
  scan = nil
  local fields = { realm = TW.client.realm(), house = done.house, scanId = done.id, complete = isComplete }
  for chunk in TW.chunks(rows) do
    fields.items = chunk
    TW.store.add("auction_scan", fields)
  end
  for _, row in ipairs(rows) do TW.items.met(row.itemId) end
  local outcome = isComplete and "Scan complete" or "Scan stopped early"
  TW.say(("%s: %s at %s."):format(outcome, TW.counted(done.auctions, "auction"), TW.counted(#rows, "price")))
end

--- Returns the way to read auctions that this client has, or nil.
local function reader()
  if QueryAuctionItems then return TW.auctionPages end
  if C_AuctionHouse and C_AuctionHouse.SendBrowseQuery then return TW.auctionSearches end
end

--- Starts a scan. Returns a message for the player.
function Auctions.start()
  local way = reader()
  if way == nil then return "This client does not let addons read the auction house." end
  if not isAtHouse then return "Open an auction house first, then type /tw scan." end
  if scan ~= nil then return ("A scan is already running: %s."):format(way.progress(scan)) end
  scans = scans + 1
  scan = { id = TW.store.sessionId() .. "-scan" .. scans, house = house(), auctions = 0, rows = {} }
  way.start(scan)
  return way.notice
end

--- Stops the scan that is running, if any.
Auctions.stop = recorder.guard(function() Auctions.finish(false) end)

recorder.always("AUCTION_HOUSE_SHOW", function() isAtHouse = true end)
recorder.always("AUCTION_HOUSE_CLOSED", function()
  isAtHouse = false
  if TW.isRecording() then Auctions.finish(false) else scan = nil end
end)
recorder.on("PLAYER_LOGOUT", function() Auctions.finish(false) end)
