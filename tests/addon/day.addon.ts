import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseEnvelope } from '../../schema/parse_envelope.ts';
import { CLIENTS, countsOf, dayCounts, fieldsOf, play, refusalsOf, type SavedSet, type Session } from './support.ts';

type TestedClient = (typeof CLIENTS)[number];

const played = new Map<TestedClient, Session>();
async function day(client: TestedClient = 'era'): Promise<Session> {
  const session = played.get(client) ?? (await play('day', { client }));
  played.set(client, session);
  return session;
}

/** Tests what both clients record. Forever does not tell addons who an NPC in an instance is. */
function testBoth(name: string, work: (client: TestedClient) => Promise<void>): void {
  for (const client of CLIENTS) test(`${client}: ${name}`, () => work(client));
}

testBoth('the contract accepts every record of a day, for every player and file layout', async (client) => {
  const sessions = [
    await day(client),
    await play('day', { seed: 2, layout: 'newer', client }),
    await play('day', { seed: 3, client }),
  ];
  for (const { saved } of sessions) {
    assert.deepEqual(refusalsOf(saved), []);
    assert.deepEqual(countsOf(saved), dayCounts(client));
    const eventIds = saved.records.map(({ eventId }) => eventId);
    assert.equal(new Set(eventIds).size, eventIds.length, 'each event has an id of its own');
    assert.ok(!eventIds.some((id) => id.includes(saved.installId)));
  }
  const ids = sessions.map(({ saved }) => saved.installId);
  assert.ok(ids.every((id) => /^[0-9a-f]{32}$/.test(id)));
  assert.equal(new Set(ids).size, ids.length, 'each install has an id of its own');
});

testBoth('the header of the file is an envelope of the contract', async (client) => {
  const { saved } = await day(client);
  const { sharing, grantTokens } = saved;
  const [{ addonVersion, project, clientBuild, season, region, locale, protocol }, ...others] = saved.sets as [
    SavedSet,
  ];
  assert.deepEqual(others, []);
  const build = { era: '1.15.9.69109', forever: '1.60.1.70790' }[client];
  assert.deepEqual([saved.format, clientBuild, season, region, locale], [2, build, 0, 3, 'enUS']);
  assert.equal(project, { era: 2, forever: 18 }[client]);
  assert.deepEqual(sharing, { guild: true, gear: true, gold: true });
  const records = saved.records.map((record) => ({ ...record, installId: saved.installId }));
  const envelope = { addonVersion, clientBuild, season, region, locale, protocol, sharing, grantTokens, records };
  assert.ok(parseEnvelope(envelope).ok);
});

testBoth('the file names nobody who was not shared, and contains no GUID of a player', async (client) => {
  const { saved, text } = await day(client);
  assert.ok(!/Stranger|Seller|Player-|0123ABC|officer note/.test(text));
  const namesOf = (kind: string): boolean => /Thrandil|Élodie|Zwei/.test(JSON.stringify(fieldsOf(saved, kind)));
  const naming = Object.keys(countsOf(saved)).filter(namesOf).sort();
  assert.deepEqual(naming, ['gear_snapshot', 'gold_snapshot', 'guild_snapshot', 'money_event']);
});

testBoth('an NPC is recorded once per cell and day, from nearby, outside combat and with a level', async (client) => {
  const { saved } = await day(client);
  const place = { mapId: 1429, positionKind: 'player' };
  const kobold = { npcId: 6, name: 'Kobold Vermin', level: 2, reaction: 'hostile' };
  const wolf = { npcId: 299, name: 'Diseased Young Wolf', level: 1, reaction: 'neutral' };
  assert.deepEqual(fieldsOf(saved, 'npc_sighting'), [
    { ...kobold, ...place, x: 48.17, y: 42.94 },
    { ...wolf, ...place, x: 48.17, y: 42.94 },
    { npcId: 61, name: 'Thuros Lightfingers', level: 11, reaction: 'hostile', ...place, x: 48.17, y: 42.94 },
    { ...kobold, ...place, x: 49.2, y: 43.1 },
    { npcId: 40, name: 'Kobold Miner', level: 4, reaction: 'hostile', ...place, x: 49.2, y: 43.1 },
    // In an instance the location is unknown.
    ...(client === 'era'
      ? [{ npcId: 7023, name: 'Obsidian Sentinel', level: 42, reaction: 'hostile', mapId: 0, x: 0, y: 0 }]
      : []),
    { ...kobold, ...place, x: 48.17, y: 42.94 },
  ]);
});

testBoth('a loot window is one complete record per source, or none', async (client) => {
  const { saved } = await day(client);
  const place = { group: 'solo', questIds: [], mapId: 1429, x: 49.2, y: 43.1 };
  const from = (source: object, ...items: (readonly [itemId: number, count: number])[]) => ({
    ...place,
    ...source,
    sourceEvidence: 'loot-api',
    items: items.map(([itemId, count]) => ({ itemId, count })),
  });
  const kobold = { sourceNpcId: 6, method: 'corpse' };
  // The player pointed at these before.
  const known = { ...kobold, sourceName: 'Kobold Vermin' };
  assert.deepEqual(fieldsOf(saved, 'loot'), [
    from(known, [750, 1], [752, 2]),
    from(known),
    from({ sourceObjectId: 1617, method: 'object' }, [765, 3]),
    from(known, [2589, 2]),
    // The client put the loot of two creatures into one slot.
    from({}, [750, 1], [2589, 3]),
    from(kobold, [60, 1]),
    from({ sourceNpcId: 299, method: 'skinning' }, [2589, 1]),
    // Fish are from the zone, without a place and a source.
    {
      group: 'solo',
      questIds: [],
      mapId: 1429,
      sourceEvidence: 'loot-api',
      method: 'fishing',
      items: [{ itemId: 765, count: 1 }],
    },
    from({ sourceItemId: 117, method: 'container' }, [2589, 1]),
    { ...from(kobold), questIds: [15, 33] },
  ]);
});

testBoth('vendor prices are per piece and rounded up, and goods for honour are left out', async (client) => {
  const { saved } = await day(client);
  assert.deepEqual(fieldsOf(saved, 'vendor'), [
    {
      vendorNpcId: 295,
      standing: 5,
      items: [
        { itemId: 159, priceCopper: 5, limited: false },
        { itemId: 2512, priceCopper: 1, limited: false },
        { itemId: 2320, priceCopper: 10, limitedStock: 3, limited: true },
      ],
    },
    { vendorNpcId: 66, standing: 5, items: [{ itemId: 4291, priceCopper: 500, limited: true }] },
  ]);
  assert.deepEqual(fieldsOf(saved, 'price_seen'), [{ itemId: 117, priceCopper: 24, source: 'vendor' }]);
});

testBoth('quests have their level, all rewards, and giver and turn-in if they are NPCs', async (client) => {
  const { saved } = await day(client);
  const kobolds = { questId: 7, title: 'Kobold Camp Cleanup', level: 2, rewardItemIds: [25, 60, 1158] };
  assert.deepEqual(fieldsOf(saved, 'quest'), [
    { ...kobolds, giverNpcId: 197 },
    { ...kobolds, giverNpcId: 197, turnInNpcId: 197 },
    { questId: 33, title: 'Wolves Across the Border', level: 2, giverNpcId: 196, rewardItemIds: [] },
    { questId: 15, title: 'Investigate Echo Ridge', level: 3, rewardItemIds: [] },
  ]);
});

testBoth('trainer services that can be learned are recorded, and not again after they are learned', async (client) => {
  const { saved } = await day(client);
  assert.deepEqual(fieldsOf(saved, 'trainer_seen'), [
    {
      trainerNpcId: 1346,
      standing: 5,
      services: [
        { spellId: 3911, name: 'Apprentice Tailor', costCopper: 10, requiredLevel: 5 },
        {
          spellId: 2964,
          name: 'Bolt of Woolen Cloth',
          costCopper: 95,
          profession: 'Tailoring',
          requiredSkill: 75,
        },
        { name: 'Fireball (Rank 2)', costCopper: 100, requiredLevel: 6 },
      ],
    },
  ]);
});

testBoth('recipes are recorded at each change of colour, and again when the window is closed', async (client) => {
  const { saved } = await day(client);
  const seen = fieldsOf(saved, 'recipe_observed') as readonly { recipeId: number; skill: number; difficulty: string }[];
  assert.deepEqual(seen.map(({ recipeId, skill, difficulty }) => `${recipeId} ${skill} ${difficulty}`).sort(), [
    '2963 24 optimal',
    '2963 25 medium',
    '2963 26 medium',
    '3914 24 optimal',
    '3914 26 optimal',
    '7418 1 optimal',
    '7421 1 optimal',
  ]);
  assert.deepEqual(
    seen.find(({ recipeId }) => recipeId === 3914),
    {
      profession: 'Tailoring',
      recipeId: 3914,
      name: 'Brown Linen Pants',
      skill: 24,
      difficulty: 'optimal',
      makesItemId: 4343,
      makesMin: 1,
      makesMax: 1,
      reagents: [
        { itemId: 2996, count: 2 },
        { itemId: 2320, count: 1 },
      ],
    },
  );
});

testBoth(
  'a scan adds up auctions with the same price per piece, rounded up, and leaves out those without a buyout',
  async (client) => {
    const { saved, chat } = await day(client);
    const [{ scanId, ...scan }] = fieldsOf(saved, 'auction_scan') as [{ scanId: string }];
    assert.match(scanId, /^[0-9a-f]+-[0-9a-f]{8}-scan1$/);
    assert.deepEqual(scan, {
      realm: 'Nethergarde Keep',
      house: 'Alliance',
      complete: true,
      items: [
        { itemId: 750, unitPriceCopper: 7, quantity: 4 },
        { itemId: 765, unitPriceCopper: 34, quantity: 150 },
        { itemId: 2589, unitPriceCopper: 5, quantity: 1000 },
      ],
    });
    assert.ok(chat.includes('Open an auction house first, then type /tw scan.'));
    const progress = { era: 'page 1', forever: 'waiting for the list' }[client];
    assert.ok(chat.includes(`A scan is already running: ${progress}.`));
    assert.ok(chat.includes('Scan complete: 120 auctions at 3 prices.'));
  },
);

testBoth('records with names are made only if the player switched them on', async (client) => {
  const { saved } = await day(client);
  const character = { character: 'Thrandil', realm: 'Nethergarde Keep' };
  assert.deepEqual(fieldsOf(saved, 'guild_snapshot'), [
    {
      guildName: 'Third Watch',
      realm: 'Nethergarde Keep',
      faction: 'alliance',
      members: [
        { name: 'Thrandil', rank: 'Member', level: 12, class: 'Mage', lastOnlineDays: 0 },
        { name: 'Élodie', rank: 'Rank 3', level: 60, class: 'Priester', lastOnlineDays: 32.5 },
      ],
    },
  ]);
  assert.deepEqual(fieldsOf(saved, 'gear_snapshot'), [
    {
      ...character,
      equipped: [
        { slot: 'head', itemId: 752, itemLevel: 1 },
        { slot: 'main hand', itemId: 25, itemLevel: 2 },
      ],
    },
  ]);
  assert.deepEqual(fieldsOf(saved, 'money_event'), [
    { ...character, source: 'loot', copper: 9 },
    { ...character, source: 'repair', copper: -120 },
    { ...character, source: 'other', copper: -1 },
  ]);
  assert.deepEqual(fieldsOf(saved, 'gold_snapshot').slice(0, 2), [
    { ...character, copper: 5055 },
    { ...character, copper: 4943 },
  ]);
});

testBoth("maps and the player's own character are recorded", async (client) => {
  const { saved } = await day(client);
  assert.deepEqual(fieldsOf(saved, 'map_bounds'), [
    {
      mapId: 1429,
      name: 'Elwynn Forest',
      parentMapId: 1415,
      continentId: 0,
      left: 1535.42,
      right: -1935.42,
      top: -7939.58,
      bottom: -10254.17,
    },
  ]);
  const [own, second] = fieldsOf(saved, 'census_self') as readonly { characterKey: string }[];
  const self = { realm: 'Nethergarde Keep', class: 'MAGE', race: 'NightElf', faction: 'alliance' };
  assert.deepEqual({ ...own, characterKey: '' }, { characterKey: '', ...self, level: 12 });
  assert.notEqual(own?.characterKey, second?.characterKey, 'each character has a key of its own');
});
