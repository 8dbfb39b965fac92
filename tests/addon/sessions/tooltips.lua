-- Tooltips with public data, which may be missing, malformed or hostile.

local client, here = ...
local elwynn = assert(loadfile(here .. "../sessions/elwynn.lua"))(client)
local world = client.world

local function note(what, lines) table.insert(client.chat, ("> %s: %s"):format(what, table.concat(lines, " / "))) end

client.login(elwynn.player({ bag = {} }))
note("without data", client.showItem(2589))
client.type("/tw")
client.logout()

world.publicData = function()
  return {
    format = 1, instance = "https://witness.example", snapshot = "abcd.12", date = "2026-11-20", licence = "CC BY-SA 4.0",
    drops = {
      [2589] = "n6:51.2:44.4:57.6;o2843:12:9.5:15", [750] = "o2843:0.8:0.104:2.91", [752] = "n6:40:1.2:97.6", [765] = "n6:100:94.3:100",
      [25] = "n7:50:40:60;n6:0.0456:0.04:0.0512", [6948] = "n6:0.2:0:2.9",
    },
    loot = { n6 = "2589:51.2:44.4:57.6;1158:1.2:0.8:2.04;752:0.9:0.7:1.2;765:0.8:0.7:0.9" },
    names = { n6 = "Kobold Vermin", o2843 = "Battered\n||cffff0000Chest" },
    items = { [1158] = "Solid Metal Club" },
    vendors = { [159] = "n54:5;n295:6" },
    market = {
      ["nethergardekeep|Alliance"] = { day = "2026-11-20", [2589] = "12000:2026-11-20", [750] = "35:2026-11-22", [159] = "1000304:2026-11-21" },
      ["Nethergarde Keep|Horde"] = { day = "2026-11-20", [2589] = "1:2026-11-20" },
      ["Everlook|Alliance"] = { day = "2026-11-20", [2589] = "2:2026-11-20" },
    },
  }
end
world.serverTime = 1795341600 -- 2026-11-22
world.items[1158].isKnown = false
client.login(elwynn.player({ bag = {} }))
local markets = {}
for key in pairs(client.env.ThirdWitness_Data.market) do table.insert(markets, key) end
note("markets", markets)
for _, id in ipairs({ 2589, 750, 752, 765, 25, 6948, 159, 117 }) do note("item " .. id, client.showItem(id)) end
note("recipe", client.showItem(750, true))
note("item again", client.showItem(750))
world.units.mouseover = elwynn.kobold()
note("creature", client.showUnit("mouseover"))
world.units.mouseover = elwynn.wolf()
note("creature without data", client.showUnit("mouseover"))
world.units.mouseover = { guid = "Player-4372-0456CDEF", name = "Stranger", isPlayer = true }
note("player", client.showUnit("mouseover"))
client.goTo(1453)
world.units.mouseover = elwynn.kobold()
note("creature in an instance", client.showUnit("mouseover"))
client.goTo(1429, 50, 50)
client.type("/tw tooltips")
client.type("/tw pause")
note("paused", client.showItem(750))
client.type("/tw tooltips off")
client.reload()
note("off", client.showItem(2589))
world.units.mouseover = elwynn.kobold()
note("off, creature", client.showUnit("mouseover"))
client.type("/tw")
client.type("/tw tooltips on")
note("on", client.showItem(750))
client.logout()

-- Malformed data. None of it may be shown or raise an error.
local BAD = {
  "", ";", ":", "n6", "n6:1", "n6:1:2", "n6:5:4:3", "n6:-1:-2:3", "n6:101:100:102", "n6:nan:nan:nan", "n6:1e1:1:20", "x6:5:4:6",
  "n6:5:4:6:7", "n99:5:4:6", "n6:..:.:.", 5, true, {}, function() end,
}
local PRICES = { "", "5", "5:", "5:yesterday", ":2026-11-20", "5:2026-13-20", "5:2026-11-99", "-5:2026-11-20", ("9"):rep(400) .. ":2026-11-20", 5, {}, true }
local function publish(data) world.publicData = function() return data end end
local function look(what)
  client.login(elwynn.player({ bag = {} }))
  local shown = {}
  for id = 1, 30 do
    for _, line in ipairs(client.showItem(id)) do table.insert(shown, line) end
  end
  for id = 1, 30 do
    world.units.mouseover = client.npc(id, "Odd", 5)
    for _, line in ipairs(client.showUnit("mouseover")) do table.insert(shown, line) end
  end
  client.type("/tw")
  for _, recorder in ipairs(client.namespace.recorders) do
    if recorder.faults > 0 then table.insert(shown, recorder.lastFault) end
  end
  note(what, shown)
  client.logout()
end
for id = 1, 30 do world.items[id] = world.items[id] or { name = "Item " .. id, quality = 1, level = 1 } end

local loot, market = {}, {}
for at, entry in ipairs(BAD) do loot["n" .. at] = entry end
for at, entry in ipairs(PRICES) do market[at] = entry end
publish({ format = 1, drops = BAD, loot = loot, vendors = BAD, names = { n6 = "Kobold" }, market = { ["Nethergarde Keep|Alliance"] = market } })
look("malformed entries")
publish({ format = 1, drops = { "n6:5:4:6" }, names = { n6 = 5 }, loot = { n1 = "99999:5:4:6" }, items = { [99999] = false } })
look("malformed names")
publish({ format = 1, drops = 5, loot = "x", names = true, items = 1, vendors = 1, market = 1, date = 5, instance = {} })
look("malformed tables")
publish({ format = 1, market = { [5] = 5, ["Nethergarde Keep|Alliance"] = 5 } })
look("malformed market")
publish({ format = 2, drops = { "n6:5:4:6" }, names = { n6 = "Kobold" } })
look("a later format")
publish("text")
look("no table")

-- Realms of equal names in different regions, and one of addons that did not say their region.
local function price(what, names)
  world.publicData = function()
    local market = {}
    for copper, name in ipairs(names) do market[name .. "|"] = { day = "2026-11-22", [2589] = copper .. ":2026-11-22" } end
    return { format = 1, market = market }
  end
  client.login(elwynn.player({ bag = {} }))
  note(what, client.showItem(2589))
  client.logout()
end
local NAMES = { "Nethergarde Keep", "nethergardekeep (US)", "Nethergarde Keep (EU)" }
world.region = 3
price("in Europe", NAMES)
world.region = 1
price("in America", NAMES)
world.region = 2
price("in a region without prices", NAMES)
price("without marks", { "Nethergarde Keep", "Everlook (KR)" })
world.region = 99
price("in an unknown region", NAMES)

-- The player's own counts, without public data and beside it.
world.publicData, world.region = nil, 3
client.login(elwynn.player({ bag = {} }))
client.type("/tw resume")
client.type("/tw forget")
client.type("/tw forget yes")
client.goTo(1429, 50, 50)
client.mouseover(elwynn.kobold(1))
for n = 1, 41 do client.loot(client.guid("Creature", 6, n), n <= 3 and { 2589, 2 } or n <= 5 and { 752, 1 } or {}, 3) end
client.cast(8613)
client.loot(client.guid("Creature", 6, 1), { 2589, 1 })
client.cast(6478, "Battered Chest")
client.loot(client.guid("GameObject", 2843, 1), { 750, 1 })
local function lookUp(what)
  note(what .. ", item", client.showItem(2589))
  note(what .. ", item of a chest", client.showItem(750))
  note(what .. ", creature", client.showUnit("mouseover"))
  for _, words in ipairs({ "2589", "|cffffffff|Hitem:752::|h[Red Burlap Bandana]|h|r", "linen cloth", "SOLID METAL CLUB", "159", "x", "" }) do
    note(what .. ", luck " .. words:sub(1, 12), { client.type("/tw luck " .. words) })
  end
end
lookUp("own")
client.logout()
world.publicData = function()
  return {
    format = 1, drops = { [2589] = "n9:90:80:95;n6:30:25:36", [752] = "n6:5:4:7", [1158] = "n6:1.2:0.8:2.04" },
    loot = { n6 = "2589:30:25:36;1158:1.2:0.8:2.04" }, names = { n6 = "Kobold Vermin", n9 = "Other" },
    items = { [1158] = "Solid Metal Club" },
  }
end
client.login(elwynn.player({ bag = {} }))
client.mouseover(elwynn.kobold(1))
lookUp("both")
client.logout()
-- Counts of another season are another game's.
world.season = 2
client.login(elwynn.player({ bag = {} }))
client.mouseover(elwynn.kobold(1))
note("another season", client.showItem(2589))
world.season = 0
client.logout()
