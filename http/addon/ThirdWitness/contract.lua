-- The fields of each record kind that this addon writes, with the same limits as the instance's schemas
-- (/schema/records/<kind>.json). The addon does not write a record that the instance would refuse.

local _, TW = ...

local Contract = { version = "1.5.0" }
TW.contract = Contract

local INTEGER_MAX = 9007199254740991

local function isNumber(value)
  return type(value) == "number" and value == value and value < math.huge and value > -math.huge
end

-- Each of the following functions creates a check. A check returns the value to write, or nil if the value is invalid.

local function integer(min, max)
  max = max or INTEGER_MAX
  return function(value)
    if isNumber(value) and value == math.floor(value) and value >= min and value <= max then return value end
  end
end

local function decimal(min, max)
  return function(value)
    if isNumber(value) and value >= min and value <= max then return value end
  end
end

local function nonZero(value) return value ~= 0 and integer(-INTEGER_MAX)(value) or nil end

local function flag(value)
  if type(value) == "boolean" then return value end
end

local function name(min, max)
  return function(value)
    local text = TW.text.name(value, min, max)
    -- The install id is a secret, because anyone who knows it can upload and erase as this install.
    if text ~= nil and text:lower():find(TW.store.installId(), 1, true) then return nil end
    return text
  end
end

local function token(pattern, min, max)
  return function(value)
    local isValid = type(value) == "string" and #value >= min and #value <= max and not TW.text.containsGuid(value)
    if isValid then return value:match(pattern) end
  end
end

local function oneOf(...)
  local words = {}
  for _, word in ipairs({ ... }) do words[word] = true end
  return function(value)
    if words[value] then return value end
  end
end

local function list(min, max, entry)
  return function(values)
    if type(values) ~= "table" or #values < min or #values > max then return nil end
    local checked = {}
    for at = 1, #values do
      checked[at] = entry(values[at])
      if checked[at] == nil then return nil end
    end
    return checked
  end
end

--- Marks a field as optional. If its value is invalid, the record is written without the field.
local function optional(check)
  return { check = check, optional = true }
end

local function object(fields)
  return function(value)
    if type(value) ~= "table" then return nil end
    local checked = {}
    for field, check in pairs(fields) do
      local isOptional = type(check) == "table"
      if isOptional then check = check.check end
      checked[field] = check((TW.client.known(value[field])))
      if checked[field] == nil and not isOptional then return nil, field end
    end
    return checked
  end
end

local id = integer(1)
local copper = integer(0)
local level = integer(1, 100)
local skill = integer(0, 450)
local realm = name(2, 60)
local faction = oneOf("alliance", "horde")
local character = name(2, 30)
local standing = integer(4, 8)
local stack = object({ itemId = id, count = integer(1, 1000) })
local lootedStack = object({
  itemId = id, count = integer(1, 1000), questItem = optional(flag), questId = optional(id),
})

local KINDS = {
  npc_sighting = {
    npcId = id, name = name(1, 120), mapId = integer(0), x = decimal(0, 100), y = decimal(0, 100), level = level,
    reaction = oneOf("friendly", "neutral", "hostile"), positionKind = optional(oneOf("player", "npc")),
  },
  loot = {
    sourceNpcId = optional(id), sourceObjectId = optional(id), sourceItemId = optional(id),
    method = optional(oneOf("corpse", "object", "skinning", "herbalism", "mining", "fishing", "pickpocketing",
      "disenchanting", "prospecting", "milling", "container")),
    sourceEvidence = optional(oneOf("loot-api")),
    sourceName = optional(name(1, 120)), group = optional(oneOf("solo", "party", "raid")),
    lootMethod = optional(oneOf("freeforall", "roundrobin", "master", "group", "needbeforegreed", "personal")),
    questIds = optional(list(0, 50, id)), mapId = optional(integer(0)), x = optional(decimal(0, 100)),
    y = optional(decimal(0, 100)), difficultyId = optional(integer(0)), encounterId = optional(integer(0)),
    items = list(0, 50, lootedStack),
  },
  quest = {
    questId = id, title = name(1, 200), level = level, giverNpcId = optional(id), turnInNpcId = optional(id),
    rewardItemIds = list(0, 20, id),
  },
  vendor = {
    vendorNpcId = id, standing = optional(standing),
    items = list(1, TW.ROWS_MAX, object({
      itemId = id, priceCopper = copper, limitedStock = optional(id), limited = optional(flag),
    })),
  },
  item_seen = {
    itemId = id, name = name(1, 200), itemLevel = optional(integer(1, 1000)),
    quality = oneOf("poor", "common", "uncommon", "rare", "epic", "legendary", "artifact", "heirloom"),
  },
  auction_scan = {
    realm = name(2, 40), house = optional(oneOf("Alliance", "Horde", "Neutral")),
    scanId = token("^[A-Za-z0-9:_-]+$", 3, 64), complete = optional(flag),
    items = list(1, TW.ROWS_MAX, object({ itemId = id, unitPriceCopper = integer(1), quantity = integer(1, 1000000) })),
  },
  recipe_observed = {
    profession = name(1, 40), recipeId = id, name = name(1, 120), skill = skill,
    difficulty = oneOf("optimal", "medium", "easy", "trivial"), makesItemId = optional(id),
    makesMin = optional(integer(1, 1000)), makesMax = optional(integer(1, 1000)), reagents = list(0, 8, stack),
  },
  price_seen = {
    itemId = id, priceCopper = copper, source = oneOf("vendor", "auction"), realm = optional(realm),
    quantity = optional(integer(1, 1000000)),
  },
  trainer_seen = {
    trainerNpcId = id, standing = optional(standing),
    services = list(1, TW.ROWS_MAX, object({
      spellId = optional(id), name = name(1, 120), costCopper = copper, requiredLevel = optional(level),
      profession = optional(name(1, 40)), requiredSkill = optional(skill),
    })),
  },
  map_bounds = {
    mapId = integer(0), name = optional(name(1, 80)), parentMapId = optional(integer(0)), continentId = integer(0),
    left = decimal(-100000, 100000), right = decimal(-100000, 100000), top = decimal(-100000, 100000),
    bottom = decimal(-100000, 100000),
  },
  census_self = {
    characterKey = token("^[0-9a-f]+$", 8, 8), realm = realm, class = token("^[A-Z]+$", 2, 20),
    race = token("^[A-Za-z]+$", 2, 20), faction = faction, level = level,
  },
  guild_snapshot = {
    guildName = name(2, 60), realm = realm, faction = faction,
    members = list(1, 2000, object({
      name = character, rank = name(1, 60), level = level, class = name(1, 30), lastOnlineDays = decimal(0, 3650),
    })),
  },
  gear_snapshot = {
    character = character, realm = realm,
    equipped = list(1, 30, object({ slot = name(1, 40), itemId = id, itemLevel = integer(1, 1000) })),
  },
  gold_snapshot = { character = character, realm = realm, copper = copper },
  money_event = {
    character = character, realm = realm, copper = nonZero,
    source = oneOf("loot", "quest", "vendor", "auction", "mail", "trade", "repair", "training", "travel", "other"),
  },
}

--- The sharing category that the player must enable before records of a kind are written, keyed by record kind. Kinds
--- that are not listed need no category.
Contract.category = {
  guild_snapshot = "guild", gear_snapshot = "gear", gold_snapshot = "gold", money_event = "gold",
}

local function toTenths(yards) return math.floor(yards * 10 + 0.5) end

--- Checks that involve several fields of one record, keyed by record kind.
local RULES = {
  map_bounds = function(record)
    if record.parentMapId == record.mapId then record.parentMapId = nil end
    return toTenths(record.left) ~= toTenths(record.right) and toTenths(record.top) ~= toTenths(record.bottom)
  end,
  recipe_observed = function(record)
    if record.makesMin and record.makesMax and record.makesMin > record.makesMax then
      record.makesMin, record.makesMax = nil, nil
    end
    return true
  end,
}

local checks = {}
for kind, fields in pairs(KINDS) do checks[kind] = object(fields) end

--- Builds a record from `fields`. If the contract would refuse the record, returns nil and the name of the first
--- invalid field.
function Contract.record(kind, fields)
  local record, field = checks[kind](fields)
  if record == nil then return nil, field or "record" end
  if RULES[kind] and not RULES[kind](record) then return nil, "record" end
  record.kind = kind
  return record
end
