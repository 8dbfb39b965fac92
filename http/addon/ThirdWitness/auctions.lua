-- Scans of the auction house that the player starts: /tw scan. Pages are asked for as fast as the client allows.

local _, TW = ...

local Auctions = {}
TW.auctions = Auctions

local recorder = TW.recorder("auctions")

local QUANTITY_MAX = 1000000
--- How often it is asked whether a query may be sent, and how long an answer may take.
local ASK_EVERY_S = 0.3
local ANSWER_WITHIN_S = 20
--- How long after a query the client shows the answer, if it was heard of since: two pages may look the same.
local SETTLED_S = 4
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
  local done, rows = scan, sortedRows()
  scan = nil
  local fields = { realm = TW.client.realm(), house = done.house, scanId = done.id, complete = isComplete }
  for run in TW.runs(rows) do
    fields.items = run
    TW.store.add("auction_scan", fields)
  end
  for _, row in ipairs(rows) do TW.items.met(row.itemId) end
  local outcome = isComplete and "The scan is complete" or "The scan was broken off"
  TW.say(("%s: %s at %s."):format(outcome, TW.counted(done.auctions, "auction"), TW.counted(#rows, "price")))
end

--- Adds the page that the client shows and goes on to the next, unless rows of it have no item yet.
local function take()
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

--- Looks whether the client shows the page that was asked for. Sure is what is another page than before, with as many
--- rows as it must have; once the client has settled, one of the two will do.
local function look(hasSettled)
  local fits = TW.auctionPage.fits(scan.page)
  local isOther = TW.auctionPage.signature() ~= scan.before
  if TW.auctionPage.isEmpty() then
    if hasSettled and fits then take() end
  elseif (fits and isOther) or (hasSettled and (fits or isOther)) then
    take()
  end
end

local function ask()
  local asking, query = scan, scan.asked + 1
  scan.isWaiting, scan.isHeard = true, false
  scan.tries, scan.asked = scan.tries + 1, query
  scan.before = scan.before or TW.auctionPage.signature()
  local function isUnanswered() return scan == asking and scan.isWaiting and scan.asked == query end
  isAsking = true
  local fine, fault = pcall(QueryAuctionItems, "", nil, nil, scan.page, false, nil, false, false, nil)
  isAsking = false
  if not fine then
    finish(false)
    error(fault, 0)
  end
  -- While an answer is on its way the client allows no other query.
  recorder.after(SETTLED_S, function()
    if isUnanswered() and scan.isHeard and CanSendAuctionQuery("list") then look(true) end
  end)
  recorder.after(ANSWER_WITHIN_S, function()
    if isUnanswered() then step(scan) end
  end)
end

function step(of)
  if scan == nil or scan ~= of then return end
  if scan.tries >= TRIES then return finish(false) end
  if CanSendAuctionQuery("list") then return ask() end
  recorder.after(ASK_EVERY_S, function() step(of) end)
end

--- Begins a scan, or says in a sentence why not.
function Auctions.start()
  if not isAtHouse then return "Open an auction house first, then type /tw scan." end
  if scan ~= nil then return ("A scan is under way: page %d."):format(scan.page + 1) end
  scans = scans + 1
  scan = {
    id = TW.store.sessionId() .. "-scan" .. scans, house = house(),
    page = 0, asked = 0, tries = 0, auctions = 0, rows = {}, isWaiting = false, isHeard = false, before = nil,
  }
  recorder.guard(step)(scan)
  return "Scanning the auction house. Stay there until it is done, and search for nothing meanwhile."
end

--- Breaks a scan off, if one is under way.
Auctions.stop = recorder.guard(function() finish(false) end)

if hooksecurefunc and QueryAuctionItems then
  -- The pages of a search of the player's own are none of the scan's.
  hooksecurefunc("QueryAuctionItems", recorder.guard(function()
    if scan ~= nil and not isAsking then finish(false) end
  end))
end

recorder.on("AUCTION_ITEM_LIST_UPDATE", function()
  if scan == nil or not scan.isWaiting then return end
  scan.isHeard = true
  look(false)
end)
recorder.always("AUCTION_HOUSE_SHOW", function() isAtHouse = true end)
recorder.always("AUCTION_HOUSE_CLOSED", function()
  isAtHouse = false
  if TW.isRecording() then finish(false) else scan = nil end
end)
recorder.on("PLAYER_LOGOUT", function() finish(false) end)
