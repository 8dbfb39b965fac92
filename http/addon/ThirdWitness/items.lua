-- Records the names of items that the player encounters, once for each item. The client requests unknown items from
-- the realm.

local _, TW = ...

local Items = {}
TW.items = Items

local QUALITIES = {
  [0] = "poor", "common", "uncommon", "rare", "epic", "legendary", "artifact", "heirloom",
}
local BAGS = 4

local recorder = TW.recorder("items")
--- Items whose names the client has requested but not yet received.
local awaited = {}

local function recordItem(itemId)
  local name, quality, itemLevel = TW.client.itemInfo(itemId)
  if name == nil then return false end
  TW.seen.once("item_seen", itemId, {
    itemId = itemId, name = name, quality = QUALITIES[quality], itemLevel = itemLevel,
  })
  return true
end

--- Records an item that the player encountered, as soon as its name is known.
function Items.met(itemId)
  if itemId == nil or not TW.seen.isNew("item_seen", itemId) then return end
  if not recordItem(itemId) then awaited[itemId] = true end
end

recorder.on("GET_ITEM_INFO_RECEIVED", function(itemId)
  if not awaited[itemId] then return end
  awaited[itemId] = nil
  recordItem(itemId)
end)

--- Calls `work(itemId, bag, slot)` for each item in the player's bags.
function Items.eachInBags(work)
  local slotsOf = C_Container and C_Container.GetContainerNumSlots or GetContainerNumSlots
  local itemIn = C_Container and C_Container.GetContainerItemID or GetContainerItemID
  for bag = 0, BAGS do
    for slot = 1, slotsOf(bag) do
      local itemId = itemIn(bag, slot)
      if itemId ~= nil then work(itemId, bag, slot) end
    end
  end
end

recorder.on("BAG_UPDATE_DELAYED", function() Items.eachInBags(Items.met) end)
