-- Shared by sessions: a player, a zone and its inhabitants.

local client = ...
local world = client.world

world.maps = {
  [1429] = {
    name = "Elwynn Forest", type = 3, parent = 1415, continent = 0,
    left = 1535.42, right = -1935.42, top = -7939.58, bottom = -10254.17,
  },
  [1453] = { name = "Stormwind City", type = 3, parent = 1415, continent = 0, left = 1722.92, right = -14.58, top = -7995.83, bottom = -9154.17 },
  [1415] = { name = "Eastern Kingdoms", type = 2, parent = 947, continent = 0, left = 18171.97, right = -22569.21, top = 11176.34, bottom = -15973.34 },
}

local function item(id, name, quality, level, isKnown)
  world.items[id] = { name = name, quality = quality, level = level, isKnown = isKnown }
end

item(25, "Worn Shortsword", 1, 2)
item(117, "Tough Jerky", 1, 5)
item(159, "Refreshing Spring Water", 1, 5)
item(750, "Tough Wolf Meat", 1, 1)
item(752, "Red Burlap Bandana", 1, 1)
item(765, "Silverleaf", 1, 5)
item(2070, "Darnassian Bleu", 1, 5)
item(2589, "Linen Cloth", 1, 5)
item(2320, "Coarse Thread", 1, 5)
item(2512, "Rough Arrow", 1, 5)
item(2996, "Bolt of Linen Cloth", 1, 10)
item(4343, "Brown Linen Pants", 1, 10)
item(10940, "Strange Dust", 1, 10)
item(11083, "Soul Dust", 1, 25, false)
item(6217, "Copper Rod", 1, 5)
item(6948, "Hearthstone", 1, 1)
item(4291, "Silken Thread", 1, 40, false)
item(60, "Layered Tunic", 1, 7, false)
item(1158, "Solid Metal Club", 1, 5)

return {
  player = function(fields)
    local player = {
      guid = "Player-4372-0123ABCD", name = "Thrandil", realm = "Nethergarde Keep", class = "MAGE", race = "NightElf",
      faction = "Alliance", level = 12, money = 5000, bag = { 6948, 117 },
    }
    for field, value in pairs(fields or {}) do player[field] = value end
    return player
  end,
  kobold = function(spawn) return client.npc(6, "Kobold Vermin", 2, 2, spawn) end,
  wolf = function(spawn) return client.npc(299, "Diseased Young Wolf", 1, 4, spawn) end,
  marshal = client.npc(197, "Marshal McBride", 20, 5),
  innkeeper = client.npc(295, "Innkeeper Farley", 30, 5),
  tailor = client.npc(1346, "Georgio Bolero", 40, 5),
  auctioneer = { guid = client.guid("Creature", 8670), name = "Auctioneer Chilton", level = 50, reaction = 5, faction = "Alliance" },
}
