-- The player's quest log. Newer clients replaced the functions for it.

local _, TW = ...

local QuestLog = {}
TW.questLog = QuestLog

local known = TW.client.known

--- Returns the id and level of a quest and whether the log hides it, or nil for a heading.
local function readQuest(index)
  if GetQuestLogTitle == nil then
    local info = C_QuestLog.GetInfo(index)
    if info == nil or info.isHeader then return nil end
    return known(info.questID, info.level, info.isHidden)
  end
  local _, level, _, isHeader, _, _, _, questId = known(GetQuestLogTitle(index))
  if isHeader then return nil end
  return questId, level, false
end

--- Returns the levels of the quests in the log (0 if unknown), keyed by quest id, and whether the client listed all
--- quests. Some clients leave out quests under a collapsed heading.
function QuestLog.levels()
  local count = GetNumQuestLogEntries or C_QuestLog.GetNumQuestLogEntries
  local entries, quests = known(count())
  local levels, listed = {}, 0
  for index = 1, entries do
    local questId, level, isHidden = readQuest(index)
    if questId ~= nil and questId > 0 then
      listed = listed + 1
      if not isHidden then levels[questId] = level or 0 end
    end
  end
  return levels, quests == nil or listed >= quests
end
