-- Keys of facts that were recorded recently and need not be recorded again. The saved file stores them as one text for
-- each kind, because the client can load only a limited number of distinct texts and numbers.

local _, TW = ...

local Seen = {}
TW.seen = Seen

local DAY = 86400
--- Number of days until a fact of each kind is recorded again. A day ends at midnight UTC. Facts of other kinds are
--- recorded every time.
local DAYS = {
  npc_sighting = 1, item_seen = 30, vendor = 7, trainer_seen = 7, recipe_observed = 30, map_bounds = 30,
  price_seen = 7, quest = 7, census_self = 1, gear_snapshot = 1, guild_snapshot = 1,
}

local days = {}

local function findToday()
  local _, seconds = TW.client.now()
  return seconds and math.floor(seconds / DAY)
end

local function isFresh(kind, day)
  local now = findToday()
  return now ~= nil and DAYS[kind] ~= nil and day <= now and now - day < DAYS[kind]
end

--- Reads the keys of a set. Each set has its own, because another build, language, season or region may differ.
function Seen.open(set)
  days = {}
  local saved = type(set.seen) == "table" and set.seen or {}
  for kind in pairs(DAYS) do
    if type(saved[kind]) == "string" then
      days[kind] = {}
      for key, day in saved[kind]:gmatch("([^ @]+)@(%d+)") do
        if isFresh(kind, tonumber(day)) then days[kind][key] = tonumber(day) end
      end
    end
  end
end

function Seen.close(set)
  set.seen = {}
  for kind, keys in pairs(days) do
    local lines = {}
    for key, day in pairs(keys) do
      if isFresh(kind, day) then table.insert(lines, key .. "@" .. day) end
    end
    table.sort(lines)
    if #lines > 0 then set.seen[kind] = table.concat(lines, " ") end
  end
end

--- Forgets the keys of one kind, or of all kinds if `kind` is nil.
function Seen.forget(kind)
  if kind ~= nil then days[kind] = nil else days = {} end
end

function Seen.isNew(kind, key)
  local day = days[kind] and days[kind][key]
  return day == nil or not isFresh(kind, day)
end

--- Writes a record unless one with the same key was written recently. `key` must not contain spaces or "@".
function Seen.once(kind, key, fields)
  key = tostring(key)
  if not Seen.isNew(kind, key) or not TW.store.add(kind, fields) then return false end
  days[kind] = days[kind] or {}
  days[kind][key] = findToday()
  return true
end
