-- Text that nobody can guess: whoever knows an install's id can send and erase as that install. It is drawn from the
-- client's random numbers and from what differs between computers and moments.

local _, TW = ...

--- Hexadecimal digits, a multiple of eight of them.
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
    table.insert(hex, string.format("%08x", lanes[#hex % 4 + 1]))
  end
  return table.concat(hex):sub(1, length)
end
