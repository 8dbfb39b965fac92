-- Records the equipment of the player's character, if the player shares it: /tw share gear on.

local _, TW = ...

local recorder = TW.recorder("gear")

--- Slot names, keyed by the client's slot number.
local SLOTS = {
  "head", "neck", "shoulder", "shirt", "chest", "waist", "legs", "feet", "wrist", "hands", "finger 1", "finger 2",
  "trinket 1", "trinket 2", "back", "main hand", "off hand", "ranged", "tabard",
}
--- Delay in seconds after a change, so that changing a whole set produces only one record.
local SETTLED_S = 5

local isAwaited = false

--- Returns the equipment, or nil until the client knows every item.
local function readEquipment()
  local worn = {}
  for slot, name in ipairs(SLOTS) do
    local itemId = GetInventoryItemID("player", slot)
    if itemId ~= nil then
      local itemName, _, itemLevel = TW.client.itemInfo(itemId)
      if itemName == nil then return nil end
      table.insert(worn, { slot = name, itemId = itemId, itemLevel = itemLevel })
      TW.items.met(itemId)
    end
  end
  return worn
end

local function recordGear()
  if not TW.store.shares("gear") then return end
  local worn = readEquipment()
  isAwaited = worn == nil
  if worn == nil or #worn == 0 then return end
  local lines = { TW.client.character(), TW.client.realm() }
  for _, piece in ipairs(worn) do table.insert(lines, piece.slot .. "=" .. piece.itemId) end
  TW.seen.once("gear_snapshot", TW.client.digest(lines), {
    character = TW.client.character(), realm = TW.client.realm(), equipped = worn,
  })
end

local recordSoon = recorder.debounced(SETTLED_S, recordGear)

local function planRecord()
  if TW.store.shares("gear") then recordSoon() end
end
TW.planGear = recorder.guard(planRecord)

recorder.on("PLAYER_ENTERING_WORLD", planRecord)
recorder.on("PLAYER_EQUIPMENT_CHANGED", planRecord)
recorder.on("GET_ITEM_INFO_RECEIVED", function()
  if isAwaited then planRecord() end
end)
