-- Names of creatures and objects that the player may loot. Loot windows name a GUID but not what it belongs to, so this
-- file remembers the names that the client showed before.

local _, TW = ...

local Names = {}
TW.sourceNames = Names

local recorder = TW.recorder("source names")
local known = TW.client.known

local NAMES_MAX = 200
--- Maximum time in seconds between the cast that opens an object, or the object's tooltip, and the loot window.
local OPENED_WITHIN_S = 3
--- Spells that open objects: Opening, Herb Gathering, Mining and Pick Lock. Their variants have the same names.
local OPENERS = { 3365, 2366, 2575, 1804 }

--- Names of creatures, keyed by GUID, and the previous table. When the first is full it becomes the second, which keeps
--- the newest names.
local names, earlier, count = {}, {}, 0
--- The object that the player is opening, the one that was opened last, and the one under the mouse pointer.
local opening, opened, pointed

local function rememberName(unit)
  local guid, name = TW.client.guidOf(unit), TW.client.nameOf(unit)
  if name == nil or TW.client.entityOf(guid) ~= "npc" or names[guid] == name then return end
  if names[guid] == nil then count = count + 1 end
  if count > NAMES_MAX then names, earlier, count = {}, names, 1 end
  names[guid] = name
end

--- Returns a creature's name, or nil if the client did not show it.
function Names.ofCreature(guid)
  -- A name may have been unknown or secret when the player targeted the creature.
  rememberName("target")
  rememberName("mouseover")
  return names[guid] or earlier[guid]
end

--- Returns the name of the object that the player has just opened, or nil if unknown.
function Names.ofOpenedObject()
  for _, object in ipairs({ opened or {}, pointed or {} }) do
    if object.name ~= nil and GetTime() - object.at <= OPENED_WITHIN_S then return object.name end
  end
end

local function isOpener(spellId)
  local name = spellId and TW.client.spellName(spellId)
  for _, opener in ipairs(OPENERS) do
    if name ~= nil and name == TW.client.spellName(opener) then return true end
  end
  return false
end

recorder.on("UPDATE_MOUSEOVER_UNIT", function() rememberName("mouseover") end)
recorder.on("PLAYER_TARGET_CHANGED", function() rememberName("target") end)

-- The target of other spells may be a player, whose name must not be recorded.
recorder.on("UNIT_SPELLCAST_SENT", function(unit, target, castGuid, spellId)
  if unit ~= "player" then return end
  opening = castGuid ~= nil and target ~= nil and target ~= "" and isOpener(spellId)
    and { cast = castGuid, name = target } or nil
end)
recorder.on("UNIT_SPELLCAST_SUCCEEDED", function(unit, castGuid)
  if unit ~= "player" then return end
  local isOpened = opening ~= nil and opening.cast == castGuid
  opened = isOpened and { name = opening.name, at = GetTime() } or nil
end)

TW.client.onTooltipData("Object", recorder.guard(function(tooltip, data)
  local line = tooltip == GameTooltip and data.lines and data.lines[1]
  local title = line and known(line.leftText)
  pointed = title and { name = title, at = GetTime() } or nil
end))
