-- Records recipes in the player's own profession windows, with their difficulty at the current skill level. While a
-- window is open, the first and last observation of each difficulty are written, because these bound the skill
-- thresholds.

local _, TW = ...

local recorder = TW.recorder("recipes")

--- Delay in seconds before the window is read again after the client has learned about an item.
local SETTLED_S = 1

--- The last observation of each recipe in the open window, keyed by recipe id.
local seen = {}

--- Returns the fields of a record, or nil if the row is no recipe or the client does not know all of it yet.
local function readRecipe(window, index, profession, skill)
  local recipe = window.recipe(index)
  if recipe == nil or recipe.recipeId == nil or recipe.reagents == nil then return nil end
  for _, reagent in ipairs(recipe.reagents) do TW.items.met(reagent.itemId) end
  TW.items.met(recipe.makesItemId)
  if recipe.makesItemId == nil then recipe.makesMin, recipe.makesMax = nil, nil end
  recipe.profession, recipe.skill = profession, skill
  return recipe
end

local function writeRecipe(recipe)
  TW.seen.once("recipe_observed", ("%d:%d:%s"):format(recipe.recipeId, recipe.skill, recipe.difficulty), recipe)
end

local function readRecipes(window)
  local profession, skill = window.line()
  -- The profession is UNKNOWN if no window is open, and nil for beast training.
  if profession == nil or profession == "UNKNOWN" or skill == nil or window.isLinked() then return end
  for index = 1, window.size() do
    local recipe = readRecipe(window, index, profession, skill)
    if recipe ~= nil then
      local before = seen[recipe.recipeId]
      if before == nil or before.difficulty ~= recipe.difficulty then
        if before ~= nil then writeRecipe(before) end
        writeRecipe(recipe)
      end
      seen[recipe.recipeId] = recipe
    end
  end
end

local function closeWindow()
  for _, recipe in pairs(seen) do writeRecipe(recipe) end
  seen = {}
end

for _, window in ipairs(TW.recipeWindows) do
  local isOpen = false
  local readSoon = recorder.debounced(SETTLED_S, function()
    if isOpen then readRecipes(window) end
  end)
  -- The client learns about reagents one by one, often many in a row.
  recorder.on("GET_ITEM_INFO_RECEIVED", function()
    if isOpen then readSoon() end
  end)
  recorder.on(window.opened, function()
    isOpen = true
    readRecipes(window)
  end)
  recorder.on(window.changed, function()
    if isOpen then readRecipes(window) end
  end)
  recorder.always(window.closed, function()
    isOpen = false
    if TW.isRecording() then closeWindow() else seen = {} end
  end)
end

recorder.on("PLAYER_LOGOUT", closeWindow)
