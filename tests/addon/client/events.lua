-- Frames, events, timers, the clock and the chat window.

local FRAME_S = 1 / 60

return function(client, env, toc)
  local world = client.world
  local listening = {}
  local timers = {}

  local Frame = {}
  Frame.__index = Frame

  function Frame:RegisterEvent(event)
    -- The client shows the player a message about a forbidden action, whether or not the addon catches the error.
    if event:find("^COMBAT_LOG_EVENT") then client.blocked = event end
    if not client.facts.events[event] or (world.unknownEvents and world.unknownEvents[event]) then
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
    client.checkConduct()
  end

  rawset(env, "C_Timer", {
    After = function(seconds, work)
      -- The earliest moment is the next frame.
      table.insert(timers, { at = world.runningTime + math.max(seconds, FRAME_S), work = work })
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
      local began = os.clock()
      timer.work()
      client.longestFrameMs = math.max(client.longestFrameMs or 0, (os.clock() - began) * 1000)
      client.checkConduct()
    end
    setTime(till)
  end

  --- Schedules an answer of the realm.
  function client.later(seconds, work) env.C_Timer.After(seconds, work) end

  rawset(env, "GetTime", function() return world.runningTime end)
  rawset(env, "GetServerTime", function() return math.floor(world.serverTime) end)
  rawset(env, "debugprofilestop", function() return os.clock() * 1000 end)
  rawset(env, "GetBuildInfo", function()
    local facts = client.facts
    return facts.version, world.build or facts.build, "Jul 1 2026", facts.interface
  end)
  rawset(env, "GetLocale", function() return world.locale end)
  rawset(env, "WOW_PROJECT_ID", client.isForever and 18 or 2)
  local function tellRealm(value)
    if value == "error" then error("the client is broken") end
    return client.hide(world.hidesRealm, value)
  end
  rawset(env, "C_Seasons", { GetActiveSeason = function() return tellRealm(world.season or 0) end })
  rawset(env, "GetCurrentRegion", function() return tellRealm(world.region or 3) end)
  rawset(env, "C_AddOns", { GetAddOnMetadata = function(_, field) return toc[field] end })
  rawset(env, "DEFAULT_CHAT_FRAME", { AddMessage = function(_, text) table.insert(client.chat, text) end })
  rawset(env, "SlashCmdList", {})

  --- Runs the hook after a function of a table, or after a global function, whoever calls it.
  rawset(env, "hooksecurefunc", function(holder, name, hook)
    if hook == nil then holder, name, hook = env, holder, name end
    local original = holder[name]
    rawset(holder, name, function(...)
      original(...)
      hook(...)
    end)
  end)
end
