-- A day of play: log in, look, fight, loot, trade, quest, learn, craft, scan, share, reload, log out, come back.

local client, here = ...
local elwynn = assert(loadfile(here .. "../sessions/elwynn.lua"))(client)

client.login(elwynn.player())
client.wait(20)

-- Sightings: each NPC once per cell and day, and neither the player's pets nor distant NPCs.
client.goTo(1429, 48.173, 42.94)
client.mouseover(elwynn.kobold())
client.mouseover(elwynn.kobold(2))
client.target(elwynn.wolf())
client.mouseover({ guid = client.guid("Creature", 416), name = "Zigpad", level = 12, reaction = 5, isControlled = true })
client.mouseover({ guid = "Player-4372-0456CDEF", name = "Stranger", level = 30, reaction = 5, isPlayer = true })
client.mouseover({ guid = client.guid("Creature", 99), name = "Far Away", level = 3, reaction = 2, isFar = true })
client.mouseover({ guid = client.guid("Creature", 11502), name = "Ragnaros", level = -1, reaction = 1 })
-- The client does not know the name at first.
client.mouseover(client.npc(61, "Unknown", 11))
client.mouseover(client.npc(61, "Thuros Lightfingers", 11))
client.goTo(1429, 49.2, 43.1)
client.mouseover(elwynn.kobold(3))
client.fight(function() client.target(client.npc(40, "Kobold Miner", 4)) end)

-- Loot windows: complete, with only money, of objects, emptied at once, and opened again.
client.loot(client.guid("Creature", 6, 1), { 750, 1, 752, 2 }, 12)
client.loot(client.guid("Creature", 6, 2), {}, 3)
client.loot(client.guid("GameObject", 1617, 7), { 765, 3 })
client.loot(client.guid("Creature", 6, 1), { 752, 2 })
client.openLoot({ { item = 2589, count = 2, sources = { client.guid("Creature", 6, 3), 2 } } }, { auto = true })
client.closeLoot()
-- One window with two sources.
client.openLoot({
  { item = 2589, count = 3, sources = { client.guid("Creature", 6, 4), 1, client.guid("Creature", 40, 5), 2 } },
  { item = 750, sources = { client.guid("Creature", 40, 5), 1 } },
})
client.closeLoot()
-- The client does not know a link yet, and the window counts once it does.
client.openLoot({ { item = 60, sources = { client.guid("Creature", 6, 6), 1 } } })
client.wait(1)
client.closeLoot()
-- A window that was closed before the client knew a link is left out.
client.world.items[1158].isKnown = false
client.openLoot({ { item = 1158, sources = { client.guid("Creature", 6, 7), 1 } } })
client.closeLoot()
client.wait(2)
-- Skinning, fishing, the player's own container, a player's corpse.
client.cast(8613)
client.loot(client.guid("Creature", 299, 8), { 2589, 1 })
client.wait(5)
client.openLoot({ { item = 765, sources = { client.guid("GameObject", 35591), 1 } } }, { fishing = true })
client.closeLoot()
client.loot(client.itemGuid(117), { 2589, 1 })
client.loot("Player-4372-0456CDEF", { 2589, 1 })
-- An empty window.
client.openLoot({})
client.closeLoot()

-- A vendor with stacks, limited stock and goods for honour, and a window whose vendor the client does not name.
client.openVendor(elwynn.innkeeper, {
  { item = 159, price = 25, units = 5 }, { item = 2512, price = 10, units = 200 },
  { item = 2320, price = 10, stock = 3 }, { item = 25, price = 0, honour = true },
})
client.closeVendor()
client.openVendor(elwynn.innkeeper, { { item = 159, price = 25, units = 5 }, { item = 2512, price = 10, units = 200 }, { item = 2320, price = 10, stock = 2 } })
client.closeVendor()
-- Goods whose names the client does not know yet, and which are sold out.
client.openVendor(client.npc(66, "Tharynn Bouden", 30, 5), { { item = 4291, price = 500, stock = 0 } })
client.closeVendor()
client.openVendor({ guid = client.guid("GameObject", 188), name = "Barrel" }, { { item = 117, price = 24 } })
client.closeVendor()

-- Quests whose level comes from the list or from the log, or is unknown.
local kobolds = { id = 7, title = "Kobold Camp Cleanup", level = 2, rewards = { 1158 }, choices = { 25, 60 } }
client.gossip({ kobolds })
client.acceptQuest(elwynn.marshal, kobolds)
client.handIn(elwynn.marshal, kobolds, 50)
local wolves = { id = 33, title = "Wolves Across the Border", level = 2, rewards = {} }
client.acceptQuest(client.npc(196, "Eagan Peltskinner", 5, 5), wolves)
client.openQuest(elwynn.marshal, { id = 99999, title = "Of no known level", level = 5 })
client.closeQuest()
client.acceptQuest({ guid = "Player-4372-0456CDEF", name = "Stranger", isPlayer = true }, { id = 15, title = "Investigate Echo Ridge", level = 3 })

-- A trainer is visited twice, with lessons learned in between.
local lessons = {
  { name = "Apprentice Tailor", rank = "", cost = 10, level = 5, spell = 3911 },
  { name = "Bolt of Woolen Cloth", cost = 95, skill = "Tailoring", points = 75, state = "unavailable", spell = 2964 },
  { name = "Fireball", rank = "Rank 2", cost = 100, level = 6 },
  { name = "Known", cost = 0, state = "used" }, { name = "Heading", state = "header", cost = 0 },
}
client.openTrainer(elwynn.tailor, lessons)
client.learn(1)
client.closeTrainer()

-- Profession windows of both kinds.
local recipes = {
  { name = "Cloth" },
  { name = "Bolt of Linen Cloth", spell = 2963, difficulty = "optimal", item = 2996, reagents = { 2589, 2 } },
  { name = "Brown Linen Pants", spell = 3914, difficulty = "optimal", item = 4343, reagents = { 2996, 2, 2320, 1 } },
}
client.openTradeSkill("Tailoring", 24, recipes)
client.gainSkill(25, { [2963] = "medium" })
client.gainSkill(26, {})
client.closeTradeSkill()
client.openTradeSkill("Tailoring", 26, recipes)
client.closeTradeSkill()
client.openCraft("Enchanting", 1, {
  { name = "Runed Copper Rod", spell = 7421, difficulty = "optimal", reagents = { 6217, 1, 10940, 1 } },
  { name = "Of dust not known yet", spell = 7418, difficulty = "optimal", reagents = { 11083, 1 } },
})
client.wait(2)
client.closeCraft()
client.openCraft(nil, 0, { { name = "Growl", spell = 2649, difficulty = "used" } })
client.closeCraft()

-- An auction house with 120 auctions on three pages.
local auctions = {}
for n = 1, 118 do auctions[n] = { item = n % 2 == 0 and 2589 or 765, count = n % 2 == 0 and 20 or 3, buyout = n <= 100 and 100 or 0 } end
auctions[119] = { item = 750, count = 1, buyout = 7 }
auctions[120] = { item = 750, count = 3, buyout = 20 }
client.type("/tw scan")
client.openAuctions(elwynn.auctioneer, auctions)
client.type("/tw scan")
client.type("/tw scan")
client.wait(20)
client.closeAuctions()

-- Records with names, after the player switched them on.
client.world.player.worn = { [1] = 752, [16] = 25 }
client.world.player.guild = {
  name = "Third Watch",
  members = {
    { name = "Thrandil-NethergardeKeep", rank = "Member", level = 12, class = "Mage", online = true },
    { name = "Élodie", rank = " ", rankIndex = 2, level = 60, class = "Priester", online = { 0, 1, 2, 12 } },
  },
}
client.type("/tw share guild on")
client.type("/tw share gear on")
client.type("/tw share gold on")
client.type("/tw grant tg_" .. ("a"):rep(43))
client.wait(30)
client.loot(client.guid("Creature", 6, 20), {}, 9)
client.openVendor(elwynn.innkeeper, {})
client.env.RepairAllItems()
client.wait(1)
client.closeVendor()
client.wait(5)
client.pay(-1)

client.reload()
client.wait(20)
client.mouseover(elwynn.kobold(9))
client.type("/tw")
client.logout()

client.login(elwynn.player({ name = "Zwei", guid = "Player-4372-0123ABCE", level = 13 }))
client.goTo(nil)
client.mouseover(client.npc(7023, "Obsidian Sentinel", 42, 1))
client.wait(86400)
client.goTo(1429, 48.173, 42.94)
client.mouseover(elwynn.kobold(30))
client.logout()
