-- Public drop chances and prices from the addon ThirdWitness_Data, which a website builds from what players reported,
-- beside the player's own drop counts. That addon is loaded after this one, so its global is read when it is needed.
-- Entries that are malformed are skipped.

local _, TW = ...

local Data = {}
TW.publicData = Data

local FORMAT = 1
local DAY = 86400
local COPPER_MAX = 1e12
--- Number of lines to show for a source.
local DROPS_MAX = 3

local function findData()
  local all = ThirdWitness_Data
  return type(all) == "table" and all.format == FORMAT and all or nil
end

--- Returns an entry of one of the tables of the data, or nil.
local function findEntry(list, key)
  local all = findData()
  local entries = all and all[list]
  return type(entries) == "table" and entries[key] or nil
end

--- Returns a text for a tooltip, in which the client finds no markup, or nil.
local function formatPlain(value)
  if type(value) ~= "string" or value == "" then return nil end
  return (value:gsub("%c+", " "):gsub("||", "|"):gsub("|", "||"))
end

--- Makes up for values such as 0.29, which are slightly off in binary.
local TINY = 1e-6

local function roundDown(value) return math.floor(value + TINY) end
local function roundUp(value) return math.ceil(value - TINY) end
local function roundToNearest(value) return math.floor(value + 0.5) end

--- Formats a percentage without its sign, with two significant digits and at most four decimals.
local function formatNumber(value, round)
  local decimals = value >= 10 and 0 or value >= 1 and 1 or value >= 0.1 and 2 or value >= 0.01 and 3 or 4
  local scale = 10 ^ decimals
  local text = ("%." .. decimals .. "f"):format(round(value * scale) / scale)
  if decimals > 0 then text = text:gsub("0+$", ""):gsub("%.$", "") end
  return text
end

local function formatPercent(value, round) return formatNumber(value, round) .. "%" end

--- Formats a drop chance with its interval. All three values are percentages.
local function formatChance(estimate, low, high)
  local from, to = formatPercent(low, roundDown), formatPercent(high, roundUp)
  if high > 10 * low then
    if low == 0 then return (high < 5 and "rare: at most %s" or "too uncertain to say (at most %s)"):format(to) end
    return (high < 5 and "rare: between %s and %s" or "too uncertain to say (%s to %s)"):format(from, to)
  end
  return ("about %s, %s to %s"):format(formatPercent(estimate, roundToNearest), formatNumber(low, roundDown), to)
end

local function isPercentage(value) return value ~= nil and value >= 0 and value <= 100 end

--- Returns a list of { key, chance, estimate } from an entry such as "n6:51.2:44:58;o2843:12:9.5:15".
local function readChances(entry)
  local found = {}
  for part in (type(entry) == "string" and entry or ""):gmatch("[^;]+") do
    local key, estimate, low, high = part:match("^([no]?%d+):([%d.]+):([%d.]+):([%d.]+)$")
    estimate, low, high = tonumber(estimate), tonumber(low), tonumber(high)
    local isValid = isPercentage(estimate) and isPercentage(low) and isPercentage(high)
    if isValid and low <= estimate and estimate <= high then
      table.insert(found, { key = key, chance = formatChance(estimate, low, high), estimate = estimate })
    end
  end
  return found
end

--- Formats an amount such as 12000 as "1g 20s". Returns nil if the text is not an amount.
local function formatMoney(text)
  local copper = tonumber(text)
  if copper == nil or copper > COPPER_MAX then return nil end
  local amounts = { math.floor(copper / 10000), math.floor(copper / 100) % 100, copper % 100 }
  local parts = {}
  for at, unit in ipairs({ "g", "s", "c" }) do
    if amounts[at] > 0 then table.insert(parts, ("%.0f%s"):format(amounts[at], unit)) end
  end
  return #parts > 0 and table.concat(parts, " ") or "0c"
end

--- Returns the number of days from 1970 to a day such as "2026-11-25", or nil.
local function readDayNumber(text)
  local year, month, day = (type(text) == "string" and text or ""):match("^(%d%d%d%d)%-(%d%d)%-(%d%d)$")
  year, month, day = tonumber(year), tonumber(month), tonumber(day)
  if year == nil or month < 1 or month > 12 or day < 1 or day > 31 then return nil end
  -- Count years from March, so that a leap day is the last day of a year.
  if month <= 2 then year, month = year - 1, month + 12 end
  return 365 * year + math.floor(year / 4) - math.floor(year / 100) + math.floor(year / 400)
    + math.floor((153 * (month - 3) + 2) / 5) + day - 719469
end

local function formatAge(text)
  local day = readDayNumber(text)
  local _, now = TW.client.now()
  if day == nil or now == nil then return nil end
  local days = math.max(math.floor(now / DAY) - day, 0)
  return days == 0 and "today" or days == 1 and "yesterday" or ("%d days ago"):format(days)
end

--- Returns a realm's name without differences between spellings: players' clients write "Nethergarde Keep", and some
--- functions "NethergardeKeep".
local function readRealmKey(realm) return (realm:lower():gsub("[ '-]", "")) end

--- Returns the auction values of a realm and a house, or nil.
local function findMarket(realm, house)
  local all = findData()
  for key, entries in pairs(all and type(all.market) == "table" and all.market or {}) do
    local keyRealm, keyHouse = (type(key) == "string" and key or ""):match("^(.*)|(%a*)$")
    local isWanted = keyRealm ~= nil and keyHouse == house and readRealmKey(keyRealm) == readRealmKey(realm)
    if isWanted and type(entries) == "table" then return entries end
  end
end

--- The marks of the regions in the names of realms, by the client's number of the region.
local REGION_MARKS = { "US", "KR", "EU", "TW", "CN" }

--- Returns the auction values of the player's realm and house, or the values of the whole realm, or nil. A realm without
--- a mark was reported by addons that did not say their region, so it counts only if no region has a realm of this name.
local function readMarket()
  local realm, faction = TW.client.realm(), TW.client.factionOf("player")
  if realm == nil then return nil end
  local function valuesOf(name) return findMarket(name, faction or "") or findMarket(name, "") end
  local own, isMarked = REGION_MARKS[TW.client.region()], false
  for _, mark in ipairs(REGION_MARKS) do
    local values = valuesOf(("%s (%s)"):format(realm, mark))
    if mark == own and values ~= nil then return values end
    isMarked = isMarked or values ~= nil
  end
  return not isMarked and valuesOf(realm) or nil
end

local function formatAuctionLine(itemId)
  local entries = readMarket()
  local entry = entries and entries[itemId]
  local copper, day = (type(entry) == "string" and entry or ""):match("^(%d+):(%S+)$")
  local price, age = formatMoney(copper), formatAge(day)
  return price and age and ("Auction: %s, %s"):format(price, age) or nil
end

--- Returns a source's name, or nil if unknown. A key is "n6" for a creature or "o2843" for an object.
function Data.nameOfSource(key) return formatPlain(findEntry("names", key)) or formatPlain(TW.ownCounts.nameOf(key)) end

--- Returns an item's name, or nil if unknown.
function Data.nameOfItem(itemId) return formatPlain(TW.client.itemInfo(itemId)) or formatPlain(findEntry("items", itemId)) end

--- Returns the id of the item with this name, in any case, or nil.
function Data.itemNamed(words)
  local all = findData()
  for itemId, name in pairs(all and type(all.items) == "table" and all.items or {}) do
    if type(name) == "string" and name:lower() == words:lower() then return itemId end
  end
end

--- Appends { key } for the keys that `list` does not have yet.
local function appendOwnCounts(list, keys)
  local listed = {}
  for _, one in ipairs(list) do listed[one.key] = true end
  for _, key in ipairs(keys) do
    if not listed[tostring(key)] then table.insert(list, { key = tostring(key) }) end
  end
  return list
end

--- Returns the sources of an item as a list of { key, chance, estimate }: the public ones, then others in which the
--- player found it, without a chance.
function Data.sourcesOf(itemId) return appendOwnCounts(readChances(findEntry("drops", itemId)), TW.ownCounts.sourcesOf(itemId)) end

--- Formats the player's own count and the public chance, such as "You: 3 of 41, 7% – players: about 9%, 6 to 13%".
--- Returns nil if there is neither.
local function formatCounts(key, itemId, chance)
  local finds, windows = TW.ownCounts.of(key, itemId)
  local parts = {}
  if windows > 0 then
    local share = finds / windows * 100
    local percent = share >= 1 and ("%d%%"):format(roundToNearest(share)) or formatPercent(share, roundToNearest)
    table.insert(parts, ("You: %d of %d, %s"):format(finds, windows, percent))
  end
  if chance ~= nil then table.insert(parts, "players: " .. chance) end
  return #parts > 0 and table.concat(parts, " – ") or nil
end

--- Formats both for an entry of Data.sourcesOf.
function Data.formatBoth(source, itemId) return formatCounts(source.key, itemId, source.chance) end

--- Returns a line about the best source, and one about the source that the player looted most if that is another one.
local function formatSourceLines(itemId)
  local best, own
  local favourite = TW.ownCounts.sourcesOf(itemId)[1]
  for _, source in ipairs(Data.sourcesOf(itemId)) do
    local name = Data.nameOfSource(source.key)
    if name ~= nil then
      local counts = Data.formatBoth(source, itemId)
      if best == nil and source.chance ~= nil then best = ("Best source: %s – %s"):format(name, counts)
      elseif source.key == favourite then own = ("From %s – %s"):format(name, counts) end
    end
  end
  return best, own
end

local function formatVendorLine(itemId)
  local entry = findEntry("vendors", itemId)
  local price = formatMoney((type(entry) == "string" and entry .. ";" or ""):match("^n%d+:(%d+);"))
  return price and ("Vendors sell it for %s"):format(price) or nil
end

--- Returns the lines of an item's tooltip.
function Data.linesOfItem(itemId)
  local lines = {}
  local function add(line) lines[#lines + 1] = line end
  local best, own = formatSourceLines(itemId)
  add(best)
  add(own)
  add(formatVendorLine(itemId))
  add(formatAuctionLine(itemId))
  return lines
end

--- Returns the lines of an NPC's tooltip: what it drops most often.
function Data.linesOfNpc(npcId)
  local lines, key = {}, "n" .. npcId
  for _, drop in ipairs(appendOwnCounts(readChances(findEntry("loot", key)), TW.ownCounts.itemsOf(key))) do
    local itemId = tonumber(drop.key)
    local name = itemId and Data.nameOfItem(itemId)
    if name ~= nil and #lines < DROPS_MAX then
      table.insert(lines, ("Drops %s – %s"):format(name, formatCounts(key, itemId, drop.chance)))
    end
  end
  return lines
end

--- Returns a description of the data, or nil if it is not installed.
function Data.describe()
  local all = findData()
  if all == nil then return nil end
  return ("data of %s from %s"):format(formatPlain(all.date) or "an unknown day", formatPlain(all.instance) or "an unknown website")
end

--- Drops the auction values of other realms and houses, which no tooltip shows.
function Data.dropOtherMarkets()
  local all, own = findData(), readMarket()
  if all == nil or type(all.market) ~= "table" or TW.client.realm() == nil then return end
  for key, entries in pairs(all.market) do
    if entries ~= own then all.market[key] = nil end
  end
end
