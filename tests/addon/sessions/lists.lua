-- Scans of an auction house whose realm sends a list of all auctions, but only every 15 minutes.

local client, here = ...
local elwynn = assert(loadfile(here .. "../sessions/elwynn.lua"))(client)
local world = client.world
local function note(text) table.insert(client.chat, "> " .. text) end

local function auctioneer(faction)
  return { guid = client.guid("Creature", 1), name = "Auctioneer", level = 50, reaction = 5, faction = faction }
end

local function auctions(count, price)
  local list = {}
  for n = 1, count do
    world.items[20000 + n % 50] = { name = "Ware " .. n % 50, quality = 1, level = 1 }
    list[n] = { item = 20000 + n % 50, count = 5, buyout = n % 10 == 0 and 0 or (price or 99) }
  end
  return list
end

local function scan(house, listed, seconds)
  client.openAuctions(auctioneer(house), listed)
  client.type("/tw scan")
  client.wait(seconds)
  client.closeAuctions()
end

client.login(elwynn.player({ bag = {} }))
scan("Alliance", auctions(2500), 20)
-- The realm keeps the old list, and the client shows it again.
scan("Alliance", auctions(2500), 40)
client.wait(900)
scan("Horde", auctions(2500), 60)
client.wait(900)
scan("Horde", auctions(2500, 98), 60)
client.wait(900)
scan(nil, auctions(30, 5), 60)
client.wait(900)
-- The realm does not answer.
world.isAuctionSilent = true
scan("Alliance", auctions(30), 40)
world.isAuctionSilent = nil
-- The player leaves before the list is there, and pauses while it is read.
scan("Alliance", auctions(40), 3)
client.wait(900)
client.openAuctions(auctioneer("Alliance"), auctions(5000, 7))
client.type("/tw scan")
while (client.namespace.auctions.current().at or 0) == 0 do client.wait(0.01) end
client.type("/tw scan")
client.type("/tw pause")
client.type("/tw resume")
client.closeAuctions()
client.wait(900)

-- A large house: 100,000 auctions of 8,000 items at many prices.
local large = {}
for n = 1, 100000 do
  local item = 30000 + n % 8000
  world.items[item] = world.items[item] or { name = "Ware " .. item, quality = 1, level = 1 }
  large[n] = { item = item, count = n % 20 + 1, buyout = n * 7 % 100003 + 20 }
end
client.openAuctions(auctioneer("Alliance"), large)
collectgarbage()
client.longestFrameMs = 0
local began, written = world.runningTime, 0
client.type("/tw scan")
while not client.chat[#client.chat]:find("^Third Witness: Scan ") and world.runningTime - began < 300 do client.wait(0.1) end
for _, record in ipairs(client.records("auction_scan")) do
  if record.scanId:find("scan9$") then written = written + #record.items end
end
note(("large: %.0f ms, %.0f s, %d prices"):format(client.longestFrameMs, world.runningTime - began, written))
client.closeAuctions()
client.logout()
