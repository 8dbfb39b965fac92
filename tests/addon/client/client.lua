-- A fake game client: Classic Era, its two successors, or World of Warcraft: Forever with its newer functions and secret
-- values. It has what the real client has of the names that the addon uses (facts.lua). It runs the addon through
-- logins, reloads and logouts, and answers its calls from a world that a session sets up.

local here = ...
local Saved = dofile(here .. "saved.lua")
local newEnvironment = dofile(here .. "environment.lua")
local readFacts = dofile(here .. "facts.lua")

local PARTS = {
  "secrets", "events", "units", "group", "maps", "items", "loot", "merchant", "quests", "trainer", "professions", "auction",
  "auction_house", "tooltips", "guild",
}

--- Returns the fields and files of an addon's table of contents.
local function readToc(folder, name)
  local fields, files = {}, {}
  for line in io.lines(("%s/%s.toc"):format(folder, name)) do
    local field, value = line:match("^## ([%w-]+): (.-)\r?$")
    if field ~= nil then fields[field] = value
    elseif not line:find("^#") and line:find("%S") then table.insert(files, (line:gsub("\r", ""))) end
  end
  return fields, files
end

return function(options)
  local client = {
    isForever = options.kind == "forever",
    facts = readFacts(here, options.kind),
    world = { runningTime = 1000, serverTime = options.serverTime or 1795341600, locale = "enUS", items = {} },
    chat = {},
  }
  local world = client.world
  local toc, files = readToc(options.addon, "ThirdWitness")

  --- Returns a GUID in the client's format.
  function client.guid(kind, id, spawn)
    return ("%s-0-4372-0-12-%d-%010X"):format(kind, id, spawn or 1)
  end

  --- Returns an NPC.
  function client.npc(id, name, level, reaction, spawn)
    return { guid = client.guid("Creature", id, spawn), name = name, level = level, reaction = reaction or 2 }
  end

  local function namesIn(list)
    local names = {}
    for name in list:gmatch("[^,%s]+") do table.insert(names, name) end
    return names
  end

  local function savedFiles()
    local own = options.state .. "/" .. world.player.realm .. "-" .. world.player.name .. ".lua"
    return {
      { path = options.state .. "/ThirdWitness.lua", names = namesIn(toc.SavedVariables) },
      { path = own, names = namesIn(toc.SavedVariablesPerCharacter) },
    }
  end

  local function readSaved()
    for _, saved in ipairs(savedFiles()) do Saved.read(saved.path, client.env) end
  end

  local OF_THE_DATA = { ThirdWitness = true, ThirdWitness_Data = true, ThirdWitness_Drops = true }

  --- Loads a file of the addon of data, which may write only its own globals.
  local function loadDataFile(path)
    local chunk = assert(loadfile(path))
    setfenv(chunk, setmetatable({}, {
      __index = client.env,
      __newindex = function(_, name, value)
        assert(OF_THE_DATA[name], name)
        rawset(client.env, name, value)
      end,
    }))
    chunk("ThirdWitness_Data", {})
  end

  --- Loads the addon of data from the folder that the session names, or only its functions over tables of the session.
  local function loadData()
    if world.publicData ~= nil then rawset(client.env, "ThirdWitness_Data", world.publicData()) end
    if world.dropTable ~= nil then rawset(client.env, "ThirdWitness_Drops", world.dropTable()) end
    if world.dataFunctions ~= nil then loadDataFile(world.dataFunctions) end
    if world.dataAddon == nil then return end
    local _, dataFiles = readToc(world.dataAddon, "ThirdWitness_Data")
    for _, file in ipairs(dataFiles) do loadDataFile(world.dataAddon .. "/" .. file) end
  end

  local function start(isLogin)
    local env = newEnvironment()
    client.env = env
    for _, part in ipairs(PARTS) do dofile(here .. part .. ".lua")(client, env, toc) end
    client.facts.apply(env)
    for _, name in ipairs(world.missing or {}) do rawset(env, name, nil) end
    local readsFirst = client.isForever and toc.LoadSavedVariablesFirst == "1"
    if readsFirst then readSaved() end
    local namespace = {}
    for _, file in ipairs(files) do
      local chunk = assert(loadfile(options.addon .. "/" .. file))
      setfenv(chunk, env)
      chunk("ThirdWitness", namespace)
    end
    client.namespace = namespace
    if not readsFirst then readSaved() end
    -- An addon of data is loaded after the addon, because addons are loaded in alphabetical order.
    loadData()
    client.fire("ADDON_LOADED", "ThirdWitness")
    client.fire("PLAYER_LOGIN")
    client.fire("PLAYER_ENTERING_WORLD", isLogin, not isLogin)
    client.fire("BAG_UPDATE_DELAYED")
  end

  --- Ends the session by a logout or reload: the addon gets its event, then the files are written.
  local function stop()
    client.fire("PLAYER_LOGOUT")
    client.checkNothingStored()
    for _, saved in ipairs(savedFiles()) do Saved.write(saved.path, saved.names, client.env, options.layout) end
  end

  --- Writes a saved file with these variables before a login, as another release of the addon would have.
  function client.save(variables)
    local saved = savedFiles()[1]
    Saved.write(saved.path, saved.names, variables, options.layout)
  end

  function client.login(player)
    world.player = player
    start(true)
  end

  function client.logout()
    stop()
    client.env = nil
    client.wait(60)
  end

  function client.reload()
    stop()
    start(false)
  end

  --- Crashes the client without writing anything.
  function client.crash() client.env = nil end

  --- Types a slash command and returns what was printed.
  function client.type(line)
    local said = #client.chat
    local command, rest = line:match("^(%S+)%s*(.*)$")
    local env = client.env
    for name, work in pairs(env.SlashCmdList) do
      for at = 1, 9 do
        if rawget(env, "SLASH_" .. name .. at) == command then work(rest) end
      end
    end
    client.checkConduct()
    return table.concat(client.chat, "\n", said + 1)
  end

  --- Returns the set of records that the addon writes in this session.
  function client.set()
    local sets = client.env.ThirdWitnessDB.sets
    return sets[#sets]
  end

  --- Returns the records of a kind in the set of this session, or in another set.
  function client.records(kind, set)
    local found = {}
    for _, record in ipairs((set or client.set()).records) do
      if kind == nil or record.kind == kind then table.insert(found, record) end
    end
    return found
  end

  return client
end
