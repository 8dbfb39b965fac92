-- Files that were edited, written by another version or in another language, and a client that crashes.

local client, here = ...
local elwynn = assert(loadfile(here .. "../sessions/elwynn.lua"))(client)
local function note(text) table.insert(client.chat, "> " .. text) end

client.login(elwynn.player())
client.goTo(1429, 50, 50)
client.mouseover(elwynn.kobold())
local installId = client.env.ThirdWitnessDB.installId
client.logout()

-- A crash writes nothing, and the next session starts with the last saved file.
client.login(elwynn.player())
client.mouseover(elwynn.wolf())
client.crash()
client.wait(5)
client.login(elwynn.player())
note("after a crash: " .. #client.records("npc_sighting"))
client.mouseover(elwynn.kobold())
client.mouseover(elwynn.wolf())
note("seen again: " .. #client.records("npc_sighting"))
-- Somebody edited the file.
local db = client.env.ThirdWitnessDB
table.insert(db.records, "nonsense")
table.insert(db.records, { noKind = true })
db.sharing, db.seen, db.dropped = "all", { build = db.clientBuild, npc_sighting = "@ @1 x@y 6:1429:100:100@99999999" }, nil
client.logout()

client.login(elwynn.player())
note("after an edit: " .. #client.records("npc_sighting") .. ", of " .. #client.records())
note("the install is the same: " .. tostring(client.env.ThirdWitnessDB.installId == installId))
client.logout()

-- A new build may have other names, so everything is recorded again.
client.world.build = "70000"
client.login(elwynn.player())
client.mouseover(elwynn.kobold())
note("in a new build: " .. #client.records("npc_sighting"))
client.type("/tw share gold on")
client.logout()

-- Another language.
client.world.locale = "deDE"
client.login(elwynn.player())
client.mouseover(client.npc(6, "Koboldgeziefer", 2))
note("in German: " .. #client.records("npc_sighting") .. " " .. client.env.ThirdWitnessDB.locale)
note("the install is the same: " .. tostring(client.env.ThirdWitnessDB.installId == installId))
local function earlier(kind)
  local list = client.env.ThirdWitnessEarlierDB
  if list == nil then return "none" end
  return list.locale .. " of " .. list.clientBuild .. " " .. #client.records(kind, list)
end
note("kept: " .. earlier())
client.type("/tw")
client.logout()
-- Back to the first language, so the records in the other one are kept instead.
client.world.locale = "enUS"
client.login(elwynn.player())
note("in English again: " .. #client.records("npc_sighting") .. ", kept: " .. earlier("npc_sighting"))
client.logout()
-- A third language. Only one earlier language is kept.
client.world.locale = "frFR"
client.login(elwynn.player())
note("in French: " .. #client.records("npc_sighting") .. ", kept: " .. earlier("npc_sighting"))
-- Data that is no longer shared is removed from both lists, and everything is removed after its time.
table.insert(client.env.ThirdWitnessEarlierDB.records, { kind = "gold_snapshot" })
client.type("/tw share gold off")
note("shared no more: " .. earlier("gold_snapshot"))
client.logout()
client.wait(29 * 86400)
client.login(elwynn.player())
note("a month less a day: " .. earlier("npc_sighting"))
client.logout()
client.wait(86400)
client.login(elwynn.player())
note("a month: " .. earlier())
client.logout()

-- The file of a later version is left unchanged.
client.login(elwynn.player())
client.env.ThirdWitnessDB.format = 2
client.logout()
client.login(elwynn.player())
client.mouseover(elwynn.wolf())
client.type("/tw")
client.logout()
