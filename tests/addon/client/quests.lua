-- Quests: the quest window, the log, and the lists of quest givers. A quest of a session is { id, title, level,
-- rewards, choices }.

return function(client, env)
  local world = client.world
  world.questLog = world.questLog or {}
  local shown
  local offered = {}

  rawset(env, "GetQuestID", function() return shown and shown.id or 0 end)
  rawset(env, "GetTitleText", function() return shown and shown.title end)
  rawset(env, "GetNumQuestRewards", function() return shown and #(shown.rewards or {}) or 0 end)
  rawset(env, "GetNumQuestChoices", function() return shown and #(shown.choices or {}) or 0 end)
  rawset(env, "GetQuestItemLink", function(kind, index)
    return client.link(shown[kind == "reward" and "rewards" or "choices"][index])
  end)
  -- Quests under a collapsed heading are counted but not listed.
  local function countEntries() return world.isLogCollapsed and 1 or #world.questLog + 1, #world.questLog end
  rawset(env, "GetNumQuestLogEntries", countEntries)
  rawset(env, "GetQuestLogTitle", function(index)
    local quest = world.questLog[index - 1] or { title = "Elwynn Forest", level = 0, id = 0 }
    return client.facts.resultsOf("GetQuestLogTitle", {
      questLogTitleText = quest.title, level = quest.level, isHeader = index == 1, questID = quest.id,
    })
  end)
  rawset(env, "C_QuestLog", {
    GetNumQuestLogEntries = countEntries,
    GetInfo = function(index)
      local quest = world.questLog[index - 1] or { title = "Elwynn Forest", level = 0, id = 0 }
      return client.facts.structure("C_QuestLog.QuestInfo", {
        title = quest.title, isHeader = index == 1, isHidden = quest.isHidden == true, questID = quest.id, level = quest.level,
      })
    end,
  })
  rawset(env, "C_GossipInfo", {
    GetAvailableQuests = function()
      local list = {}
      for at, quest in ipairs(offered) do
        list[at] = client.facts.structure("C_GossipInfo.GossipQuestUIInfo", {
          questID = quest.id, title = quest.title, questLevel = quest.level,
        })
      end
      return list
    end,
    GetActiveQuests = function() return {} end,
  })
  rawset(env, "GetNumAvailableQuests", function() return #offered end)
  rawset(env, "GetAvailableLevel", function(index) return offered[index].level end)
  rawset(env, "GetAvailableQuestInfo", function(index) return false, 1, false, false, offered[index].id end)

  local function show(npc, quest, event)
    world.units.npc, world.units.questnpc, shown = npc, npc, quest
    client.fire(event)
  end

  --- Opens a list of the quests that somebody has.
  function client.gossip(quests, event)
    offered = quests
    client.fire(event or "GOSSIP_SHOW")
  end

  function client.openQuest(npc, quest) show(npc, quest, "QUEST_DETAIL") end

  function client.openEnd(npc, quest) show(npc, quest, "QUEST_COMPLETE") end

  function client.closeQuest()
    client.fire("QUEST_FINISHED")
    world.units.npc, world.units.questnpc, shown = nil, nil, nil
  end

  function client.acceptQuest(npc, quest)
    client.openQuest(npc, quest)
    table.insert(world.questLog, quest)
    client.closeQuest()
    if client.isForever then client.fire("QUEST_ACCEPTED", quest.id)
    else client.fire("QUEST_ACCEPTED", #world.questLog + 1, quest.id) end
    client.fire("QUEST_LOG_UPDATE")
  end

  function client.handIn(npc, quest, copper)
    client.openEnd(npc, quest)
    client.fire("QUEST_TURNED_IN", quest.id, 100, copper or 0)
    if copper then client.pay(copper) end
    client.closeQuest()
    for at, one in ipairs(world.questLog) do
      if one.id == quest.id then table.remove(world.questLog, at) end
    end
  end
end
