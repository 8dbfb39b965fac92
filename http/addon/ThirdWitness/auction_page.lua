-- The page of auctions that the client shows. It goes on showing one until the next has come, and tells of one again
-- when it learns the names in it: which page it shows, it does not say.

local _, TW = ...

local Page = {}
TW.auctionPage = Page

local ROWS = 50

--- Item, count, least bid, buyout and bid of a row: what the client knows of it from the beginning.
local function rowAt(index)
  local _, _, count, _, _, _, _, minBid, _, buyout, bid, _, _, _, _, _, itemId = GetAuctionItemInfo("list", index)
  return itemId, count, minBid, buyout, bid
end

--- A text that is the same as long as the client shows the same page, whatever it learns of it.
function Page.signature()
  local batch, total = GetNumAuctionItems("list")
  local lines = { batch .. " of " .. total }
  for index = 1, batch do
    local itemId, count, minBid, buyout, bid = rowAt(index)
    local values = { tostring(itemId), tostring(count), tostring(minBid), tostring(buyout), tostring(bid) }
    table.insert(lines, table.concat(values, ":"))
  end
  return table.concat(lines, "\n")
end

--- Whether the client shows as many rows as this page has (from 0), and whether this one may be the last.
function Page.fits(page)
  local batch, total = GetNumAuctionItems("list")
  return batch == math.max(0, math.min(ROWS, total - page * ROWS)), (page + 1) * ROWS >= total
end

function Page.isEmpty() return (GetNumAuctionItems("list")) == 0 end

--- The rows that the client shows; nil where some have no item yet.
function Page.rows()
  local rows = {}
  for index = 1, (GetNumAuctionItems("list")) do
    local itemId, count, _, buyout = rowAt(index)
    if itemId == nil or itemId == 0 then return nil end
    rows[index] = { itemId = itemId, count = count, buyout = buyout }
  end
  return rows
end
