/** Tables in every shape that can be compared. Each says the same: item 2589 from NPC 6, item 858 from NPC 6 and 38. */
export const TABLES = {
  questie: 'return {\n  [858] = { [6] = 1.4, [38] = 20, },\n  [2589] = { [6] = 90.25, }, -- linen\n}',
  questieStored: `---@class QuestieDrops
local Drops = QuestieLoader:CreateModule("QuestieDrops")
local QuestieDB = QuestieLoader:ImportModule("QuestieDB");

function Drops:Load()
  return nil
end

Drops.someData = [[return {
[858]={[6]=1.4,[38]=20},
[2589]={[6]=90.25},
}]]
`,
  pfquest: `pfDB["items"]["data"] = {
  [858] = { ["U"] = { [6] = 1.4, [38] = 20, }, ["O"] = { [2843] = 20 }, ["V"] = { [54] = 0 }, ["R"] = { [5000] = 3 } },
  [2589] = { ["U"] = { [6] = 90.25 } },
}`,
  atlasloot: 'AtlasLoot.Data.Droprate = {\n\t[6] = { [858] = 1.4, [2589] = 90.25 },\n\t[38] = { [858] = 20 },\n}',
  csv: 'itemId,npcId,percent\r\n858,6,1.4\r\n858,38,20\n\n2589,6,90.25\n',
} as const;
