-- Records trainers' lessons and their costs.

local _, TW = ...

local recorder = TW.recorder("trainers")
local known = TW.client.known

--- States of a lesson, and whether a lesson in that state is recorded. Lessons that the player already knows have no
--- cost.
local STATES = { available = true, unavailable = true, used = false, header = false }

local isOpen = false
--- Largest number of lessons read while this window has been open. The window shows fewer lessons after the player has
--- learned some, and more after a filter was removed.
local most = 0
local tip

--- Returns a lesson's name, rank, state and level. Newer clients return these values in a different order, in which
--- the level is the fourth or fifth value.
local function readLesson(index)
  local name, second, third, fourth, fifth = known(GetTrainerServiceInfo(index))
  if STATES[third] ~= nil then return name, second, third, nil end
  local rank = type(fifth) == "string" and fifth or nil
  return name, rank, second, rank == nil and tonumber(fifth) or tonumber(fourth)
end

--- Returns the spell in a lesson's tooltip, on clients that describe tooltips as data.
local function readDescribedSpell(index)
  local tooltip = C_TooltipInfo.GetTrainerService(index)
  return tooltip and known(tooltip.id)
end

--- Returns the spell that a lesson teaches, or nil if unknown. Only the lesson's tooltip names the spell.
local function readSpell(index)
  local fine, spellId = pcall(function()
    if C_TooltipInfo and C_TooltipInfo.GetTrainerService then return readDescribedSpell(index) end
    tip = tip or CreateFrame("GameTooltip", "ThirdWitnessTooltip", UIParent, "GameTooltipTemplate")
    tip:SetOwner(UIParent, "ANCHOR_NONE")
    tip:SetTrainerService(index)
    local _, id = tip:GetSpell()
    tip:Hide()
    return id
  end)
  return fine and spellId or nil
end

local function readService(index)
  local name, rank, state, level = readLesson(index)
  if name == nil or not STATES[state] then return nil end
  local profession, requiredSkill
  if GetTrainerServiceSkillReq then profession, requiredSkill = known(GetTrainerServiceSkillReq(index)) end
  local requiredLevel = GetTrainerServiceLevelReq and GetTrainerServiceLevelReq(index) or level
  local hasSkill = profession ~= nil and profession ~= ""
  return {
    spellId = readSpell(index),
    name = rank ~= nil and rank ~= "" and name .. " (" .. rank .. ")" or name,
    costCopper = (GetTrainerServiceCost(index)),
    requiredLevel = requiredLevel ~= 0 and requiredLevel or nil,
    profession = hasSkill and profession or nil,
    requiredSkill = hasSkill and requiredSkill or nil,
  }
end

local function formatLesson(one)
  return one.name .. "=" .. tostring(one.costCopper)
end

local function recordServices(trainerNpcId, services)
  local lines = {}
  for at, one in ipairs(services) do lines[at] = formatLesson(one) end
  TW.seen.once("trainer_seen", trainerNpcId .. ":" .. TW.client.digest(lines), {
    trainerNpcId = trainerNpcId, standing = TW.client.standingOf("npc"), services = services,
  })
end

local function readServices()
  if not isOpen then return end
  local trainerNpcId = TW.client.npcOf("npc")
  if trainerNpcId == nil then return end
  local services = {}
  for index = 1, GetNumTrainerServices() do table.insert(services, readService(index)) end
  if #services <= most then return end
  most = #services
  for chunk in TW.chunks(services) do recordServices(trainerNpcId, chunk) end
end

recorder.on("TRAINER_SHOW", function()
  isOpen, most = true, 0
  readServices()
end)
recorder.on("TRAINER_UPDATE", readServices)
recorder.always("TRAINER_CLOSED", function() isOpen = false end)
