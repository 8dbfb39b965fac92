-- The environment of an addon: Lua without the parts that the client removes, where writing a global of others is an
-- error.

local OWN = {
  ThirdWitnessDB = true, ThirdWitnessEarlierDB = true, ThirdWitnessCharacterDB = true, ThirdWitnessTooltip = true,
  SLASH_THIRDWITNESS1 = true, SLASH_THIRDWITNESS2 = true,
}

local LUA = {
  "assert", "collectgarbage", "error", "getmetatable", "ipairs", "next", "pairs", "pcall", "rawequal", "rawget", "rawset",
  "select", "setmetatable", "tonumber", "tostring", "type", "unpack", "xpcall", "math", "string", "table",
}

-- The client formats %d and %x as signed 32-bit integers and fails for other numbers.
local plainly = string.format
string.format = function(pattern, ...)
  local at = 0
  for kind in pattern:gsub("%%%%", ""):gmatch("%%[-+ #0]*%d*%.?%d*(%a)") do
    at = at + 1
    local value = tonumber((select(at, ...)))
    if kind:find("[diouxX]") and value ~= nil and (value >= 2147483648 or value < -2147483648) then
      error("integer overflow attempting to store " .. plainly("%.0f", value), 2)
    end
  end
  return plainly(pattern, ...)
end

return function()
  local env = {}
  for _, name in ipairs(LUA) do env[name] = _G[name] end
  env.date, env.time, env._G = os.date, os.time, env
  -- Globals of the client itself are set with rawset.
  return setmetatable(env, {
    __newindex = function(_, name, value)
      if not OWN[name] then error("the addon wrote the global " .. tostring(name), 2) end
      rawset(env, name, value)
    end,
  })
end
