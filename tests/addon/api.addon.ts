import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { HOSTILE, servedBytes, tellAddonWorld } from '../domain/exports/addon_world.ts';
import { withYard } from '../domain/exports/support.ts';
import { readZip } from '../support/zip.ts';
import { DATA_FUNCTIONS } from './facts/names.ts';
import { printLua } from './run_lua.ts';
import { ADDON, ALL_CLIENTS, notes, play } from './support.ts';

const FUNCTIONS = readFileSync(join(ADDON, DATA_FUNCTIONS), 'utf8');

/** The client's functions that the addon calls, for a player on the realm Everlook. The client does not name its region. */
const CLIENT = `
function GetRealmName() return "Everlook" end
function UnitFactionGroup() return "Horde", "Horde" end
local function join(...)
  local words = {}
  for at = 1, select("#", ...) do words[at] = tostring((select(at, ...))) end
  return (table.concat(words, " "):gsub("\\n", "\\\\n"))
end
local function rows(list)
  local lines = {}
  for _, row in ipairs(list or {}) do
    lines[#lines + 1] = join(row.kind, row.id, row.name, row.percent, row.low, row.high, row.drops, row.looted, row.players, row.day)
  end
  return list and table.concat(lines, " / ")
end`;

test('other addons read rates, names and prices from the addon of data without the recording addon', () =>
  withYard(async (yard) => {
    await tellAddonWorld(yard);
    await yard.export();
    const files = new Map(
      readZip(await servedBytes(yard, 'addons/ThirdWitness_Data.zip')).map(({ path, text }) => [path, text]),
    );
    const [data, drops, functions] = ['data.lua', 'drops.lua', 'api.lua'].map(
      (name) => files.get(`ThirdWitness_Data/${name}`)!,
    );
    const name = HOSTILE.replaceAll('|', '||').replaceAll('\n', '\\n');
    const calls: Readonly<Record<string, string>> = {
      'join(ThirdWitness.version)': '1',
      'join(ThirdWitness.Rate(2589, 6))': '50 43.1361 56.8639 100 200 5 2026-11-20',
      'join(ThirdWitness.Rate(858, 38))': '0.0001 0 0.0001 3 30000000 5 nil',
      'join(ThirdWitness.Rate(7, 38))': '0.0033 0.0031 0.0035 1000 30000000 5 nil',
      'join(ThirdWitness.ObjectRate(858, 2843))': '20 11.2438 33.0371 10 50 5 2026-11-20',
      // Two players saw this drop, four looted that creature, and nobody reported the others.
      'join(ThirdWitness.Rate(750, 6))': 'nil',
      'join(ThirdWitness.Rate(2589, 39))': 'nil',
      'join(ThirdWitness.Rate(89, 6), ThirdWitness.Rate(2589, 3), ThirdWitness.ObjectRate(2589, 6))': 'nil nil nil',
      'rows(ThirdWitness.Sources(2589))': `npc 38 ${name} 100 100 100 30000000 30000000 5 nil / npc 6 Kobold Vermin 50 43.1361 56.8639 100 200 5 2026-11-20`,
      'rows(ThirdWitness.Sources(858)):match("^%S+ %d+ %S+ %S+")': 'object 2843 nil 20',
      'rows(ThirdWitness.Sources(750))': 'nil',
      'rows(ThirdWitness.Loot(6))': `nil 2589 Linen Cloth 50 43.1361 56.8639 100 200 5 2026-11-20 / nil 858 ${name} 1.5 0.5114 4.3166 3 200 5 nil`,
      'rows(ThirdWitness.ObjectLoot(2843))': `nil 858 ${name} 20 11.2438 33.0371 10 50 5 2026-11-20`,
      'rows(ThirdWitness.Loot(39))': 'nil',
      'join(ThirdWitness.ItemName(2589), ThirdWitness.NpcName(6), ThirdWitness.ObjectName(6))':
        'Linen Cloth Kobold Vermin nil',
      'join(ThirdWitness.VendorPrice(159))': '4 66',
      'join(ThirdWitness.VendorPrice(2589))': 'nil',
      'join(ThirdWitness.AuctionPrice(2589))': '120 2024-10-04',
      'join(ThirdWitness.AuctionPrice(858))': 'nil',
      'join(ThirdWitness.Info().instance, ThirdWitness.Info().game, ThirdWitness.Info().date)':
        'https://witness.example nil 2026-11-21',
      'join(ThirdWitness.Info().licence, ThirdWitness.Info().credit)': 'CC BY-SA 4.0 Data: Third Witness contributors',
    };
    const said = printLua([CLIENT, data, drops, functions].join('\n'), Object.keys(calls));
    assert.deepEqual(Object.fromEntries(Object.keys(calls).map((call, i) => [call, said[i]])), calls);
  }));

/** Calls every function with every argument, and lists the results that are neither nil nor known to be good. */
const TRY_ALL = `
local bad = {}
for name, call in pairs(ThirdWitness) do
  for _, one in ipairs(type(call) == "function" and arguments or {}) do
    for _, other in ipairs(arguments) do
      local results = select("#", pcall(call, one[1], other[1]))
      local fine, value, low = pcall(call, one[1], other[1])
      local isRate = name:find("Rate$")
      -- tostring(call()) is an error if the call has no result.
      if results < 2 then bad[#bad + 1] = name .. " has no result" end
      if not fine then bad[#bad + 1] = name .. ": " .. tostring(value)
      elseif value ~= nil and (isRate and not (value > 0 and value <= 100 and low <= value) or value == 0 or value == "") then
        bad[#bad + 1] = name .. " gave " .. tostring(value)
      end
    end
  end
end
local known = 0
for _, one in ipairs(arguments) do
  for _, name in ipairs({ "Rate", "Sources", "Loot", "VendorPrice", "AuctionPrice", "ItemName", "NpcName" }) do
    if ThirdWitness[name](one[1], 6) ~= nil then known = known + 1 end
  end
end`;

const ARGUMENTS = `local arguments = { {}, { "" }, { "x" }, { {} }, { print }, { true }, { 0 }, { -1 }, { 1.5 }, { 0/0 }, { 1/0 }, { 2^53 }, { "%d+" }, { "1e9" } }
for id = 1, 20 do arguments[#arguments + 1] = { id } end`;

const BAD_FIGURES =
  '"", ";", ":", "n6", "n6:1", "n6:1:2", "n6:5:6:7", "n6:5:2:4", "n6:0:0:1", "n6:-1:-2:3", "n6:101:100:102", "n6:nan:nan:nan", "n6:1e1:1:20", "n6:..:.:.", "6:0:0:1", 5, true, {}, print';

/** Tables that no instance writes. None of them has a value that may be shown. */
const MALFORMED: readonly (readonly [data: string, drops: string])[] = [
  ['nil', 'nil'],
  ['5', '"text"'],
  [
    '{ format = 2, drops = { "n6:5:4:6" }, vendors = { "n6:5" }, items = { "x" } }',
    '{ format = 2, rates = { n6 = "1:5:4:6:1:2:3:" } }',
  ],
  [
    '{ format = 1, drops = 5, loot = "x", names = true, items = 1, vendors = 1, market = 1 }',
    '{ format = 1, rates = 5 }',
  ],
  [
    `{ format = 1, drops = { ${BAD_FIGURES} }, loot = { ${BAD_FIGURES}, n6 = "1:0:0:1;x:5:4:6" }, names = { n6 = 5 }, items = { {}, "" }, vendors = { "", "5", "n6:", "n6:x", 5, true } }`,
    '{ format = 1, rates = { n6 = "1:0:0:1:2:3:4:;2:5:6:7;3:nan:1:2" } }',
  ],
  [
    '{ format = 1, market = { [5] = 5, ["Everlook|Horde"] = { "", "5", "5:", "5:yesterday", "0:2026-11-20", "-5:2026-11-20", 5, {} } } }',
    'nil',
  ],
];

test('functions return nil and raise no error for odd arguments and for malformed data', () => {
  for (const [data, drops] of MALFORMED) {
    const tables = `ThirdWitness_Data = ${data}\nThirdWitness_Drops = ${drops}`;
    const said = printLua([CLIENT, tables, FUNCTIONS, ARGUMENTS, TRY_ALL].join('\n'), [
      'table.concat(bad, ", ")',
      'known',
    ]);
    assert.deepEqual(said, ['', '0'], data);
  }
});

for (const client of ALL_CLIENTS) {
  test(`${client}: the functions say what the tooltips of the recording addon say`, async () => {
    const { chat } = await play('data_functions', { client });
    const common = [
      'without data: nil nil nil nil nil',
      'rate: 51.2 44.4 57.6 103 201 12 2026-11-19',
      'rate of the drop table alone: 0.9 0.7 1.2 9 201 12 2026-11-18',
      'rate of the tooltips alone: 1.2 0.8 2.04 nil nil nil nil',
      'object: 12 9.5 15 nil nil nil nil',
      'unknown: nil nil nil',
      'tooltip: Best source: Kobold Vermin – players: about 51%, 44 to 58%',
      'vendor: 5 54',
      'text: 51.2 44.4 57.6 103 201 12 2026-11-19',
      ...(client === 'forever' ? ['secret: nil nil'] : []),
      'Europe: Auction: 3c, today 3 2026-11-22',
      'Europe, Horde: Auction: 4c, today 4 2026-11-22',
      'America: Auction: 2c, today 2 2026-11-22',
      'a region without prices: nil nil',
      'without marks: Auction: 1c, today 1 2026-11-22',
      'an unknown region: nil nil',
    ];
    assert.deepEqual(notes(chat), common);
  });
}
