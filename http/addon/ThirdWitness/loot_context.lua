-- Circumstances of a loot window that change what drops: the group, the quests in the log, the place, and the difficulty
-- of an instance and its boss fights.

local _, TW = ...

local Context = {}
TW.lootContext = Context

local recorder = TW.recorder("loot context")
local known = TW.client.known

local QUESTS_MAX = 50
local BOSSES = { "boss1", "boss2", "boss3", "boss4", "boss5" }
--- Newer clients number the loot methods, and older ones name them.
local METHODS = {
  [0] = "freeforall", "roundrobin", "master", "group", "needbeforegreed", "personal", personalloot = "personal",
}

--- Ids of boss fights, keyed by a boss's GUID and by the name of the fight, which is often the boss's name.
local fights = {}

local function readGroup()
  if IsInGroup == nil or IsInRaid == nil then return nil end
  return known(IsInRaid()) and "raid" or known(IsInGroup()) and "party" or "solo"
end

local function readLootMethod()
  local get = C_PartyInfo and C_PartyInfo.GetLootMethod or GetLootMethod
  local method = get and known((get()))
  return method and (METHODS[method] or method) or nil
end

--- Returns the quests in the log, or nil if not all of them are known.
local function readQuestIds()
  local levels, isComplete = TW.questLog.levels()
  local ids = {}
  for questId in pairs(levels) do table.insert(ids, questId) end
  table.sort(ids)
  return isComplete and #ids <= QUESTS_MAX and ids or nil
end

local function readDifficulty()
  local _, kind, difficultyId = known(GetInstanceInfo())
  if kind ~= nil and kind ~= "none" then return difficultyId end
end

--- Returns the fields of a loot record that do not depend on its source.
function Context.read()
  local context = { group = readGroup(), questIds = readQuestIds(), difficultyId = readDifficulty() }
  if context.group ~= nil and context.group ~= "solo" then context.lootMethod = readLootMethod() end
  context.mapId, context.x, context.y = TW.client.position()
  return context
end

--- Returns the boss fight that a looted creature belongs to, or nil if it is none or unknown.
function Context.encounterOf(guid, name) return fights[guid] or name and fights[name] end

local current

local function recordBosses()
  if current == nil then return end
  for _, unit in ipairs(BOSSES) do
    local guid = TW.client.guidOf(unit)
    if guid ~= nil then fights[guid] = current end
  end
end

recorder.on("ENCOUNTER_START", function(encounterId, name)
  current = encounterId
  if name ~= nil then fights[name] = encounterId end
  recordBosses()
end)
recorder.on("INSTANCE_ENCOUNTER_ENGAGE_UNIT", recordBosses)
recorder.on("ENCOUNTER_END", function(encounterId, name)
  if name ~= nil then fights[name] = encounterId end
  current = nil
end)
recorder.on("PLAYER_ENTERING_WORLD", function() fights, current = {}, nil end)
