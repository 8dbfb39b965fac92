-- Functions with which other addons read the data of this addon. docs/reading.md describes them.
--
-- Each returns nil for everything that is unknown: that players have not reported a drop does not mean that there is
-- none. They work with and without the addon Third Witness. Licence of this file: AGPL-3.0-only.

local API = {}
ThirdWitness = API

--- Increases with every change that callers may have to know of. Functions and values are only added.
API.version = 1

local FORMAT = 1

--- Returns an entry of a list in a table that one of the other files assigned, or nil.
local function entryOf(all, list, key)
  if type(all) ~= "table" or all.format ~= FORMAT or type(all[list]) ~= "table" then return nil end
  return all[list][key]
end

--- Returns a text that is not empty, or nil.
local function filledText(value) return type(value) == "string" and value ~= "" and value or nil end

--- Returns its argument, or nil if the client hides it. Comparing a hidden value or using it as a key is an error.
local function known(value)
  if issecretvalue ~= nil and issecretvalue(value) then return nil end
  return value
end

--- Returns an id of the game, or nil. A caller may give it as text, as it is in links and GUIDs.
local function idOf(value)
  local id = tonumber((known(value)))
  return id ~= nil and id >= 1 and id < 2 ^ 31 and id == math.floor(id) and id or nil
end

local KINDS = { n = "npc", o = "object" }

--- Returns the figures of one key in an entry such as "n6:51.2:44:58;o2843:12:9.5:15", or nil.
local function find(entry, key)
  return type(entry) == "string" and (";" .. entry .. ";"):match(";" .. key .. ":([^;]*)") or nil
end

--- Returns the values of figures such as "51.2:44:58:103:201:12:2026-11-20". Only the first three are always there.
local function readFigures(figures)
  local percent, low, high, rest = (figures or ""):match("^([%d.]+):([%d.]+):([%d.]+)(.*)$")
  percent, low, high = tonumber(percent), tonumber(low), tonumber(high)
  if percent == nil or low == nil or high == nil then return nil end
  if percent <= 0 or high > 100 or low > percent or percent > high then return nil end
  local drops, looted, players, day = rest:match("^:(%d+):(%d+):(%d+):([^:]*)")
  return percent, low, high, tonumber(drops), tonumber(looted), tonumber(players), filledText(day)
end

local function rateOf(itemId, key)
  local figures = find(entryOf(ThirdWitness_Drops, "rates", key), itemId)
    or find(entryOf(ThirdWitness_Data, "drops", itemId), key)
    or find(entryOf(ThirdWitness_Data, "loot", key), itemId)
  return readFigures(figures)
end

local function rate(kind, itemID, sourceID)
  local itemId, sourceId = idOf(itemID), idOf(sourceID)
  -- A call without a result would be an error as an argument of tostring.
  if itemId == nil or sourceId == nil then return nil end
  return rateOf(itemId, kind .. sourceId)
end

--- Returns how often an item drops from a creature: percent, low, high, drops, looted, players, day.
--- percent is the estimated chance, above 0 and at most 100. It lies between low and high with a probability of 96%.
--- Players looted the creature `looted` times, and found the item `drops` times. `players` is the number of these
--- players, and day the last day on which three of them found it ("2026-11-20"). Any of these four may be nil.
function API.Rate(itemID, npcID) return rate("n", itemID, npcID) end

--- Returns the same for an object, such as a chest.
function API.ObjectRate(itemID, objectID) return rate("o", itemID, objectID) end

--- Adds the figures of a rate to a table. Returns nil if there are none.
local function withRate(row, itemId, key)
  row.percent, row.low, row.high, row.drops, row.looted, row.players, row.day = rateOf(itemId, key)
  return row.percent ~= nil and row or nil
end

--- Returns the keys of an entry, in order.
local function keysOf(entry)
  local keys = {}
  for key in (type(entry) == "string" and entry or ""):gmatch("([^;:]+):[^;]*") do table.insert(keys, key) end
  return keys
end

local function nameOf(list, key) return filledText(entryOf(ThirdWitness_Data, list, key)) end

--- Returns the best sources of an item, at most three, as a list of { kind = "npc" or "object", id, name, percent, low,
--- high, drops, looted, players, day }. The source with the highest lower bound is first.
function API.Sources(itemID)
  local itemId, rows = idOf(itemID), {}
  for _, key in ipairs(itemId and keysOf(entryOf(ThirdWitness_Data, "drops", itemId)) or {}) do
    local kind, id = KINDS[key:sub(1, 1)], tonumber((key:match("^%a(%d+)$")))
    local row = kind and id and withRate({ kind = kind, id = id, name = nameOf("names", key) }, itemId, key)
    if row then table.insert(rows, row) end
  end
  return #rows > 0 and rows or nil
end

local function loot(kind, sourceID)
  local sourceId, rows = idOf(sourceID), {}
  local key = sourceId and kind .. sourceId
  for _, item in ipairs(key and keysOf(entryOf(ThirdWitness_Data, "loot", key)) or {}) do
    local id = idOf(item)
    local row = id and withRate({ id = id, name = nameOf("items", id) }, id, key)
    if row then table.insert(rows, row) end
  end
  return #rows > 0 and rows or nil
end

--- Returns what a creature drops most often, at most five items, as a list of { id, name, percent, low, high, drops,
--- looted, players, day }. The item with the highest lower bound is first.
function API.Loot(npcID) return loot("n", npcID) end

--- Returns the same for an object.
function API.ObjectLoot(objectID) return loot("o", objectID) end

--- Return a name in the language of the data, or nil. A bar in it is doubled, as texts for the client need it. Names are
--- known of the sources and items that Sources and Loot return.
function API.ItemName(itemID) return nameOf("items", idOf(itemID) or 0) end
function API.NpcName(npcID) return nameOf("names", "n" .. (idOf(npcID) or 0)) end
function API.ObjectName(objectID) return nameOf("names", "o" .. (idOf(objectID) or 0)) end

--- Returns the lowest price that vendors ask for an item, in copper, and the id of the vendor.
function API.VendorPrice(itemID)
  local entry = entryOf(ThirdWitness_Data, "vendors", idOf(itemID) or 0)
  local npcId, copper = (filledText(entry) or ""):match("^n(%d+):(%d+)")
  if copper == nil then return nil end
  return tonumber(copper), tonumber(npcId)
end

--- The marks of the regions in the names of realms, by the client's number of the region.
local REGION_MARKS = { "US", "KR", "EU", "TW", "CN" }

--- Returns a realm's name without differences between spellings.
local function realmKey(realm) return (realm:lower():gsub("[ '-]", "")) end

--- Returns the auction values of a realm and a house, or nil.
local function marketOf(realm, house)
  local all = ThirdWitness_Data
  local markets = type(all) == "table" and all.format == FORMAT and all.market
  for key, values in pairs(type(markets) == "table" and markets or {}) do
    local keyRealm, keyHouse = (filledText(key) or ""):match("^(.*)|(%a*)$")
    local isWanted = keyRealm ~= nil and keyHouse == house and realmKey(keyRealm) == realmKey(realm)
    if isWanted and type(values) == "table" then return values end
  end
end

--- Returns the auction values of the player's realm and house, or of the whole realm. A realm without a mark was reported
--- by addons that did not say their region, so it counts only if no region has a realm of this name.
local function ownMarket()
  local realm = filledText(known(GetRealmName()))
  if realm == nil then return nil end
  local faction = known((UnitFactionGroup("player"))) or ""
  local function valuesOf(name) return marketOf(name, faction) or marketOf(name, "") end
  local own = GetCurrentRegion and REGION_MARKS[known(GetCurrentRegion()) or 0]
  local isMarked = false
  for _, mark in ipairs(REGION_MARKS) do
    local values = valuesOf(("%s (%s)"):format(realm, mark))
    if mark == own and values ~= nil then return values end
    isMarked = isMarked or values ~= nil
  end
  return not isMarked and valuesOf(realm) or nil
end

--- Returns the typical auction price of an item on the player's realm and in the house of the player's faction, in copper
--- for one, and the day of that price.
function API.AuctionPrice(itemID)
  local values = ownMarket()
  local copper, day = (values and filledText(values[idOf(itemID) or 0]) or ""):match("^(%d+):(%d+%-%d+%-%d+)$")
  copper = tonumber(copper)
  if copper == nil or copper == 0 then return nil end
  return copper, day
end

local FIELDS = { "instance", "game", "snapshot", "date", "licence", "credit" }

--- Returns what the data is: { instance = its website, game, snapshot, date, licence, credit }, or nil if there is none.
--- The licence asks you to show the credit, the website and the licence where you show the data.
function API.Info()
  local all, info = ThirdWitness_Data, {}
  if type(all) ~= "table" or all.format ~= FORMAT then return nil end
  for _, field in ipairs(FIELDS) do info[field] = filledText(all[field]) end
  return info
end
