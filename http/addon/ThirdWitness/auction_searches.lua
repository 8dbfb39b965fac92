-- Reads an auction house on clients that have only C_AuctionHouse, if the realm sends no list of all auctions
-- (auction_list.lua). They list the items for sale with their lowest prices, and each item must be searched for. A scan is complete if the list is complete and
-- the client answered the search for every item on it.

local _, TW = ...

local Searches = {}
TW.auctionSearches = Searches

local recorder = TW.recorder("auction searches")
local finish = TW.auctions.finish

--- How often to check whether the client allows a request, and the timeout for an answer.
local CHECK_EVERY_S = 0.2
local ANSWER_WITHIN_S = 10
--- How often a request is sent that gets no answer, or that gets an empty one although the item is for sale.
local TRIES = 3
--- The share of items that may sell out during a complete scan. If more get empty answers, the realm throttled it.
local SOLD_OUT_MAX = 0.02

--- True while the scan sends its own request, so that the hooks below ignore it.
local isAsking = false
local takeStep

--- Returns the running scan if it searches, or nil.
local function findCurrent()
  local scan = TW.auctions.current()
  return scan ~= nil and scan.way == Searches and scan or nil
end

--- Stops the running scan if it searches.
local function stopSearching()
  if findCurrent() ~= nil then finish(false) end
end

Searches.notice = "Scanning the auction house. The scan searches for one item after the other, about 100 a minute. It cannot see auctions that are created meanwhile. Keep the window open and "
  .. "do not search until the scan is done; a scan that is stopped earlier counts as incomplete."

function Searches.progress(scan)
  if scan.keys == nil then return "reading the list of items" end
  return ("item %d of %d"):format(math.min(scan.at, #scan.keys), #scan.keys)
end

--- Sends a request as soon as the client allows one. Repeats it if there is no answer, and ends the scan after TRIES.
local function askServer(scan, request)
  scan.request, scan.tries = request, 0
  takeStep(scan)
end

local function sendRequest(scan)
  local number = scan.requests + 1
  scan.requests, scan.tries, scan.isWaiting = number, scan.tries + 1, true
  isAsking = true
  local fine, fault = pcall(scan.request)
  isAsking = false
  if not fine then
    finish(false)
    error(fault, 0)
  end
  recorder.after(ANSWER_WITHIN_S, function()
    if findCurrent() == scan and scan.isWaiting and scan.requests == number then takeStep(scan) end
  end)
end

function takeStep(scan)
  if findCurrent() ~= scan then return end
  if scan.tries >= TRIES then return finish(false) end
  if C_AuctionHouse.IsThrottledMessageSystemReady() then return sendRequest(scan) end
  recorder.after(CHECK_EVERY_S, function() takeStep(scan) end)
end

local function searchNext(scan)
  scan.at = scan.at + 1
  local key = scan.keys[scan.at]
  if key == nil then return finish(scan.empty <= #scan.keys * SOLD_OUT_MAX) end
  scan.key = key
  askServer(scan, function() C_AuctionHouse.SendSearchQuery(key, {}, false) end)
end

--- The list of items changed. An empty list is no proof of an empty house: a throttled request gets one, too.
local function readList()
  local scan = findCurrent()
  if scan == nil or scan.keys ~= nil or not scan.isWaiting then return end
  scan.isWaiting = false
  if not C_AuctionHouse.HasFullBrowseResults() then return askServer(scan, C_AuctionHouse.RequestMoreBrowseResults) end
  local keys = {}
  for _, result in ipairs(C_AuctionHouse.GetBrowseResults()) do table.insert(keys, result.itemKey) end
  if #keys == 0 then return takeStep(scan) end
  scan.keys, scan.at = keys, 0
  searchNext(scan)
end

--- Reads the answer to a search: `size` is its number of auctions, and `rowAt` returns an auction's price per unit and
--- quantity.
local function readAnswer(scan, isFull, requestMore, size, rowAt)
  scan.isWaiting = false
  if not isFull then return askServer(scan, requestMore) end
  if size == 0 then
    -- The item was sold since the list was read, or the request was throttled.
    if scan.tries < TRIES then return takeStep(scan) end
    scan.empty = scan.empty + 1
  end
  for index = 1, size do TW.auctions.add(scan.key.itemID, rowAt(index)) end
  searchNext(scan)
end

--- Returns the scan if it waits for an answer about this item.
local function describeWait(itemId)
  local scan = findCurrent()
  return scan ~= nil and scan.keys ~= nil and scan.isWaiting and scan.key.itemID == itemId and scan or nil
end

local function readCommodity(itemId)
  local scan = describeWait(itemId)
  if scan == nil then return end
  local function requestMore() C_AuctionHouse.RequestMoreCommoditySearchResults(itemId) end
  local size = C_AuctionHouse.GetNumCommoditySearchResults(itemId)
  readAnswer(scan, C_AuctionHouse.HasFullCommoditySearchResults(itemId), requestMore, size, function(index)
    local auction = C_AuctionHouse.GetCommoditySearchResultInfo(itemId, index) or {}
    return auction.unitPrice, auction.quantity
  end)
end

local function readItem(answered)
  local scan = describeWait(answered.itemID)
  if scan == nil then return end
  local key = scan.key
  local function requestMore() C_AuctionHouse.RequestMoreItemSearchResults(key) end
  local size = C_AuctionHouse.GetNumItemSearchResults(key)
  readAnswer(scan, C_AuctionHouse.HasFullItemSearchResults(key), requestMore, size, function(index)
    local auction = C_AuctionHouse.GetItemSearchResultInfo(key, index) or {}
    return auction.buyoutAmount, auction.quantity
  end)
end

Searches.start = recorder.guard(function(scan)
  scan.requests, scan.at, scan.empty = 0, 0, 0
  askServer(scan, function()
    C_AuctionHouse.SendBrowseQuery({ searchString = "", sorts = {}, filters = {}, itemClassFilters = {} })
  end)
end)

if QueryAuctionItems == nil and C_AuctionHouse and C_AuctionHouse.SendBrowseQuery then
  for _, name in ipairs({ "SendBrowseQuery", "SendSearchQuery" }) do
    -- The player started a search, and its answer does not belong to the scan.
    hooksecurefunc(C_AuctionHouse, name, recorder.guard(function()
      if not isAsking then stopSearching() end
    end))
  end

  recorder.on("AUCTION_HOUSE_BROWSE_RESULTS_UPDATED", readList)
  recorder.on("AUCTION_HOUSE_BROWSE_RESULTS_ADDED", readList)
  recorder.on("AUCTION_HOUSE_BROWSE_FAILURE", stopSearching)
  recorder.on("COMMODITY_SEARCH_RESULTS_UPDATED", readCommodity)
  recorder.on("COMMODITY_SEARCH_RESULTS_ADDED", readCommodity)
  recorder.on("ITEM_SEARCH_RESULTS_UPDATED", readItem)
  recorder.on("ITEM_SEARCH_RESULTS_ADDED", readItem)
  -- The realm did not receive the request.
  recorder.on("AUCTION_HOUSE_THROTTLED_MESSAGE_DROPPED", function()
    local scan = findCurrent()
    if scan ~= nil and scan.isWaiting then
      scan.isWaiting = false
      takeStep(scan)
    end
  end)
end
