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
local set = client.set()
table.insert(set.records, "nonsense")
table.insert(set.records, { noKind = true })
set.seen = { npc_sighting = "@ @1 x@y 6:1429:100:100@99999999" }
table.insert(db.sets, 1, "nonsense")
table.insert(db.sets, 2, { records = "none", locale = "deDE" })
db.sharing, db.dropped = "all", nil
client.logout()

client.login(elwynn.player())
note("after an edit: " .. #client.records("npc_sighting") .. ", of " .. #client.records())
note("the install is the same: " .. tostring(client.env.ThirdWitnessDB.installId == installId))
client.logout()

-- A new build may have changed anything, so everything is recorded again in a set of its own.
client.world.build = "70000"
client.login(elwynn.player())
client.mouseover(elwynn.kobold())
note("in a new build: " .. #client.records("npc_sighting"))
client.type("/tw")
client.logout()

-- The file of a later version is left unchanged.
client.login(elwynn.player())
client.env.ThirdWitnessDB.format = 3
client.logout()
client.login(elwynn.player())
client.mouseover(elwynn.wolf())
client.type("/tw")
client.logout()
