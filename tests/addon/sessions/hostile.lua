-- A client that returns bad values: texts with hidden characters, invalid values, numbers out of bounds.

local client, here = ...
local elwynn = assert(loadfile(here .. "../sessions/elwynn.lua"))(client)
local world = client.world

local function utf8(...)
  local bytes = {}
  for _, code in ipairs({ ... }) do
    if code < 0x80 then table.insert(bytes, string.char(code))
    elseif code < 0x800 then table.insert(bytes, string.char(0xc0 + math.floor(code / 64), 0x80 + code % 64))
    elseif code < 0x10000 then
      table.insert(bytes, string.char(0xe0 + math.floor(code / 4096), 0x80 + math.floor(code / 64) % 64, 0x80 + code % 64))
    else
      table.insert(bytes, string.char(0xf0 + math.floor(code / 262144), 0x80 + math.floor(code / 4096) % 64,
        0x80 + math.floor(code / 64) % 64, 0x80 + code % 64))
    end
  end
  return table.concat(bytes)
end

local NAMES = {
  "", " ", "\0", "a\nb\tc", "|cffff0000Red|r |Hitem:5|h[Link]|h |TInterface\\Icons\\x:0|t", "|Kq1|k", "\127\194\128",
  utf8(0x202e) .. "txet", "zero" .. utf8(0x200b) .. "width", utf8(0xe0041, 0xe0042), utf8(0x2800, 0x2800), utf8(0xfe0f),
  utf8(0xa0, 0x3000), ("x"):rep(5000), (utf8(0x1f600)):rep(300), "\255\254\192\128\237\160\128", "e" .. utf8(0x301),
  "Player-1234-0ABCDEF0", "xplayer-1-0abcdef09", utf8(0xff30, 0xff2c, 0xff21, 0xff39, 0xff25, 0xff32) .. "-1-0ABCDEF0",
  "Player" .. utf8(0x2014) .. "1" .. utf8(0x2212) .. "0ABCDEF0", utf8(0xfeff) .. "mark", "]]--[[", "\\\"\\n', ]] = {}",
  utf8(0x1fffe), utf8(0xfffd), "ok", "Étoile d'Élune",
}
local VALUES = { 0, -1, 1, 0.5, 1 / 0, -1 / 0, 0 / 0, 1e15, 1e20, 100, 101, 1000, 1001, "5", true, {}, function() end }

client.login(elwynn.player())
client.goTo(1429, 10, 10)

-- Names, one after the other, everywhere the client shows one.
for n, name in ipairs(NAMES) do
  local npc = client.npc(1000 + n, name, 5)
  client.mouseover(npc)
  client.openQuest(npc, { id = 1000 + n, title = name, level = 5 })
  client.closeQuest()
  table.insert(world.questLog, { id = 1000 + n, title = name, level = 5 })
  client.fire("QUEST_LOG_UPDATE")
  world.items[90000 + n] = { name = name, quality = 1, level = 5 }
  client.loot(npc.guid, { 90000 + n, 1 })
  client.openTrainer(npc, { { name = name, cost = 5, skill = name, points = 5 }, { name = "fine", cost = 5 } })
  client.closeTrainer()
  client.openTradeSkill(name, 5, { { name = name, spell = 2000 + n, difficulty = "optimal", reagents = {} } })
  client.closeTradeSkill()
  world.maps[3000 + n] = { name = name, type = 3, parent = 3000 + n, continent = 0, left = 5, right = 1, top = 5, bottom = 1 }
  client.goTo(3000 + n, 10, 10)
end

-- Values that are not numbers, or impossible ones.
client.goTo(1429, 10, 10)
for n, value in ipairs(VALUES) do
  client.mouseover({ guid = client.guid("Creature", 4000 + n), name = "Odd", level = value, reaction = 2 })
  client.mouseover({ guid = client.guid("Creature", 4100 + n), name = "Odd", level = 5, reaction = value })
  client.mouseover({ guid = value, name = "Odd", level = 5, reaction = 2 })
  client.openLoot({ { item = 25, count = value, sources = { client.guid("Creature", 4200 + n), value } } })
  client.closeLoot()
  client.openLoot({ { item = 25, count = 1, sources = { value, 1 } } })
  client.closeLoot()
  client.openVendor(client.npc(4300 + n, "Odd", 5), { { item = 25, price = value, units = value, stock = value } })
  client.closeVendor()
  client.openTrainer(client.npc(4400 + n, "Odd", 5), { { name = "fine", cost = value, level = value, skill = "Odd", points = value, spell = value } })
  client.closeTrainer()
  client.openTradeSkill("Odd", value, { { name = "fine", spell = 4500 + n, difficulty = "easy", item = 25, min = value, max = 1, reagents = { 25, value } } })
  client.closeTradeSkill()
  world.maps[5000 + n] = { name = "Odd", type = 3, parent = value, continent = value, left = 5, right = 1, top = 5, bottom = 1 }
  client.goTo(5000 + n, 10, 10)
end

-- Things that do not exist.
client.mouseover({ guid = client.guid("Creature", 6000) })
client.mouseover({})
client.openLoot({ { item = 25, count = 1 } })
client.closeLoot()
client.openLoot({ { currency = 1, sources = { client.guid("Creature", 6001), 1 } } })
client.closeLoot()

-- Secret values.
client.mouseover({ guid = client.guid("Creature", 6002), name = "Secret name", level = 5, reaction = 2, isSecret = true })

-- More data than fits in a record.
local goods, lessons, slots = {}, {}, {}
for n = 1, 450 do
  world.items[100000 + n] = { name = "Good " .. n, quality = 1, level = 1 }
  goods[n] = { item = 100000 + n, price = n }
  lessons[n] = { name = "Lesson " .. n, cost = n }
  if n <= 60 then slots[n] = { item = 100000 + n, sources = { client.guid("Creature", 6100), 1 } } end
end
client.openVendor(client.npc(6003, "Long", 5), goods)
client.closeVendor()
client.openTrainer(client.npc(6004, "Long", 5), lessons)
client.closeTrainer()
client.openLoot(slots)
client.closeLoot()

client.type("/tw")
client.logout()
