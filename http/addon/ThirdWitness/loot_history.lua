-- GUIDs of creatures and objects that were looted within a day. They are saved, so that a corpse that is opened again
-- after a reload does not count as a second window. The file stores them as one text, because the client can load only
-- a limited number of distinct texts.

local _, TW = ...

local History = {}
TW.lootHistory = History

local GUIDS_MAX = 2000
local KEPT_S = 86400

--- Seconds since the epoch at which each source was looted, keyed by GUID.
local times = {}
--- The same GUIDs, oldest first. Those before `first` were dropped.
local order, first = {}, 1
--- Whether this client has ever put loot of several sources into one slot.
local merges = false

local function isFresh(seconds)
  local _, now = TW.client.now()
  return now ~= nil and seconds <= now and now - seconds < KEPT_S
end

local function addTime(guid, seconds)
  times[guid] = seconds
  table.insert(order, guid)
  if #order - first < GUIDS_MAX then return end
  times[order[first]] = nil
  first = first + 1
  if first > GUIDS_MAX then
    order, first = { unpack(order, first) }, 1
  end
end

function History.open(db)
  History.forget()
  merges = db.mergesLoot == true
  for guid, seconds in (type(db.looted) == "string" and db.looted or ""):gmatch("([^ @]+)@(%d+)") do
    local at = tonumber(seconds)
    if times[guid] == nil and isFresh(at) then addTime(guid, at) end
  end
end

function History.close(db)
  local lines = {}
  for at = first, #order do
    local guid = order[at]
    if isFresh(times[guid]) then table.insert(lines, guid .. "@" .. times[guid]) end
  end
  db.looted = #lines > 0 and table.concat(lines, " ") or nil
  db.mergesLoot = merges or nil
end

function History.forget() times, order, first = {}, {}, 1 end

function History.has(guid) return times[guid] ~= nil and isFresh(times[guid]) end

--- Remembers a source that was looted now. It must not be remembered already.
function History.add(guid)
  local _, now = TW.client.now()
  if now ~= nil then addTime(guid, now) end
end

function History.merges() return merges end

function History.setMerges() merges = true end
