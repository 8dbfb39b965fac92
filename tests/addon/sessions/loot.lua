-- Loot windows: orders of events, sources that are opened again, and the circumstances that a record describes.

local client, here = ...
local elwynn = assert(loadfile(here .. "../sessions/elwynn.lua"))(client)
local world = client.world
local function note(text) table.insert(client.chat, "> " .. text) end

local counted = 0
--- Notes how many records were written since the last note.
local function count(what)
  local total = #client.records("loot")
  note(what .. ": " .. total - counted)
  counted = total
end

local spawns = 0
local function kobold()
  spawns = spawns + 1
  return client.guid("Creature", 6, 1000 + spawns)
end

local function linen(guid) return { { item = 2589, sources = { guid, 1 } } } end

client.login(elwynn.player({ bag = {} }))
client.goTo(1429, 50, 50)

client.autoLoot(linen(kobold()), "LOOT_READY", "LOOT_OPENED", "LOOT_READY")
count("ready, opened, ready")
client.autoLoot(linen(kobold()), "LOOT_OPENED", "LOOT_READY")
count("opened, ready")
client.autoLoot(linen(kobold()), "LOOT_READY", "LOOT_READY")
count("ready twice and never opened")
client.autoLoot({}, "LOOT_READY", "LOOT_OPENED")
count("empty")
-- Another slot arrives between the first two events.
local late = kobold()
client.openLoot(linen(late), { isUnshown = true })
client.openLoot({ { item = 2589, sources = { late, 1 } }, { item = 750, sources = { late, 1 } } })
client.takeSlot(1)
client.fire("LOOT_READY", true)
client.closeLoot()
count(#client.records("loot")[counted + 1].items .. " items, one of them late")

-- A window that was emptied before the client knew its content.
world.items[60].isKnown = false
client.autoLoot({ { item = 60, sources = { kobold(), 1 } } }, "LOOT_READY", "LOOT_OPENED")
client.wait(1)
count("emptied before it could be read")
world.items[60].isKnown = false
local half = kobold()
client.openLoot({ { item = 60, sources = { half, 1 } }, { item = 750, sources = { half, 1 } } })
client.takeSlot(1)
client.closeLoot()
client.loot(half, { 750, 1 })
count("half emptied before it could be read, and opened again")

-- The interface reloads while a window is open that was not shown yet.
local guid = kobold()
client.openLoot(linen(guid), { isUnshown = true })
client.reload()
count("open during a reload")
client.loot(guid, { 2589, 1 })
client.reload()
client.loot(guid, { 2589, 1 })
count("the same corpse after a reload")
client.wait(86400)
client.loot(guid, { 2589, 1 })
count("the same corpse a day later")

-- Forever says that a window came from an item, although it names a creature.
if client.isForever then
  client.openLoot(linen(kobold()), { fromItem = true })
  client.closeLoot()
end
-- An item that is in no bag. Forever names it nevertheless.
client.loot(client.itemGuid(5523), { 2589, 1 })
count("from items")

-- Two sources with a slot each, then a slot with loot of both, and then two sources with a slot each again.
local function two(isMerged)
  local one, other = kobold(), client.guid("Creature", 40, spawns)
  client.openLoot({
    { item = 2589, count = 3, sources = isMerged and { one, 1, other, 2 } or { one, 3 } },
    { item = 750, sources = { other, 1 } },
  })
  client.closeLoot()
  return one
end
two(false)
count("two sources")
local opened = two(true)
client.loot(opened, { 750, 1 })
count("two sources in one slot, and one of them again")
two(false)
count("two sources, after the client merged slots")
client.reload()
two(false)
count("the same after a reload")

-- Groups and loot methods.
for _, method in ipairs({ "freeforall", "roundrobin", "master", "group", "needbeforegreed", "personalloot" }) do
  world.group, world.lootMethod = method == "master" and "raid" or "party", method
  client.loot(kobold(), {})
  client.loot(kobold(), { 2589, 1 })
end
world.group, world.lootMethod = nil, nil

-- Quests in the log, and quest items.
client.acceptQuest(elwynn.marshal, { id = 33, title = "Wolves Across the Border", level = 2 })
if client.isForever then table.insert(world.questLog, { id = 99, title = "Hidden", level = 1, isHidden = true }) end
client.acceptQuest(elwynn.marshal, { id = 7, title = "Kobold Camp Cleanup", level = 2 })
client.openLoot({
  { item = 752, count = 2, quest = 7, sources = { kobold(), 2 } },
  { item = 750, quest = true, sources = { client.guid("Creature", 6, 1000 + spawns), 1 } },
})
client.closeLoot()
world.isLogCollapsed = true
client.loot(kobold(), { 2589, 1 })
world.isLogCollapsed = nil
for at = 1, 49 do table.insert(world.questLog, { id = 1000 + at, title = "Quest", level = 5 }) end
client.loot(kobold(), { 2589, 1 })
for at = #world.questLog, 1, -1 do world.questLog[at] = nil end

-- Names: of a target whose name is secret until the fight is over, and of objects.
guid = kobold()
client.fight(function() client.target({ guid = guid, name = "Kobold Vermin", level = 2, reaction = 2 }) end)
client.loot(guid, { 2589, 1 })
client.target(nil)
local function chest(spawn) return client.guid("GameObject", 2843, spawn) end
client.cast(6478, "Battered Chest")
client.loot(chest(1), { 2589, 1 })
client.wait(10)
client.loot(chest(2), { 2589, 1 })
-- A spell on a player, just before an object is opened.
client.cast(6478, "Battered Chest")
client.cast(2054, "Stranger")
client.loot(chest(3), { 2589, 1 })
client.pointAt("Battered Chest")
client.wait(1)
client.loot(chest(4), { 2589, 1 })

-- An instance, with a boss.
world.instance = { kind = "party", difficulty = 1 }
client.goTo(1453)
client.fire("PLAYER_ENTERING_WORLD", false, false)
local boss = client.npc(639, "Edwin VanCleef", 21)
client.fightBoss(2743, "Captain", boss)
client.loot(boss.guid, { 2589, 1 })
client.loot(kobold(), { 2589, 1 })
world.instance = nil
client.goTo(1429, 50, 50)
client.fire("PLAYER_ENTERING_WORLD", false, false)
client.reload()

-- More sources than the file keeps.
for n = 1, 2100 do client.namespace.lootHistory.add(client.guid("Creature", 7, n)) end
client.reload()
local saved = select(2, client.env.ThirdWitnessDB.looted:gsub("@", ""))
local has = client.namespace.lootHistory.has
note(("kept %d, the first %s, the last %s"):format(saved, tostring(has(client.guid("Creature", 7, 100))), tostring(has(client.guid("Creature", 7, 101)))))
client.logout()

-- A build before 1.15.9, which has an older function for the loot method.
if not client.isForever then
  client.login(elwynn.player({ bag = {} }))
  client.env.C_PartyInfo.GetLootMethod = nil
  rawset(client.env, "GetLootMethod", function() return "group" end)
  world.group = "party"
  client.loot(kobold(), { 2589, 1 })
  client.logout()
end
