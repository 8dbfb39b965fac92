-- What was recorded while the client spoke another language. Texts count for one language, which stands once for all
-- records of a list, so these have a list of their own in the saved file, which is uploaded as any other. The addon
-- never hears what was uploaded: they stay for a month, unless newer records need their room.

local _, TW = ...

local Earlier = {}
TW.earlier = Earlier

local KEPT_DAYS = 30
local DAY = 86400
local HEAD = { "format", "installId", "addonVersion", "clientBuild", "locale", "protocol" }

local kept

--- The list as it was saved, unless it is none or its time is over.
local function readKept(saved)
  if type(saved) ~= "table" or type(saved.locale) ~= "string" then return nil end
  local _, now = TW.client.now()
  saved.since = tonumber(saved.since) or now
  if now ~= nil and saved.since ~= nil and now - saved.since >= KEPT_DAYS * DAY then return nil end
  saved.records = TW.recordsIn(saved.records)
  return saved
end

local function keep(db, locale)
  local _, now = TW.client.now()
  local before = kept
  kept = { records = db.records, since = now }
  for _, field in ipairs(HEAD) do kept[field] = db[field] end
  TW.say(("The client speaks %s now. The %s in %s stay in the file for %d days: upload it before then.")
    :format(locale, TW.counted(#db.records, "record"), db.locale, KEPT_DAYS))
  if before ~= nil and #before.records > 0 then
    db.dropped = (db.dropped or 0) + #before.records
    TW.say(("The %s in %s gave way to them."):format(TW.counted(#before.records, "record"), before.locale))
  end
end

--- Puts what the file holds in another language than this aside, and takes up again what was put aside in this one.
function Earlier.open(db, locale)
  kept = readKept(ThirdWitnessEarlierDB)
  if db.locale ~= nil and db.locale ~= locale then
    local again = {}
    if kept ~= nil and kept.locale == locale then again, kept = kept.records, nil end
    if #db.records > 0 then keep(db, locale) end
    db.records, db.seen = again, nil
  end
  ThirdWitnessEarlierDB = kept
end

function Earlier.records() return kept and kept.records or {} end

function Earlier.locale() return kept and kept.locale end

function Earlier.setRecords(records)
  if kept ~= nil then kept.records = records end
end

--- Makes the list ready to be saved, under what the player shares now.
function Earlier.close(db)
  if kept ~= nil then
    kept.installId, kept.sharing, kept.grantTokens = db.installId, db.sharing, db.grantTokens
  end
  ThirdWitnessEarlierDB = #Earlier.records() > 0 and kept or nil
end
