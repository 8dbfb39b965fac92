-- Says how lucky the player was with an item, for the command /tw luck.

local _, TW = ...

local Luck = {}
TW.luck = Luck

local SOURCES_MAX = 5
--- Outcomes that more than this share of players reach are neither lucky nor unlucky.
local USUAL = 0.3

--- Returns the probability of at most `finds` finds in `windows` windows that each have the probability `chance`, and of
--- at least that many.
function Luck.tails(finds, windows, chance)
  local odds = chance / (1 - chance)
  -- Terms are added by their logarithm, because a term of many windows may be too small for a number.
  local logTerm, atMost, own = windows * math.log(1 - chance), 0, 0
  for n = 0, finds do
    own = math.exp(logTerm)
    atMost = atMost + own
    logTerm = logTerm + math.log((windows - n) / (n + 1) * odds)
  end
  return math.min(atMost, 1), math.min(math.max(1 - atMost + own, 0), 1)
end

local function formatPerHundred(share)
  if share < 0.01 then return "fewer than 1 of 100 players" end
  return ("about %d of 100 players"):format(math.floor(share * 100 + 0.5))
end

local function judgeFinds(finds, windows, percent)
  local chance = math.min(math.max(percent / 100, 1e-6), 1 - 1e-6)
  local atMost, atLeast = Luck.tails(finds, windows, chance)
  if finds < windows * chance and atMost <= USUAL then
    return ("unlucky: %s would have found it as rarely"):format(formatPerHundred(atMost))
  end
  if finds > windows * chance and atLeast <= USUAL then
    return ("lucky: %s would have found it as often"):format(formatPerHundred(atLeast))
  end
  return "about what to expect"
end

--- Returns the item that a player's words mean, a link, an id or a name, or nil.
local function readItem(words)
  local itemId = TW.client.itemOf(words) or tonumber(words)
  if itemId ~= nil then return itemId end
  for _, found in ipairs(TW.ownCounts.items()) do
    local name = TW.publicData.nameOfItem(found)
    if name ~= nil and name:lower() == words:lower() then return found end
  end
  return TW.publicData.itemNamed(words)
end

--- Returns lines for the player about an item.
function Luck.describe(words)
  local itemId = readItem(words)
  if itemId == nil then return { "Type /tw luck and an item: its link (shift-click it), its number or its name." } end
  local lines, name = {}, TW.publicData.nameOfItem(itemId) or ("Item %d"):format(itemId)
  for _, source in ipairs(TW.publicData.sourcesOf(itemId)) do
    local finds, windows = TW.ownCounts.of(source.key, itemId)
    if windows > 0 and #lines < SOURCES_MAX then
      local sourceName = TW.publicData.nameOfSource(source.key) or source.key
      local verdict = source.estimate and judgeFinds(finds, windows, source.estimate) or "no public rate yet"
      local text = TW.publicData.formatBoth(source, itemId)
      table.insert(lines, ("%s from %s – %s – %s."):format(name, sourceName, text, verdict))
    end
  end
  if #lines == 0 then return { ("%s: you have not looted anything that is known to hold it."):format(name) } end
  return lines
end
