-- Gathering: what a cast brings from a corpse, a node or an item, what is fished, and what is in containers.

local client, here = ...
local elwynn = assert(loadfile(here .. "../sessions/elwynn.lua"))(client)
local world = client.world

local CLAM, SWORD, ORE, HERB = 5523, 25, 2770, 765
local function slots(guid, ...)
  local list = {}
  for at, item in ipairs({ ... }) do list[at] = { item = item, sources = { guid, 1 } } end
  return list
end
for at, name in ipairs({ "Ruined Leather Scraps", "Raw Brilliant Smallfish", "Small Pearl", "Clam Meat" }) do
  world.items[40000 + at] = { name = name, quality = 1, level = 1 }
end
for _, item in ipairs({ CLAM, ORE }) do world.items[item] = { name = "Item " .. item, quality = 1, level = 1 } end
local LEATHER, FISH, PEARL, MEAT = 40001, 40002, 40003, 40004

client.login(elwynn.player({ bag = { CLAM, SWORD, ORE, HERB } }))
client.goTo(1429, 50, 50)

--- Takes everything from a window.
local function takeAll(guid, ...)
  client.openLoot(slots(guid, ...))
  for at = 1, select("#", ...) do client.takeSlot(at) end
  client.closeLoot()
end

--- Casts a spell and loots what it brings.
local function gather(spell, guid, ...)
  client.cast(spell)
  takeAll(guid, ...)
end

-- A wolf is looted and skinned, and its skin and corpse are opened again.
local wolf = client.guid("Creature", 299, 1)
client.loot(wolf, { 750, 1 })
gather(8613, wolf, LEATHER)
gather(8613, wolf, LEATHER)
client.loot(wolf, { 750, 1 })
-- Another is skinned first, with a rank whose id nobody listed.
local other = client.guid("Creature", 299, 2)
gather(99001, other, LEATHER)
client.loot(other, { 750, 1 })
-- A cast that opened nothing is forgotten after five seconds, and somebody else's does not count.
client.cast(8613)
client.wait(6)
client.loot(client.guid("Creature", 299, 3), { 750, 1 })
client.fire("UNIT_SPELLCAST_SUCCEEDED", "party1", "Cast-3-7", 8613)
client.loot(client.guid("Creature", 299, 4), { 750, 1 })
-- Herbs and ore of nodes and of a corpse, a pocket, and a chest.
client.cast(2368, "Silverleaf")
client.loot(client.guid("GameObject", 1617, 1), { HERB, 1 })
gather(2575, client.guid("GameObject", 1731, 1), ORE)
gather(2366, client.guid("Creature", 300, 1), HERB)
gather(921, client.guid("Creature", 6, 1), 2589)
client.loot(client.guid("Creature", 6, 1), { 2589, 1 })
client.cast(6478, "Battered Chest")
client.loot(client.guid("GameObject", 2843, 1), { 2589, 1 })
-- A cast that fits no source of this kind.
gather(13262, client.guid("GameObject", 2843, 2), 2589)
-- Fish, in a zone and where the zone is unknown.
client.openLoot(slots(client.guid("GameObject", 35591, 1), FISH), { fishing = true })
client.closeLoot()
client.goTo(1453)
client.openLoot(slots(client.guid("GameObject", 35591, 2), FISH), { fishing = true })
client.closeLoot()
client.goTo(1429, 50, 50)
-- Three clams of one stack. The second is closed half emptied and opened again.
local clam = client.itemGuid(CLAM)
local function openClam(taken, ...)
  client.openLoot(slots(clam, ...), { fromItem = true })
  for at = 1, taken do client.takeSlot(at) end
  client.closeLoot()
end
openClam(2, PEARL, MEAT)
openClam(1, PEARL, MEAT)
openClam(1, MEAT)
openClam(1, MEAT)
-- Items that a cast destroys, and an item that is in no bag.
local function destroy(spell, at)
  local item = world.player.bag[at]
  client.fire("UNIT_SPELLCAST_SENT", "player", "", "Cast-3-1", spell)
  world.player.bag[at] = nil
  client.fire("UNIT_SPELLCAST_SUCCEEDED", "player", "Cast-3-1", spell)
  takeAll(client.itemGuid(item), 10940)
end
destroy(13262, 2)
destroy(31252, 3)
destroy(51005, 4)
-- Skinning within a window of two corpses.
client.cast(8613)
client.openLoot({
  { item = 750, sources = { client.guid("Creature", 299, 7), 1 } }, { item = 2589, sources = { client.guid("Creature", 6, 7), 1 } },
})
client.closeLoot()
client.type("/tw")
client.logout()
