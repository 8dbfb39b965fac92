-- Auction houses. An auction of a session is { item, count, buyout }. As in the game, the client shows the current page
-- until the next one arrives, sends events again when it learns names on a page, and allows one query at a time.

return function(client, env)
  local world = client.world
  local PAGE = 50
  local NAMES_AFTER_S = 0.5
  local NEXT_AFTER_S = 0.3
  local auctions, page, total = {}, {}, 0
  local isBusy, areNamesKnown = false, false

  rawset(env, "CanSendAuctionQuery", function() return not isBusy, false end)

  local function update() client.fire("AUCTION_ITEM_LIST_UPDATE") end

  local function show(asked)
    page, total, areNamesKnown = {}, #auctions, false
    for at = asked * PAGE + 1, math.min((asked + 1) * PAGE, #auctions) do table.insert(page, auctions[at]) end
    client.later(NEXT_AFTER_S, function() isBusy = false end)
    local shown = page
    client.later(NAMES_AFTER_S, function()
      if page ~= shown then return end
      areNamesKnown = true
      update()
    end)
    update()
  end

  rawset(env, "QueryAuctionItems", function(_, _, _, asked)
    if isBusy then error("a query was sent before the client allowed it") end
    isBusy = true
    client.later(world.auctionDelay or 0.8, function()
      if not world.isAuctionSilent then show(asked) else isBusy = false end
    end)
  end)

  rawset(env, "GetNumAuctionItems", function() return #page, total end)
  rawset(env, "GetAuctionItemInfo", function(_, index)
    local one = page[index]
    local item = world.items[one.item]
    local name = areNamesKnown and item and item.name or ""
    local seller = areNamesKnown and "Seller" or nil
    return client.facts.resultsOf("GetAuctionItemInfo", {
      name = name, count = one.count, minBid = 1, buyoutPrice = one.buyout, bidAmount = 0, owner = seller, itemId = one.item,
      hasAllInfo = areNamesKnown,
    })
  end)

  function client.openAuctions(auctioneer, listed)
    world.units.npc, auctions = auctioneer, listed
    client.fillHouse(listed)
    client.fire("AUCTION_HOUSE_SHOW")
  end

  --- Searches as the player, as soon as the client allows it.
  function client.search()
    if client.isForever then return client.searchHouse() end
    isBusy = false
    env.QueryAuctionItems("linen", nil, nil, 0)
  end

  function client.closeAuctions()
    client.fire("AUCTION_HOUSE_CLOSED")
    world.units.npc, auctions, page, total = nil, {}, {}, 0
  end
end
