-- Loot windows. A slot of a session is { item, count, sources = { guid, count, … } }, { money, sources } or { gone =
-- true }.

return function(client, env)
  local slots, isFishing = {}, false

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
    return 133784, "name", one.item and (one.count or 1) or 0, nil, 1, false, false, nil, false
  end)
  rawset(env, "GetLootSourceInfo", function(index) return unpack(slot(index).sources or {}) end)

  --- Opens a window, which stays open until it is closed. With `auto` its content is taken before it is shown.
  function client.openLoot(content, options)
    slots, isFishing = content, options ~= nil and options.fishing == true
    client.fire("LOOT_READY", options ~= nil and options.auto == true)
    if options ~= nil and options.auto then
      for at = 1, #slots do slots[at] = { gone = true } end
    end
    client.fire("LOOT_OPENED", options ~= nil and options.auto == true)
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

  function client.cast(spellId) client.fire("UNIT_SPELLCAST_SUCCEEDED", "player", "Cast-3-1", spellId) end
end
