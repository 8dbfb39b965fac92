-- Auction houses. An auction of a session: { item, count, buyout }.

return function(client, env)
  local world = client.world
  local PAGE = 50
  local auctions, page, isBusy = {}, nil, false

  rawset(env, "CanSendAuctionQuery", function() return not isBusy, false end)

  local function show(asked)
    page = {}
    for at = asked * PAGE + 1, math.min((asked + 1) * PAGE, #auctions) do table.insert(page, auctions[at]) end
    isBusy = false
    client.fire("AUCTION_ITEM_LIST_UPDATE")
  end

  rawset(env, "QueryAuctionItems", function(_, _, _, asked)
    if isBusy then error("a query was sent before the client allowed it") end
    isBusy, page = true, nil
    client.later(world.auctionDelay or 0.8, function()
      if not world.isAuctionSilent then show(asked) else isBusy = false end
    end)
  end)

  rawset(env, "GetNumAuctionItems", function() return page and #page or 0, #auctions end)
  rawset(env, "GetAuctionItemInfo", function(_, index)
    local one = page[index]
    local item = world.items[one.item]
    return item and item.name, 133784, one.count, 1, true, 1, "", 1, 0, one.buyout, 0, false, nil, "Seller", nil, 0, one.item, true
  end)

  function client.openAuctions(auctioneer, listed)
    world.units.npc, auctions = auctioneer, listed
    client.fire("AUCTION_HOUSE_SHOW")
  end

  --- The player searches for something, as soon as the client lets it.
  function client.search()
    isBusy = false
    env.QueryAuctionItems("linen", nil, nil, 0)
  end

  function client.closeAuctions()
    client.fire("AUCTION_HOUSE_CLOSED")
    world.units.npc, auctions, page = nil, {}, nil
  end
end
