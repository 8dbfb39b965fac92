-- Runs one session: lua5.1 run.lua FOLDER-OF-THE-ADDON FOLDER-FOR-SAVED-FILES SESSION SEED LAYOUT KIND [SECONDS]
-- KIND is era, anniversary, mists or forever, and SECONDS is the session's start by the realm's clock. The chat is printed to standard
-- output. The content of the saved file, read back as the client does, is written to db.json beside it.

local here = arg[0]:match("^(.*/)") or "./"
local addon, state, session, seed, layout = arg[1], arg[2], arg[3], tonumber(arg[4]), arg[5]

math.randomseed(seed)
local client = assert(loadfile(here .. "client.lua"))(here)({
  addon = addon, state = state, layout = layout, kind = arg[6], serverTime = tonumber(arg[7]),
})
client.seed = seed
assert(loadfile(session))(client, here)

for _, line in ipairs(client.chat) do print(line) end

local env = {}
local chunk = assert(loadfile(state .. "/ThirdWitness.lua"))
setfenv(chunk, env)
chunk()
local file = assert(io.open(state .. "/db.json", "wb"))
file:write(dofile(here .. "json.lua")(env.ThirdWitnessDB))
file:close()
