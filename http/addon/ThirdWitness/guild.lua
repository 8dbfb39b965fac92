-- Records the roster of the player's guild once a day, if the player shares it: /tw share guild on.

local _, TW = ...

local recorder = TW.recorder("guild")
local known = TW.client.known

local SETTLED_S = 2
local FIRST_REQUEST_S = 10
local MEMBERS_MAX = 2000
local DAYS_MAX = 3650

local wasPlayerWarned = false

--- Whether the guild window hides offline members. If so, the client lists only members who are online, so the roster
--- would be incomplete.
local function isOfflineHidden()
  if GetGuildRosterShowOffline == nil or GetGuildRosterShowOffline() then return false end
  if not wasPlayerWarned then
    wasPlayerWarned = true
    TW.say("Your guild window hides offline members, so the roster is not recorded. Show offline members to share it.")
  end
  return true
end

--- Returns the number of days since a member was last online, rounded to hundredths.
local function readLastOnlineDays(index, isOnline)
  if isOnline then return 0 end
  local years, months, days, hours = GetGuildRosterLastOnline(index)
  local total = (years or 0) * 365 + (months or 0) * 30 + (days or 0) + (hours or 0) / 24
  return math.min(math.floor(total * 100 + 0.5) / 100, DAYS_MAX)
end

local function readMember(index)
  local name, rank, rankIndex, level, class, _, _, _, isOnline = known(GetGuildRosterInfo(index))
  if name == nil then return nil end
  return {
    -- Cut off the realm, which follows a hyphen, because the record has a separate field for it.
    name = name:match("^[^-]+"),
    rank = TW.text.name(rank, 1, 60) or ("Rank %d"):format((rankIndex or 0) + 1),
    level = level, class = class, lastOnlineDays = readLastOnlineDays(index, isOnline),
  }
end

local function readRoster()
  local guildName = known((GetGuildInfo("player")))
  if guildName == nil or not TW.store.shares("guild") then return end
  local key = TW.client.digest({ guildName, TW.client.realm() })
  if not TW.seen.isNew("guild_snapshot", key) or isOfflineHidden() then return end
  local total = math.min((GetNumGuildMembers()), MEMBERS_MAX)
  local members = {}
  for index = 1, total do table.insert(members, readMember(index)) end
  if #members < total then return end
  TW.seen.once("guild_snapshot", key, {
    guildName = guildName, realm = TW.client.realm(), faction = TW.client.faction(), members = members,
  })
end

local readSoon = recorder.debounced(SETTLED_S, readRoster)

--- Requests the roster from the realm, if the player shares it.
local function requestRoster()
  if not TW.store.shares("guild") or not IsInGuild() then return end
  if C_GuildInfo and C_GuildInfo.GuildRoster then C_GuildInfo.GuildRoster() else GuildRoster() end
end
TW.askForRoster = recorder.guard(requestRoster)

recorder.on("GUILD_ROSTER_UPDATE", function()
  if TW.store.shares("guild") then readSoon() end
end)

recorder.on("PLAYER_ENTERING_WORLD", function() recorder.after(FIRST_REQUEST_S, requestRoster) end)
