-- The addon's shared table TW, and the recorders that subscribe to game events. The addon's only globals are the saved
-- variables and the entries for the slash command.

local ADDON, TW = ...

TW.addon = ADDON

--- All recorders, in load order. Each recorder counts its own errors, so that an error in one of them does not affect
--- the game or the other recorders.
TW.recorders = {}

local frame = CreateFrame("Frame")
local listeners = {}

--- Calls `work` for a recorder. An error is counted for that recorder and not rethrown.
local function runGuarded(recorder, work, ...)
  local fine, fault = pcall(work, ...)
  if fine then return end
  recorder.faults = recorder.faults + 1
  recorder.lastFault = tostring(fault)
end

--- Calls an event handler. Secret arguments arrive as nil.
local function callWithKnown(work, ...) work(TW.client.known(...)) end

--- Whether records are being written, which means that the saved file is open and recording is not paused.
function TW.isRecording()
  return TW.store ~= nil and TW.store.isOpen() and not TW.store.isPaused()
end

--- Creates a recorder, a part of the addon that handles game events. Handlers added with `on` run only while records
--- are written; handlers added with `always` run at any time.
function TW.recorder(name)
  local recorder = { name = name, faults = 0, lastFault = nil }

  local function listen(event, work, always)
    if listeners[event] == nil then
      -- RegisterEvent raises an error if the client does not know the event. We then ignore that event.
      if not pcall(frame.RegisterEvent, frame, event) then return end
      listeners[event] = {}
    end
    table.insert(listeners[event], { recorder = recorder, work = work, always = always })
  end

  function recorder.on(event, work) listen(event, work, false) end

  function recorder.always(event, work) listen(event, work, true) end

  --- Calls `work` after a delay in seconds, unless recording has stopped by then.
  function recorder.after(seconds, work)
    C_Timer.After(seconds, function()
      if TW.isRecording() then runGuarded(recorder, work) end
    end)
  end

  --- Returns a debounced `work`. It runs the given number of seconds after the first call, once for all calls in
  --- between.
  function recorder.debounced(seconds, work)
    local isPlanned = false
    return function()
      if isPlanned then return end
      isPlanned = true
      C_Timer.After(seconds, function()
        -- Reset this even if recording has stopped, because otherwise the function would never run again.
        isPlanned = false
        if TW.isRecording() then runGuarded(recorder, work) end
      end)
    end
  end

  --- Wraps a callback for use by other code, such as a hook.
  function recorder.guard(work)
    return function(...)
      if TW.isRecording() then runGuarded(recorder, work, ...) end
    end
  end

  --- Wraps a callback that also runs while nothing is recorded.
  function recorder.guardAlways(work)
    return function(...) runGuarded(recorder, work, ...) end
  end

  table.insert(TW.recorders, recorder)
  return recorder
end

frame:SetScript("OnEvent", function(_, event, ...)
  for _, listener in ipairs(listeners[event]) do
    if listener.always or TW.isRecording() then runGuarded(listener.recorder, callWithKnown, listener.work, ...) end
  end
end)

--- Formats a count with its noun: "1 record", "2 records".
function TW.counted(number, word)
  return ("%d %s%s"):format(number, word, number == 1 and "" or "s")
end

--- Prints a line in the player's chat window.
function TW.say(text)
  DEFAULT_CHAT_FRAME:AddMessage("Third Witness: " .. text)
end
