-- Wrappers around the game client's API. They hide differences between builds, and return values in the format that
-- records need.

local _, TW = ...

local Client = {}
TW.client = Client

--- Returns a value from the client, or nil if the client marks the value as secret.
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

--- Returns the kind ("npc" or "object") and the id in a GUID, or nil for the GUIDs of players, pets, items and others.
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

--- Returns a unit's name, or nil if the client does not know it yet.
function Client.nameOf(unit)
  local name = known((UnitName(unit)))
  if name ~= UNKNOWNOBJECT then return name end
end

function Client.itemOf(link)
  return type(link) == "string" and tonumber(link:match("|Hitem:(%d+)")) or nil
end

--- Returns the spell id from a recipe link.
function Client.recipeOf(link)
  return type(link) == "string" and tonumber(link:match("|Henchant:(%d+)") or link:match("|Hspell:(%d+)")) or nil
end

--- Returns an item's name, quality (from 0) and item level, or nil if the client does not know the item yet. The call
--- makes the client request an unknown item from the realm.
function Client.itemInfo(itemId)
  local get = C_Item and C_Item.GetItemInfo or GetItemInfo
  local name, _, quality, itemLevel = get(itemId)
  return name, quality, itemLevel
end

local ZONE = 3 -- Enum.UIMapType: 3 and above are zones and what lies within them

--- Returns the zone map and the player's position on it in percent, or nil if the player is in an instance or the
--- position is unknown.
function Client.position()
  local mapId = C_Map.GetBestMapForUnit("player")
  local info = mapId and C_Map.GetMapInfo(mapId)
  if info == nil or info.mapType < ZONE then return nil end
  local place = C_Map.GetPlayerMapPosition(mapId, "player")
  if place == nil then return nil end
  local x, y = place:GetXY()
  if x == nil or y == nil or (x == 0 and y == 0) then return nil end
  -- Round to hundredths of a percent (a few inches). With more decimals, the file would contain more distinct numbers
  -- than the client can read back (CONSTANTS_MAX in store.lua).
  return mapId, math.floor(x * 10000 + 0.5) / 100, math.floor(y * 10000 + 0.5) / 100
end

function Client.realm() return GetRealmName() end

function Client.character() return Client.nameOf("player") end

function Client.faction()
  local group = UnitFactionGroup("player")
  return group and group:lower()
end

--- Returns a field from the addon's .toc file.
function Client.metadata(field)
  local get = C_AddOns and C_AddOns.GetAddOnMetadata or GetAddOnMetadata
  return get and get(TW.addon, field)
end

--- Hashes lines of text and returns 16 hexadecimal digits.
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
