-- Adds lines with the player's own drop counts and with public chances and prices to tooltips of items and NPCs. /tw
-- tooltips off removes them.

local _, TW = ...

local recorder = TW.recorder("tooltips")
local known = TW.client.known

local function addLines(tooltip, lines)
  for _, line in ipairs(lines) do tooltip:AddLine(line, 0.6, 0.8, 1) end
  if #lines > 0 then tooltip:Show() end
end

local function addItem(tooltip, itemId)
  if itemId ~= nil and TW.store.showsTooltips() then addLines(tooltip, TW.publicData.linesOfItem(itemId)) end
end

local function addNpc(tooltip, guid)
  local kind, npcId = TW.client.entityOf(guid)
  if kind == "npc" and TW.store.showsTooltips() then addLines(tooltip, TW.publicData.linesOfNpc(npcId)) end
end

--- Hooks one tooltip of clients that fire a script when its content is set.
local function hookTooltip(tooltip)
  -- The tooltip of a recipe fires the script once for the recipe and once for the item it makes.
  local isSet = false
  tooltip:HookScript("OnTooltipSetItem", recorder.guardAlways(function()
    if isSet then return end
    isSet = true
    local _, link = known(tooltip:GetItem())
    addItem(tooltip, TW.client.itemOf(link))
  end))
  tooltip:HookScript("OnTooltipCleared", function() isSet = false end)
  tooltip:HookScript("OnTooltipSetUnit", recorder.guardAlways(function()
    local _, unit = known(tooltip:GetUnit())
    if unit ~= nil then addNpc(tooltip, TW.client.guidOf(unit)) end
  end))
end

local usesData = TW.client.onTooltipData("Item", recorder.guardAlways(function(tooltip, data)
  addItem(tooltip, known(data.id))
end))
if usesData then
  TW.client.onTooltipData("Unit", recorder.guardAlways(function(tooltip, data) addNpc(tooltip, known(data.guid)) end))
else
  -- A client without these scripts raises an error. It then has no lines in tooltips.
  for _, tooltip in pairs({ GameTooltip, ItemRefTooltip }) do pcall(hookTooltip, tooltip) end
end

recorder.always("PLAYER_LOGIN", TW.publicData.dropOtherMarkets)
