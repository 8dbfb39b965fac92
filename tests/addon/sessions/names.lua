-- Prints how the addon writes names with unusual spaces and marks for grammar.

local client, here = ...
local elwynn = assert(loadfile(here .. "../sessions/elwynn.lua"))(client)

client.login(elwynn.player())
for _, name in ipairs({
  "Ragged Wolf", " Ragged  Wolf ", "Ragged\194\160Wolf", "\227\128\128Ragged\226\128\137 \226\128\175Wolf\225\154\128",
  "Ragged\226\129\159Young\226\128\128Wolf", "Ho\205\184gger", " ", "\194\160",
}) do
  table.insert(client.chat, client.namespace.text.name(name, 1, 12) or "none")
end
-- Marks for grammar, which the client replaces only when it shows a text.
for _, name in ipairs({
  "1 |4Wolf:Wolves;", "3 |4Wolf:Wolves;", "21 |4a:b:c;", "Chef |2 Elwynn", "Chef |2 Kobold", "|2 \195\137lune", "|3-6(\208\152\208\188\209\143) x",
  "\236\154\169|1\236\157\132;\235\165\188; x", "a||4b:c;", "a|5b", "|4no end", "\1x", "|1a;|4b:c;",
}) do
  table.insert(client.chat, client.namespace.text.name(name, 1, 40) or "none")
end
client.logout()
