-- The kinds of profession windows, with one interface: `line` returns the profession and the player's skill, or nil if
-- none is open; `isLinked` says whether the window shows another player's recipes; `size` is the number of rows; and
-- `recipe` reads a row and returns nil if it is not a recipe that the player knows. `opened`, `changed` and `closed` are
-- the window's events.

local _, TW = ...

local known = TW.client.known

--- Difficulties in the order of Enum.TradeskillRelativeDifficulty, which starts at 0.
local DIFFICULTIES = { [0] = "optimal", "medium", "easy", "trivial" }
local IS_DIFFICULTY = { optimal = true, medium = true, easy = true, trivial = true }
local BASIC_REAGENT = 1 -- Enum.CraftingReagentType.Basic

--- Returns the reagents that `reagentAt` names, or nil if the client does not know all of them yet.
local function listReagents(size, reagentAt)
  local reagents = {}
  for at = 1, size do
    local itemId, count = reagentAt(at)
    if itemId == nil then return nil end
    table.insert(reagents, { itemId = itemId, count = count })
  end
  return reagents
end

local function readLinkedRecipe(recipeLink, itemLink)
  return TW.client.recipeOf(recipeLink) or TW.client.recipeOf(itemLink), TW.client.itemOf(itemLink)
end

local TRADE_SKILL = {
  opened = "TRADE_SKILL_SHOW", changed = "TRADE_SKILL_UPDATE", closed = "TRADE_SKILL_CLOSE",
  line = function() return known(GetTradeSkillLine()) end,
  isLinked = function() return IsTradeSkillLinked ~= nil and IsTradeSkillLinked() end,
  size = function() return GetNumTradeSkills() end,
}

function TRADE_SKILL.recipe(index)
  local name, difficulty = known(GetTradeSkillInfo(index))
  if not IS_DIFFICULTY[difficulty] then return nil end
  local recipeId, itemId = readLinkedRecipe(known(GetTradeSkillRecipeLink(index)), known(GetTradeSkillItemLink(index)))
  local makesMin, makesMax = GetTradeSkillNumMade(index)
  return {
    recipeId = recipeId, name = name, difficulty = difficulty,
    makesItemId = itemId, makesMin = makesMin, makesMax = makesMax,
    reagents = listReagents(GetTradeSkillNumReagents(index), function(at)
      local _, _, count = GetTradeSkillReagentInfo(index, at)
      return TW.client.itemOf(known(GetTradeSkillReagentItemLink(index, at))), count
    end),
  }
end

local CRAFT = {
  opened = "CRAFT_SHOW", changed = "CRAFT_UPDATE", closed = "CRAFT_CLOSE",
  line = function() return known(GetCraftDisplaySkillLine()) end,
  isLinked = function() return false end,
  size = function() return GetNumCrafts() end,
}

function CRAFT.recipe(index)
  local name, _, difficulty = known(GetCraftInfo(index))
  if not IS_DIFFICULTY[difficulty] then return nil end
  -- Some builds have no recipe link and put the spell into the item link instead.
  local recipeLink = GetCraftRecipeLink and known(GetCraftRecipeLink(index))
  local recipeId, itemId = readLinkedRecipe(recipeLink, known(GetCraftItemLink(index)))
  local makesMin, makesMax
  if GetCraftNumMade then makesMin, makesMax = GetCraftNumMade(index) end
  return {
    recipeId = recipeId, name = name, difficulty = difficulty,
    makesItemId = itemId, makesMin = makesMin, makesMax = makesMax,
    reagents = listReagents(GetCraftNumReagents(index), function(at)
      local _, _, count = GetCraftReagentInfo(index, at)
      return TW.client.itemOf(known(GetCraftReagentItemLink(index, at))), count
    end),
  }
end

local recipeIds = {}

--- The window of newer clients for all professions.
local SCHEMATICS = {
  opened = "TRADE_SKILL_SHOW", changed = "TRADE_SKILL_LIST_UPDATE", closed = "TRADE_SKILL_CLOSE",
  isLinked = function()
    return C_TradeSkillUI.IsTradeSkillLinked ~= nil and C_TradeSkillUI.IsTradeSkillLinked()
  end,
  size = function()
    recipeIds = C_TradeSkillUI.GetAllRecipeIDs() or {}
    return #recipeIds
  end,
}

function SCHEMATICS.line()
  local info = C_TradeSkillUI.GetChildProfessionInfo()
  if info == nil then return nil end
  -- A profession may be split by expansion. Its own name is then the parent's name.
  local parent, name, skill = known(info.parentProfessionName, info.professionName, info.skillLevel)
  return parent ~= nil and parent ~= "" and parent or name, skill
end

local function listBasicReagents(schematic)
  local slots = {}
  for _, slot in ipairs(schematic.reagentSlotSchematics or {}) do
    if slot.reagentType == nil or slot.reagentType == BASIC_REAGENT then table.insert(slots, slot) end
  end
  return listReagents(#slots, function(at)
    local reagent = slots[at].reagents and slots[at].reagents[1]
    return reagent and reagent.itemID, slots[at].quantityRequired
  end)
end

function SCHEMATICS.recipe(index)
  local recipeId = recipeIds[index]
  local info, schematic = C_TradeSkillUI.GetRecipeInfo(recipeId), C_TradeSkillUI.GetRecipeSchematic(recipeId, false)
  -- The list also has recipes that the character has not learned.
  if info == nil or info.learned == false or schematic == nil then return nil end
  return {
    recipeId = recipeId, name = known(info.name), difficulty = DIFFICULTIES[info.relativeDifficulty],
    makesItemId = schematic.outputItemID, makesMin = schematic.quantityMin, makesMax = schematic.quantityMax,
    reagents = listBasicReagents(schematic),
  }
end

--- The windows of this client.
TW.recipeWindows = GetTradeSkillInfo == nil and C_TradeSkillUI and { SCHEMATICS } or { TRADE_SKILL, CRAFT }
