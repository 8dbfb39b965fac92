-- Random hexadecimal text for the install id. The id must be hard to guess, because anyone who knows it can upload and
-- erase as that install. The client has no secure generator, so its random numbers are mixed with timers, memory use
-- and table addresses.

local _, TW = ...

--- Formats an integer below 2^32 as eight hexadecimal digits. It does so in two halves, because the client's %x fails
--- from 2^31 on.
function TW.hex32(number)
  return ("%04x%04x"):format(math.floor(number / 65536), number % 65536)
end

--- Returns random hexadecimal digits. `length` must be a multiple of eight.
function TW.randomHex(length)
  local lanes = { 1, 2, 3, 4 }
  local function stir(text)
    for at = 1, #text do
      for lane = 1, 4 do
        lanes[lane] = (lanes[lane] * (65599 + 2 * lane) + text:byte(at) + math.random(0, 65535)) % 4294967296
      end
    end
  end
  for _ = 1, 16 do
    stir(tostring({}) .. tostring(GetTime()) .. tostring(debugprofilestop()) .. tostring(collectgarbage("count")))
  end
  local hex = {}
  while #hex * 8 < length do
    stir(tostring(debugprofilestop()))
    table.insert(hex, TW.hex32(lanes[#hex % 4 + 1]))
  end
  return table.concat(hex):sub(1, length)
end
