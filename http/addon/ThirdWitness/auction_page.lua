-- The page of auctions that the client shows. The client keeps showing a page until the next one arrives. It fires the
-- update event again when it learns names on the page, and never says which page it shows.

local _, TW = ...

local Page = {}
TW.auctionPage = Page

local ROWS = 50

--- Returns a row's item, count, minimum bid, buyout and bid. The client knows these values immediately, unlike the
--- name.
local function readRow(index)
  local _, _, count, _, _, _, _, minBid, _, buyout, bid, _, _, _, _, _, itemId = GetAuctionItemInfo("list", index)
  return itemId, count, minBid, buyout, bid
end

--- Returns a text that identifies the current page. It does not change when the client learns names on the page.
function Page.signature()
  local batch, total = GetNumAuctionItems("list")
  local lines = { batch .. " of " .. total }
  for index = 1, batch do
    local itemId, count, minBid, buyout, bid = readRow(index)
    local values = { tostring(itemId), tostring(count), tostring(minBid), tostring(buyout), tostring(bid) }
    table.insert(lines, table.concat(values, ":"))
  end
  return table.concat(lines, "\n")
end

--- Returns whether the page has the right number of rows for `page` (from 0), and whether `page` may be the last one.
function Page.fits(page)
  local batch, total = GetNumAuctionItems("list")
  return batch == math.max(0, math.min(ROWS, total - page * ROWS)), (page + 1) * ROWS >= total
end

function Page.isEmpty() return (GetNumAuctionItems("list")) == 0 end

--- Returns the rows of the current page, or nil if the item of some rows is not known yet.
function Page.rows()
  local rows = {}
  for index = 1, (GetNumAuctionItems("list")) do
    local itemId, count, _, buyout = readRow(index)
    if itemId == nil or itemId == 0 then return nil end
    rows[index] = { itemId = itemId, count = count, buyout = buyout }
  end
  return rows
end
