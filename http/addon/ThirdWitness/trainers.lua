-- What trainers teach, and for how much.

local _, TW = ...

local recorder = TW.recorder("trainers")

--- Lessons that can be learned, now or later. Those that are known do not tell their cost.
local STATES = { available = true, unavailable = true, used = false, header = false }

local isOpen = false
--- How many lessons the window has shown at most: it shows fewer when some were learned, more when a filter is lifted.
local most = 0
local tip

--- Name, rank and state of a lesson, which come in another order in newer clients.
local function lessonAt(index)
  local name, second, third, _, fifth = GetTrainerServiceInfo(index)
  if STATES[third] ~= nil then return name, second, third end
  return name, fifth, second
end

--- The spell that a lesson teaches, which its tooltip alone tells; nil where it does not.
local function spellAt(index)
  local fine, spellId = pcall(function()
    tip = tip or CreateFrame("GameTooltip", "ThirdWitnessTooltip", UIParent, "GameTooltipTemplate")
    tip:SetOwner(UIParent, "ANCHOR_NONE")
    tip:SetTrainerService(index)
    local _, id = tip:GetSpell()
    tip:Hide()
    return id
  end)
  return fine and spellId or nil
end

local function service(index)
  local name, rank, state = lessonAt(index)
  if name == nil or not STATES[state] then return nil end
  local profession, requiredSkill = GetTrainerServiceSkillReq(index)
  local requiredLevel = GetTrainerServiceLevelReq(index)
  local hasSkill = profession ~= nil and profession ~= ""
  return {
    spellId = spellAt(index),
    name = rank ~= nil and rank ~= "" and name .. " (" .. rank .. ")" or name,
    costCopper = (GetTrainerServiceCost(index)),
    requiredLevel = requiredLevel ~= 0 and requiredLevel or nil,
    profession = hasSkill and profession or nil,
    requiredSkill = hasSkill and requiredSkill or nil,
  }
end

local function lineOf(one)
  return one.name .. "=" .. tostring(one.costCopper)
end

local function record(trainerNpcId, services)
  local lines = {}
  for at, one in ipairs(services) do lines[at] = lineOf(one) end
  TW.seen.once("trainer_seen", trainerNpcId .. ":" .. TW.client.digest(lines), {
    trainerNpcId = trainerNpcId, services = services,
  })
end

local function read()
  if not isOpen then return end
  local trainerNpcId = TW.client.npcOf("npc")
  if trainerNpcId == nil then return end
  local services = {}
  for index = 1, GetNumTrainerServices() do table.insert(services, service(index)) end
  if #services <= most then return end
  most = #services
  for run in TW.runs(services) do record(trainerNpcId, run) end
end

recorder.on("TRAINER_SHOW", function()
  isOpen, most = true, 0
  read()
end)
recorder.on("TRAINER_UPDATE", read)
recorder.always("TRAINER_CLOSED", function() isOpen = false end)
