-- Records the money of the player's character and its changes by source, if the player shares it: /tw share gold on.

local _, TW = ...

local recorder = TW.recorder("gold")

--- How long a source stays active after its window was closed, in seconds, because the money may still change.
local LINGER_S = 2
--- Events that open and close the window of each source of money changes.
local WINDOWS = {
  loot = { "LOOT_READY", "LOOT_CLOSED" },
  vendor = { "MERCHANT_SHOW", "MERCHANT_CLOSED" },
  auction = { "AUCTION_HOUSE_SHOW", "AUCTION_HOUSE_CLOSED" },
  mail = { "MAIL_SHOW", "MAIL_CLOSED" },
  trade = { "TRADE_SHOW", "TRADE_CLOSED" },
  training = { "TRAINER_SHOW", "TRAINER_CLOSED" },
  travel = { "TAXIMAP_OPENED", "TAXIMAP_CLOSED" },
}

--- The money at the last event, and the money in the last record.
local money, written
--- Two tables keyed by source: the GetTime() until which a change is attributed to the source, and the source's
--- position in the order in which sources became active.
local activeUntil, turns = {}, {}
local turn = 0

local function beginSource(source)
  turn = turn + 1
  turns[source], activeUntil[source] = turn, math.huge
end

local function finishSource(source)
  if activeUntil[source] ~= nil then activeUntil[source] = GetTime() + LINGER_S end
end

local function markSource(source)
  beginSource(source)
  finishSource(source)
end

--- Returns the source that became active last, or "other" if none is active.
local function currentSource()
  local found = "other"
  for source, last in pairs(activeUntil) do
    if GetTime() <= last and (found == "other" or turns[source] > turns[found]) then found = source end
  end
  return found
end

local function takeSnapshot()
  money = GetMoney()
  local isWritten = TW.store.add("gold_snapshot", {
    character = TW.client.character(), realm = TW.client.realm(), copper = money,
  })
  if isWritten then written = money end
end
TW.recordGold = recorder.guard(takeSnapshot)

recorder.on("PLAYER_MONEY", function()
  local before = money
  money = GetMoney()
  if before == nil or before == money then return end
  TW.store.add("money_event", {
    character = TW.client.character(), realm = TW.client.realm(), source = currentSource(), copper = money - before,
  })
end)

recorder.on("PLAYER_ENTERING_WORLD", function(isLogin)
  if isLogin then takeSnapshot() else money = GetMoney() end
end)

--- Whether the file has a record of the current money. The player may have emptied the file after that record was
--- written.
local function isRecorded()
  return money == written and (TW.store.counts().gold_snapshot or 0) > 0
end

recorder.on("PLAYER_LOGOUT", function()
  if not isRecorded() then takeSnapshot() end
end)

for source, events in pairs(WINDOWS) do
  recorder.on(events[1], function() beginSource(source) end)
  recorder.always(events[2], function() finishSource(source) end)
end

-- The player's share of a group's money arrives without a loot window.
recorder.on("CHAT_MSG_MONEY", function() markSource("loot") end)
recorder.on("QUEST_TURNED_IN", function() markSource("quest") end)

if hooksecurefunc and RepairAllItems then
  hooksecurefunc("RepairAllItems", recorder.guard(function() markSource("repair") end))
end
