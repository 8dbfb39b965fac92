-- NPCs that the player looks at from nearby: name, level, how disposed, and where the player stands.

local _, TW = ...

local recorder = TW.recorder("sightings")

--- CheckInteractDistance: within some 28 yards, about as wide as a cell of the pins.
local NEARBY = 4
--- Cells of half a percent of the map, as the instance counts pins.
local CELLS_A_PERCENT = 2

--- The client does not tell distances in a fight.
local function isNear(unit)
  if InCombatLockdown() then return false end
  return CheckInteractDistance == nil or CheckInteractDistance(unit, NEARBY)
end

local function reactionOf(unit)
  local reaction = TW.client.known(UnitReaction(unit, "player"))
  if reaction == nil then return nil end
  return reaction >= 5 and "friendly" or reaction == 4 and "neutral" or "hostile"
end

local function look(unit)
  -- Pets, totems and the like are their players' matter.
  if not UnitExists(unit) or UnitIsPlayer(unit) or UnitPlayerControlled(unit) or not isNear(unit) then return end
  local npcId, name = TW.client.npcOf(unit), TW.client.nameOf(unit)
  -- A skull instead of a number is told as -1: the level is unknown, and a sighting needs one.
  local level = TW.client.known(UnitLevel(unit))
  if npcId == nil or name == nil or level == nil or level < 1 then return end
  local mapId, x, y = TW.client.position()
  local key = mapId == nil and npcId .. ":0"
    or ("%d:%d:%d:%d"):format(npcId, mapId, math.floor(x * CELLS_A_PERCENT), math.floor(y * CELLS_A_PERCENT))
  TW.seen.once("npc_sighting", key, {
    npcId = npcId,
    name = name,
    level = level,
    reaction = reactionOf(unit),
    mapId = mapId or 0, x = x or 0, y = y or 0,
    positionKind = mapId and "player" or nil,
  })
end

recorder.on("UPDATE_MOUSEOVER_UNIT", function() look("mouseover") end)
recorder.on("PLAYER_TARGET_CHANGED", function() look("target") end)
-- What was fought is still the target when the fight is over.
recorder.on("PLAYER_REGEN_ENABLED", function() look("target") end)
