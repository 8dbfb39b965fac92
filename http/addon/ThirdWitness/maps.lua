-- Records the bounds of zone maps on their continent.

local _, TW = ...

local recorder = TW.recorder("maps")
local known = TW.client.known

local ZONE = 3 -- Enum.UIMapType.Zone

local function recordMap()
  local mapId = known(C_Map.GetBestMapForUnit("player"))
  local info = mapId and C_Map.GetMapInfo(mapId)
  if info == nil or info.mapType ~= ZONE or not TW.seen.isNew("map_bounds", mapId) then return end
  -- Use the middle of the map, because the client does not know the far corner of some maps.
  local continentId, corner = C_Map.GetWorldPosFromMapPos(mapId, CreateVector2D(0, 0))
  local _, middle = C_Map.GetWorldPosFromMapPos(mapId, CreateVector2D(0.5, 0.5))
  if corner == nil or middle == nil then return end
  -- The first world axis points north, and the second points west.
  local top, left = corner:GetXY()
  local centreY, centreX = middle:GetXY()
  TW.seen.once("map_bounds", mapId, {
    mapId = mapId, name = known(info.name), parentMapId = info.parentMapID, continentId = continentId,
    left = left, right = 2 * centreX - left, top = top, bottom = 2 * centreY - top,
  })
end

recorder.on("PLAYER_ENTERING_WORLD", recordMap)
recorder.on("ZONE_CHANGED_NEW_AREA", recordMap)
