-- Reads an auction house page by page, on clients that list all auctions. Pages are requested as fast as the client
-- allows.

local _, TW = ...

local Pages = {}
TW.auctionPages = Pages

local recorder = TW.recorder("auction pages")
local current, finish = TW.auctions.current, TW.auctions.finish

--- How often to check whether the client allows a query, and the timeout for an answer.
local CHECK_EVERY_S = 0.3
local ANSWER_WITHIN_S = 20
--- Time after a query until the current page is taken as the answer, provided that an update event arrived. Two pages
--- may look the same, so a changed page cannot always be detected.
local SETTLED_S = 4
local TRIES = 3

--- True while the scan sends its own query, so that the hook below ignores it.
local isQuerying = false
local takeStep

Pages.notice = "Scanning the auction house. Keep its window open and do not search until the scan is done."

function Pages.progress(scan) return ("page %d"):format(scan.page + 1) end

--- Adds the current page to the scan and requests the next one, unless the item of some rows is not known yet.
local function addPage(scan)
  local rows = TW.auctionPage.rows()
  if rows == nil then return end
  for _, row in ipairs(rows) do
    local hasCount = row.count ~= nil and row.count > 0
    TW.auctions.add(row.itemId, hasCount and row.buyout and math.ceil(row.buyout / row.count) or nil, row.count)
  end
  local _, isLast = TW.auctionPage.fits(scan.page)
  scan.isWaiting, scan.before = false, nil
  scan.tries, scan.page = 0, scan.page + 1
  if isLast then finish(true) else takeStep(scan) end
end

--- Adds the current page to the scan if it is the requested one. At first the page must both differ from the previous
--- page and have the right number of rows. After SETTLED_S one of these conditions is enough.
local function checkPage(scan, hasSettled)
  local fits = TW.auctionPage.fits(scan.page)
  local isOther = TW.auctionPage.signature() ~= scan.before
  if TW.auctionPage.isEmpty() then
    if hasSettled and fits then addPage(scan) end
  elseif (fits and isOther) or (hasSettled and (fits or isOther)) then
    addPage(scan)
  end
end

local function sendQuery(scan)
  local number = scan.queries + 1
  scan.isWaiting, scan.isHeard = true, false
  scan.tries, scan.queries = scan.tries + 1, number
  scan.before = scan.before or TW.auctionPage.signature()
  local function isUnanswered() return current() == scan and scan.isWaiting and scan.queries == number end
  isQuerying = true
  local fine, fault = pcall(QueryAuctionItems, "", nil, nil, scan.page, false, nil, false, false, nil)
  isQuerying = false
  if not fine then
    finish(false)
    error(fault, 0)
  end
  -- The client allows no other query until it has received an answer.
  recorder.after(SETTLED_S, function()
    if isUnanswered() and scan.isHeard and CanSendAuctionQuery("list") then checkPage(scan, true) end
  end)
  recorder.after(ANSWER_WITHIN_S, function()
    if isUnanswered() then takeStep(scan) end
  end)
end

--- Sends the next query of a scan as soon as the client allows one, if this scan is still running.
function takeStep(scan)
  if current() ~= scan then return end
  if scan.tries >= TRIES then return finish(false) end
  if CanSendAuctionQuery("list") then return sendQuery(scan) end
  recorder.after(CHECK_EVERY_S, function() takeStep(scan) end)
end

Pages.start = recorder.guard(function(scan)
  scan.page, scan.queries, scan.tries, scan.isWaiting, scan.isHeard = 0, 0, 0, false, false
  takeStep(scan)
end)

if QueryAuctionItems then
  -- The player started a search, and its pages do not belong to the scan.
  hooksecurefunc("QueryAuctionItems", recorder.guard(function()
    if not isQuerying then finish(false) end
  end))

  recorder.on("AUCTION_ITEM_LIST_UPDATE", function()
    local scan = current()
    if scan == nil or not scan.isWaiting then return end
    scan.isHeard = true
    checkPage(scan, false)
  end)
end
