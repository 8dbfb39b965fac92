-- Loot windows: one record for each source that the client names in a window. A window that cannot be read completely
-- is not recorded, because partial windows would distort drop rates.

local _, TW = ...

local recorder = TW.recorder("loot")

local ITEM_SLOT = 1 -- Enum.LootSlotType
local MONEY_SLOT = 2
--- How long a looted source is remembered, in seconds. A corpse that is opened again within this time does not count
--- as a second window.
local REMEMBERED_S = 600
--- Maximum time in seconds between skinning or pick-pocketing and the loot window that it opens.
local OTHER_LOOT_S = 3
--- Spell ids of Skinning (all ranks) and Pick Pocket. Their windows name the creature but do not show its corpse loot.
local OTHER_LOOT = { [8613] = true, [8617] = true, [8618] = true, [10768] = true, [921] = true }

--- Whether the open window was read completely or must be skipped.
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

--- Adds the contents of one slot to `windows`, keyed by source. Returns false if the client does not know all contents
--- yet.
local function readSlot(slot, windows)
  local kind = GetLootSlotType(slot)
  local itemId
  if kind == ITEM_SLOT then
    itemId = TW.client.itemOf(GetLootSlotLink(slot))
    if itemId == nil then return false end
  elseif kind ~= MONEY_SLOT then
    -- Kind 0 is a slot that was emptied before it could be read. All other kinds are not items and can be skipped.
    return kind ~= 0
  end
  local sources = { GetLootSourceInfo(slot) }
  if #sources == 0 then return false end
  local _, _, quantity = GetLootSlotInfo(slot)
  for at = 1, #sources, 2 do
    local guid, share = sources[at], sources[at + 1]
    windows[guid] = windows[guid] or {}
    if itemId ~= nil then
      -- If there is a single source, use the slot's own quantity, because the client may not know the source's share.
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
  -- The source of fished loot is the bobber, which does not tell where the loot drops.
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
    -- No slot names a source, so the window is recorded without a source.
    TW.store.add("loot", { sourceEvidence = "loot-api", items = {} })
    return
  end
  for guid, window in pairs(windows) do
    record(guid, window)
    for itemId in pairs(window) do TW.items.met(itemId) end
  end
end

local isOpen = false

-- The client fires one event when a window can be read, and another when the window is shown.
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
