import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createToolWorld } from './support.ts';

const NOTHING = { mail: null, trade: null, repair: null, training: null, travel: null, other: null };

const LEDGER = {
  ledger: 1,
  peakCopper: 123_456,
  firstDay: '2026-01-01',
  lastDay: '2026-01-05',
  self: false,
  money: { loot: 500, quest: 1_000, vendor: -200, auction: null },
  other: { ...NOTHING, repair: -900 },
};

function gold(ledgers: readonly object[]) {
  return ['gold_ledgers', 'everlook\nárni', { character: { character: 'Árni', realm: 'Everlook' }, ledgers }] as const;
}

test('gold: the tool says that nothing was uploaded yet, or that the character is not shared', async () => {
  const world = createToolWorld();
  assert.equal((await world.ask('gold_ledger', 'character=Bo&realm=Everlook')).answer.connected, false);
  await world.facts(gold([LEDGER]));
  const { answer } = await world.ask('gold_ledger', 'character=Arni&realm=Everlook');
  assert.deepEqual([answer.connected, answer.page], [true, undefined]);
  assert.match(answer.reason, /"Arni" of the realm "Everlook" is shared under a grant/);
});

test('gold: the answer has the peak, separate sums for money and other, and leaves out what is not recorded', async () => {
  const world = createToolWorld();
  await world.facts(gold([LEDGER]));
  const { answer, text } = await world.ask('gold_ledger', 'character=%C3%81RNI&realm=EVERLOOK');
  assert.deepEqual(answer.page, {
    character: 'Árni',
    realm: 'Everlook',
    total: 1,
    ledgers: [
      {
        ledger: 1,
        peakCopper: 123_456,
        firstDay: '2026-01-01',
        lastDay: '2026-01-05',
        money: { total: 1_300, loot: 500, quest: 1_000, vendor: -200, auction: null },
        other: { total: -900, ...NOTHING, repair: -900 },
      },
    ],
  });
  assert.match(text, /^"Árni" of "Everlook": 1 ledger, one per grant and install\./);
  assert.match(text, /peak gold 12g 34s 56c\./);
  assert.match(text, /Money: \+13s \(loot \+5s, quest \+10s, vendor −2s\)\. Other: −9s \(repair −9s\)\./);
});

test('gold: ledgers are not merged, unrecorded sums are null, and a self-issued grant is marked', async () => {
  const world = createToolWorld();
  const empty = { loot: null, quest: null, vendor: null, auction: null };
  const second = { ...LEDGER, ledger: 2, peakCopper: null, money: empty, other: NOTHING, self: true };
  await world.facts(gold([LEDGER, second]));
  const { answer, text } = await world.ask('gold_ledger', 'character=árni&realm=Everlook');
  const { total, ledgers, grant } = answer.page;
  assert.deepEqual([total, grant, ledgers[0].grant, ledgers[1].grant], [2, 'self', undefined, 'self']);
  assert.deepEqual(ledgers[1].money, { total: null, ...empty });
  assert.equal(ledgers[1].peakCopper, null);
  assert.match(text, /Ledger 2, .*: peak gold unknown\.\n {2}Money: nothing recorded\. Other: nothing recorded\./);
  assert.match(text, /grant that the holder of the install id issued/);
});

test('gold: sums that are too large for JSON are capped, and a long list is cut with its total', async () => {
  const world = createToolWorld();
  const huge = { ...LEDGER, money: { loot: 2 ** 60, quest: -(2 ** 61), vendor: null, auction: null } };
  await world.facts(gold(Array.from({ length: 120 }, (_, i) => ({ ...huge, ledger: i + 1 }))));
  const { answer, text } = await world.ask('gold_ledger', 'character=árni&realm=Everlook');
  assert.deepEqual([answer.page.total, answer.page.ledgers.length], [120, 100]);
  assert.deepEqual(answer.page.ledgers[0].money, {
    total: -Number.MAX_SAFE_INTEGER,
    loot: Number.MAX_SAFE_INTEGER,
    quest: -Number.MAX_SAFE_INTEGER,
    vendor: null,
    auction: null,
  });
  assert.match(text, /And 114 further ledgers\./);
  assert.ok(text.split('\n').length <= 25);
});

const AT = '2026-01-05T20:00:00.000Z';

function member(name: string, rank: string, level: number) {
  return {
    name,
    rank,
    level,
    class: 'MAGE',
    lastOnlineDays: 0.5,
  };
}

const BOARD = {
  guild: { guildName: 'Night Watch', realm: 'Everlook' },
  roster: {
    capturedAt: AT,
    faction: 'horde',
    claimToken: 'a-token-that-was-dropped',
    members: [
      member('Bo', 'Officer', 60),
      member('Ann', 'Grunt', 12),
      member('Cy', 'Grunt', 60),
      member('Al', 'Grunt', 60),
    ],
  },
  lockouts: [
    {
      capturedAt: AT,
      instance: 'Core',
      difficulty: '40',
      bossesKilled: ['One', 'Two'],
      resetAt: '2026-01-07T07:00:00Z',
    },
  ],
  attendance: [{ capturedAt: AT, instance: 'Core', present: ['Bo', 'Cy'] }],
  awards: [
    { capturedAt: AT, itemId: 5, itemName: 'Old "name"\n', recipient: 'Bo', sourceBoss: 'Two' },
    { capturedAt: AT, itemId: 6, itemName: 'Nobody’s', recipient: 'Cy', sourceBoss: 'One' },
  ],
};

function board(body: object) {
  return ['guild_boards', 'everlook\nnight watch', { ...BOARD, ...body }] as const;
}

test('guild: the answer has the roster by rank, lockouts, attendance and awards, each with its day', async () => {
  const world = createToolWorld();
  assert.equal((await world.ask('guild_board', 'guild=Night Watch&realm=Everlook')).answer.connected, false);
  await world.facts(board({}), ['items', '5', { name: { value: 'Agreed', installs: 4 } }]);
  const { answer, text } = await world.ask('guild_board', 'guild=NIGHT WATCH&realm=everlook');
  const { page } = answer;
  assert.deepEqual([page.guild, page.realm, page.grant], ['Night Watch', 'Everlook', undefined]);
  assert.deepEqual(
    page.roster.ranks.map(({ rank, members }: { rank: string; members: { name: string }[] }) => [
      rank,
      members.map(({ name }) => name),
    ]),
    [
      ['Grunt', ['Al', 'Cy', 'Ann']],
      ['Officer', ['Bo']],
    ],
  );
  assert.equal(page.roster.members, 4);
  assert.equal(page.roster.claimToken, undefined);
  assert.deepEqual(page.lockouts, { total: 1, list: BOARD.lockouts });
  assert.deepEqual(page.attendance, BOARD.attendance);
  assert.deepEqual(
    page.awards.map(({ item, recipient }: { item: object; recipient: string }) => [item, recipient]),
    [
      [{ kind: 'item', id: 5, name: 'Agreed', url: 'https://example.test/item/5' }, 'Bo'],
      [{ kind: 'item', id: 6, name: null, url: null }, 'Cy'],
    ],
  );
  assert.match(text, /^Guild "Night Watch" of "Everlook"\.\nRoster of 2026-01-05: 4 members in 2 ranks, horde\./);
  assert.match(text, /"Agreed" \(item 5\) to "Bo", from "Two"/);
  assert.match(text, /"Nobody’s" \(item 6\) to "Cy"/);
  assert.ok(text.split('\n').length <= 25);
});

test('guild: a part that nobody shared is absent, and a self-issued grant is marked', async () => {
  const world = createToolWorld();
  const { guild, lockouts } = BOARD;
  await world.facts(['guild_boards', 'everlook\nnight watch', { guild, lockouts, self: true }]);
  const { answer, text } = await world.ask('guild_board', 'guild=Night Watch&realm=Everlook');
  assert.deepEqual(Object.keys(answer.page).sort(), ['grant', 'guild', 'lockouts', 'realm']);
  assert.match(text, /No roster is shared\./);
  assert.match(text, /which proves neither character nor guild/);
  const none = await world.ask('guild_board', 'guild=Day Watch&realm=Everlook');
  assert.match(none.answer.reason, /^No record of the guild "Day Watch" of the realm "Everlook" is shared/);
});

test('guild: a full board stays within its limits, and its text stays short', async () => {
  const world = createToolWorld();
  const many = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
  await world.facts(
    board({
      roster: {
        ...BOARD.roster,
        members: many(2_000, (i) => member(`Member ${i}`, `Rank "${i % 300}"`, 1 + (i % 60))),
      },
      lockouts: many(250, (i) => ({ ...BOARD.lockouts[0], instance: `Instance ${i}` })),
      attendance: many(100, () => ({ ...BOARD.attendance[0], present: many(100, (i) => `Member ${i}`) })),
      awards: many(200, (i) => ({ ...BOARD.awards[0], itemId: i + 1 })),
    }),
  );
  const { answer, text } = await world.ask('guild_board', 'guild=Night Watch&realm=Everlook');
  assert.deepEqual([answer.page.lockouts.total, answer.page.lockouts.list.length], [250, 200]);
  assert.equal(answer.page.roster.ranks.length, 300);
  assert.ok(text.split('\n').length <= 25, text);
});

test('the refusal of a wrong name names the argument', async () => {
  const world = createToolWorld();
  const wrong: readonly (readonly [tool: string, query: string, parameter: string, sentence: RegExp])[] = [
    ['gold_ledger', 'realm=Everlook', 'character', /character is required/],
    ['gold_ledger', 'character=B&realm=Everlook', 'character', /2 to 30 characters/],
    ['gold_ledger', 'character=Bo', 'realm', /realm is required/],
    ['guild_board', 'realm=Everlook', 'guild', /guild is required/],
    ['guild_board', 'guild=Bo%0Ax&realm=Everlook', 'guild', /control characters/],
    ['guild_board', 'guild=Player-1234-0ABCDEF0&realm=Everlook', 'guild', /text of 20 characters/],
  ];
  for (const [tool, query, parameter, sentence] of wrong) {
    const refusal = await world.refusal(tool, query);
    assert.equal(refusal.parameter, parameter, query);
    assert.match(refusal.error, sentence, query);
  }
});
