-- Text that nobody can guess: whoever knows an install's id can send and erase as that install. It is drawn from the
-- client's random numbers and from what differs between computers and moments.

local _, TW = ...

--- Eight hexadecimal digits of a whole number below 2^32. In halves: the client's %x takes no number from 2^31 on.
function TW.hex32(number)
  return ("%04x%04x"):format(math.floor(number / 65536), number % 65536)
end

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
    table.insert(hex, TW.hex32(lanes[#hex % 4 + 1]))
  end
  return table.concat(hex):sub(1, length)
end
