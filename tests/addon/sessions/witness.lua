-- One of three players who see the same things, which become public. The grant is in the environment.

local client, here = ...
local elwynn = assert(loadfile(here .. "../sessions/elwynn.lua"))(client)

client.login(elwynn.player())
client.wait(10)
client.acceptQuest(elwynn.marshal, { id = 7, title = "Kobold Camp Cleanup", level = 2, choices = { 25, 60 } })
client.goTo(1429, 48.1 + client.seed / 100, 42.9)
client.mouseover(elwynn.kobold())
for n = 1, 10 do
  client.target(elwynn.kobold(n))
  client.loot(client.guid("Creature", 6, n), n <= 4 and { 2589, 1 } or {}, 3)
end
-- Only three players loot the chest, too few for files of sources that many looted.
if client.seed <= 3 then
  client.cast(6478, "Battered Chest")
  client.loot(client.guid("GameObject", 2843, 1), { 765, 1 })
end
client.world.group, client.world.lootMethod = "party", "group"
client.goTo(1429, 47.5, 41.2)
client.cast(2366, "Silverleaf")
client.loot(client.guid("GameObject", 1617, 1), { 765, 2 })
client.reload()
client.openVendor(elwynn.innkeeper, { { item = 159, price = 25, units = 5 }, { item = 2320, price = 10 } })
client.closeVendor()
client.mouseover(elwynn.innkeeper)
local kobolds = { id = 7, title = "Kobold Camp Cleanup", level = 2, choices = { 25, 60 } }
client.gossip({ kobolds })
client.openQuest(elwynn.marshal, kobolds)
client.wait(2)
client.closeQuest()
client.openTrainer(elwynn.tailor, {
  { name = "Bolt of Linen Cloth", cost = 10, skill = "Tailoring", points = 1, spell = 2963 },
})
client.closeTrainer()
client.openTradeSkill("Tailoring", 24, {
  { name = "Bolt of Linen Cloth", spell = 2963, difficulty = "optimal", item = 2996, reagents = { 2589, 2 } },
})
client.gainSkill(25, { [2963] = "medium" })
client.closeTradeSkill()
client.openAuctions(elwynn.auctioneer, { { item = 2589, count = 20, buyout = 400 + client.seed * 20 } })
client.type("/tw scan")
client.wait(20)
client.closeAuctions()
if client.seed == 1 then
  client.type("/tw grant " .. os.getenv("TEST_GRANT"))
  client.type("/tw share gold on")
  client.pay(100)
end
client.type("/tw")
client.logout()
