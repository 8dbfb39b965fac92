-- Scans of an auction house that can only be searched item by item.

local client, here = ...
local elwynn = assert(loadfile(here .. "../sessions/elwynn.lua"))(client)
local world = client.world

local function auctions(count)
  local list = {}
  for n = 1, count do
    world.items[20000 + n] = { name = "Ware " .. n, quality = 1, level = 1 }
    list[n] = { item = 20000 + n, count = 1, buyout = 10 + n }
  end
  return list
end

local auctioneer = { guid = client.guid("Creature", 1), name = "Auctioneer", level = 50, reaction = 5, faction = "Horde" }

local function scan(listed, seconds)
  client.openAuctions(auctioneer, listed)
  client.type("/tw scan search")
  client.wait(seconds)
  client.closeAuctions()
end

client.login(elwynn.player({ bag = {} }))
-- A list in three parts. One item is a commodity with more auctions than one answer has, some of them without a buyout.
local listed = auctions(120)
for n = 1, 250 do table.insert(listed, { item = 2589, count = 20, buyout = n <= 240 and 400 or 0, isUnit = true }) end
scan(listed, 120)
-- The player leaves in the middle, and asks how far the scan is.
client.openAuctions(auctioneer, auctions(60))
client.type("/tw scan search")
client.wait(5)
client.type("/tw scan")
client.closeAuctions()
-- The player searches during a scan.
client.openAuctions(auctioneer, auctions(60))
client.type("/tw scan search")
client.wait(4.1)
client.search()
client.closeAuctions()
-- The realm drops two requests, which are sent again.
world.dropsRequests = 2
scan(auctions(10), 60)
-- The realm throttles the list, then a search: empty answers are asked for again.
world.throttledAnswers = 1
scan(auctions(10), 60)
-- The realm gives nothing but empty answers.
world.throttledAnswers = 1000
scan(auctions(10), 60)
world.throttledAnswers = nil
-- The realm does not answer at all.
world.isAuctionSilent = true
scan(auctions(10), 120)
world.isAuctionSilent = nil
-- One of 100 items was sold since the list was read, and then five of them.
for _, sold in ipairs({ 1, 5 }) do
  listed = auctions(100)
  for n = 1, sold do listed[n].isSold = true end
  scan(listed, 120)
end
client.logout()
