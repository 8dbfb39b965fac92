-- Items, of which the client knows those that it has met. An item of a session is { name, quality, level, isKnown }.
-- The realm answers a request for an unknown item after half a second.

return function(client, env)
  local world = client.world
  local asked = {}

  local function ask(id)
    if asked[id] then return end
    asked[id] = true
    client.later(0.5, function()
      local item = world.items[id]
      asked[id] = nil
      if item ~= nil then item.isKnown = true end
      client.fire("GET_ITEM_INFO_RECEIVED", id, item ~= nil)
    end)
  end

  local function known(id)
    local item = world.items[id]
    if item ~= nil and item.isKnown ~= false then return item end
    ask(id)
    return nil
  end

  --- Returns a link, or nil if the client does not know the item yet.
  function client.link(id)
    local item = known(id)
    return item and ("|cffffffff|Hitem:%d::::::::12:::::|h[%s]|h|r"):format(id, item.name)
  end

  --- Returns the GUID of a stack of this item.
  function client.itemGuid(id) return ("Item-4372-0-40000000%08X"):format(id) end

  rawset(env, "ItemLocation", { CreateFromBagAndSlot = function(_, bag, slot) return { bagID = bag, slotIndex = slot } end })
  rawset(env, "C_Item", {
    GetItemGUID = function(location) return client.itemGuid(world.player.bag[location.slotIndex]) end,
    GetItemIDByGUID = function(guid) return tonumber(guid:sub(-8), 16) end,
    GetItemInfo = function(id)
      local item = known(id)
      if item == nil then return nil end
      return client.facts.resultsOf("C_Item.GetItemInfo", {
        itemName = item.name, itemLink = client.link(id), itemQuality = item.quality, itemLevel = item.level,
      })
    end,
  })

  rawset(env, "C_Container", {
    GetContainerNumSlots = function(bag) return bag == 0 and 16 or 0 end,
    GetContainerItemID = function(_, slot) return world.player.bag and world.player.bag[slot] end,
  })
end
