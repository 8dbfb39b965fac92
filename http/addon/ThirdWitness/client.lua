-- Wrappers around the game client's API. They hide differences between builds and return values in the form that
-- records need.

local _, TW = ...

local Client = {}
TW.client = Client

--- Returns a value of the client, or nil if the client marks it as secret.
local function known(value)
  if issecretvalue and issecretvalue(value) then return nil end
  return value
end
Client.known = known

local FIRST_DAY = 1101168000 -- 2004-11-23, the game's release: an earlier time means that the clock is not set yet

--- Returns the realm's time in UTC, as ISO 8601 and as seconds, or nil before the clock is set.
function Client.now()
  local seconds = GetServerTime()
  if type(seconds) ~= "number" or seconds < FIRST_DAY then return nil end
  return date("!%Y-%m-%dT%H:%M:%SZ", seconds), seconds
end

local KINDS = { Creature = "npc", Vehicle = "npc", GameObject = "object" }

--- Returns the kind ("npc" or "object") and the id that a GUID names, or nil for players, pets, items and other GUIDs.
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

--- Returns the name of a unit, or nil until the client knows it.
function Client.nameOf(unit)
  local name = known((UnitName(unit)))
  if name ~= UNKNOWNOBJECT then return name end
end

function Client.itemOf(link)
  return type(link) == "string" and tonumber(link:match("|Hitem:(%d+)")) or nil
end

--- Returns the spell id in a recipe link.
function Client.recipeOf(link)
  return type(link) == "string" and tonumber(link:match("|Henchant:(%d+)") or link:match("|Hspell:(%d+)")) or nil
end

--- Returns name, quality (from 0) and item level, or nil until the client knows the item. The call makes the client
--- request an unknown item from the realm.
function Client.itemInfo(itemId)
  local get = C_Item and C_Item.GetItemInfo or GetItemInfo
  local name, _, quality, itemLevel = get(itemId)
  return name, quality, itemLevel
end

local ZONE = 3 -- Enum.UIMapType: 3 and above are zones and what lies within them

--- Returns the zone map and the player's position on it in percent, or nil in instances and when the position is
--- unknown.
function Client.position()
  local mapId = C_Map.GetBestMapForUnit("player")
  local info = mapId and C_Map.GetMapInfo(mapId)
  if info == nil or info.mapType < ZONE then return nil end
  local place = C_Map.GetPlayerMapPosition(mapId, "player")
  if place == nil then return nil end
  local x, y = place:GetXY()
  if x == nil or y == nil or (x == 0 and y == 0) then return nil end
  -- Round to hundredths of a percent (some inches). More decimals would give the file more different numbers than the
  -- client can read back (CONSTANTS_MAX in store.lua).
  return mapId, math.floor(x * 10000 + 0.5) / 100, math.floor(y * 10000 + 0.5) / 100
end

function Client.realm() return GetRealmName() end

function Client.character() return Client.nameOf("player") end

function Client.faction()
  local group = UnitFactionGroup("player")
  return group and group:lower()
end

--- Returns a field of the addon's .toc file.
function Client.metadata(field)
  local get = C_AddOns and C_AddOns.GetAddOnMetadata or GetAddOnMetadata
  return get and get(TW.addon, field)
end

--- Hashes lines of text to 16 hexadecimal digits.
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
