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

  rawset(env, "C_Item", {
    GetItemInfo = function(id)
      local item = known(id)
      if item == nil then return nil end
      return item.name, client.link(id), item.quality, item.level, 1, "Type", "Sub", 20, "", 135274, 5
    end,
  })

  rawset(env, "C_Container", {
    GetContainerNumSlots = function(bag) return bag == 0 and 16 or 0 end,
    GetContainerItemID = function(_, slot) return world.player.bag and world.player.bag[slot] end,
  })
end
