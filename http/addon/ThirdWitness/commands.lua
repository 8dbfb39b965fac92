-- The slash command /tw.

local _, TW = ...

local recorder = TW.recorder("commands")

--- Time in seconds within which the player must confirm /tw forget.
local CONFIRM_S = 30
local GRANT_TOKENS_MAX = 16

local CATEGORIES = {
  guild = "your guild's roster: names, ranks, levels, classes and when they were last online",
  gear = "what your character wears, by its name",
  gold = "your character's money and what moves it, by its name",
}
local ORDER = { "guild", "gear", "gold" }

local forgetUntil = 0

local function sortedKeys(counts)
  local keys = {}
  for key, count in pairs(counts) do
    if count > 0 then table.insert(keys, key) end
  end
  table.sort(keys)
  return keys
end

local function sayCounts(counts, template)
  for _, kind in ipairs(sortedKeys(counts)) do TW.say(template:format(kind, counts[kind])) end
end

local function sayFaults()
  for _, one in ipairs(TW.recorders) do
    if one.faults > 0 then
      TW.say(("%s had %s; the last: %s"):format(one.name, TW.counted(one.faults, "error"), one.lastFault))
    end
  end
end

--- Returns the address of a page of the website that the addon comes from, or nil if unknown.
local function readAddress(path)
  local website = TW.client.metadata("X-Website")
  return website and website .. path or nil
end

local function sayTooltips()
  if not TW.store.showsTooltips() then return TW.say("  tooltips: off") end
  local data = TW.publicData.describe()
  if data ~= nil then return TW.say("  tooltips: on, with " .. data) end
  local address = readAddress("/export/addons/ThirdWitness_Data.zip")
  TW.say("  tooltips: on, with your own counts, but the addon ThirdWitness_Data is not installed"
    .. (address and ": " .. address or ""))
end

local function showStatus()
  local store = TW.store
  TW.say(("%s, %s of at most %d."):format(
    store.isPaused() and "Paused" or "Recording", TW.counted(store.total(), "record"), store.recordsMax()))
  sayCounts(store.counts(), "  %s: %d")
  sayCounts(store.leftOut(), "  %s: %d not recorded, because a value was missing or out of range")
  local earlier = store.earlierTotal()
  if earlier > 0 then
    TW.say(("  %d of these are from another build, language, region or season of the game"):format(earlier))
  end
  if store.dropped() > 0 then TW.say(("The oldest %d were deleted to make room."):format(store.dropped())) end
  for _, category in ipairs(ORDER) do
    TW.say(("  sharing %s: %s"):format(category, store.shares(category) and "on" or "off"))
  end
  sayTooltips()
  sayFaults()
  local address = readAddress("/upload")
  TW.say("The file is saved when you log out or reload." .. (address and " Upload it at " .. address or ""))
end

local function showHelp()
  for _, line in ipairs({
    "/tw – show what was recorded and what you share",
    "/tw pause, /tw resume – stop or continue recording",
    "/tw scan – scan the open auction house (/tw scan search searches item by item)",
    "/tw share guild on – share data that contains names (guild, gear or gold; off stops it)",
    "/tw grant TOKEN – add a grant for what you share (/tw grant clear removes all grants)",
    "/tw tooltips off – show no drop chances and prices in tooltips (on shows them)",
    "/tw luck ITEM – compare what you found with what players find (shift-click the item)",
    "/tw forget – delete everything recorded",
  }) do TW.say(line) end
end

local function pauseRecording()
  TW.auctions.stop()
  TW.store.setPaused(true)
  TW.say("Paused. Nothing is recorded until /tw resume.")
end

local function startScan(words)
  if TW.store.isPaused() then return TW.say("Recording is paused. Type /tw resume first.") end
  TW.say(TW.auctions.start(words == "search"))
end

--- Names of the TW functions that write the first record when the player enables a category.
local STARTS = { guild = "askForRoster", gear = "planGear", gold = "recordGold" }

local function beginRecording(category)
  if TW.isRecording() then TW[STARTS[category]]() end
end

local function resumeRecording()
  local wasPaused = TW.store.isPaused()
  TW.store.setPaused(false)
  TW.say("Recording.")
  if not wasPaused then return end
  for _, category in ipairs(ORDER) do
    if TW.store.shares(category) then beginRecording(category) end
  end
end

local function setSharing(words)
  local category, state = words:match("^(%a+)%s*(%a*)$")
  if category == nil or CATEGORIES[category] == nil or (state ~= "on" and state ~= "off") then
    for _, name in ipairs(ORDER) do
      TW.say(("/tw share %s on – %s"):format(name, CATEGORIES[name]))
    end
    return
  end
  TW.store.share(category, state == "on")
  if state == "off" then
    return TW.say(("Sharing %s is off. Its records were deleted from the file."):format(category))
  end
  TW.say(("Sharing %s is on: %s. The website accepts it only with a grant (/tw grant TOKEN).")
    :format(category, CATEGORIES[category]))
  beginRecording(category)
end

local function tooltips(words)
  if words ~= "on" and words ~= "off" then return TW.say("Type /tw tooltips on or /tw tooltips off.") end
  TW.store.setTooltips(words == "on")
  TW.say(words == "on" and "Tooltips show drop chances and prices." or "Tooltips show nothing from this addon.")
end

local function describeLuck(words)
  for _, line in ipairs(TW.luck.describe(words)) do TW.say(line) end
end

local function setGrant(words)
  if words == "clear" then
    TW.store.setGrantTokens({})
    return TW.say("All grants were removed.")
  end
  if #words ~= 46 or not words:find("^tg_[A-Za-z0-9_-]+$") then
    return TW.say("A grant is tg_ and 43 letters, digits, _ and -. Ask the operator of the website for one.")
  end
  local tokens = TW.store.grantTokens()
  for _, token in ipairs(tokens) do
    if token == words then return TW.say("You have already added that grant.") end
  end
  if #tokens >= GRANT_TOKENS_MAX then
    return TW.say("You already have 16 grants, the maximum. /tw grant clear removes them all.")
  end
  table.insert(tokens, words)
  TW.store.setGrantTokens(tokens)
  TW.say("The grant was added. It is uploaded with your file.")
end

local function forgetRecords(words)
  if words == "yes" and GetTime() <= forgetUntil then
    forgetUntil = 0
    TW.store.forget()
    return TW.say("The file is empty. Earlier uploads are still on the website, which can erase them for you.")
  end
  forgetUntil = GetTime() + CONFIRM_S
  TW.say(("This deletes %s from the file. Type /tw forget yes within %d seconds to confirm.")
    :format(TW.counted(TW.store.total(), "record"), CONFIRM_S))
end

local COMMANDS = {
  [""] = showStatus, help = showHelp, pause = pauseRecording, resume = resumeRecording, scan = startScan, share = setSharing, grant = setGrant, forget = forgetRecords,
  tooltips = tooltips, luck = describeLuck,
}

local function runCommand(message)
  if not TW.store.isOpen() then
    TW.say(TW.store.refusal() or "The saved file cannot be used, so nothing is recorded. See the message at login.")
    return sayFaults()
  end
  local command, words = message:match("^%s*(%S*)%s*(.-)%s*$")
  local work = COMMANDS[command:lower()]
  if work == nil then return showHelp() end
  work(words)
end

SLASH_THIRDWITNESS1 = "/tw"
SLASH_THIRDWITNESS2 = "/thirdwitness"
SlashCmdList["THIRDWITNESS"] = function(message)
  local fine, fault = pcall(runCommand, message)
  if fine then return end
  recorder.faults, recorder.lastFault = recorder.faults + 1, tostring(fault)
  TW.say("This command failed: " .. tostring(fault))
end
