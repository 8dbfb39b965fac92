-- A player who has the addon of data, and looks at a creature and an item. DATA_ADDON names its folder.

local client, here = ...
local elwynn = assert(loadfile(here .. "../sessions/elwynn.lua"))(client)
local world = client.world

local function note(what, ...)
  local words = {}
  for at = 1, select("#", ...) do words[at] = tostring((select(at, ...))) end
  table.insert(client.chat, ("> %s: %s"):format(what, table.concat(words, " / ")))
end

world.dataAddon = os.getenv("DATA_ADDON")
client.login(elwynn.player({ name = "Visitor", bag = {} }))
note("item", unpack(client.showItem(2589)))
world.units.mouseover = elwynn.kobold()
note("creature", unpack(client.showUnit("mouseover")))
local API = client.env.ThirdWitness
note("rate", API.Rate(2589, 6))
note("rate of three players", API.ObjectRate(765, 2843))
note("price", API.AuctionPrice(2589))
note("vendor", API.VendorPrice(159))
note("game", API.Info().game)
client.type("/tw")
client.logout()
