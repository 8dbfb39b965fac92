-- Loot windows: one record for each source that the client names in a window. A window that cannot be read completely
-- is not recorded, because partial windows would distort drop rates. Clients fire the events of a window in different
-- orders, repeat some and skip others. A window is read at every event until something is taken, and written once the
-- client has said whether it came from an item, or at the latest when it closes.

local _, TW = ...

local recorder = TW.recorder("loot")
local known = TW.client.known

local ITEM_SLOT = 1 -- Enum.LootSlotType.Item
local MONEY_SLOT = 2 -- Enum.LootSlotType.Money
local CURRENCY_SLOT = 3 -- Enum.LootSlotType.Currency

--- The open window, or nil. `cast` is the method of the cast that opened it; `content` is nil until the window was read;
--- `isShown` means that the client has said whether it came from an item (`isFromItem`), `taken` are the slots that were
--- emptied, and `isDone` means that it was written or must not be.
local window
--- GUIDs of items that were closed before they were empty. Their next window shows the same items again.
local unfinished = {}

--- Adds the item of a slot to a pile, which is keyed by item id.
local function addItem(pile, slot, itemId)
  local _, _, quantity, _, _, _, isQuestItem, questId = known(GetLootSlotInfo(slot))
  local stack = pile[itemId] or { itemId = itemId, count = 0 }
  stack.count = stack.count + math.max(quantity, 1)
  if isQuestItem == true then stack.questItem = true end
  if type(questId) == "number" and questId > 0 then stack.questId = questId end
  pile[itemId] = stack
end

--- Adds one slot to `content`. Returns false if the client does not know everything about it yet.
local function readSlot(slot, content)
  local kind = known(GetLootSlotType(slot))
  local itemId
  if kind == ITEM_SLOT then
    itemId = TW.client.itemOf(known(GetLootSlotLink(slot)))
    local _, _, quantity = known(GetLootSlotInfo(slot))
    if itemId == nil or type(quantity) ~= "number" then return false end
  elseif kind ~= MONEY_SLOT then
    -- Kind 0 is a slot that was emptied before it could be read.
    return kind == CURRENCY_SLOT
  end
  local sources = TW.client.lootSources(slot)
  if #sources == 0 then return false end
  if #sources > 1 then content.isMerged = true end
  for _, guid in ipairs(sources) do
    if content.piles[guid] == nil then
      content.piles[guid] = {}
      table.insert(content.guids, guid)
    end
  end
  if itemId ~= nil then
    addItem(content.piles[sources[1]], slot, itemId)
    addItem(content.all, slot, itemId)
  end
  return true
end

local function readItems(pile)
  local items = {}
  for _, stack in pairs(pile) do table.insert(items, stack) end
  table.sort(items, function(one, other) return one.itemId < other.itemId end)
  return items
end

local function addRecord(context, pile)
  context.sourceEvidence, context.items = "loot-api", readItems(pile)
  return TW.store.add("loot", context)
end

local function withFields(context, fields)
  for field, value in pairs(context) do fields[field] = value end
  return fields
end

--- Returns what tells the windows of a source apart from each other in the history, or nil for items, because all items
--- of a stack have one GUID. A corpse and the skin that is gathered from it have one, too.
local function formatHistoryKey(kind, method, guid)
  if kind == "item" then return nil end
  return kind == "npc" and method ~= "corpse" and method .. ":" .. guid or guid
end

--- Writes the record of one source, unless it is unknown or this window of it was recorded before.
local function writeSource(content, guid)
  local kind, id, method = TW.lootCause.describe(guid, window.cast)
  if kind == nil or (kind == "item" and unfinished[guid]) or (kind ~= "item" and window.isFromItem) then return end
  local key = formatHistoryKey(kind, method, guid)
  if key ~= nil and TW.lootHistory.has(key) then return end
  local fields = { method = method }
  if kind == "npc" then
    fields.sourceNpcId, fields.sourceName = id, TW.sourceNames.ofCreature(guid)
    fields.encounterId = method == "corpse" and TW.lootContext.encounterOf(guid, fields.sourceName) or nil
  elseif kind == "object" then
    fields.sourceObjectId, fields.sourceName = id, #content.guids == 1 and window.objectName or nil
  else
    fields.sourceItemId = id
  end
  if addRecord(withFields(content.context, fields), content.piles[guid]) and key ~= nil then TW.lootHistory.add(key) end
end

--- Writes a window that was fished. It tells the zone, because the bobber is the same everywhere.
local function writeFished(content)
  local mapId = content.context.mapId
  if mapId == nil then return end
  local fields = withFields(content.context, { method = "fishing" })
  fields.x, fields.y = nil, nil
  addRecord(fields, content.all)
end

--- Writes a window whose items cannot be assigned to sources, unless all sources were looted before.
local function writeWithoutSource(content)
  local fresh = {}
  for _, guid in ipairs(content.guids) do
    if TW.client.entityOf(guid) == nil then return end
    if not TW.lootHistory.has(guid) then table.insert(fresh, guid) end
  end
  if #fresh == 0 or not addRecord(withFields(content.context, {}), content.all) then return end
  for _, guid in ipairs(fresh) do TW.lootHistory.add(guid) end
end

--- Writes the window that was read. If this client merges slots, windows with several sources have no known source, not
--- even those in which each slot names a single one: these are the windows in which no item dropped twice, so that they
--- alone would understate what drops often.
local function writeWindow()
  local content = window.content
  window.isDone = true
  if content.isMerged then TW.lootHistory.setMerges() end
  if TW.lootCause.isFished(content.guids) then
    writeFished(content)
  elseif #content.guids > 1 and window.cast ~= nil then
    -- A cast gathers from one source, so this window may mix what it brought with other loot.
    return
  elseif #content.guids > 1 and TW.lootHistory.merges() then
    writeWithoutSource(content)
  else
    for _, guid in ipairs(content.guids) do writeSource(content, guid) end
  end
  for itemId in pairs(content.all) do TW.items.met(itemId) end
end

--- Returns the content of the window, or nil if the client does not know all of it yet or names no source.
local function readContent()
  local content = { piles = {}, guids = {}, all = {}, slots = GetNumLootItems() }
  for slot = 1, content.slots do
    if not readSlot(slot, content) then return nil end
  end
  if #content.guids == 0 then return nil end
  content.context = TW.lootContext.read()
  return content
end

local function readWindow()
  if window == nil or window.isDone then return end
  if next(window.taken) == nil then window.content = readContent() or window.content end
  if window.content ~= nil and window.isShown then writeWindow() end
end

local function openWindow()
  window = window or { cast = TW.lootCause.take(), objectName = TW.sourceNames.ofOpenedObject(), taken = {} }
end

recorder.on("LOOT_READY", function()
  openWindow()
  readWindow()
end)
recorder.on("LOOT_OPENED", function(_, isFromItem)
  openWindow()
  window.isShown = true
  window.isFromItem = isFromItem == true
  readWindow()
end)
recorder.on("LOOT_SLOT_CHANGED", readWindow)
recorder.on("GET_ITEM_INFO_RECEIVED", readWindow)

-- If the player takes something before the window could be read, this window is not recorded. Its sources count as
-- looted, so that their remaining loot is not recorded later.
recorder.on("LOOT_SLOT_CLEARED", function(slotTaken)
  if window == nil then return end
  window.taken[slotTaken or 0] = true
  if window.isDone or window.content ~= nil then return end
  window.isDone = true
  for slot = 1, GetNumLootItems() do
    for _, guid in ipairs(TW.client.lootSources(slot)) do
      local kind, _, method = TW.lootCause.describe(guid, window.cast)
      local key = kind and formatHistoryKey(kind, method, guid)
      if key ~= nil and not TW.lootHistory.has(key) then TW.lootHistory.add(key) end
    end
  end
end)

--- Notes whether something is left in an item whose window closes.
local function noteUnfinished()
  local taken = 0
  for _ in pairs(window.taken) do taken = taken + 1 end
  for _, guid in ipairs(window.content.guids) do
    if guid:find("^Item%-") then unfinished[guid] = taken < window.content.slots or nil end
  end
end

-- Some clients close a window without ever showing it. The interface may also reload while a window is open.
local function closeWindow()
  local isUnwritten = window ~= nil and window.content ~= nil and not window.isDone
  if isUnwritten and TW.isRecording() then writeWindow() end
  if window ~= nil and window.content ~= nil then noteUnfinished() end
  window = nil
end
recorder.always("LOOT_CLOSED", closeWindow)
recorder.on("PLAYER_LOGOUT", closeWindow)
