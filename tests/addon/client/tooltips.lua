-- Tooltips. Forever calls the functions that addons registered for tooltip data, and has no scripts for it. The older
-- clients run scripts of the tooltip. They let addons register such functions, too, but never call them.

return function(client, env)
  local callbacks = {}
  local tooltip = { lines = {}, scripts = {} }

  function tooltip:AddLine(text) table.insert(self.lines, text) end
  function tooltip:Show() end
  function tooltip:GetItem() return "name", self.link end
  function tooltip:GetUnit() return "name", self.unit end
  function tooltip:HasScript(script) return not client.isForever or not script:find("^OnTooltipSet") end
  function tooltip:HookScript(script, work)
    if not self:HasScript(script) then error("GameTooltip doesn't have a \"" .. script .. "\" script") end
    self.scripts[script] = self.scripts[script] or {}
    table.insert(self.scripts[script], work)
  end

  rawset(env, "GameTooltip", tooltip)
  local types = client.facts.enums.TooltipDataType
  rawset(env, "Enum", client.facts.enums)
  rawset(env, "TooltipDataProcessor", {
    AddTooltipPostCall = function(kind, work) table.insert(callbacks, { kind = kind, work = work }) end,
  })

  --- Shows something in the tooltip and returns the lines that the addon added.
  local function show(fields, kind, data, script, times)
    tooltip.lines, tooltip.link, tooltip.unit = {}, fields.link, fields.unit
    if client.isForever then
      for _, one in ipairs(callbacks) do
        if one.kind == kind then one.work(tooltip, data) end
      end
    else
      for _ = 1, times or 1 do
        for _, work in ipairs(tooltip.scripts[script] or {}) do work(tooltip) end
      end
      for _, work in ipairs(tooltip.scripts.OnTooltipCleared or {}) do work(tooltip) end
    end
    client.checkConduct()
    return tooltip.lines
  end

  --- Shows an item. The scripts of a recipe run twice.
  function client.showItem(id, isRecipe)
    return show({ link = client.link(id) }, types.Item, { id = id }, "OnTooltipSetItem", isRecipe and 2 or 1)
  end

  function client.showUnit(token) return show({ unit = token }, types.Unit, { guid = env.UnitGUID(token) }, "OnTooltipSetUnit") end

  --- Points at an object in the world. Classic Era does not tell addons what it is.
  function client.pointAt(name) show({}, types.Object, { lines = { { leftText = name } } }, "OnShow") end
end
