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
    return one.name, difficultyOf(one), 0, true
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
    return one.name, "", difficultyOf(one), 0, true, 0, 0
  end)
  -- The recipe of a craft is in the link of its item, and the function for recipes returns nothing.
  rawset(env, "GetCraftRecipeLink", function() return nil end)
  rawset(env, "GetCraftItemLink", function(index) return recipeLink(recipes[index]) end)
  rawset(env, "GetCraftNumReagents", reagents)
  rawset(env, "GetCraftReagentInfo", reagent)
  rawset(env, "GetCraftReagentItemLink", reagentLink)

  local function openWindow(prefix)
    return function(name, skill, listed)
      line, recipes = { name = name, skill = skill }, listed
      client.fire(prefix .. "_SHOW")
      client.fire(prefix .. "_UPDATE")
    end
  end

  local function closeWindow(prefix)
    return function()
      line, recipes = nil, {}
      client.fire(prefix .. "_CLOSE")
    end
  end

  client.openTradeSkill, client.closeTradeSkill = openWindow("TRADE_SKILL"), closeWindow("TRADE_SKILL")
  client.openCraft, client.closeCraft = openWindow("CRAFT"), closeWindow("CRAFT")

  --- Gains a skill point, after which recipes may have changed colour.
  function client.gainSkill(skill, difficulties)
    line.skill = skill
    for _, one in ipairs(recipes) do one.difficulty = difficulties[one.spell] or one.difficulty end
    client.fire("TRADE_SKILL_UPDATE")
  end
end
