-- Prints how the addon writes names with unusual spaces.

local client, here = ...
local elwynn = assert(loadfile(here .. "../sessions/elwynn.lua"))(client)

client.login(elwynn.player())
for _, name in ipairs({
  "Ragged Wolf", " Ragged  Wolf ", "Ragged\194\160Wolf", "\227\128\128Ragged\226\128\137 \226\128\175Wolf\225\154\128",
  "Ragged\226\129\159Young\226\128\128Wolf", "Ho\205\184gger", " ", "\194\160",
}) do
  table.insert(client.chat, client.namespace.text.name(name, 1, 12) or "none")
end
client.logout()
