-- A client that does not know many events, for which registering raises an error, and has no functions for auctions.

local client, here = ...
local elwynn = assert(loadfile(here .. "../sessions/elwynn.lua"))(client)
client.world.unknownEvents = {}
for _, event in ipairs({
  "LOOT_OPENED", "LOOT_SLOT_CHANGED", "LOOT_SLOT_CLEARED", "UNIT_SPELLCAST_SENT", "ENCOUNTER_START", "ENCOUNTER_END",
  "INSTANCE_ENCOUNTER_ENGAGE_UNIT", "MERCHANT_UPDATE", "TRAINER_UPDATE", "QUEST_ITEM_UPDATE", "PLAYER_EQUIPMENT_CHANGED",
}) do client.world.unknownEvents[event] = true end

client.world.missing = { "QueryAuctionItems", "C_AuctionHouse" }
client.login(elwynn.player({ bag = {} }))
client.goTo(1429, 50, 50)
client.mouseover(elwynn.kobold(1))
client.loot(client.guid("Creature", 6, 1), { 2589, 1 })
client.openVendor(elwynn.innkeeper, { { item = 159, price = 25, units = 5 } })
client.closeVendor()
client.openTrainer(elwynn.tailor, { { name = "Apprentice Tailor", cost = 10, level = 5 } })
client.closeTrainer()
client.openAuctions(elwynn.auctioneer, {})
client.type("/tw scan")
client.type("/tw")
client.logout()
