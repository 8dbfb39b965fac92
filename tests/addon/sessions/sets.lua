-- A player who changes the season, the region, the build and the language between logins, and clients that do not say
-- their season and region.

local client, here = ...
local elwynn = assert(loadfile(here .. "../sessions/elwynn.lua"))(client)
local world = client.world
local function note(text) table.insert(client.chat, "> " .. text) end

local function describe(set)
  return ("%s season %s region %s %s: %d"):format(
    set.clientBuild, tostring(set.season), tostring(set.region), set.locale, #client.records("npc_sighting", set))
end

--- Meets a kobold in a session of this realm, which `change` moves elsewhere first.
local function play(name, change)
  change()
  client.login(elwynn.player())
  client.mouseover(elwynn.kobold())
  note(name .. ": " .. describe(client.set()) .. ", sets " .. #client.env.ThirdWitnessDB.sets)
  client.logout()
end

play("first", function() end)
play("the same", function() end)
play("another season", function() world.season = 2 end)
play("another region", function() world.season, world.region = 0, 1 end)
play("back in the first region", function() world.region = 3 end)
play("a test client", function() world.region = 72 end)
play("a season that no contract knows", function() world.region, world.season = 3, 100 end)
play("numbers that are none", function() world.region, world.season = "EU", 1.5 end)
play("hidden", function() world.region, world.season, world.hidesRealm = 4, 4, true end)
play("functions that fail", function()
  world.region, world.season, world.hidesRealm = "error", "error", nil
end)
play("no functions", function()
  world.region, world.season, world.missing = 3, 0, { "C_Seasons", "GetCurrentRegion", "WOW_PROJECT_ID" }
end)
play("a new build", function() world.build, world.missing = "99999", nil end)

-- The last login sees every set, the most recently used one last.
client.login(elwynn.player())
for _, set in ipairs(client.env.ThirdWitnessDB.sets) do note("kept " .. describe(set) .. (set.seen and ", seen" or "")) end
client.logout()
