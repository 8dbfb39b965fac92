-- The sets of records in the saved file. All records of a set are from one game, season, region, build and language,
-- because an upload names only one of each. A session in another of them begins a new set. The addon cannot know what
-- was uploaded, so it keeps old sets until newer records need the space.

local _, TW = ...

local Sets = {}
TW.sets = Sets

--- The fields in which sets differ. The uploader sends all of them but `project`, which the build implies.
local KEY = { "project", "clientBuild", "season", "region", "locale" }
--- The fields of a list of format 1 that now belong to its set.
local HEAD = { "addonVersion", "clientBuild", "locale", "protocol" }

local function describeSession()
  local version, build = GetBuildInfo()
  return {
    project = WOW_PROJECT_ID, clientBuild = (tostring(version) .. "." .. tostring(build)):sub(1, 100),
    season = TW.client.season(), region = TW.client.region(), locale = GetLocale(),
  }
end

--- Returns the valid records of a loaded list. Other entries are skipped, because a player may have edited the file.
local function countRecords(loaded)
  local records = {}
  for at = 1, type(loaded) == "table" and #loaded or 0 do
    local record = loaded[at]
    if type(record) == "table" and type(record.kind) == "string" then table.insert(records, record) end
  end
  return records
end

--- Appends a loaded set, unless it is damaged or empty.
local function appendSet(sets, set)
  if type(set) ~= "table" then return end
  set.records = countRecords(set.records)
  if #set.records > 0 then table.insert(sets, set) end
end

--- Appends the list of a variable of format 1, which does not say its season and region.
local function convertSets(sets, saved)
  if type(saved) ~= "table" then return end
  local set = { records = saved.records }
  for _, field in ipairs(HEAD) do set[field] = saved[field] end
  appendSet(sets, set)
end

local function isSame(set, other)
  for _, field in ipairs(KEY) do
    if set[field] ~= other[field] then return false end
  end
  return true
end

--- Reads the sets of a loaded file, also of format 1, in which records of an earlier language were in a variable of
--- their own. The set of this session comes last.
function Sets.open(db)
  local sets, saved, current = {}, type(db.sets) == "table" and db.sets or {}, describeSession()
  convertSets(sets, ThirdWitnessEarlierDB)
  convertSets(sets, db)
  for at = 1, #saved do appendSet(sets, saved[at]) end
  for at = #sets, 1, -1 do
    if isSame(sets[at], current) then current = table.remove(sets, at)
    -- Another build may have changed anything, and an older one does not come back.
    elseif sets[at].clientBuild ~= current.clientBuild then sets[at].seen = nil end
  end
  current.records = current.records or {}
  current.protocol = TW.contract.version
  current.addonVersion = (TW.client.metadata("Version") or "unknown"):sub(1, 20)
  table.insert(sets, current)
  for _, field in ipairs(HEAD) do db[field] = nil end
  ThirdWitnessEarlierDB, db.records, db.seen, db.sets = nil, nil, nil, sets
end
