import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { FACT_CLIENTS, type Fact, type FactClient, readFacts } from './facts/facts.ts';
import { enumsRead, FILES, functionsRead, wordsLikeEvents } from './facts/names.ts';
import { ADDON, ALL_CLIENTS, type ClientKind, countsOf, dayCounts, notes, play, refusalsOf } from './support.ts';

const facts = readFacts();

function namesIn(what: Fact['what'], client: FactClient): ReadonlySet<string> {
  return new Set(facts.filter((fact) => fact.what === what && fact.clients.includes(client)).map(({ name }) => name));
}

/** Globals that the descriptions of clients lack, because the game's own Lua code makes them. */
const OF_THE_INTERFACE = [
  ...['CreateVector2D', 'DEFAULT_CHAT_FRAME', 'Enum', 'GameTooltip', 'ItemLocation', 'ItemRefTooltip', 'SlashCmdList'],
  ...['TooltipDataProcessor', 'UIParent', 'UNKNOWNOBJECT', 'WOW_PROJECT_ID'],
];

/** Globals of builds older than those described. The addon uses them only if their successors are missing. */
const OLDER = [
  'GetAddOnMetadata',
  'GetContainerItemID',
  'GetContainerNumSlots',
  'GetItemInfo',
  'GetLootMethod',
  'GuildRoster',
];

/** Globals of the addon and of its data, and libraries of Lua. */
const OWN = [
  ...['ThirdWitnessCharacterDB', 'ThirdWitnessDB', 'ThirdWitnessEarlierDB'],
  ...['ThirdWitness_Data', 'ThirdWitness_Drops'],
];
const LIBRARIES = ['math', 'string', 'table'];

/** Sets of names that replace each other. Each client has all names of at least one of them. */
const ALTERNATIVES = [
  [
    ['GetQuestLogTitle', 'GetNumQuestLogEntries'],
    ['C_QuestLog.GetInfo', 'C_QuestLog.GetNumQuestLogEntries'],
  ],
  [['GetMerchantItemInfo'], ['C_MerchantFrame.GetItemInfo']],
  [['C_Spell.GetSpellName'], ['GetSpellInfo']],
  [
    [
      ...['GetTradeSkillLine', 'GetNumTradeSkills', 'GetTradeSkillInfo', 'GetTradeSkillRecipeLink'],
      ...['GetTradeSkillItemLink', 'GetTradeSkillNumMade', 'GetTradeSkillNumReagents', 'GetTradeSkillReagentInfo'],
      ...['GetTradeSkillReagentItemLink', 'IsTradeSkillLinked', 'GetCraftDisplaySkillLine', 'GetNumCrafts'],
      ...['GetCraftInfo', 'GetCraftRecipeLink', 'GetCraftItemLink', 'GetCraftNumMade', 'GetCraftNumReagents'],
      ...['GetCraftReagentInfo', 'GetCraftReagentItemLink', 'TRADE_SKILL_UPDATE'],
      ...['CRAFT_SHOW', 'CRAFT_UPDATE', 'CRAFT_CLOSE'],
    ],
    [
      ...['C_TradeSkillUI.GetAllRecipeIDs', 'C_TradeSkillUI.GetChildProfessionInfo', 'C_TradeSkillUI.GetRecipeInfo'],
      ...['C_TradeSkillUI.GetRecipeSchematic', 'C_TradeSkillUI.IsTradeSkillLinked', 'TRADE_SKILL_LIST_UPDATE'],
    ],
  ],
  [
    [
      'QueryAuctionItems',
      'CanSendAuctionQuery',
      'GetNumAuctionItems',
      'GetAuctionItemInfo',
      'AUCTION_ITEM_LIST_UPDATE',
    ],
    [
      ...functionsRead().filter((name) => name.startsWith('C_AuctionHouse.')),
      ...['AUCTION_HOUSE_BROWSE_RESULTS_UPDATED', 'AUCTION_HOUSE_BROWSE_RESULTS_ADDED', 'AUCTION_HOUSE_BROWSE_FAILURE'],
      ...['COMMODITY_SEARCH_RESULTS_UPDATED', 'COMMODITY_SEARCH_RESULTS_ADDED', 'ITEM_SEARCH_RESULTS_UPDATED'],
      ...['ITEM_SEARCH_RESULTS_ADDED', 'AUCTION_HOUSE_THROTTLED_MESSAGE_DROPPED'],
    ],
  ],
];

/** Names that some clients lack without a replacement. The addon asks for each before it uses it. */
const OPTIONAL = ['C_Item.GetItemIDByGUID', 'C_Seasons.GetActiveSeason', 'C_TooltipInfo.GetTrainerService'];

/** The client that each interface number of the addon's table of contents belongs to, by its first digits. */
const CLAIMS: Readonly<Record<string, FactClient>> = { 115: 'era', 160: 'mainline', 205: 'anniversary', 505: 'mists' };

test('every name that the addon reads is in the facts, or is known to be missing there', () => {
  const described = new Set(facts.map(({ name }) => name));
  const elsewhere = new Set([...OF_THE_INTERFACE, ...OLDER, ...OWN, ...LIBRARIES]);
  const names = [...functionsRead(), ...enumsRead()];
  assert.ok(names.length > 120, String(names.length));
  assert.deepEqual(
    names.filter((name) => !described.has(name) && !elsewhere.has(name)),
    [],
    'run tests/addon/facts/write_facts.ts',
  );
  assert.deepEqual(
    [...elsewhere].filter((name) => !names.includes(name) || described.has(name)),
    [],
    'not needed',
  );
});

test('every event that the addon registers exists in a client that it claims', () => {
  const registered = FILES.flatMap((file) => [
    ...readFileSync(join(ADDON, file), 'utf8').matchAll(/recorder\.(?:on|always)\("(\w+)"/g),
  ]).map(([, name]) => name!);
  const events = new Set(facts.filter(({ what }) => what === 'event').map(({ name }) => name));
  assert.ok(registered.length > 50 && registered.every((name) => wordsLikeEvents().includes(name)));
  assert.deepEqual(
    registered.filter((name) => !events.has(name)),
    [],
  );
});

test('the addon uses no name that a client it claims lacks', () => {
  const toc = readFileSync(join(ADDON, 'ThirdWitness.toc'), 'utf8');
  const claimed = /^## Interface: (.*)$/m
    .exec(toc)![1]!
    .split(', ')
    .map((number) => CLAIMS[number.slice(0, 3)]);
  assert.deepEqual([...new Set(claimed)].sort(), [...FACT_CLIENTS].sort());
  const replaceable = new Set(ALTERNATIVES.flat(2));
  const used = facts.filter(({ what }) => what === 'function' || what === 'event').map(({ name }) => name);
  for (const client of FACT_CLIENTS) {
    const has = new Set([...namesIn('function', client), ...namesIn('event', client)]);
    const lacking = used.filter((name) => !has.has(name) && !replaceable.has(name) && !OPTIONAL.includes(name));
    assert.deepEqual(lacking, [], client);
    for (const sets of ALTERNATIVES) {
      assert.ok(
        sets.some((names) => names.every((name) => has.has(name))),
        `${client}: ${sets[0]![0]}`,
      );
    }
  }
});

test('a number with the meaning of an enum has the value that the clients give it', () => {
  const numbers = FILES.flatMap((file) => [
    ...readFileSync(join(ADDON, file), 'utf8').matchAll(/= (\d+) -- Enum\.(\w+\.\w+)/g),
  ]);
  assert.ok(numbers.length >= 6);
  for (const [text, number, name] of numbers) {
    const values = facts.filter((fact) => fact.what === 'enum' && fact.name === name);
    assert.deepEqual(
      values.map(({ clients, details }) => [clients.length, details]),
      [[FACT_CLIENTS.length, [number]]],
      text,
    );
  }
});

for (const client of ALL_CLIENTS) {
  test(`${client}: every recorder works with the functions and events of this client`, async () => {
    const { saved, chat } = await play('day', { client });
    assert.deepEqual(refusalsOf(saved), []);
    assert.deepEqual(countsOf(saved), dayCounts(client));
    assert.deepEqual(
      chat.filter((line) => / had \d+ errors?; the last: /.test(line)),
      [],
    );
    const interfaces: Readonly<Record<ClientKind, RegExp>> = {
      ...{ era: /^1\.15\.9\.69109$/, anniversary: /^2\.5\.6\.69110$/ },
      ...{ mists: /^5\.5\.4\.69383$/, forever: /^1\.60\.1\.70790$/ },
    };
    assert.match(saved.sets[0]!.clientBuild, interfaces[client]);
  });

  test(`${client}: tooltips show lines, in whatever way this client announces them`, async () => {
    const { chat } = await play('tooltips', { client });
    const [, ...shown] = notes(chat).filter((line) => /^(item|creature|recipe)/.test(line));
    assert.ok(
      shown.some((line) => line.startsWith('item 750: ') && line.length > 20),
      shown.join('\n'),
    );
    assert.ok(
      shown.some((line) => line.startsWith('creature: ') && line.length > 20),
      shown.join('\n'),
    );
  });
}
