-- Loot windows. A slot of a session is { item, count, quest, sources = { guid, count, … } }, { money, sources } or { gone
-- = true }. `quest` is true for a quest item, or the id of the quest that the client names for it.

local SPELLS = {
  [3365] = "Opening", [6478] = "Opening", [2366] = "Herb Gathering", [2575] = "Mining", [1804] = "Pick Lock",
  [2054] = "Heal", [8613] = "Skinning", [10768] = "Skinning", [921] = "Pick Pocket", [13262] = "Disenchant", [31252] = "Prospecting",
  [51005] = "Milling", [2368] = "Herb Gathering", [99001] = "Skinning",
}

return function(client, env)
  local slots, isFishing, casts = {}, false, 0

  local function slot(index) return slots[index] or {} end

  rawset(env, "GetNumLootItems", function() return #slots end)
  rawset(env, "IsFishingLoot", function() return isFishing end)
  rawset(env, "GetLootSlotType", function(index)
    local one = slot(index)
    return one.item and 1 or one.money and 2 or one.currency and 3 or 0
  end)
  rawset(env, "GetLootSlotLink", function(index)
    local one = slot(index)
    return one.item and client.link(one.item) or nil
  end)
  rawset(env, "GetLootSlotInfo", function(index)
    local one = slot(index)
    local questId = type(one.quest) == "number" and one.quest or nil
    return 133784, "name", one.item and (one.count or 1) or 0, nil, 1, false, one.quest ~= nil, questId, false
  end)
  -- In Forever, the GUIDs may be secret in instances.
  rawset(env, "GetLootSourceInfo", function(index)
    local sources = {}
    for at, value in ipairs(slot(index).sources or {}) do
      sources[at] = at % 2 == 1 and client.hide(client.isInInstance(), value) or value
    end
    return unpack(sources)
  end)
  rawset(env, "GetSpellInfo", function(id) return SPELLS[id] end)
  rawset(env, "C_Spell", { GetSpellName = function(id) return SPELLS[id] end })

  --- Opens a window, which stays open until it is closed. With `auto` its content is taken before it is shown.
  function client.openLoot(content, options)
    slots, isFishing = content, options ~= nil and options.fishing == true
    client.fire("LOOT_READY", options ~= nil and options.auto == true)
    if options ~= nil and options.auto then
      for at = 1, #slots do slots[at] = { gone = true } end
    end
    if options ~= nil and options.isUnshown then return end
    client.fire("LOOT_OPENED", options ~= nil and options.auto == true, client.isForever and options ~= nil and options.fromItem == true or nil)
  end

  --- Loots automatically, with the events before the slots are emptied in the given order. As in the game, some events
  --- after that repeat.
  function client.autoLoot(content, ...)
    slots, isFishing = content, false
    for _, event in ipairs({ ... }) do client.fire(event, true, false) end
    for at = 1, #slots do
      client.takeSlot(at)
      if at == 1 then client.fire("LOOT_READY", true) end
    end
    slots = {}
    client.fire("LOOT_CLOSED")
    client.fire("LOOT_CLOSED")
  end

  function client.takeSlot(index)
    slots[index] = { gone = true }
    client.fire("LOOT_SLOT_CLEARED", index)
    client.fire("LOOT_SLOT_CLEARED", index)
  end

  function client.closeLoot()
    slots = {}
    client.fire("LOOT_CLOSED")
  end

  --- Loots a source completely: items as alternating id and count, and optionally money.
  function client.loot(guid, items, money)
    local content = {}
    for at = 1, #items, 2 do
      table.insert(content, { item = items[at], count = items[at + 1], sources = { guid, items[at + 1] } })
    end
    if money then table.insert(content, { money = money, sources = { guid, money } }) end
    client.openLoot(content)
    if money then client.pay(money) end
    client.closeLoot()
  end

  --- Casts a spell of the player's, optionally at something with a name, after somebody else's. In Forever, casts of others are secret.
  function client.cast(spellId, target)
    client.fire("UNIT_SPELLCAST_SUCCEEDED", "nameplate1", client.hide(true, "Cast-3-9"), client.hide(true, spellId))
    casts = casts + 1
    local cast = "Cast-3-" .. casts
    client.fire("UNIT_SPELLCAST_SENT", "player", target or "", cast, spellId)
    client.fire("UNIT_SPELLCAST_SUCCEEDED", "player", cast, spellId)
  end
end
