-- The player's own drop counts: how often each creature and object was looted, and in how many of these windows each item
-- was. They are counted from the records of this game and season in the saved file.

local _, TW = ...

local Counts = {}
TW.ownCounts = Counts

--- Counts by source, such as "n6" for a creature or "o2843" for an object: { windows, name, finds = { by item id } }.
local sources = {}
--- Sets of sources by item id.
local sourcesOfItem = {}

--- Returns the source that a loot record counts for, as the website would count it, or nil.
local function findSource(record)
  local method, npcId, objectId = record.method, record.sourceNpcId, record.sourceObjectId
  if record.kind ~= "loot" or record.sourceEvidence ~= "loot-api" or record.sourceItemId ~= nil then return nil end
  if method ~= nil and method ~= "corpse" and method ~= "object" then return nil end
  if npcId ~= nil and objectId ~= nil then return nil end
  -- A player may have edited the file.
  if type(npcId or objectId) ~= "number" then return nil end
  return npcId and "n" .. npcId or "o" .. objectId
end

function Counts.add(record)
  local key = findSource(record)
  if key == nil or type(record.items) ~= "table" then return end
  local source = sources[key] or { windows = 0, finds = {} }
  sources[key] = source
  source.windows, source.name = source.windows + 1, record.sourceName or source.name
  for _, stack in ipairs(record.items) do
    local itemId = type(stack) == "table" and stack.itemId
    if type(itemId) == "number" then
      source.finds[itemId] = (source.finds[itemId] or 0) + 1
      sourcesOfItem[itemId] = sourcesOfItem[itemId] or {}
      sourcesOfItem[itemId][key] = true
    end
  end
end

--- Counts the records of all sets that are from the game and season of `current`.
function Counts.open(sets, current)
  sources, sourcesOfItem = {}, {}
  for _, set in ipairs(sets) do
    if set.project == current.project and set.season == current.season then
      for _, record in ipairs(set.records) do Counts.add(record) end
    end
  end
end

--- Returns the number of windows of a source that held an item, and the number of all its windows.
function Counts.of(key, itemId)
  local source = sources[key]
  if source == nil then return 0, 0 end
  return source.finds[itemId] or 0, source.windows
end

--- Returns a source's name in the client's language, or nil if unknown.
function Counts.nameOf(key) return sources[key] and sources[key].name end

local function sortRows(list, weight)
  table.sort(list, function(one, other)
    if weight[one] ~= weight[other] then return weight[one] > weight[other] end
    return one < other
  end)
  return list
end

--- Returns the sources in which the player found an item, the most looted first.
function Counts.sourcesOf(itemId)
  local list, windows = {}, {}
  for key in pairs(sourcesOfItem[itemId] or {}) do
    table.insert(list, key)
    windows[key] = sources[key].windows
  end
  return sortRows(list, windows)
end

--- Returns the items that the player found in a source, the most frequent first.
function Counts.itemsOf(key)
  local list, finds = {}, sources[key] and sources[key].finds or {}
  for itemId in pairs(finds) do table.insert(list, itemId) end
  return sortRows(list, finds)
end

--- Returns all items that the player found.
function Counts.items()
  local list = {}
  for itemId in pairs(sourcesOfItem) do table.insert(list, itemId) end
  table.sort(list)
  return list
end
