-- The money of the player's character, and what moves it, while the player shares it: /tw share gold on.

local _, TW = ...

local recorder = TW.recorder("gold")

--- Money may move a moment after its window was closed.
local LINGER_S = 2
--- Windows that money moves at, by what it is then earned by or spent on.
local WINDOWS = {
  loot = { "LOOT_READY", "LOOT_CLOSED" },
  vendor = { "MERCHANT_SHOW", "MERCHANT_CLOSED" },
  auction = { "AUCTION_HOUSE_SHOW", "AUCTION_HOUSE_CLOSED" },
  mail = { "MAIL_SHOW", "MAIL_CLOSED" },
  trade = { "TRADE_SHOW", "TRADE_CLOSED" },
  training = { "TRAINER_SHOW", "TRAINER_CLOSED" },
  travel = { "TAXIMAP_OPENED", "TAXIMAP_CLOSED" },
}

--- The money as it was, and as it was last written.
local money, written
--- Until when money may move by a source, by the client's running time, and in which order the sources began.
local till, turns = {}, {}
local turn = 0

local function begins(source)
  turn = turn + 1
  turns[source], till[source] = turn, math.huge
end

local function ends(source)
  if till[source] ~= nil then till[source] = GetTime() + LINGER_S end
end

local function happens(source)
  begins(source)
  ends(source)
end

--- What money moves by now: what began last of all that goes on.
local function sourceNow()
  local found = "other"
  for source, last in pairs(till) do
    if GetTime() <= last and (found == "other" or turns[source] > turns[found]) then found = source end
  end
  return found
end

local function snapshot()
  money = GetMoney()
  local isWritten = TW.store.add("gold_snapshot", {
    character = TW.client.character(), realm = TW.client.realm(), copper = money,
  })
  if isWritten then written = money end
end
TW.recordGold = recorder.guard(snapshot)

recorder.on("PLAYER_MONEY", function()
  local before = money
  money = GetMoney()
  if before == nil or before == money then return end
  TW.store.add("money_event", {
    character = TW.client.character(), realm = TW.client.realm(), source = sourceNow(), copper = money - before,
  })
end)

recorder.on("PLAYER_ENTERING_WORLD", function(isLogin)
  if isLogin then snapshot() else money = GetMoney() end
end)

--- Whether the file says how much money there is: it may have been emptied since.
local function isTold()
  return money == written and (TW.store.counts().gold_snapshot or 0) > 0
end

recorder.on("PLAYER_LOGOUT", function()
  if not isTold() then snapshot() end
end)

for source, events in pairs(WINDOWS) do
  recorder.on(events[1], function() begins(source) end)
  recorder.always(events[2], function() ends(source) end)
end

-- Shares of a group's money come without a window.
recorder.on("CHAT_MSG_MONEY", function() happens("loot") end)
recorder.on("QUEST_TURNED_IN", function() happens("quest") end)

if hooksecurefunc and RepairAllItems then
  hooksecurefunc("RepairAllItems", recorder.guard(function() happens("repair") end))
end
