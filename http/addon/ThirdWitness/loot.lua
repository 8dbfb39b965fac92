-- Loot windows, one record for each source that the client names in one. A window counts once, with all it held: what
-- cannot be read whole is not recorded, since a rate made of parts of windows would be wrong.

local _, TW = ...

local recorder = TW.recorder("loot")

local ITEM_SLOT = 1 -- Enum.LootSlotType
local MONEY_SLOT = 2
--- How long a source that was looted is remembered: a corpse that is opened again is no second window.
local REMEMBERED_S = 600
--- How soon after skinning or picking a pocket its window opens.
local OTHER_LOOT_S = 3
--- Skinning in its ranks, and Pick Pocket: their windows name the creature, but hold what its corpse does not.
local OTHER_LOOT = { [8613] = true, [8617] = true, [8618] = true, [10768] = true, [921] = true }

--- Whether the window that is open was read whole, or need not be.
local isDone = true
local looted = {}
local otherLootAt = -OTHER_LOOT_S

local function wasLooted(guid)
  return looted[guid] ~= nil and GetTime() - looted[guid] < REMEMBERED_S
end

local function remember(guid)
  local now = GetTime()
  for other, at in pairs(looted) do
    if now - at >= REMEMBERED_S then looted[other] = nil end
  end
  looted[guid] = now
end

--- Adds what one slot holds to the windows by source. False where the client does not tell all of it yet.
local function readSlot(slot, windows)
  local kind = GetLootSlotType(slot)
  local itemId
  if kind == ITEM_SLOT then
    itemId = TW.client.itemOf(GetLootSlotLink(slot))
    if itemId == nil then return false end
  elseif kind ~= MONEY_SLOT then
    -- A slot that was emptied before it could be read, or holds what is no item.
    return kind ~= 0
  end
  local sources = { GetLootSourceInfo(slot) }
  if #sources == 0 then return false end
  local _, _, quantity = GetLootSlotInfo(slot)
  for at = 1, #sources, 2 do
    local guid, share = sources[at], sources[at + 1]
    windows[guid] = windows[guid] or {}
    if itemId ~= nil then
      -- With one source the slot's own number is right where the source's is not told.
      local amount = #sources == 2 and quantity or share
      windows[guid][itemId] = (windows[guid][itemId] or 0) + math.max(amount or 1, 1)
    end
  end
  return true
end

local function itemsOf(window)
  local items = {}
  for itemId, amount in pairs(window) do table.insert(items, { itemId = itemId, count = amount }) end
  table.sort(items, function(one, other) return one.itemId < other.itemId end)
  return items
end

local function record(guid, window)
  local kind, id = TW.client.entityOf(guid)
  if kind == nil or wasLooted(guid) then return end
  if kind == "npc" and GetTime() - otherLootAt < OTHER_LOOT_S then return end
  local source = kind == "npc" and "sourceNpcId" or "sourceObjectId"
  if TW.store.add("loot", { [source] = id, sourceEvidence = "loot-api", items = itemsOf(window) }) then
    remember(guid)
  end
end

local function read()
  if isDone then return end
  -- What is fished comes from the bobber, wherever it was cast.
  if IsFishingLoot() then
    isDone = true
    return
  end
  local windows = {}
  for slot = 1, GetNumLootItems() do
    if not readSlot(slot, windows) then return end
  end
  isDone = true
  if next(windows) == nil then
    -- No slot names a source, so the window counts for none. It was opened all the same.
    TW.store.add("loot", { sourceEvidence = "loot-api", items = {} })
    return
  end
  for guid, window in pairs(windows) do
    record(guid, window)
    for itemId in pairs(window) do TW.items.met(itemId) end
  end
end

local isOpen = false

-- The client tells of a window when it can be read and again when it is shown.
local function open()
  if not isOpen then isOpen, isDone = true, false end
  read()
end

recorder.on("LOOT_READY", open)
recorder.on("LOOT_OPENED", open)
recorder.on("LOOT_SLOT_CHANGED", read)
recorder.on("GET_ITEM_INFO_RECEIVED", read)
recorder.always("LOOT_CLOSED", function() isOpen, isDone = false, true end)

recorder.on("UNIT_SPELLCAST_SUCCEEDED", function(unit, _, spellId)
  if unit == "player" and OTHER_LOOT[spellId] then otherLootAt = GetTime() end
end)
