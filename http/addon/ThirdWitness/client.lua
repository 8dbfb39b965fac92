-- Wrappers around the game client's API. They hide differences between builds, and return values in the format that
-- records need.

local _, TW = ...

local Client = {}
TW.client = Client

--- Returns its arguments, with nil in place of values that the client marks as secret. Every GUID and name must pass
--- through here first: to compare a secret value, test it for truth or use it as a key raises an error.
local function known(...)
  if issecretvalue == nil then return ... end
  local count, values = select("#", ...), { ... }
  for at = 1, count do
    if issecretvalue(values[at]) then values[at] = nil end
  end
  return unpack(values, 1, count)
end
Client.known = known

--- The first build of World of Warcraft: Forever that reads saved files back. With earlier builds, every login would be
--- a new install.
local FOREVER_SAVES_FROM = 70009

--- Whether the client is World of Warcraft: Forever. Use this only if no feature tells the clients apart.
function Client.isForever()
  local interface = select(4, GetBuildInfo())
  return type(interface) == "number" and interface >= 16000 and interface <= 16999
end

--- Whether the client reads back the saved files that it writes.
function Client.readsSavedFiles()
  local _, build = GetBuildInfo()
  return not Client.isForever() or (tonumber(build) or 0) >= FOREVER_SAVES_FROM
end

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

function Client.guidOf(unit) return known(UnitGUID(unit)) end

function Client.npcOf(unit)
  local kind, npcId = Client.entityOf(Client.guidOf(unit))
  if kind == "npc" then return npcId end
end

--- Returns a unit's name, or nil if the client does not know it yet.
function Client.nameOf(unit)
  local name = known((UnitName(unit)))
  if name ~= UNKNOWNOBJECT then return name end
end

--- Returns a unit's reaction to the player, from 1 (hated) to 8 (exalted), or nil if unknown.
function Client.reactionOf(unit)
  local reaction = known(UnitReaction(unit, "player"))
  return type(reaction) == "number" and reaction or nil
end

--- Returns the player's standing with a unit's faction from 4 (neutral) to 8 (exalted), or nil if unknown.
function Client.standingOf(unit)
  local reaction = Client.reactionOf(unit)
  if reaction ~= nil and reaction >= 4 and reaction <= 8 then return reaction end
end

--- Returns "Alliance" or "Horde", nil if the unit is in neither, and as a second value whether the answer is known.
function Client.factionOf(unit)
  local faction = UnitFactionGroup(unit)
  local isSecret = issecretvalue ~= nil and issecretvalue(faction)
  return known(faction), not isSecret
end

local function listGuids(...)
  local guids, listed = {}, {}
  for at = 1, select("#", ...), 2 do
    local guid = known((select(at, ...)))
    if type(guid) ~= "string" then return {} end
    if not listed[guid] then
      listed[guid] = true
      table.insert(guids, guid)
    end
  end
  return guids
end

--- Returns the GUIDs of the sources of a loot slot. The list is empty if the client does not name all of them.
function Client.lootSources(slot) return listGuids(GetLootSourceInfo(slot)) end

function Client.spellName(spellId)
  local get = C_Spell and C_Spell.GetSpellName or GetSpellInfo
  return known((get(spellId)))
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
  local name, _, quality, itemLevel = known(get(itemId))
  return name, quality, itemLevel
end

local ZONE = 3 -- Enum.UIMapType.Zone. Higher types are maps within a zone.

--- Returns the zone map and the player's position on it in percent, or nil if the player is in an instance or the
--- position is unknown.
function Client.position()
  local mapId = known(C_Map.GetBestMapForUnit("player"))
  local info = mapId and C_Map.GetMapInfo(mapId)
  if info == nil or info.mapType < ZONE then return nil end
  local place = C_Map.GetPlayerMapPosition(mapId, "player")
  if place == nil then return nil end
  local x, y = known(place:GetXY())
  if x == nil or y == nil or (x == 0 and y == 0) then return nil end
  -- Round to hundredths of a percent (a few inches). With more decimals, the file would contain more distinct numbers
  -- than the client can read back (CONSTANTS_MAX in store.lua).
  return mapId, math.floor(x * 10000 + 0.5) / 100, math.floor(y * 10000 + 0.5) / 100
end

function Client.realm() return known(GetRealmName()) end

--- Calls a function of the client that may be missing. Returns a whole number from `min` to 99, or nil.
local function readSmallNumber(get, min)
  local fine, value = pcall(get)
  value = fine and known(value) or nil
  if type(value) == "number" and value >= min and value <= 99 and value == math.floor(value) then return value end
end

--- Returns the number of the realm's season, 0 if it has none, or nil if the client does not say.
function Client.season() return readSmallNumber(C_Seasons and C_Seasons.GetActiveSeason, 0) end

--- Returns the number of the region, such as 3 for Europe, or nil if the client does not say.
function Client.region() return readSmallNumber(GetCurrentRegion, 1) end

function Client.character() return Client.nameOf("player") end

function Client.faction()
  local faction = Client.factionOf("player")
  return faction and faction:lower()
end

--- Calls `work(tooltip, data)` for each tooltip of a type ("Item", "Unit" or "Object"), on clients that describe
--- tooltips as data. Returns whether this client is one of them. Older clients accept the function, too, but
--- never call it. They run scripts instead, which newer clients lack.
function Client.onTooltipData(kind, work)
  local fine, runsScripts = pcall(GameTooltip.HasScript, GameTooltip, "OnTooltipSetItem")
  if (fine and runsScripts) or TooltipDataProcessor == nil or Enum == nil then return false end
  local types = { Item = Enum.TooltipDataType.Item, Unit = Enum.TooltipDataType.Unit, Object = Enum.TooltipDataType.Object }
  TooltipDataProcessor.AddTooltipPostCall(types[kind], work)
  return true
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
