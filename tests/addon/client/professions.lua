-- Profession windows of both kinds. A recipe of a session is { name, spell, difficulty, item, min, max, reagents = {
-- id, count, … } }. A recipe without a spell is a heading.

return function(client, env)
  local line, recipes = nil, {}

  local function recipeLink(one) return one.spell and ("|cffffd000|Henchant:%d|h[%s]|h|r"):format(one.spell, one.name) end

  local function difficultyOf(one) return one.spell and one.difficulty or "header" end

  local function reagents(index) return #(recipes[index].reagents or {}) / 2 end
  local function reagent(index, at) return "name", 133784, recipes[index].reagents[at * 2], 0 end
  local function reagentLink(index, at) return client.link(recipes[index].reagents[at * 2 - 1]) end

  rawset(env, "GetTradeSkillLine", function()
    if line == nil then return "UNKNOWN", 0, 0 end
    return line.name, line.skill, 300
  end)
  rawset(env, "GetNumTradeSkills", function() return #recipes end)
  rawset(env, "GetTradeSkillInfo", function(index)
    local one = recipes[index]
    return client.facts.resultsOf("GetTradeSkillInfo", { skillName = one.name, skillType = difficultyOf(one) })
  end)
  rawset(env, "GetTradeSkillRecipeLink", function(index) return recipeLink(recipes[index]) end)
  rawset(env, "GetTradeSkillItemLink", function(index) return recipes[index].item and client.link(recipes[index].item) end)
  rawset(env, "GetTradeSkillNumMade", function(index) return recipes[index].min or 1, recipes[index].max or 1 end)
  rawset(env, "GetTradeSkillNumReagents", reagents)
  rawset(env, "GetTradeSkillReagentInfo", reagent)
  rawset(env, "GetTradeSkillReagentItemLink", reagentLink)

  rawset(env, "GetCraftDisplaySkillLine", function()
    if line == nil or line.name == nil then return nil end
    return line.name, line.skill, 300
  end)
  rawset(env, "GetNumCrafts", function() return #recipes end)
  rawset(env, "GetCraftInfo", function(index)
    local one = recipes[index]
    return client.facts.resultsOf("GetCraftInfo", { craftName = one.name, craftType = difficultyOf(one) })
  end)
  -- The recipe of a craft is in the link of its item, and the function for recipes returns nothing.
  rawset(env, "GetCraftRecipeLink", function() return nil end)
  rawset(env, "GetCraftItemLink", function(index) return recipeLink(recipes[index]) end)
  rawset(env, "GetCraftNumMade", function(index) return recipes[index].min or 1, recipes[index].max or 1 end)
  rawset(env, "IsTradeSkillLinked", function() return false end)
  rawset(env, "GetCraftNumReagents", reagents)
  rawset(env, "GetCraftReagentInfo", reagent)
  rawset(env, "GetCraftReagentItemLink", reagentLink)

  --- Difficulties by their number in Forever.
  local NUMBERS = { optimal = 0, medium = 1, easy = 2, trivial = 3 }

  local function recipeOf(spell)
    for _, one in ipairs(recipes) do
      if one.spell == spell then return one end
    end
  end

  local function slot(kind, item, quantity)
    return client.facts.structure("CraftingReagentSlotSchematic", {
      reagentType = kind, quantityRequired = quantity,
      reagents = { client.facts.structure("CraftingReagent", { itemID = item }) },
    })
  end

  rawset(env, "C_TradeSkillUI", {
    IsTradeSkillLinked = function() return false end,
    GetChildProfessionInfo = function()
      if line == nil then return nil end
      return client.facts.structure("ProfessionInfo", {
        professionName = line.name, parentProfessionName = "", skillLevel = line.skill,
      })
    end,
    GetAllRecipeIDs = function()
      -- The list includes a recipe that the character has not learned.
      local ids = { 99999 }
      for _, one in ipairs(recipes) do table.insert(ids, one.spell) end
      return ids
    end,
    GetRecipeInfo = function(spell)
      local one = recipeOf(spell)
      return client.facts.structure("TradeSkillRecipeInfo", {
        recipeID = spell, name = one and one.name or "Not learned", learned = one ~= nil,
        relativeDifficulty = one and NUMBERS[one.difficulty] or 0,
      })
    end,
    GetRecipeSchematic = function(spell)
      local one = recipeOf(spell) or {}
      -- The last reagent is optional.
      local slots = { slot(0, 159, 1) }
      for at = #(one.reagents or {}) - 1, 1, -2 do
        table.insert(slots, 1, slot(1, one.reagents[at], one.reagents[at + 1]))
      end
      return client.facts.structure("CraftingRecipeSchematic", {
        recipeID = spell, outputItemID = one.item, quantityMin = one.min or 1, quantityMax = one.max or 1,
        reagentSlotSchematics = slots,
      })
    end,
  })

  -- Forever has one kind of window.
  local function eventOf(prefix, change)
    if not client.isForever then return prefix .. "_" .. change end
    return "TRADE_SKILL_" .. (change == "UPDATE" and "LIST_UPDATE" or change)
  end

  local function openWindow(prefix)
    return function(name, skill, listed)
      line, recipes = { name = name, skill = skill }, listed
      client.fire(eventOf(prefix, "SHOW"))
      client.fire(eventOf(prefix, "UPDATE"))
    end
  end

  local function closeWindow(prefix)
    return function()
      line, recipes = nil, {}
      client.fire(eventOf(prefix, "CLOSE"))
    end
  end

  client.openTradeSkill, client.closeTradeSkill = openWindow("TRADE_SKILL"), closeWindow("TRADE_SKILL")
  client.openCraft, client.closeCraft = openWindow("CRAFT"), closeWindow("CRAFT")

  --- Gains a skill point, after which recipes may have changed colour.
  function client.gainSkill(skill, difficulties)
    line.skill = skill
    for _, one in ipairs(recipes) do one.difficulty = difficulties[one.spell] or one.difficulty end
    client.fire(eventOf("TRADE_SKILL", "UPDATE"))
  end
end
