-- Records with random fields. Those that pass the addon's own check are written.

local client, here = ...
local elwynn = assert(loadfile(here .. "../sessions/elwynn.lua"))(client)

client.login(elwynn.player())
local TW = client.namespace
-- The number of random values drawn for the install id differs between runs.
math.randomseed(client.seed)
for _, category in ipairs({ "guild", "gear", "gold" }) do TW.store.share(category, true) end

local TEXTS = {
  "", "a", "ab", "  ab  ", "Thrandil", ("y"):rep(29), ("y"):rep(31), ("z"):rep(61), ("w"):rep(201), "alliance", "horde",
  "Alliance", "Neutral", "friendly", "neutral", "hostile", "player", "npc", "loot-api", "common", "legendary", "optimal",
  "trivial", "vendor", "auction", "loot", "raid", "needbeforegreed", "personalloot", "WARRIOR", "NightElf", "0123abcd", "scan:1_2-3", "a b", "Player-1-0ABCDEF0",
  "caf\195\169", "\226\128\174x", "e\204\129", TW.store.installId(), "x" .. TW.store.installId():upper(), "\194\160\194\160",
}
local NUMBERS = {
  -100001, -100000, -1, 0, 1, 2, 5, 8, 45.5, 99.99, 100, 100.01, 101, 450, 451, 1000, 1001, 3650, 3651, 1000000, 1000001,
  9007199254740991, 9007199254740992, 0 / 0, 1 / 0,
}

local function pick(list) return list[math.random(#list)] end

local FIELDS = {
  "npcId", "name", "mapId", "x", "y", "level", "reaction", "positionKind", "sourceNpcId", "sourceObjectId",
  "sourceEvidence", "items", "questId", "title", "giverNpcId", "turnInNpcId", "rewardItemIds", "vendorNpcId", "itemId",
  "priceCopper", "limitedStock", "quality", "itemLevel", "realm", "house", "scanId", "complete", "unitPriceCopper",
  "quantity", "profession", "recipeId", "skill", "difficulty", "makesItemId", "makesMin", "makesMax", "reagents", "count",
  "source", "trainerNpcId", "services", "spellId", "costCopper", "requiredLevel", "requiredSkill", "parentMapId",
  "continentId", "left", "right", "top", "bottom", "characterKey", "class", "race", "faction", "guildName", "members",
  "rank", "lastOnlineDays", "character", "equipped", "slot", "copper", "installId", "eventId", "kind", "nonsense",
  "sourceName", "group", "lootMethod", "questIds", "difficultyId", "encounterId", "questItem", "standing",
  "method", "sourceItemId", "limited",
}
local IDS = { rewardItemIds = true, questIds = true }
local LISTS = { questIds = true, items = true, rewardItemIds = true, reagents = true, services = true, members = true, equipped = true }
--- Values that many fields accept, so that not all records are refused.
local LIKELY = {
  name = { "Thrandil", "caf\195\169" }, title = { "A title" }, realm = { "Realm" }, character = { "Thrandil" }, rank = { "Rank" },
  guildName = { "Watch" }, profession = { "Cooking" }, slot = { "head" }, class = { "WARRIOR" }, race = { "NightElf" },
  faction = { "horde" }, reaction = { "hostile" }, quality = { "rare" }, difficulty = { "easy" }, source = { "vendor", "loot" },
  group = { "solo", "party", "raid" }, lootMethod = { "freeforall", "personal" }, sourceName = { "Kobold" },
  method = { "corpse", "object", "skinning", "mining", "fishing", "container", "milling" },
  scanId = { "scan:1_2-3" }, characterKey = { "0123abcd" },
}

local function fields(depth)
  local record = {}
  for _, field in ipairs(FIELDS) do
    local dice = math.random(20)
    if LISTS[field] then
      local list = {}
      for at = 1, math.random(0, depth == 0 and 3 or 0) do
        list[at] = IDS[field] and math.random(1, 9) or fields(depth + 1)
      end
      record[field] = dice > 1 and list or pick(TEXTS)
    elseif dice <= 16 then record[field] = LIKELY[field] and pick(LIKELY[field]) or math.random(1, 8)
    elseif dice == 17 then record[field] = pick(TEXTS)
    elseif dice == 18 then record[field] = pick(NUMBERS)
    elseif dice == 19 then record[field] = math.random(2) == 1 end
  end
  return record
end

local KINDS = {
  "npc_sighting", "loot", "quest", "vendor", "item_seen", "auction_scan", "recipe_observed", "price_seen", "trainer_seen",
  "map_bounds", "census_self", "guild_snapshot", "gear_snapshot", "gold_snapshot", "money_event",
}
for _ = 1, 300 do
  for _, kind in ipairs(KINDS) do TW.store.add(kind, fields(0)) end
end
-- Each bound of each number and text individually, in an otherwise valid record.
local function with(kind, base, path, values)
  for _, value in ipairs(values) do
    local place = base
    for at = 1, #path - 1 do place = place[path[at]] end
    local field = path[#path]
    local before = place[field]
    place[field] = value
    TW.store.add(kind, base)
    place[field] = before
  end
end
local sighting = { npcId = 1, name = "A", mapId = 1, x = 1, y = 1, level = 1, reaction = "hostile", positionKind = "player" }
for _, field in ipairs({ "npcId", "mapId", "x", "y", "level" }) do with("npc_sighting", sighting, { field }, NUMBERS) end
for _, field in ipairs({ "name", "reaction", "positionKind" }) do with("npc_sighting", sighting, { field }, TEXTS) end
local window = {
  sourceNpcId = 6, sourceEvidence = "loot-api", sourceName = "Kobold", group = "party", lootMethod = "group", questIds = { 7 },
  mapId = 1429, x = 50, y = 50, difficultyId = 1, encounterId = 1, items = { { itemId = 5, count = 1, questItem = true, questId = 7 } },
}
for _, field in ipairs({ "mapId", "x", "y", "difficultyId", "encounterId" }) do with("loot", window, { field }, NUMBERS) end
for _, field in ipairs({ "sourceName", "group", "lootMethod" }) do with("loot", window, { field }, TEXTS) end
with("loot", window, { "questIds", 1 }, NUMBERS)
with("loot", window, { "items", 1, "questId" }, NUMBERS)
with("loot", window, { "items", 1, "questItem" }, { true, false, 1, "true" })
for _, size in ipairs({ 49, 50, 51 }) do
  local questIds = {}
  for at = 1, size do questIds[at] = at end
  with("loot", window, { "questIds" }, { questIds })
end
for _, method in ipairs({ "corpse", "skinning", "fishing", "pickpocketing", "disenchanting", "prospecting", "container" }) do
  for _, source in ipairs({ "sourceNpcId", "sourceObjectId", "sourceItemId", "none" }) do
    TW.store.add("loot", { sourceEvidence = "loot-api", method = method, [source] = 6, mapId = 1429, items = {} })
    TW.store.add("loot", { sourceEvidence = "loot-api", method = method, [source] = 6, items = {} })
  end
end
with("vendor", { vendorNpcId = 1, items = { { itemId = 1, priceCopper = 1 } } }, { "items", 1, "limited" }, { true, false, 1 })
with("vendor", { vendorNpcId = 1, items = { { itemId = 1, priceCopper = 1 } } }, { "standing" }, { 3, 4, 5, 6, 7, 8, 9, 4.5 })
with("trainer_seen", { trainerNpcId = 1, services = { { name = "A", costCopper = 1 } } }, { "standing" }, { 3, 4, 7, 8, 9, "5" })
local scan = { realm = "Realm", scanId = "scan", complete = true, items = { { itemId = 1, unitPriceCopper = 1, quantity = 1 } } }
for _, field in ipairs({ "realm", "house", "scanId" }) do with("auction_scan", scan, { field }, TEXTS) end
local bounds = { mapId = 5, name = "A", parentMapId = 1, continentId = 0, left = 5, right = 1, top = 5, bottom = 1 }
for _, field in ipairs({ "mapId", "parentMapId", "continentId", "left", "right", "top", "bottom" }) do
  with("map_bounds", bounds, { field }, NUMBERS)
end
with("map_bounds", bounds, { "right" }, { 5, 5.04, 5.06, 4.96, 4.94 })
local recipe = { profession = "Cooking", recipeId = 1, name = "A", skill = 1, difficulty = "easy", makesItemId = 5, makesMin = 2, makesMax = 3, reagents = { { itemId = 5, count = 1 } } }
for _, field in ipairs({ "recipeId", "skill", "makesItemId", "makesMin", "makesMax" }) do with("recipe_observed", recipe, { field }, NUMBERS) end
with("recipe_observed", recipe, { "reagents", 1, "count" }, NUMBERS)
client.logout()
