-- Records vendors' goods, or only their prices if the client does not name the vendor.

local _, TW = ...

local recorder = TW.recorder("vendors")

local isOpen = false

local UNLIMITED = -1

local function readItem(index)
  -- Prefer the id, because the link exists only once the client knows the item's name. On later pages, that may never
  -- happen.
  if GetMerchantItemID then return GetMerchantItemID(index) end
  return GetMerchantItemLink and TW.client.itemOf(TW.client.known(GetMerchantItemLink(index)))
end

--- Returns the price, the units per price, the stock (-1 if unlimited) and whether the offer also costs honour or
--- tokens.
local function readOffer(index)
  if GetMerchantItemInfo == nil then
    local offer = C_MerchantFrame.GetItemInfo(index) or {}
    return offer.price, offer.stackCount, offer.numAvailable, offer.hasExtendedCost
  end
  local _, _, price, units, stock, _, _, extendedCost = GetMerchantItemInfo(index)
  return price, units, stock, extendedCost
end

--- Returns whether a stock is limited, also if it is sold out (0), or nil if the client does not say.
local function isLimited(stock)
  if stock ~= nil then return stock ~= UNLIMITED end
end

--- Returns all goods that are sold for money, or nil if the client does not know all of them yet.
local function readGoods()
  local items = {}
  for index = 1, GetMerchantNumItems() do
    local itemId = readItem(index)
    if itemId == nil then return nil end
    TW.items.met(itemId)
    local price, units, stock, extendedCost = readOffer(index)
    if price ~= nil and not extendedCost then
      table.insert(items, {
        itemId = itemId,
        -- Price per unit, rounded up as for auctions, so that cheap goods are not recorded as free.
        priceCopper = math.ceil(price / math.max(units or 1, 1)),
        limitedStock = stock ~= nil and stock > 0 and stock or nil,
        limited = isLimited(stock),
      })
    end
  end
  return items
end

--- Formats what makes a vendor's goods worth recording again.
local function formatOffers(items)
  local lines = {}
  for _, item in ipairs(items) do
    table.insert(lines, ("%d=%d:%s"):format(item.itemId, item.priceCopper, tostring(item.limited)))
  end
  return lines
end

local function recordVendor(vendorNpcId, items)
  for part in TW.chunks(items) do
    local key = vendorNpcId .. ":" .. TW.client.digest(formatOffers(part))
    TW.seen.once("vendor", key, {
      vendorNpcId = vendorNpcId, standing = TW.client.standingOf("npc"), items = part,
    })
  end
end

local function recordPrices(items)
  for _, item in ipairs(items) do
    TW.seen.once("price_seen", item.itemId .. ":" .. item.priceCopper, {
      itemId = item.itemId, priceCopper = item.priceCopper, source = "vendor", quantity = item.limitedStock,
    })
  end
end

local function readVendor()
  if not isOpen then return end
  local items = readGoods()
  if items == nil then return end
  isOpen = false
  local vendorNpcId = TW.client.npcOf("npc")
  if vendorNpcId ~= nil then recordVendor(vendorNpcId, items) else recordPrices(items) end
end

recorder.on("MERCHANT_SHOW", function()
  isOpen = true
  readVendor()
end)
recorder.on("MERCHANT_UPDATE", readVendor)
recorder.on("GET_ITEM_INFO_RECEIVED", readVendor)
recorder.always("MERCHANT_CLOSED", function() isOpen = false end)
