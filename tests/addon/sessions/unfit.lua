-- Prints the characters that the addon allows in no text, as the first and last of each run.

local client, here = ...
local elwynn = assert(loadfile(here .. "../sessions/elwynn.lua"))(client)

client.login(elwynn.player())
local isForbidden = client.namespace.text.isForbidden
local first
for code = 0, 0x110000 do
  local unfit = code <= 0x10ffff and isForbidden(code)
  if unfit and first == nil then first = code end
  if not unfit and first ~= nil then
    table.insert(client.chat, ("%x %x"):format(first, code - 1))
    first = nil
  end
end
client.logout()
