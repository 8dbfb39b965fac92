-- The addon's one table, and how its parts hear of the game. Nothing here or in the other files writes a global but the
-- saved variable and what a slash command needs.

local ADDON, TW = ...

TW.addon = ADDON

--- Recorders by name. Each has its own faults, so that one that fails leaves the game and the others as they are.
TW.recorders = {}

local frame = CreateFrame("Frame")
local listeners = {}

--- Does work for a recorder. A fault is counted against it and goes no further.
local function guarded(recorder, work, ...)
  local fine, fault = pcall(work, ...)
  if fine then return end
  recorder.faults = recorder.faults + 1
  recorder.lastFault = tostring(fault)
end

--- Whether records are written now.
function TW.isRecording()
  return TW.store ~= nil and TW.store.isOpen() and not TW.store.isPaused()
end

--- A part of the addon that listens to the game. What it hears reaches it while records are written, or always.
function TW.recorder(name)
  local recorder = { name = name, faults = 0, lastFault = nil }

  local function listen(event, work, always)
    if listeners[event] == nil then
      -- A client that lacks an event refuses it with an error; it is then simply never heard.
      if not pcall(frame.RegisterEvent, frame, event) then return end
      listeners[event] = {}
    end
    table.insert(listeners[event], { recorder = recorder, work = work, always = always })
  end

  function recorder.on(event, work) listen(event, work, false) end

  function recorder.always(event, work) listen(event, work, true) end

  --- Does work after some seconds, if records are written then.
  function recorder.after(seconds, work)
    C_Timer.After(seconds, function()
      if TW.isRecording() then guarded(recorder, work) end
    end)
  end

  --- A function that has work done some seconds after it is called, once for all calls meanwhile.
  function recorder.gathered(seconds, work)
    local isPlanned = false
    return function()
      if isPlanned then return end
      isPlanned = true
      C_Timer.After(seconds, function()
        -- Also where nothing is recorded just then: what is planned for good is never done again.
        isPlanned = false
        if TW.isRecording() then guarded(recorder, work) end
      end)
    end
  end

  --- Wraps what others call back, such as a hook.
  function recorder.guard(work)
    return function(...)
      if TW.isRecording() then guarded(recorder, work, ...) end
    end
  end

  table.insert(TW.recorders, recorder)
  return recorder
end

frame:SetScript("OnEvent", function(_, event, ...)
  for _, listener in ipairs(listeners[event]) do
    if listener.always or TW.isRecording() then guarded(listener.recorder, listener.work, ...) end
  end
end)

--- "1 record", "2 records".
function TW.counted(number, word)
  return ("%d %s%s"):format(number, word, number == 1 and "" or "s")
end

--- Says something to the player.
function TW.say(text)
  DEFAULT_CHAT_FRAME:AddMessage("Third Witness: " .. text)
end
