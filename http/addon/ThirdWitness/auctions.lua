-- Scans the auction house when the player types /tw scan. Pages are requested as fast as the client allows.

local _, TW = ...

local Auctions = {}
TW.auctions = Auctions

local recorder = TW.recorder("auctions")

local QUANTITY_MAX = 1000000
--- How often to check whether the client allows a query, and the timeout for an answer.
local CHECK_EVERY_S = 0.3
local ANSWER_WITHIN_S = 20
--- Time after a query until the current page is taken as the answer, provided that an update event arrived. Two pages
--- may look the same, so a changed page cannot always be detected.
local SETTLED_S = 4
local TRIES = 3

local isAtHouse = false
local scans = 0
local scan
--- True while the scan sends its own query, so that the hook below ignores it.
local isQuerying = false
local step

--- Returns the house that the auctioneer belongs to, or nil if there is no auctioneer.
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

--- Writes the auctions scanned so far and tells the player the result.
local function finish(isComplete)
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

--- Adds the current page to the scan and requests the next one, unless the item of some rows is not known yet.
local function addPage()
  local rows = TW.auctionPage.rows()
  if rows == nil then return end
  for _, row in ipairs(rows) do
    scan.auctions = scan.auctions + 1
    local hasBuyout = row.buyout ~= nil and row.buyout > 0 and row.count ~= nil and row.count > 0
    if hasBuyout then addRow(row.itemId, math.ceil(row.buyout / row.count), row.count) end
  end
  local _, isLast = TW.auctionPage.fits(scan.page)
  scan.isWaiting, scan.before = false, nil
  scan.tries, scan.page = 0, scan.page + 1
  if isLast then finish(true) else step(scan) end
end

--- Adds the current page to the scan if it is the requested one. At first the page must both differ from the previous
--- page and have the right number of rows. After SETTLED_S one of these conditions is enough.
local function checkPage(hasSettled)
  local fits = TW.auctionPage.fits(scan.page)
  local isOther = TW.auctionPage.signature() ~= scan.before
  if TW.auctionPage.isEmpty() then
    if hasSettled and fits then addPage() end
  elseif (fits and isOther) or (hasSettled and (fits or isOther)) then
    addPage()
  end
end

local function query()
  local current, number = scan, scan.queries + 1
  scan.isWaiting, scan.isHeard = true, false
  scan.tries, scan.queries = scan.tries + 1, number
  scan.before = scan.before or TW.auctionPage.signature()
  local function isUnanswered() return scan == current and scan.isWaiting and scan.queries == number end
  isQuerying = true
  local fine, fault = pcall(QueryAuctionItems, "", nil, nil, scan.page, false, nil, false, false, nil)
  isQuerying = false
  if not fine then
    finish(false)
    error(fault, 0)
  end
  -- The client allows no other query until it has received an answer.
  recorder.after(SETTLED_S, function()
    if isUnanswered() and scan.isHeard and CanSendAuctionQuery("list") then checkPage(true) end
  end)
  recorder.after(ANSWER_WITHIN_S, function()
    if isUnanswered() then step(scan) end
  end)
end

--- Sends the next query of a scan as soon as the client allows one, if this scan is still running.
function step(current)
  if scan == nil or scan ~= current then return end
  if scan.tries >= TRIES then return finish(false) end
  if CanSendAuctionQuery("list") then return query() end
  recorder.after(CHECK_EVERY_S, function() step(current) end)
end

--- Starts a scan. Returns a message for the player.
function Auctions.start()
  if not isAtHouse then return "Open an auction house first, then type /tw scan." end
  if scan ~= nil then return ("A scan is already running: page %d."):format(scan.page + 1) end
  scans = scans + 1
  scan = {
    id = TW.store.sessionId() .. "-scan" .. scans, house = house(),
    page = 0, queries = 0, tries = 0, auctions = 0, rows = {}, isWaiting = false, isHeard = false, before = nil,
  }
  recorder.guard(step)(scan)
  return "Scanning the auction house. Keep its window open and do not search until the scan is done."
end

--- Stops the scan that is running, if any.
Auctions.stop = recorder.guard(function() finish(false) end)

if hooksecurefunc and QueryAuctionItems then
  -- The player started a search, and its pages do not belong to the scan.
  hooksecurefunc("QueryAuctionItems", recorder.guard(function()
    if scan ~= nil and not isQuerying then finish(false) end
  end))
end

recorder.on("AUCTION_ITEM_LIST_UPDATE", function()
  if scan == nil or not scan.isWaiting then return end
  scan.isHeard = true
  checkPage(false)
end)
recorder.always("AUCTION_HOUSE_SHOW", function() isAtHouse = true end)
recorder.always("AUCTION_HOUSE_CLOSED", function()
  isAtHouse = false
  if TW.isRecording() then finish(false) else scan = nil end
end)
recorder.on("PLAYER_LOGOUT", function() finish(false) end)
