-- Functions of the client fail, are missing or are forbidden, and everything else continues.

local client, here = ...
local elwynn = assert(loadfile(here .. "../sessions/elwynn.lua"))(client)
client.world.unknownEvents = { MERCHANT_UPDATE = true }

client.login(elwynn.player({ bag = {} }))
client.goTo(1429, 50, 50)
rawset(client.env, "GetLootSlotType", function() error("the client is broken") end)
rawset(client.env, "CheckInteractDistance", nil)
rawset(client.env, "GetTrainerServiceInfo", nil)
client.loot(client.guid("Creature", 6, 1), { 750, 1 })
client.loot(client.guid("Creature", 6, 2), { 750, 1 })
client.mouseover(elwynn.kobold())
client.openTrainer(elwynn.tailor, { { name = "fine", cost = 5 } })
client.closeTrainer()
client.openVendor(elwynn.innkeeper, { { item = 159, price = 25, units = 5 } })
client.closeVendor()
client.type("/tw")
client.logout()

-- The file cannot even be opened, and /tw says what failed.
client.world.missing = { "GetBuildInfo" }
client.login(elwynn.player({ bag = {} }))
client.mouseover(elwynn.kobold())
client.type("/tw")
client.logout()
