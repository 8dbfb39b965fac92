-- A client that switches to another language, with a full file at that time.

local client, here = ...
local elwynn = assert(loadfile(here .. "../sessions/elwynn.lua"))(client)
local function note(text) table.insert(client.chat, "> " .. text) end

client.login(elwynn.player())
client.mouseover(elwynn.kobold())
client.type("/tw share gold on")
client.type("/tw grant tg_" .. ("a"):rep(43))
client.logout()

client.world.locale, client.world.build = "deDE", "70000"
client.login(elwynn.player())
local earlier = client.env.ThirdWitnessEarlierDB.records
local filler = { kind = "item_seen" }
for at = #earlier + 1, 100000 - #client.records() do earlier[at] = filler end
local full = client.namespace.store.total()
client.mouseover(elwynn.wolf())
note(("of %d the oldest %d went, %d are left"):format(full, client.namespace.store.dropped(), client.namespace.store.total()))
client.crash()

client.login(elwynn.player())
client.mouseover(client.npc(6, "Koboldgeziefer", 2))
client.logout()
