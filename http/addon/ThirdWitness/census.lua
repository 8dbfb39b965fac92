-- Records the player's own character for the population figures: realm, class, race, faction and level under a random
-- key. The record has no name, and the key is not derived from the name.

local _, TW = ...

local recorder = TW.recorder("census")

--- Delay after a level-up event. UnitLevel still returns the old level shortly after the event.
local SETTLED_S = 5

local function isCharacterKey(value) return type(value) == "string" and #value == 8 and value:find("^[0-9a-f]+$") ~= nil end

--- Returns the character's key, which is stored in a saved file for each character.
local function characterKey()
  if type(ThirdWitnessCharacterDB) ~= "table" then ThirdWitnessCharacterDB = {} end
  local own = ThirdWitnessCharacterDB
  if not isCharacterKey(own.characterKey) then own.characterKey = TW.randomHex(8) end
  return own.characterKey
end

local function recordCharacter()
  local key, level = characterKey(), TW.client.known(UnitLevel("player"))
  local _, class = TW.client.known(UnitClass("player"))
  local _, race = TW.client.known(UnitRace("player"))
  TW.seen.once("census_self", key .. ":" .. tostring(level), {
    characterKey = key, realm = TW.client.realm(), class = class, race = race, faction = TW.client.faction(), level = level,
  })
end

local function recordSoon() recorder.after(SETTLED_S, recordCharacter) end

recorder.on("PLAYER_ENTERING_WORLD", recordSoon)
recorder.on("PLAYER_LEVEL_UP", recordSoon)
