/** Stand-ins for the parts of other addons that the code of docs/reading.md uses: their loading and their rates. */
export const STAND_INS = {
  questie: `
    local modules = { QuestieItemDropCorrections = { Era = {
      [2589] = { [6] = 1, [99] = 7 },
      [5] = { [1] = 2 },
    } } }
    QuestieLoader = {}
    function QuestieLoader:ImportModule(name) return modules[name] end
    function rate(item, npc)
      local rates = modules.QuestieItemDropCorrections.Era
      return rates[item] and rates[item][npc]
    end`,
  atlasloot: `
    AtlasLoot = { Data = { Droprate = {} } }
    local rates = {}
    function AtlasLoot.Data.Droprate:AddData(data) for npc, items in pairs(data) do rates[npc] = items end end
    function AtlasLoot.Data.Droprate:GetData(npc, item)
      if not npc or not item then return end
      return rates[npc] and rates[npc][item]
    end
    AtlasLoot.Data.Droprate:AddData({ [6] = { [2589] = 1, [99] = 7 }, [1] = { [5] = 2 } })
    function rate(npc, item) return (AtlasLoot.Data.Droprate:GetData(npc, item)) end`,
  pfquest: `
    pfDB = { items = {} }
    pfDB["items"]["data"] = {
      [2589] = { ["U"] = { [6] = 1, [99] = 7 }, ["V"] = { [54] = 2, [55] = 3 } },
      [3000] = { ["V"] = { [54] = 4 } },
      [5] = { ["R"] = { [1] = 2 } },
    }
    -- pfQuest takes a reference when it loads.
    local items = pfDB["items"]["data"]
    function rate(item, list, id) return items[item] and items[item][list] and items[item][list][id] end`,
} as const;
