-- Frames, events, timers, the clock and the chat window.

return function(client, env, toc)
  local world = client.world
  local listening = {}
  local timers = {}
  local hooks = {}

  local Frame = {}
  Frame.__index = Frame

  function Frame:RegisterEvent(event)
    if world.unknownEvents and world.unknownEvents[event] then
      error("Attempt to register unknown event \"" .. event .. "\"")
    end
    listening[event] = listening[event] or {}
    table.insert(listening[event], self)
  end

  function Frame:SetScript(script, work) self[script] = work end

  rawset(env, "CreateFrame", function(kind, name)
    local frame = setmetatable({}, Frame)
    if kind == "GameTooltip" then client.makeTooltip(frame) end
    if name ~= nil then env[name] = frame end
    return frame
  end)
  rawset(env, "UIParent", setmetatable({}, Frame))

  --- Sends an event to every frame that is registered for it. As in the client, an error of a handler goes to its error
  --- window.
  function client.fire(event, ...)
    for _, frame in ipairs(listening[event] or {}) do frame.OnEvent(frame, event, ...) end
  end

  rawset(env, "C_Timer", {
    After = function(seconds, work)
      table.insert(timers, { at = world.runningTime + seconds, work = work })
    end,
  })

  local function nextTimer(till)
    local found
    for at, timer in ipairs(timers) do
      if timer.at <= till and (found == nil or timer.at < timers[found].at) then found = at end
    end
    return found and table.remove(timers, found)
  end

  local function setTime(runningTime)
    world.serverTime = world.serverTime + runningTime - world.runningTime
    world.runningTime = runningTime
  end

  --- Advances time and runs everything that is due.
  function client.wait(seconds)
    local till = world.runningTime + seconds
    while client.env == env do
      local timer = nextTimer(till)
      if timer == nil then break end
      setTime(math.max(timer.at, world.runningTime))
      timer.work()
    end
    setTime(till)
  end

  --- Schedules an answer of the realm.
  function client.later(seconds, work) env.C_Timer.After(seconds, work) end

  rawset(env, "GetTime", function() return world.runningTime end)
  rawset(env, "GetServerTime", function() return math.floor(world.serverTime) end)
  rawset(env, "debugprofilestop", function() return os.clock() * 1000 end)
  rawset(env, "GetBuildInfo", function() return "1.15.8", world.build or "67156", "Jul 1 2026", 11508 end)
  rawset(env, "GetLocale", function() return world.locale end)
  rawset(env, "C_AddOns", { GetAddOnMetadata = function(_, field) return toc[field] end })
  rawset(env, "DEFAULT_CHAT_FRAME", { AddMessage = function(_, text) table.insert(client.chat, text) end })
  rawset(env, "SlashCmdList", {})

  --- Runs the hook after the function, whoever calls it.
  rawset(env, "hooksecurefunc", function(name, hook)
    if hooks[name] == nil then
      local original = env[name]
      hooks[name] = {}
      rawset(env, name, function(...)
        original(...)
        for _, one in ipairs(hooks[name]) do one(...) end
      end)
    end
    table.insert(hooks[name], hook)
  end)
end
