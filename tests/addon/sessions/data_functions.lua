-- The functions of the addon of data beside the recording addon. They say the same as its tooltips.

local client, here = ...
local elwynn = assert(loadfile(here .. "../sessions/elwynn.lua"))(client)
local world = client.world

local function note(what, ...)
  local words = {}
  for at = 1, select("#", ...) do words[at] = tostring((select(at, ...))) end
  table.insert(client.chat, ("> %s: %s"):format(what, table.concat(words, " ")))
end

world.dataFunctions = here .. "../../../http/addon/ThirdWitness_Data/api.lua"
client.login(elwynn.player({ bag = {} }))
local API = client.env.ThirdWitness
note("without data", API.Rate(2589, 6), API.Sources(2589), API.Info(), API.AuctionPrice(2589), API.VendorPrice(159))
client.logout()

world.publicData = function()
  return {
    format = 1, instance = "https://witness.example", snapshot = "abcd.12", date = "2026-11-20",
    drops = { [2589] = "n6:51.2:44.4:57.6;o2843:12:9.5:15" }, loot = { n6 = "2589:51.2:44.4:57.6;1158:1.2:0.8:2.04" },
    names = { n6 = "Kobold Vermin" }, items = { [1158] = "Solid Metal Club" }, vendors = { [159] = "n54:5;n295:6" },
  }
end
world.dropTable = function()
  return { format = 1, rates = { n6 = "2589:51.2:44.4:57.6:103:201:12:2026-11-19;752:0.9:0.7:1.2:9:201:12:2026-11-18" } }
end
client.login(elwynn.player({ bag = {} }))
API = client.env.ThirdWitness
note("rate", API.Rate(2589, 6))
note("rate of the drop table alone", API.Rate(752, 6))
note("rate of the tooltips alone", API.Rate(1158, 6))
note("object", API.ObjectRate(2589, 2843))
note("unknown", API.Rate(2589, 7), API.Rate(1, 6), API.ObjectRate(2589, 6))
note("tooltip", unpack(client.showItem(2589)))
note("vendor", API.VendorPrice(159))
-- An addon may pass on what the client gave it.
world.units.mouseover = elwynn.kobold()
note("text", API.Rate("2589", client.env.UnitGUID("mouseover"):match("-(%d+)-%x+$")))
if client.isForever then
  client.goTo(1453)
  note("secret", API.Rate(2589, client.env.UnitGUID("mouseover")), API.NpcName(client.env.UnitName("mouseover")))
  client.checkConduct()
  client.goTo(1429, 50, 50)
end
client.logout()

-- Auction values, which follow the same rules as in tooltips.
world.dropTable = nil
local function price(what, names, region, faction)
  world.region = region
  world.publicData = function()
    local market = {}
    for copper, name in ipairs(names) do market[name] = { day = "2026-11-22", [2589] = copper .. ":2026-11-22" } end
    return { format = 1, market = market }
  end
  client.login(elwynn.player({ bag = {}, faction = faction }))
  note(what, client.showItem(2589)[1], client.env.ThirdWitness.AuctionPrice(2589))
  client.logout()
end
local NAMES = { "Nethergarde Keep|", "nethergardekeep (US)|", "Nethergarde Keep (EU)|", "Nethergarde Keep (EU)|Horde" }
price("Europe", NAMES, 3)
price("Europe, Horde", NAMES, 3, "Horde")
price("America", NAMES, 1)
price("a region without prices", NAMES, 2)
price("without marks", { "Nethergarde Keep|Alliance", "Everlook (KR)|" }, 2)
price("an unknown region", NAMES, 99)
