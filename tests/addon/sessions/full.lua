-- A file at its limits: the number of records, and the number of different values that the client can read back.

local client, here = ...
local elwynn = assert(loadfile(here .. "../sessions/elwynn.lua"))(client)
local function note(text) table.insert(client.chat, "> " .. text) end

client.login(elwynn.player())
local TW = client.namespace
local function sight(n)
  TW.store.add("npc_sighting", {
    npcId = n % 3000 + 1, name = "Creature " .. n % 3000, mapId = 1429, x = n % 10000 / 100, y = n * 7 % 10000 / 100, level = 5,
    reaction = "hostile", positionKind = "player",
  })
  if n % 50 == 0 then client.world.serverTime = client.world.serverTime + 1 end
end
for n = 1, 100000 do sight(n) end
note(TW.store.total() .. " records, dropped " .. TW.store.dropped())
sight(100001)
note(TW.store.total() .. " records, dropped " .. TW.store.dropped())
for n = 100002, 101000 do sight(n) end
note(TW.store.total() .. " records, dropped " .. TW.store.dropped())
client.logout()

-- The client could still read the file. Now all values are different.
client.login(elwynn.player())
note(TW.store.total() .. " records read back")
TW = client.namespace
for scan = 1, 900 do
  local items = {}
  for n = 1, 200 do items[n] = { itemId = n, unitPriceCopper = scan * 1000 + n, quantity = 1 } end
  TW.store.add("auction_scan", { realm = "Realm", scanId = "scan-" .. scan, complete = true, items = items })
end
note(TW.store.total() .. " records before the logout")
client.logout()

client.login(elwynn.player())
TW = client.namespace
note(TW.store.total() .. " records read back")
note(TW.store.counts().auction_scan .. " scans, the newest " .. client.set().records[TW.store.total()].scanId)
TW.store.forget()
client.logout()
