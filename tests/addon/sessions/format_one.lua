-- A saved file of format 1 with records in two languages, as releases before 0.7.0 wrote it.

local client, here = ...
local elwynn = assert(loadfile(here .. "../sessions/elwynn.lua"))(client)
local function note(text) table.insert(client.chat, "> " .. text) end

local function loot(n)
  return {
    kind = "loot", eventId = "old:" .. n, capturedAt = "2026-11-22T10:00:00Z", sourceNpcId = 6, sourceEvidence = "loot-api",
    items = { { itemId = 2589, count = n } },
  }
end

local INSTALL = ("0123456789abcdef"):rep(2)

local function head(locale, build, fields)
  fields.format, fields.installId, fields.addonVersion, fields.protocol = 1, INSTALL, "0.6.0", "1.4.0"
  fields.locale, fields.clientBuild = locale, build
  return fields
end

client.world.player = elwynn.player()
client.save({
  ThirdWitnessDB = head("enUS", "1.15.8.67156", {
    records = { loot(1), "nonsense", loot(2) }, dropped = 7, paused = true, sharing = { gold = true },
    seen = { build = "1.15.8.67156", npc_sighting = "6@20000" },
  }),
  ThirdWitnessEarlierDB = head("deDE", "1.15.7.60000", { records = { loot(3) }, since = 1795000000 }),
})

client.login(elwynn.player())
note("the install is the same: " .. tostring(client.env.ThirdWitnessDB.installId == INSTALL))
note("paused: " .. tostring(client.namespace.store.isPaused()) .. ", dropped " .. client.namespace.store.dropped())
note("shares gold: " .. tostring(client.namespace.store.shares("gold")))
client.type("/tw resume")
client.mouseover(elwynn.kobold())
client.type("/tw")
-- A crash leaves the file of format 1 as it was.
client.crash()
client.login(elwynn.player())
client.type("/tw resume")
client.mouseover(elwynn.kobold())
client.logout()
client.login(elwynn.player())
note("old variable: " .. tostring(client.env.ThirdWitnessEarlierDB))
for _, set in ipairs(client.env.ThirdWitnessDB.sets) do
  note(("%s %s season %s region %s, by %s: %d"):format(
    set.clientBuild, set.locale, tostring(set.season), tostring(set.region), set.addonVersion, #set.records))
end
client.logout()
