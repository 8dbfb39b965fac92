-- A guild whose window first hides offline members and then shows them.

local client, here = ...
local elwynn = assert(loadfile(here .. "../sessions/elwynn.lua"))(client)
local function note(text) table.insert(client.chat, "> " .. text) end

local guild = {
  name = "Third Watch", hidesOffline = true,
  members = {
    { name = "Thrandil", rank = "Member", level = 12, class = "Mage", online = true },
    { name = "Elodie", rank = "Member", level = 60, class = "Priest", online = { 0, 1, 2, 12 } },
  },
}

client.login(elwynn.player({ bag = {}, guild = guild }))
client.type("/tw share guild on")
client.wait(30)
note("hidden, all counted: " .. #client.records("guild_snapshot"))
guild.countsListed = true
client.fire("GUILD_ROSTER_UPDATE")
client.wait(30)
note("hidden, those listed counted: " .. #client.records("guild_snapshot"))
guild.hidesOffline = false
client.fire("GUILD_ROSTER_UPDATE")
client.wait(30)
note("shown: " .. #client.records("guild_snapshot"))
client.logout()
