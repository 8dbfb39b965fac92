-- The saved file: the variable ThirdWitnessDB with its sets of records (sets.lua). The client writes it when the player
-- logs out or reloads.

local _, TW = ...

local Store = {}
TW.store = Store

local FORMAT = 2
--- Formats that this version reads. It converts files of format 1.
local READABLE = { true, true }
local RECORDS_MAX = 100000
--- Number of records to drop when the file is full. Dropping shifts the whole list, so it is done in large batches.
local DROP_BATCH = 1000
--- Maximum number of distinct constants. The client loads a saved file as one Lua function, which can hold 262,143
--- distinct constants. If a file has more, the client cannot load it and all its contents are lost. The margin is for
--- field names and the addon's own state.
local CONSTANTS_MAX = 200000

local recorder = TW.recorder("saved file")
local db
--- Number of values in all records, including duplicates. It is an upper bound for the number of distinct constants.
local valueCount = 0
--- Number of records in all sets.
local total = 0
local counts = {}
local leftOut = {}
local session
local written = 0
local opened = false
--- Why the file cannot be used, or nil.
local refusal

local function countRecord(record, sign)
  total = total + sign
  counts[record.kind] = (counts[record.kind] or 0) + sign
  valueCount = valueCount + sign * TW.values.count(record)
end

--- Copies a list without its oldest `dropped` records.
local function removeOldest(list, dropped)
  local kept = {}
  for at = dropped + 1, #list do kept[at - dropped] = list[at] end
  for at = 1, dropped do countRecord(list[at], -1) end
  return kept
end

--- Drops the oldest records, beginning with the set that was used longest ago.
local function dropOldest(dropped)
  db.dropped = (db.dropped or 0) + dropped
  for _, set in ipairs(db.sets) do
    local ofSet = math.min(dropped, #set.records)
    if ofSet > 0 then set.records = removeOldest(set.records, ofSet) end
    dropped = dropped - ofSet
  end
end

--- Drops the oldest records until the client can load the file again.
local function keepReadable()
  if valueCount <= CONSTANTS_MAX then return end
  local constants, distinct, kept = {}, 0, 0
  for at = #db.sets, 1, -1 do
    local records = db.sets[at].records
    for n = #records, 1, -1 do
      distinct = distinct + TW.values.addDistinct(records[n], constants)
      if distinct > CONSTANTS_MAX then return dropOldest(total - kept) end
      kept = kept + 1
    end
  end
end

local function currentSet() return db.sets[#db.sets] end

local function isInstallId(value)
  return type(value) == "string" and #value == 32 and value:find("^%x+$") ~= nil and value == value:lower()
end

local function refuseFile(reason)
  refusal = reason
  TW.say(reason)
end

local function openFile()
  if not TW.client.readsSavedFiles() then
    return refuseFile("Nothing is recorded: this build of the game does not read saved files back. Builds from 70009 on do.")
  end
  db = type(ThirdWitnessDB) == "table" and ThirdWitnessDB or {}
  if db.format ~= nil and not READABLE[db.format] then
    return refuseFile("Another version of this addon wrote the saved file. "
      .. "The file is left unchanged and nothing is recorded.")
  end
  ThirdWitnessDB = db
  TW.sets.open(db)
  db.format = FORMAT
  if not isInstallId(db.installId) then db.installId = TW.randomHex(32) end
  if db.sharing ~= nil and type(db.sharing) ~= "table" then db.sharing = nil end
  counts, valueCount, total = {}, 0, 0
  for _, set in ipairs(db.sets) do
    for _, record in ipairs(set.records) do countRecord(record, 1) end
  end
  session = string.format("%x-%s", GetServerTime(), TW.randomHex(8))
  TW.seen.open(currentSet())
  TW.lootHistory.open(db)
  TW.ownCounts.open(db.sets, currentSet())
  opened = true
end

recorder.always("ADDON_LOADED", function(addon)
  if addon == TW.addon then openFile() end
end)

--- Prepares the file for saving. Nothing is recorded afterwards.
function Store.close()
  if not opened then return end
  opened = false
  keepReadable()
  TW.seen.close(currentSet())
  TW.lootHistory.close(db)
end

--- Whether the file was read and may be written.
function Store.isOpen() return opened end

--- Returns why the file cannot be used, or nil.
function Store.refusal() return refusal end

function Store.isPaused() return db.paused == true end

function Store.setPaused(isPaused) db.paused = isPaused or nil end

--- Whether tooltips show public data. True before the file is opened.
function Store.showsTooltips() return not opened or db.hidesTooltips ~= true end

function Store.setTooltips(isShown) db.hidesTooltips = not isShown or nil end

function Store.installId() return db.installId end

function Store.sessionId() return session end

function Store.counts() return counts end

function Store.total() return total end

--- Number of records that are not from the game, season, region, build and language of this session.
function Store.earlierTotal() return total - #currentSet().records end

function Store.dropped() return db.dropped or 0 end

function Store.leftOut() return leftOut end

function Store.recordsMax() return RECORDS_MAX end

function Store.shares(category) return db.sharing ~= nil and db.sharing[category] == true end

local function removeCategory(list, category)
  local kept = {}
  for _, record in ipairs(list) do
    if TW.contract.category[record.kind] == category then countRecord(record, -1) else table.insert(kept, record) end
  end
  return kept
end

--- Enables or disables a category of records that name players. Disabling the category also deletes its records.
function Store.share(category, isOn)
  local sharing = db.sharing or {}
  sharing[category] = isOn or nil
  db.sharing = next(sharing) and sharing or nil
  if isOn then return end
  for kind, of in pairs(TW.contract.category) do
    if of == category then TW.seen.forget(kind) end
  end
  for _, set in ipairs(db.sets) do set.records = removeCategory(set.records, category) end
end

function Store.grantTokens() return db.grantTokens or {} end

function Store.setGrantTokens(tokens) db.grantTokens = #tokens > 0 and tokens or nil end

--- Deletes all records but keeps the install id, because with a new id one player would count as two.
function Store.forget()
  db.sets, db.dropped = { currentSet() }, nil
  currentSet().records = {}
  counts, valueCount, total, leftOut = {}, 0, 0, {}
  TW.seen.forget()
  TW.lootHistory.forget()
  TW.ownCounts.open(db.sets, currentSet())
end

--- Writes a record and returns true. Returns false if the contract would refuse the record or its category is not
--- shared.
function Store.add(kind, fields)
  local category = TW.contract.category[kind]
  if category ~= nil and not Store.shares(category) then return false end
  local capturedAt = TW.client.now()
  local record = capturedAt and TW.contract.record(kind, fields)
  if not record then
    leftOut[kind] = (leftOut[kind] or 0) + 1
    return false
  end
  written = written + 1
  record.eventId = session .. ":" .. written
  record.capturedAt = capturedAt
  if total >= RECORDS_MAX then dropOldest(DROP_BATCH) end
  table.insert(currentSet().records, record)
  countRecord(record, 1)
  TW.ownCounts.add(record)
  return true
end
