-- Recipes in the player's own profession windows: which difficulty each has at which skill. What bounds a threshold is
-- written: the first and the last sight of each difficulty while a window is open.

local _, TW = ...

local recorder = TW.recorder("recipes")

--- How long after an item came to be known the window is read again.
local SETTLED_S = 1
local DIFFICULTIES = { optimal = true, medium = true, easy = true, trivial = true }

--- The two windows of the client, asked in one way.
local TRADE_SKILL = {
  line = function() return GetTradeSkillLine() end,
  isOthers = function() return IsTradeSkillLinked ~= nil and IsTradeSkillLinked() end,
  size = function() return GetNumTradeSkills() end,
  row = function(index)
    local name, difficulty = GetTradeSkillInfo(index)
    return name, difficulty
  end,
  links = function(index) return GetTradeSkillRecipeLink(index), GetTradeSkillItemLink(index) end,
  made = function(index) return GetTradeSkillNumMade(index) end,
  reagents = function(index) return GetTradeSkillNumReagents(index) end,
  reagent = function(index, at)
    local _, _, count = GetTradeSkillReagentInfo(index, at)
    return GetTradeSkillReagentItemLink(index, at), count
  end,
}

local CRAFT = {
  line = function() return GetCraftDisplaySkillLine() end,
  isOthers = function() return false end,
  size = function() return GetNumCrafts() end,
  row = function(index)
    local name, _, difficulty = GetCraftInfo(index)
    return name, difficulty
  end,
  -- Some builds name the spell in the link of the item.
  links = function(index) return GetCraftRecipeLink and GetCraftRecipeLink(index), GetCraftItemLink(index) end,
  made = function(index)
    if GetCraftNumMade then return GetCraftNumMade(index) end
  end,
  reagents = function(index) return GetCraftNumReagents(index) end,
  reagent = function(index, at)
    local _, _, count = GetCraftReagentInfo(index, at)
    return GetCraftReagentItemLink(index, at), count
  end,
}

--- What was seen in the window that is open, by recipe.
local seen = {}

--- What a recipe uses up; nil while the client does not know it all.
local function reagentsAt(window, index)
  local reagents = {}
  for at = 1, window.reagents(index) do
    local link, count = window.reagent(index, at)
    local itemId = TW.client.itemOf(link)
    if itemId == nil then return nil end
    TW.items.met(itemId)
    table.insert(reagents, { itemId = itemId, count = count })
  end
  return reagents
end

local function recipeAt(window, index, profession, skill)
  local name, difficulty = window.row(index)
  if not DIFFICULTIES[difficulty] then return nil end
  local recipeLink, itemLink = window.links(index)
  local recipeId = TW.client.recipeOf(recipeLink) or TW.client.recipeOf(itemLink)
  local reagents = reagentsAt(window, index)
  if recipeId == nil or reagents == nil then return nil end
  local makesItemId = TW.client.itemOf(itemLink)
  TW.items.met(makesItemId)
  local makesMin, makesMax = window.made(index)
  return {
    profession = profession, recipeId = recipeId, name = name, skill = skill, difficulty = difficulty,
    makesItemId = makesItemId, makesMin = makesItemId and makesMin, makesMax = makesItemId and makesMax,
    reagents = reagents,
  }
end

local function write(recipe)
  TW.seen.once("recipe_observed", ("%d:%d:%s"):format(recipe.recipeId, recipe.skill, recipe.difficulty), recipe)
end

local function read(window)
  local profession, skill = window.line()
  -- A client without a window open calls the profession UNKNOWN; beast training has none.
  if profession == nil or profession == "UNKNOWN" or skill == nil or window.isOthers() then return end
  for index = 1, window.size() do
    local recipe = recipeAt(window, index, profession, skill)
    if recipe ~= nil then
      local before = seen[recipe.recipeId]
      if before == nil or before.difficulty ~= recipe.difficulty then
        if before ~= nil then write(before) end
        write(recipe)
      end
      seen[recipe.recipeId] = recipe
    end
  end
end

local function close()
  for _, recipe in pairs(seen) do write(recipe) end
  seen = {}
end

for prefix, window in pairs({ TRADE_SKILL = TRADE_SKILL, CRAFT = CRAFT }) do
  local isOpen = false
  local readSoon = recorder.gathered(SETTLED_S, function()
    if isOpen then read(window) end
  end)
  -- Reagents come to be known one by one, often many of them.
  recorder.on("GET_ITEM_INFO_RECEIVED", function()
    if isOpen then readSoon() end
  end)
  recorder.on(prefix .. "_SHOW", function()
    isOpen = true
    read(window)
  end)
  recorder.on(prefix .. "_UPDATE", function()
    if isOpen then read(window) end
  end)
  recorder.always(prefix .. "_CLOSE", function()
    isOpen = false
    if TW.isRecording() then close() else seen = {} end
  end)
end

recorder.on("PLAYER_LOGOUT", close)
