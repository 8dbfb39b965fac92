-- Records NPCs that the player targets or points at from nearby: name, level, reaction and the player's position.

local _, TW = ...

local recorder = TW.recorder("sightings")
local known = TW.client.known

--- Argument of CheckInteractDistance that means about 28 yards, roughly the width of a map pin's cell.
local NEARBY = 4
--- Cells per percent of the map. A cell is half a percent wide, as in the instance's map pins.
local CELLS_A_PERCENT = 2

--- Whether a unit is near. In combat the client does not reveal distances, so no unit counts as near.
local function isNear(unit)
  if InCombatLockdown() then return false end
  return CheckInteractDistance == nil or CheckInteractDistance(unit, NEARBY)
end

local function readReaction(unit)
  local reaction = TW.client.reactionOf(unit)
  if reaction == nil then return nil end
  return reaction >= 5 and "friendly" or reaction == 4 and "neutral" or "hostile"
end

local function inspectUnit(unit)
  local exists, isPlayer, isControlled = known(UnitExists(unit), UnitIsPlayer(unit), UnitPlayerControlled(unit))
  -- Skip players and their pets and totems.
  if not exists or isPlayer or isControlled or not isNear(unit) then return end
  local npcId, name = TW.client.npcOf(unit), TW.client.nameOf(unit)
  -- The level is -1 if the client shows a skull instead. A sighting must have a level.
  local level = known(UnitLevel(unit))
  if npcId == nil or name == nil or level == nil or level < 1 then return end
  local mapId, x, y = TW.client.position()
  local key = mapId == nil and npcId .. ":0"
    or ("%d:%d:%d:%d"):format(npcId, mapId, math.floor(x * CELLS_A_PERCENT), math.floor(y * CELLS_A_PERCENT))
  TW.seen.once("npc_sighting", key, {
    npcId = npcId,
    name = name,
    level = level,
    reaction = readReaction(unit),
    mapId = mapId or 0, x = x or 0, y = y or 0,
    positionKind = mapId and "player" or nil,
  })
end

recorder.on("UPDATE_MOUSEOVER_UNIT", function() inspectUnit("mouseover") end)
recorder.on("PLAYER_TARGET_CHANGED", function() inspectUnit("target") end)
-- When combat ends, the target can be inspected again.
recorder.on("PLAYER_REGEN_ENABLED", function() inspectUnit("target") end)
