-- Vendors. An offer of a session is { item, price, units, stock, honour }.

return function(client, env)
  local world = client.world
  local goods = {}

  rawset(env, "GetMerchantNumItems", function() return #goods end)
  rawset(env, "GetMerchantItemLink", function(index) return goods[index] and client.link(goods[index].item) end)
  rawset(env, "GetMerchantItemID", function(index) return goods[index] and goods[index].item end)
  local function offer(index)
    local one = goods[index]
    local item = world.items[one.item]
    return item and item.name, one.price, one.units or 1, one.stock or -1, one.honour == true
  end
  rawset(env, "GetMerchantItemInfo", function(index)
    local name, price, units, stock, isForHonour = offer(index)
    return client.facts.resultsOf("GetMerchantItemInfo", {
      name = name, texture = 133784, price = price, quantity = units, numAvailable = stock, extendedCost = isForHonour,
    })
  end)
  rawset(env, "C_MerchantFrame", {
    GetItemInfo = function(index)
      local name, price, units, stock, isForHonour = offer(index)
      return client.facts.structure("C_MerchantFrame.MerchantItemInfo", {
        name = name, price = price, stackCount = units, numAvailable = stock, hasExtendedCost = isForHonour,
      })
    end,
  })
  rawset(env, "RepairAllItems", function()
    client.later(0.2, function() client.pay(-120) end)
  end)

  function client.openVendor(npc, offered)
    world.units.npc, goods = npc, offered
    client.fire("MERCHANT_SHOW")
  end

  function client.closeVendor()
    client.fire("MERCHANT_CLOSED")
    world.units.npc, goods = nil, {}
  end
end
