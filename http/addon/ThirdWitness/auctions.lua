-- Scans of the auction house that the player starts: /tw scan. Pages are asked for as fast as the client allows.

local _, TW = ...

local Auctions = {}
TW.auctions = Auctions

local recorder = TW.recorder("auctions")

local PAGE_ROWS = 50
local QUANTITY_MAX = 1000000
--- How often it is asked whether a query may be sent, and how long an answer may take.
local ASK_EVERY_S = 0.3
local ANSWER_WITHIN_S = 20
local TRIES = 3

local isAtHouse = false
local scans = 0
local scan
--- True while a query of ours is being sent: others' queries pass by the same function.
local isAsking = false
local step

--- The house of the auctioneer; nil where the client does not tell its side.
local function house()
  if not UnitExists("npc") then return nil end
  return UnitFactionGroup("npc") or "Neutral"
end

local function addRow(itemId, unitPriceCopper, quantity)
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

--- Writes what was scanned. A scan that was broken off says so.
local function finish(isComplete)
  if scan == nil then return end
  local rows = sortedRows()
  local fields = { realm = TW.client.realm(), house = scan.house, scanId = scan.id, complete = isComplete }
  for run in TW.runs(rows) do
    fields.items = run
    TW.store.add("auction_scan", fields)
  end
  for _, row in ipairs(rows) do TW.items.met(row.itemId) end
  TW.say(("%s: %d auctions at %d prices."):format(
    isComplete and "The scan is complete" or "The scan was broken off", scan.auctions, #rows))
  scan = nil
end

--- Adds the page that the client holds. False where rows of it have no item yet.
local function readPage(batch)
  local page = {}
  for index = 1, batch do
    local _, _, count, _, _, _, _, _, _, buyout, _, _, _, _, _, _, itemId = GetAuctionItemInfo("list", index)
    if itemId == nil or itemId == 0 then return false end
    page[index] = { itemId = itemId, count = count, buyout = buyout }
  end
  for _, auction in ipairs(page) do
    scan.auctions = scan.auctions + 1
    local hasBuyout = auction.buyout ~= nil and auction.buyout > 0 and auction.count ~= nil and auction.count > 0
    if hasBuyout then addRow(auction.itemId, math.ceil(auction.buyout / auction.count), auction.count) end
  end
  return true
end

local function read()
  if scan == nil or not scan.isWaiting then return end
  local batch, total = GetNumAuctionItems("list")
  if batch == 0 and total > scan.page * PAGE_ROWS then return end
  if not readPage(batch) then return end
  scan.isWaiting = false
  scan.tries = 0
  scan.page = scan.page + 1
  if scan.page * PAGE_ROWS >= total then finish(true) else step() end
end

local function ask()
  scan.isWaiting = true
  scan.tries = scan.tries + 1
  local awaited, query = scan, scan.asked + 1
  scan.asked = query
  isAsking = true
  local fine, fault = pcall(QueryAuctionItems, "", nil, nil, scan.page, false, nil, false, false, nil)
  isAsking = false
  if not fine then
    finish(false)
    error(fault, 0)
  end
  recorder.after(ANSWER_WITHIN_S, function()
    if scan == awaited and scan.isWaiting and scan.asked == query then step() end
  end)
end

function step()
  if scan == nil then return end
  if scan.tries >= TRIES then return finish(false) end
  if CanSendAuctionQuery("list") then return ask() end
  recorder.after(ASK_EVERY_S, step)
end

--- Begins a scan, or says in a sentence why not.
function Auctions.start()
  if not isAtHouse then return "Open an auction house first, then type /tw scan." end
  if scan ~= nil then return ("A scan is under way: page %d."):format(scan.page + 1) end
  scans = scans + 1
  scan = {
    id = TW.store.sessionId() .. "-scan" .. scans, house = house(),
    page = 0, asked = 0, tries = 0, auctions = 0, rows = {}, isWaiting = false,
  }
  recorder.guard(step)()
  return "Scanning the auction house. Stay there until it is done, and search for nothing meanwhile."
end

if hooksecurefunc and QueryAuctionItems then
  -- The pages of a search of the player's own are none of the scan's.
  hooksecurefunc("QueryAuctionItems", recorder.guard(function()
    if scan ~= nil and not isAsking then finish(false) end
  end))
end

recorder.on("AUCTION_ITEM_LIST_UPDATE", read)
recorder.always("AUCTION_HOUSE_SHOW", function() isAtHouse = true end)
recorder.always("AUCTION_HOUSE_CLOSED", function()
  isAtHouse = false
  if TW.isRecording() then finish(false) else scan = nil end
end)
recorder.on("PLAYER_LOGOUT", function() finish(false) end)
