-- Records recipes in the player's own profession windows, with their difficulty at the current skill level. While a
-- window is open, the first and last observation of each difficulty are written, because these bound the skill
-- thresholds.

local _, TW = ...

local recorder = TW.recorder("recipes")

--- Delay in seconds before the window is read again after the client has learned about an item.
local SETTLED_S = 1
local DIFFICULTIES = { optimal = true, medium = true, easy = true, trivial = true }

-- The client has two kinds of profession windows. These two tables give them one interface.
local TRADE_SKILL = {
  line = function() return GetTradeSkillLine() end,
  isLinked = function() return IsTradeSkillLinked ~= nil and IsTradeSkillLinked() end,
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
  isLinked = function() return false end,
  size = function() return GetNumCrafts() end,
  row = function(index)
    local name, _, difficulty = GetCraftInfo(index)
    return name, difficulty
  end,
  -- Some builds have no recipe link and put the spell into the item link instead.
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

--- The last observation of each recipe in the open window, keyed by recipe id.
local seen = {}

--- Returns a recipe's reagents, or nil if the client does not know all of them yet.
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
  -- The profession is UNKNOWN if no window is open, and nil for beast training.
  if profession == nil or profession == "UNKNOWN" or skill == nil or window.isLinked() then return end
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
  local readSoon = recorder.debounced(SETTLED_S, function()
    if isOpen then read(window) end
  end)
  -- The client learns about reagents one by one, often many in a row.
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
