-- The auction house of Forever: a list of items with their lowest prices, and searches for one item. An auction of a
-- session is { item, count, buyout }, in which `isUnit` makes it a commodity, whose auctions have a price per unit.

return function(client, env)
  local world = client.world
  local LIST_PART = 50
  local SEARCH_PART = 100
  local ANSWER_S = 0.2
  local auctions, listed, isListFull = {}, {}, false
  local found, foundKey, shown = {}, nil, 0
  local isReady = true

  --- Answers a request, unless the realm drops it or does not answer. A throttled request gets an empty answer.
  local function request(answer)
    if not isReady then error("a request was sent before the client allowed it") end
    isReady = false
    client.later(world.auctionDelay or ANSWER_S, function()
      isReady = true
      if world.isAuctionSilent then return end
      if world.dropsRequests and world.dropsRequests > 0 then
        world.dropsRequests = world.dropsRequests - 1
        return client.fire("AUCTION_HOUSE_THROTTLED_MESSAGE_DROPPED")
      end
      answer()
    end)
  end

  local function isThrottled()
    if world.throttledAnswers == nil or world.throttledAnswers <= 0 then return false end
    world.throttledAnswers = world.throttledAnswers - 1
    return true
  end

  local function keys()
    local list, seen = {}, {}
    for _, one in ipairs(auctions) do
      if not seen[one.item] then
        seen[one.item] = true
        table.insert(list, client.facts.structure("C_AuctionHouse.BrowseResultInfo", {
          itemKey = { itemID = one.item, itemLevel = 0 }, minPrice = 1, totalQuantity = 1,
        }))
      end
    end
    return list
  end

  local function showMoreKeys()
    local all = keys()
    for at = #listed + 1, math.min(#listed + LIST_PART, #all) do table.insert(listed, all[at]) end
    isListFull = #listed == #all
  end

  local function search(key)
    found, foundKey = {}, key
    for _, one in ipairs(isThrottled() and {} or auctions) do
      if one.item == key.itemID and not one.isSold then table.insert(found, one) end
    end
    shown = math.min(SEARCH_PART, #found)
  end

  local function announce(change)
    local isUnit = found[1] ~= nil and found[1].isUnit
    client.fire((isUnit and "COMMODITY" or "ITEM") .. "_SEARCH_RESULTS_" .. change, isUnit and foundKey.itemID or foundKey)
  end

  local function resultAt(index)
    local one = found[index]
    local price = one.buyout > 0 and math.ceil(one.buyout / one.count) or nil
    if one.isUnit then
      return client.facts.structure("C_AuctionHouse.CommoditySearchResultInfo", { unitPrice = price, quantity = one.count })
    end
    return client.facts.structure("C_AuctionHouse.ItemSearchResultInfo", { buyoutAmount = price, quantity = one.count })
  end

  local function countFound() return shown end
  local function isFull() return shown == #found end
  local function requestMore()
    request(function()
      shown = math.min(shown + SEARCH_PART, #found)
      announce("ADDED")
    end)
  end

  --- The list of all auctions: some of `auctions` have arrived. The realm sends an account's list every 15 minutes.
  local REPLICATE_EVERY_S = 900
  local replicated, arrived, nextReplicaAt = {}, 0, 0
  local infoOrder = client.facts.results["C_AuctionHouse.GetReplicateItemInfo"]
  assert(not infoOrder or (infoOrder[3] == "count" and infoOrder[10] == "buyoutPrice" and infoOrder[17] == "itemID"))

  local function sendReplica()
    local sent = auctions
    local function arrive(after, size)
      client.later(after, function()
        replicated, arrived = sent, size
        client.fire("REPLICATE_ITEM_LIST_UPDATE")
      end)
    end
    arrive(6, math.floor(#sent / 2))
    arrive(7, #sent)
    -- The client learns names of items.
    arrive(8, #sent)
  end

  rawset(env, "C_AuctionHouse", {
    ReplicateItems = function()
      if world.isAuctionSilent or world.runningTime < nextReplicaAt then return end
      nextReplicaAt = world.runningTime + REPLICATE_EVERY_S
      sendReplica()
    end,
    GetNumReplicateItems = function() return arrived end,
    GetReplicateItemInfo = function(index)
      local one = replicated[index + 1]
      if one == nil or index >= arrived then return nil end
      return nil, 133784, one.count, 1, true, 1, "", 1, 0, one.buyout, 0, nil, nil, nil, nil, 0, one.item, false
    end,
    IsThrottledMessageSystemReady = function() return isReady end,
    SendBrowseQuery = function()
      request(function()
        listed, isListFull = {}, true
        if not isThrottled() then showMoreKeys() end
        client.fire("AUCTION_HOUSE_BROWSE_RESULTS_UPDATED")
      end)
    end,
    HasFullBrowseResults = function() return isListFull end,
    RequestMoreBrowseResults = function()
      request(function()
        showMoreKeys()
        client.fire("AUCTION_HOUSE_BROWSE_RESULTS_ADDED", {})
      end)
    end,
    GetBrowseResults = function() return listed end,
    SendSearchQuery = function(key)
      request(function()
        search(key)
        announce("UPDATED")
      end)
    end,
    GetNumCommoditySearchResults = countFound, GetNumItemSearchResults = countFound,
    HasFullCommoditySearchResults = isFull, HasFullItemSearchResults = isFull,
    RequestMoreCommoditySearchResults = requestMore, RequestMoreItemSearchResults = requestMore,
    GetCommoditySearchResultInfo = function(_, index) return resultAt(index) end,
    GetItemSearchResultInfo = function(_, index) return resultAt(index) end,
  })

  function client.searchHouse()
    isReady = true
    env.C_AuctionHouse.SendBrowseQuery({ searchString = "linen" })
  end

  --- Puts auctions into the house that auction.lua opens.
  function client.fillHouse(filled)
    auctions, listed, isListFull, isReady = filled, {}, false, true
  end
end
