-- Notes how many kilobytes the addon uses with a file of public data about 30,000 pairs of item and source.

local client, here = ...
local elwynn = assert(loadfile(here .. "../sessions/elwynn.lua"))(client)

local ITEMS, SOURCES, VENDORS, PRICES = 10000, 6000, 5000, 8000
local path = os.tmpname()
local file = assert(io.open(path, "w"))

local function writeTable(name, size, formatKey, formatEntry)
  file:write("  ", name, " = {\n")
  for n = 1, size do file:write("    [", formatKey(n), "] = \"", formatEntry(n), "\",\n") end
  file:write("  },\n")
end

local function number(n) return ("%d"):format(n) end
local function source(n) return ("\"%s%d\""):format(n % 6 == 0 and "o" or "n", n) end
local function sourceOf(n) return (source(n % SOURCES + 1):gsub("\"", "")) end
local function chances(n) return ("%.4f:%.4f:%.4f"):format(5 + n % 9000 / 100, 2 + n % 300 / 100, 95 + n % 500 / 100) end

file:write("ThirdWitness_Data = {\n  format = 1, instance = \"https://witness.example\", date = \"2026-11-20\",\n")
writeTable("drops", ITEMS, number, function(n)
  local parts = {}
  for at = 1, 3 do parts[at] = sourceOf(n * 7 + at) .. ":" .. chances(n + at) end
  return table.concat(parts, ";")
end)
writeTable("loot", SOURCES, source, function(n)
  local parts = {}
  for at = 1, 5 do parts[at] = n + at .. ":" .. chances(n * 3 + at) end
  return table.concat(parts, ";")
end)
writeTable("names", SOURCES, source, function(n) return "A creature with a long name " .. n end)
writeTable("items", ITEMS, number, function(n) return "An item with a rather long name " .. n end)
writeTable("vendors", VENDORS, number, function(n) return ("n%d:%d;n%d:%d;n%d:%d"):format(n, n, n + 1, n + 2, n + 3, n + 4) end)
file:write("  market = {\n")
for _, realm in ipairs({ "Nethergarde Keep", "Everlook", "Lakeshire", "Venoxis" }) do
  for _, house in ipairs({ "Alliance", "Horde" }) do
    writeTable(("[\"%s|%s\"]"):format(realm, house), PRICES, number, function(n) return n * 37 .. ":2026-11-20" end)
  end
end
file:write("  },\n}\n")
file:close()

local function kilobytes()
  collectgarbage()
  collectgarbage()
  return collectgarbage("count")
end

client.world.publicData = function()
  local env = {}
  setfenv(assert(loadfile(path)), env)()
  return env.ThirdWitness_Data
end
local before = kilobytes()
client.login(elwynn.player({ bag = {} }))
for id = 1, ITEMS do
  client.world.items[id] = { name = "Item", quality = 1, level = 1 }
  client.showItem(id)
  client.world.items[id] = nil
end
table.insert(client.chat, ("> %d kilobytes"):format(kilobytes() - before))
client.world.items[1] = { name = "Item", quality = 1, level = 1 }
table.insert(client.chat, "> " .. client.showItem(1)[1])
client.logout()
os.remove(path)
