-- What a real client has of the names that the addon uses. facts.txt lists them, so that a fake client has the same.

--- The description that is nearest to each fake client.
local NEAREST = { era = "era", anniversary = "anniversary", mists = "mists", forever = "mainline" }

--- What Forever is known to differ in from the description that is nearest to it.
local FOREVER = {
  version = "1.60.1", build = "70790", interface = 16001,
  -- Nobody has published the season of a realm of Forever, so the fake client has the function of its siblings.
  functions = { "C_Seasons.GetActiveSeason" }, namespaces = { "C_Seasons" },
}

local function words(text)
  local list = {}
  for word in text:gmatch("%S+") do table.insert(list, word) end
  return list
end

local function addAll(set, names)
  for _, name in ipairs(names) do set[name] = true end
end

--- Returns the facts about a client: `functions`, `events` and `namespaces` are sets, `results` lists the names of each
--- function's results, `fields` the fields of each structure, `enums` the values of each enum, and `all` the functions
--- of all clients.
return function(here, kind)
  local facts = {
    all = {}, functions = {}, events = {}, namespaces = {}, results = {}, fields = {}, enums = {}, allNamespaces = {},
  }
  for line in io.lines(here .. "facts.txt") do
    local what, name, clients, details = (line .. "\t"):match("^(%l+)\t([^\t]+)\t([^\t]+)\t([^\t]*)")
    if what == "function" then facts.all[name] = true end
    if what == "namespace" then facts.allNamespaces[name] = true end
    if what ~= nil and (" " .. clients .. " "):find(" " .. NEAREST[kind] .. " ", 1, true) then
      if what == "client" then facts.version, facts.build, facts.interface = unpack(words(details))
      elseif what == "function" then facts.functions[name], facts.results[name] = true, words(details)
      elseif what == "enum" then
        local family, value = name:match("^(%w+)%.(%w+)$")
        facts.enums[family] = facts.enums[family] or {}
        facts.enums[family][value] = tonumber(details)
      elseif what == "structure" then
        facts.fields[name] = {}
        addAll(facts.fields[name], words(details))
      else facts[what .. "s"][name] = true end
    end
  end
  if kind == "forever" then
    facts.version, facts.build, facts.interface = FOREVER.version, FOREVER.build, FOREVER.interface
    addAll(facts.functions, FOREVER.functions)
    addAll(facts.namespaces, FOREVER.namespaces)
  end
  facts.interface = tonumber(facts.interface)

  --- Removes what the real client lacks, and fails if the fake client lacks what the real one has.
  function facts.apply(env)
    for name in pairs(facts.all) do
      local holder, field = name:match("^([%w_]+)%.(%w+)$")
      local place = holder == nil and env or rawget(env, holder)
      field = field or name
      if facts.functions[name] and (place == nil or rawget(place, field) == nil) then
        error("the fake client lacks " .. name)
      end
      if not facts.functions[name] and place ~= nil then rawset(place, field, nil) end
    end
    for name in pairs(facts.allNamespaces) do
      if not facts.namespaces[name] then rawset(env, name, nil)
      elseif rawget(env, name) == nil then rawset(env, name, {}) end
    end
  end

  --- Returns results of a function in the order of the real client, from a table by name.
  function facts.resultsOf(name, values)
    local list = facts.results[name] or {}
    local ordered, known = {}, {}
    for at, result in ipairs(list) do ordered[at], known[result] = values[result], true end
    for result in pairs(values) do
      if not known[result] then error(name .. " has no result " .. result) end
    end
    return unpack(ordered, 1, #list)
  end

  --- Returns a structure whose fields are those of the real client: other fields can be neither set nor read.
  function facts.structure(name, values)
    local fields = facts.fields[name]
    if fields == nil then return values end
    for field in pairs(values) do
      if not fields[field] then error(name .. " has no field " .. field) end
    end
    return setmetatable(values, {
      __index = function(_, field)
        if not fields[field] then error(name .. " has no field " .. tostring(field), 2) end
      end,
    })
  end

  return facts
end
