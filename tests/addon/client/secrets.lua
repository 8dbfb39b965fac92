-- Secret values of World of Warcraft: Forever. The client hands them out instead of GUIDs and names, and raises an error
-- when an addon compares them, tests them for truth or uses them as a key; `type` returns the type of the hidden value.
--
-- Lua 5.1 cannot intercept the comparison of values of different types, truth tests and lookups by a key. Instead, an
-- addon must pass every secret that it gets to `issecretvalue` before its handler ends, and must not keep one anywhere.
-- All other uses, such as calling a method, concatenating or ordering, raise an error as in the client.

local USES = {
  "__index", "__newindex", "__call", "__concat", "__len", "__eq", "__lt", "__le", "__unm", "__add", "__sub", "__mul", "__div",
  "__mod", "__pow", "__tostring",
}

return function(client, env)
  --- The hidden value of each secret, and the secrets that were not tested yet with the place that got them.
  local hidden, untested = {}, {}

  local function misuse() error("a secret value was used", 2) end

  --- Returns a value, or a secret that hides it if `isSecret` is true.
  function client.hide(isSecret, value)
    if not client.isForever or not isSecret or value == nil then return value end
    local secret = newproxy(true)
    local meta = getmetatable(secret)
    for _, use in ipairs(USES) do meta[use] = misuse end
    hidden[secret] = { value = value }
    untested[secret] = debug.traceback("", 2)
    return secret
  end

  rawset(env, "issecretvalue", function(value)
    if value == nil or hidden[value] == nil then return false end
    untested[value] = nil
    return true
  end)
  rawset(env, "type", function(value)
    local secret = value ~= nil and hidden[value]
    return type(secret and secret.value or value)
  end)

  --- Fails if the addon got a secret that it did not test, or did something that the client blocks.
  function client.checkConduct()
    local _, place = next(untested)
    if place ~= nil then error("the addon did not test a secret value" .. place) end
    if client.blocked ~= nil then error("the client blocked the addon: " .. client.blocked) end
  end

  --- Fails if a secret is stored in the tables or functions that can be reached from `value`.
  local function checkStored(value, visited)
    if hidden[value] ~= nil then error("the addon stored a secret value") end
    if visited[value] then return end
    if type(value) == "table" then
      visited[value] = true
      for key, inner in next, value do
        checkStored(key, visited)
        checkStored(inner, visited)
      end
    elseif type(value) == "function" then
      visited[value] = true
      for at = 1, math.huge do
        local name, inner = debug.getupvalue(value, at)
        if name == nil then break end
        if inner ~= nil and inner ~= hidden and inner ~= untested and inner ~= client then checkStored(inner, visited) end
      end
    end
  end

  function client.checkNothingStored()
    if not client.isForever then return end
    for _, recorder in ipairs(client.namespace.recorders) do
      local isMisuse = recorder.lastFault ~= nil and recorder.lastFault:find("a secret value was used", 1, true)
      if isMisuse then error(recorder.name .. ": " .. recorder.lastFault) end
    end
    checkStored(client.namespace, { [env] = true })
    for _, name in ipairs({ "ThirdWitnessDB", "ThirdWitnessEarlierDB", "ThirdWitnessCharacterDB" }) do
      if rawget(env, name) ~= nil then checkStored(rawget(env, name), {}) end
    end
  end
end
