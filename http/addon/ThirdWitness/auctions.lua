-- Scans the auction house when the player types /tw scan. Clients differ: auction_pages.lua reads a list page by page,
-- auction_list.lua reads it as a whole, and auction_searches.lua searches for each item.

local _, TW = ...

local Auctions = {}
TW.auctions = Auctions

local recorder = TW.recorder("auctions")

local QUANTITY_MAX = 1000000
--- Number of prices to write in one frame.
local ROWS_A_FRAME = 400
--- Longer lists are written in any order, because to sort them takes too long for one frame.
local SORTED_MAX = 20000

local isAtHouse = false
local scans = 0
--- The scan that is running, or nil. The files that read the auctions keep their own state in it.
local scan
--- The scan that is being written, or nil.
local writing

--- Returns the house that the auctioneer belongs to, or nil if there is no auctioneer or the house is unknown.
local function readHouse()
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
  local quantities = scan.items[itemId]
  if quantities == nil then
    quantities = {}
    scan.items[itemId] = quantities
  end
  local before = quantities[unitPriceCopper]
  if before == nil then scan.prices = scan.prices + 1 end
  quantities[unitPriceCopper] = math.min((before or 0) + quantity, QUANTITY_MAX)
end

--- Drops everything that was added to the running scan.
function Auctions.restart() scan.items, scan.auctions, scan.prices, scan.at = {}, 0, 0, nil end

--- Ends the running scan without writing it.
function Auctions.abandon(message)
  scan = nil
  TW.say(message)
end

local function sortedKeys(map)
  local keys = {}
  for key in pairs(map) do keys[#keys + 1] = key end
  if #keys <= SORTED_MAX then table.sort(keys) end
  return keys
end

--- Writes the rows that were collected since the last record.
local function writeRecord()
  local fields = { realm = TW.client.realm(), house = writing.house, scanId = writing.id, complete = writing.isComplete }
  fields.items, writing.rows = writing.rows, {}
  TW.store.add("auction_scan", fields)
end

--- Moves on to the prices of the next item, or returns false after the last one.
local function openNextItem()
  writing.itemAt = writing.itemAt + 1
  local itemId = writing.itemIds[writing.itemAt]
  if itemId == nil then return false end
  writing.itemPrices, writing.priceAt = sortedKeys(writing.items[itemId]), 0
  TW.items.met(itemId)
  return true
end

--- Writes some prices, and tells the player the result after the last one.
local function writeBatch()
  for _ = 1, ROWS_A_FRAME do
    if writing.priceAt == #writing.itemPrices and not openNextItem() then
      if #writing.rows > 0 then writeRecord() end
      local outcome = writing.isComplete and "Scan complete" or "Scan stopped early"
      TW.say(("%s: %s at %s."):format(
        outcome, TW.counted(writing.auctions, "auction"), TW.counted(writing.prices, "price")))
      writing = nil
      return
    end
    writing.priceAt = writing.priceAt + 1
    local itemId, price = writing.itemIds[writing.itemAt], writing.itemPrices[writing.priceAt]
    local quantity = writing.items[itemId][price]
    table.insert(writing.rows, { itemId = itemId, unitPriceCopper = price, quantity = quantity })
    if #writing.rows == TW.ROWS_MAX then writeRecord() end
  end
end

--- Writes the rest of a finished scan, because the game will not run another frame of this session.
local function writeRemainder()
  while writing ~= nil do writeBatch() end
end

local function writeFrame()
  if writing == nil then return end
  writeBatch()
  recorder.after(0, writeFrame)
end

--- Writes the auctions scanned so far, a part in each frame.
function Auctions.finish(isComplete)
  if scan == nil then return end
  writeRemainder()
  writing, scan = scan, nil
  writing.isComplete, writing.rows = isComplete, {}
  writing.itemIds, writing.itemAt, writing.itemPrices, writing.priceAt = sortedKeys(writing.items), 0, {}, 0
  -- To sort many items was enough work for this frame.
  if writing.prices > ROWS_A_FRAME then recorder.after(0, writeFrame) else writeFrame() end
end

--- Returns the way to read auctions that this client has, or nil. `prefersSearches` means that the player asked for
--- searches.
local function chooseReader(prefersSearches)
  if QueryAuctionItems then return TW.auctionPages end
  if C_AuctionHouse and C_AuctionHouse.ReplicateItems and not prefersSearches then return TW.auctionList end
  if C_AuctionHouse and C_AuctionHouse.SendBrowseQuery then return TW.auctionSearches end
end

--- Starts a scan. Returns a message for the player.
function Auctions.start(prefersSearches)
  local way = chooseReader(prefersSearches)
  if way == nil then return "This client does not let addons read the auction house." end
  if not isAtHouse then return "Open an auction house first, then type /tw scan." end
  if scan ~= nil then return ("A scan is already running: %s."):format(scan.way.progress(scan)) end
  scans = scans + 1
  scan = { id = TW.store.sessionId() .. "-scan" .. scans, house = readHouse(), way = way }
  Auctions.restart()
  way.start(scan)
  return way.notice
end

--- Stops the scan that is running, if any.
Auctions.stop = recorder.guard(function()
  Auctions.finish(false)
  writeRemainder()
end)

recorder.always("AUCTION_HOUSE_SHOW", function() isAtHouse = true end)
recorder.always("AUCTION_HOUSE_CLOSED", function()
  isAtHouse = false
  if TW.isRecording() then Auctions.finish(false) else scan = nil end
end)
recorder.on("PLAYER_LOGOUT", Auctions.stop)
