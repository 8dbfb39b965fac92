-- A client that switches to another language and back, with a full file at that time.

local client, here = ...
local elwynn = assert(loadfile(here .. "../sessions/elwynn.lua"))(client)
local function note(text) table.insert(client.chat, "> " .. text) end

client.login(elwynn.player())
client.mouseover(elwynn.kobold())
client.type("/tw share gold on")
client.type("/tw grant tg_" .. ("a"):rep(43))
client.logout()

client.world.locale = "deDE"
client.login(elwynn.player())
local english = client.env.ThirdWitnessDB.sets[1]
local before = english.records
-- The next login records money, and then the file is full.
local filler = { kind = "item_seen" }
english.records = {}
for at = 1, 99999 - #client.records() do english.records[at] = before[at] or filler end
client.logout()

client.login(elwynn.player())
local store = client.namespace.store
local full = store.total()
client.mouseover(elwynn.wolf())
note(("of %d the oldest %d went, %d are left"):format(full, store.dropped(), store.total()))
note(("English lost %d"):format(#english.records - #client.env.ThirdWitnessDB.sets[1].records))
client.crash()

client.login(elwynn.player())
client.mouseover(client.npc(6, "Koboldgeziefer", 2))
client.env.ThirdWitnessDB.sets[1].records = before
client.logout()

client.world.locale = "enUS"
client.login(elwynn.player())
client.mouseover(elwynn.kobold())
note("seen again in the first language: " .. #client.records("npc_sighting"))
client.type("/tw share gold off")
for at, set in ipairs(client.env.ThirdWitnessDB.sets) do
  note(("set %d: %s, %d with money"):format(at, set.locale, #client.records("gold_snapshot", set)))
end
client.logout()
