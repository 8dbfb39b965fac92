-- What is asked of the game's client in one place: functions that stand elsewhere in some builds, and answers in the
-- form that the records need.

local _, TW = ...

local Client = {}
TW.client = Client

--- A value of the client, or nil where it keeps it secret.
local function known(value)
  if issecretvalue and issecretvalue(value) then return nil end
  return value
end
Client.known = known

--- The moment as records have it, in UTC by the realm's clock; nil where the clock is not set yet.
local FIRST_DAY = 1101168000 -- 2004-11-23
function Client.now()
  local seconds = GetServerTime()
  if type(seconds) ~= "number" or seconds < FIRST_DAY then return nil end
  return date("!%Y-%m-%dT%H:%M:%SZ", seconds), seconds
end

--- What a GUID names: "npc" or "object", and its id. Nil for players, pets, items and whatever else.
local KINDS = { Creature = "npc", Vehicle = "npc", GameObject = "object" }
function Client.entityOf(guid)
  if type(guid) ~= "string" then return nil end
  local kind, entity = guid:match("^(%a+)%-%d+%-%d+%-%d+%-%d+%-(%d+)%-%x+$")
  local entityId = tonumber(entity)
  if KINDS[kind] == nil or entityId == nil or entityId < 1 then return nil end
  return KINDS[kind], entityId
end

function Client.npcOf(unit)
  local kind, npcId = Client.entityOf(known(UnitGUID(unit)))
  if kind == "npc" then return npcId end
end

--- What a unit is called; nil while the client does not know it.
function Client.nameOf(unit)
  local name = known((UnitName(unit)))
  if name ~= UNKNOWNOBJECT then return name end
end

function Client.itemOf(link)
  return type(link) == "string" and tonumber(link:match("|Hitem:(%d+)")) or nil
end

--- The spell that a link of a recipe names.
function Client.recipeOf(link)
  return type(link) == "string" and tonumber(link:match("|Henchant:(%d+)") or link:match("|Hspell:(%d+)")) or nil
end

--- Name, quality (from 0), item level of an item; nil while the client does not know it, and then it asks the realm.
function Client.itemInfo(itemId)
  local get = C_Item and C_Item.GetItemInfo or GetItemInfo
  local name, _, quality, itemLevel = get(itemId)
  return name, quality, itemLevel
end

--- Where the player stands on the map of its zone, in percent; nil in instances and where the client does not say.
local ZONE = 3 -- Enum.UIMapType: 3 and above are zones and what lies within them
function Client.position()
  local mapId = C_Map.GetBestMapForUnit("player")
  local info = mapId and C_Map.GetMapInfo(mapId)
  if info == nil or info.mapType < ZONE then return nil end
  local place = C_Map.GetPlayerMapPosition(mapId, "player")
  if place == nil then return nil end
  local x, y = place:GetXY()
  if x == nil or y == nil or (x == 0 and y == 0) then return nil end
  -- To a hundredth of a percent: some inches, and the file repeats few enough numbers for the client to read it.
  return mapId, math.floor(x * 10000 + 0.5) / 100, math.floor(y * 10000 + 0.5) / 100
end

function Client.realm() return GetRealmName() end

function Client.character() return Client.nameOf("player") end

function Client.faction()
  local group = UnitFactionGroup("player")
  return group and group:lower()
end

--- What the addon's table of contents says of it.
function Client.metadata(field)
  local get = C_AddOns and C_AddOns.GetAddOnMetadata or GetAddOnMetadata
  return get and get(TW.addon, field)
end

--- A short text that is the same for the same lines, and hardly ever for others.
function Client.digest(lines)
  local low, high = 17, 31
  for _, line in ipairs(lines) do
    for at = 1, #line do
      local byte = line:byte(at)
      low = (low * 65599 + byte) % 4294967296
      high = (high * 31 + byte + low) % 4294967296
    end
    low = (low * 65599 + 256) % 4294967296
  end
  return TW.hex32(high) .. TW.hex32(low)
end
