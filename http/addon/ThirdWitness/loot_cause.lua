-- The method by which the items of a loot window were got: looted from a corpse or object, gathered by a cast of the
-- player's shortly before, fished, or taken from an item. Only the kind and the id in a source's GUID are used.

local _, TW = ...

local Cause = {}
TW.lootCause = Cause

local recorder = TW.recorder("loot cause")
local known = TW.client.known

--- Maximum time in seconds between a cast and the loot window that it opens.
local CAST_WITHIN_S = 5
--- The object at the end of a fishing line.
local BOBBER = 35591

--- Spells that gather, by method. Other ranks have the same names.
local SPELLS = {
  skinning = { 8613, 8617, 8618, 10768, 32678 }, herbalism = { 2366, 2368, 3570, 11993, 28695 },
  mining = { 2575, 2576, 3564, 10248, 29354 }, pickpocketing = { 921 }, disenchanting = { 13262 }, prospecting = { 31252 },
  milling = { 51005 },
}

--- The method for each kind of source if no cast explains its items, and the methods of casts on it.
local METHODS = {
  npc = { plain = "corpse", skinning = true, herbalism = true, mining = true, pickpocketing = true },
  object = { plain = "object", herbalism = true, mining = true },
  item = { plain = "container", disenchanting = true, prospecting = true, milling = true },
}

--- The method of the player's last cast that gathers and did not open a window yet, and its GetTime().
local method, castAt = nil, 0
--- Ids of items in the bags, keyed by GUID. An item that a cast destroys is still here when its window opens.
local bagItems = {}

local function findSpellMethod(spellId)
  local name = spellId and TW.client.spellName(spellId)
  for of, spells in pairs(SPELLS) do
    for _, spell in ipairs(spells) do
      if spell == spellId then return of end
    end
    if name ~= nil and name == TW.client.spellName(spells[1]) then return of end
  end
end

local function readBags()
  bagItems = {}
  TW.items.eachInBags(function(itemId, bag, slot)
    local guid = known(C_Item.GetItemGUID(ItemLocation:CreateFromBagAndSlot(bag, slot)))
    if guid ~= nil then bagItems[guid] = itemId end
  end)
end

local function findItemByGuid(guid)
  if C_Item.GetItemIDByGUID then
    local itemId = known(C_Item.GetItemIDByGUID(guid))
    if itemId ~= nil then return itemId end
  end
  if bagItems[guid] == nil then readBags() end
  return bagItems[guid]
end

--- Returns the method of the cast that opened the window that opens now, or nil. Each cast opens one window.
function Cause.take()
  local of = GetTime() - castAt <= CAST_WITHIN_S and method or nil
  method = nil
  return of
end

--- Returns the kind of a source ("npc", "object" or "item"), its id and the method that got its items, or nil if the
--- source is another one or unknown. `cast` is the method of the cast that opened the window, or nil.
function Cause.describe(guid, cast)
  local kind, id = TW.client.entityOf(guid)
  if kind == nil and guid:find("^Item%-") then kind, id = "item", findItemByGuid(guid) end
  if id == nil then return nil end
  return kind, id, METHODS[kind][cast] and cast or METHODS[kind].plain
end

--- Whether a window with these sources was fished.
function Cause.isFished(guids)
  if IsFishingLoot and IsFishingLoot() then return true end
  local kind, id = TW.client.entityOf(guids[1])
  return kind == "object" and id == BOBBER
end

recorder.on("UNIT_SPELLCAST_SENT", function(unit, _, _, spellId)
  local of = unit == "player" and findSpellMethod(spellId)
  if of and METHODS.item[of] then readBags() end
end)
recorder.on("UNIT_SPELLCAST_SUCCEEDED", function(unit, _, spellId)
  local of = unit == "player" and findSpellMethod(spellId)
  if of then method, castAt = of, GetTime() end
end)
