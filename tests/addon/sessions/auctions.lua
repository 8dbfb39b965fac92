-- Interrupted scans, and auction houses of other factions.

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

local function auctioneer(id, faction)
  return { guid = client.guid("Creature", id), name = "Auctioneer", level = 50, reaction = 5, faction = faction }
end

client.login(elwynn.player({ bag = {} }))
-- The player leaves after two pages.
client.openAuctions(auctioneer(1, "Horde"), auctions(230))
client.type("/tw scan")
client.wait(2)
client.closeAuctions()
-- The player searches during a scan.
client.openAuctions(auctioneer(2, nil), auctions(230))
client.type("/tw scan")
client.wait(2)
client.search()
client.wait(10)
client.closeAuctions()
-- The realm does not answer.
client.openAuctions(auctioneer(3, nil), auctions(60))
world.isAuctionSilent = true
client.type("/tw scan")
client.wait(100)
world.isAuctionSilent = false
client.closeAuctions()
-- An empty auction house, and one with more prices than fit in a record.
client.openAuctions(auctioneer(4, "Alliance"), {})
client.type("/tw scan")
client.wait(5)
client.closeAuctions()
client.openAuctions(nil, auctions(430))
client.type("/tw scan")
client.wait(30)
client.closeAuctions()
-- The client shows the same page three times.
local same = {}
for n = 1, 150 do same[n] = { item = 20001, count = 1, buyout = 11 } end
client.openAuctions(auctioneer(6, "Horde"), same)
client.type("/tw scan")
client.wait(30)
client.closeAuctions()
-- Answers take longer than the addon waits.
client.openAuctions(auctioneer(7, "Horde"), auctions(130))
world.auctionDelay = 22
client.type("/tw scan")
client.wait(100)
world.auctionDelay = nil
client.closeAuctions()
-- The player pauses during a scan, and scans again later.
client.openAuctions(auctioneer(8, "Horde"), auctions(130))
client.type("/tw scan")
client.wait(2)
client.type("/tw pause")
client.wait(30)
client.type("/tw resume")
client.type("/tw scan")
client.wait(30)
client.closeAuctions()
-- The player quits the game during a scan.
client.openAuctions(auctioneer(5, "Alliance"), auctions(100))
client.type("/tw scan")
client.wait(1.2)
client.logout()
