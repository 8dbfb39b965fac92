-- Records quests when they are offered and turned in: title, level, giver, turn-in NPC and reward items.

local _, TW = ...

local recorder = TW.recorder("quests")
local known = TW.client.known

--- Quest levels from quest lists, keyed by quest id. The window that offers a quest does not show its level.
local levels = {}
--- The NPC that gave each quest, kept for the record at turn-in.
local givers = {}
--- The offer or turn-in that cannot be written until the client knows the reward items and the quest's level.
local pending

local function readLevel(questId)
  local logged = TW.questLog.levels()[questId]
  return logged ~= 0 and logged or levels[questId]
end

--- Returns the reward items shown in the window, or nil if the client does not know all of them yet.
local function readRewards()
  local itemIds, listed = {}, {}
  for kind, total in pairs({ reward = GetNumQuestRewards(), choice = GetNumQuestChoices() }) do
    for index = 1, total do
      local itemId = TW.client.itemOf(known(GetQuestItemLink(kind, index)))
      if itemId == nil then return nil end
      if not listed[itemId] then
        listed[itemId] = true
        table.insert(itemIds, itemId)
        TW.items.met(itemId)
      end
    end
  end
  table.sort(itemIds)
  return itemIds
end

--- Returns the NPC whose window is open, or nil if the quest comes from an object, an item or a player.
local function readNpc()
  return TW.client.npcOf("questnpc") or TW.client.npcOf("npc")
end

local function writeQuest(quest)
  local key = ("%d:%d:%d"):format(quest.questId, quest.giverNpcId or 0, quest.turnInNpcId or 0)
  return TW.seen.once("quest", key, quest)
end

--- Writes the pending quest once it is complete.
local function finishQuest()
  if pending == nil then return end
  if pending.rewardItemIds == nil then pending.rewardItemIds = readRewards() end
  pending.level = pending.level or readLevel(pending.questId)
  if pending.rewardItemIds == nil or pending.level == nil then return end
  local quest = pending
  pending = nil
  writeQuest(quest)
end

local function beginQuest(role)
  local questId = known(GetQuestID())
  if questId == nil or questId == 0 then return end
  pending = { questId = questId, title = known(GetTitleText()) }
  if role == "giver" then
    pending.giverNpcId = readNpc()
    givers[questId] = pending.giverNpcId
  else
    pending.turnInNpcId = readNpc()
    pending.giverNpcId = givers[questId]
  end
  finishQuest()
end

recorder.on("QUEST_DETAIL", function() beginQuest("giver") end)
recorder.on("QUEST_COMPLETE", function() beginQuest("taker") end)

-- Older clients pass the index in the quest log before the quest id.
recorder.on("QUEST_ACCEPTED", function(first, second)
  if pending ~= nil and pending.questId == (second or first) then finishQuest() end
end)
recorder.on("QUEST_LOG_UPDATE", finishQuest)
recorder.on("QUEST_ITEM_UPDATE", finishQuest)
recorder.on("GET_ITEM_INFO_RECEIVED", finishQuest)

recorder.always("QUEST_FINISHED", function()
  -- The rewards can no longer be read. The level can be read once the quest is in the log.
  if pending ~= nil and pending.rewardItemIds == nil then pending = nil end
end)

recorder.on("GOSSIP_SHOW", function()
  for _, list in ipairs({ C_GossipInfo.GetAvailableQuests(), C_GossipInfo.GetActiveQuests() }) do
    for _, quest in ipairs(list) do levels[quest.questID] = quest.questLevel end
  end
end)

recorder.on("QUEST_GREETING", function()
  if GetAvailableQuestInfo == nil then return end
  for index = 1, GetNumAvailableQuests() do
    local _, _, _, _, questId = GetAvailableQuestInfo(index)
    if questId ~= nil then levels[questId] = GetAvailableLevel(index) end
  end
end)
