-- What an addon finds around it: Lua without the parts that the client leaves out, and no way to write a global that is
-- not its own.

local OWN = {
  ThirdWitnessDB = true, ThirdWitnessCharacterDB = true, ThirdWitnessTooltip = true,
  SLASH_THIRDWITNESS1 = true, SLASH_THIRDWITNESS2 = true,
}

local LUA = {
  "assert", "collectgarbage", "error", "getmetatable", "ipairs", "next", "pairs", "pcall", "rawequal", "rawget", "rawset",
  "select", "setmetatable", "tonumber", "tostring", "type", "unpack", "xpcall", "math", "string", "table",
}

return function()
  local env = {}
  for _, name in ipairs(LUA) do env[name] = _G[name] end
  env.date, env.time, env._G = os.date, os.time, env
  -- What the client itself defines is put in with rawset.
  return setmetatable(env, {
    __newindex = function(_, name, value)
      if not OWN[name] then error("the addon wrote the global " .. tostring(name), 2) end
      rawset(env, name, value)
    end,
  })
end
