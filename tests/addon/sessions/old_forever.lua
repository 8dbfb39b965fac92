-- Builds of World of Warcraft: Forever that write saved files but do not read them back, and the first one that does.

local client, here = ...
local elwynn = assert(loadfile(here .. "../sessions/elwynn.lua"))(client)
local function note(text) table.insert(client.chat, "> " .. text) end

for _, build in ipairs({ "69876", "70008", "70009" }) do
  client.world.build = build
  client.login(elwynn.player({ bag = {} }))
  client.goTo(1429, 50, 50)
  client.mouseover(elwynn.kobold())
  client.loot(client.guid("Creature", 6, 1), { 2589, 1 })
  client.type("/tw")
  note(build .. ": " .. (client.env.ThirdWitnessDB and #client.records("loot") or "no file"))
  client.logout()
end
