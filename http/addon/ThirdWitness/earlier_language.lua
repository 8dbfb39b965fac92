-- Records from before the player changed the client's language. A saved list names one language for all of its
-- records, so the earlier records go into a second list, which is uploaded like the first. The addon cannot know what
-- was uploaded, so it keeps these records for a month unless newer records need the space.

local _, TW = ...

local Earlier = {}
TW.earlier = Earlier

local KEPT_DAYS = 30
local DAY = 86400
local HEAD = { "format", "installId", "addonVersion", "clientBuild", "locale", "protocol" }

local kept

--- Returns the saved list, or nil if it is missing, invalid or older than KEPT_DAYS.
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
  TW.say(("The game's language is now %s. The file keeps %s in %s for %d days; please upload it before then.")
    :format(locale, TW.counted(#db.records, "record"), db.locale, KEPT_DAYS))
  if before ~= nil and #before.records > 0 then
    db.dropped = (db.dropped or 0) + #before.records
    TW.say(("%s in %s were deleted to make room."):format(TW.counted(#before.records, "record"), before.locale))
  end
end

--- Moves records in a language other than `locale` to the second list, and moves records in `locale` back to the first.
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

--- Prepares the second list for saving. It gets the player's current sharing settings.
function Earlier.close(db)
  if kept ~= nil then
    kept.installId, kept.sharing, kept.grantTokens = db.installId, db.sharing, db.grantTokens
  end
  ThirdWitnessEarlierDB = #Earlier.records() > 0 and kept or nil
end
