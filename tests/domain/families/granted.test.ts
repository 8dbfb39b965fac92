import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type GoldLedgers, gold_ledgers, toGoldSubject } from '../../../domain/families/gold_ledgers.ts';
import { type GuildBoard, guild_boards, toGuildSubject } from '../../../domain/families/guild_boards.ts';
import type { CoveringGrant } from '../../../domain/ports/facts.ts';
import type { MONEY_SOURCES } from '../../../schema/vocabulary.ts';
import { propertyRuns } from '../../runner/properties.ts';
import { awarded, earned, hadMoney, item, listedGuild, raided, type Seen, wasLocked } from '../../support/world.ts';
import { factsOf, type Report, witnessesOf } from './support.ts';

const OPERATOR: CoveringGrant = { n: 4, self: false };
const SELF: CoveringGrant = { n: 2, self: true };

type Fields = Readonly<Record<string, unknown>>;
type MoneySource = (typeof MONEY_SOURCES)[number];

/** Returns the instant this many minutes after a fixed start. */
function minute(n: number): string {
  return new Date(Date.parse('2026-01-09T18:00:00.000Z') + n * 60_000).toISOString();
}

function report(install: number, seen: Seen, at: number, grants = [OPERATOR]): Report {
  return { install, ...seen, at: minute(at), grants };
}

const GUILD = { guildName: 'Night Owls', realm: 'Everlook' };

function roster(install: number, names: readonly string[], at: number, more: Fields = {}, grants = [OPERATOR]): Report {
  const members = names.map((name) => ({ name, rank: 'Officer', level: 60, class: 'Mage', lastOnlineDays: 0 }));
  return report(install, listedGuild({ ...GUILD, members, ...more }), at, grants);
}

function award(install: number, itemId: number, at: number, grants = [OPERATOR]): Report {
  return report(install, awarded(item(itemId, 'Rock'), { ...GUILD, recipient: 'Ayla' }), at, grants);
}

function boardOf(reports: readonly Report[]): GuildBoard | undefined {
  return factsOf(guild_boards, reports)[toGuildSubject('Everlook', 'Night Owls')] as GuildBoard | undefined;
}

test('guild_boards: nothing is public without a grant, and with one a single install is enough', () => {
  assert.deepEqual(factsOf(guild_boards, [roster(1, ['Ayla'], 0, {}, [])]), {});
  assert.deepEqual(boardOf([roster(1, ['Ayla'], 0)]), {
    guild: GUILD,
    roster: {
      capturedAt: minute(0),
      faction: 'horde',
      members: [{ name: 'Ayla', rank: 'Officer', level: 60, class: 'Mage', lastOnlineDays: 0 }],
    },
  });
});

test('guild_boards: the newest roster and spelling count, whoever sent them', () => {
  const board = boardOf([
    roster(2, ['Bor'], 5, { guildName: 'NIGHT OWLS', realm: 'EVERLOOK' }),
    roster(1, ['Ayla'], 4),
    roster(3, ['Cid'], 9, {}, []),
  ]);
  assert.deepEqual(board?.guild, { guildName: 'NIGHT OWLS', realm: 'EVERLOOK' });
  assert.equal(board?.roster?.members[0]?.name, 'Bor');
});

test('guild_boards: the newest lockout per instance and difficulty is shown', () => {
  const lockout = (instance: string, difficulty: string, bossesKilled: string[], at: number): Report =>
    report(1, wasLocked({ ...GUILD, instance, difficulty, bossesKilled, resetAt: minute(9999) }), at);
  const board = boardOf([
    lockout('Molten Core', 'Normal', [], 1),
    lockout('Molten Core', 'Normal', ['Lucifron'], 2),
    lockout('Molten Core', 'Heroic', [], 3),
    lockout('Blackwing Lair', 'Normal', [], 4),
  ]);
  assert.deepEqual(
    board?.lockouts?.map(({ instance, difficulty, bossesKilled }) => [instance, difficulty, bossesKilled]),
    [
      ['Blackwing Lair', 'Normal', []],
      ['Molten Core', 'Heroic', []],
      ['Molten Core', 'Normal', ['Lucifron']],
    ],
  );
  assert.deepEqual(Object.keys(board ?? {}), ['guild', 'lockouts']);
});

test('guild_boards: the newest 100 of attendance and 200 awards', () => {
  const present = (at: number): Report => report(1, raided({ ...GUILD, present: [`Player ${at % 10}`] }), at);
  const attendance = (n: number) => boardOf(Array.from({ length: n }, (_, at) => present(at)))?.attendance ?? [];
  assert.equal(attendance(100).length, 100);
  assert.equal(attendance(101).length, 100);
  assert.equal(attendance(101)[0]?.capturedAt, minute(100));
  assert.equal(attendance(101)[99]?.capturedAt, minute(1));
  const awards = (n: number) => boardOf(Array.from({ length: n }, (_, at) => award(1, 1 + at, at)))?.awards ?? [];
  assert.equal(awards(200).length, 200);
  assert.deepEqual(
    awards(201).map(({ itemId }) => itemId),
    Array.from({ length: 200 }, (_, i) => 201 - i),
  );
});

test('guild_boards: an event that several installs saw at once is shown once', () => {
  const board = boardOf([award(1, 5, 0), award(2, 5, 0), award(2, 5, 1), award(3, 6, 0)]);
  assert.deepEqual(
    board?.awards?.map(({ itemId, capturedAt }) => [itemId, capturedAt]),
    [
      [5, minute(1)],
      [5, minute(0)],
      [6, minute(0)],
    ],
  );
});

test('guild_boards: `self` is set if a shown record is covered only by self-issued grants', () => {
  const table: [grants: CoveringGrant[][], self: true | undefined][] = [
    [[[OPERATOR]], undefined],
    [[[SELF]], true],
    [[[SELF, OPERATOR]], undefined],
    [[[OPERATOR], [SELF]], true],
  ];
  for (const [grants, self] of table) {
    assert.equal(boardOf(grants.map((own, i) => award(1, 1 + i, i, own)))?.self, self);
  }
  // A record with both kinds of grants counts as covered by the operator's.
  assert.equal(boardOf([award(1, 5, 0, [SELF]), award(2, 5, 0, [OPERATOR])])?.self, undefined);
  // A roster that is no longer shown does not count.
  assert.equal(boardOf([roster(1, ['Ayla'], 0, {}, [SELF]), roster(1, ['Bor'], 1)])?.self, undefined);
});

test('guild_boards: two different pairs of realm and guild never share a subject', () => {
  assert.notEqual(toGuildSubject('a|b', 'c'), toGuildSubject('a', 'b|c'));
  assert.equal(toGuildSubject(' EVERLOOK', 'night owls'), toGuildSubject('Everlook', 'Night Owls'));
});

const COIN = { character: 'Ayla', realm: 'Everlook' };

function purse(install: number, copper: number, at: number, grants = [OPERATOR]): Report {
  return report(install, hadMoney(copper, COIN), at, grants);
}

function moved(install: number, source: MoneySource, copper: number, at: number, grants = [OPERATOR]): Report {
  return report(install, earned(copper, { ...COIN, source }), at, grants);
}

function ledgersOf(reports: readonly Report[]): GoldLedgers | undefined {
  return factsOf(gold_ledgers, reports)[toGoldSubject('Everlook', 'Ayla')] as GoldLedgers | undefined;
}

const NO_MONEY = { loot: null, quest: null, vendor: null, auction: null };
const NO_OTHER = { mail: null, trade: null, repair: null, training: null, travel: null, other: null };

test('gold_ledgers: nothing is public without a grant, and an unrecorded sum is null instead of zero', () => {
  assert.deepEqual(factsOf(gold_ledgers, [purse(1, 100, 0, [])]), {});
  assert.deepEqual(ledgersOf([purse(1, 0, 0)]), {
    character: COIN,
    ledgers: [
      {
        ledger: 1,
        peakCopper: 0,
        money: NO_MONEY,
        other: NO_OTHER,
        firstDay: '2026-01-09',
        lastDay: '2026-01-09',
        self: false,
      },
    ],
  });
});

test('gold_ledgers: a ledger has the peak and the signed sum per source', () => {
  const ledger = ledgersOf([
    purse(1, 100, 0),
    purse(1, 500, 1),
    purse(1, 300, 24 * 60),
    moved(1, 'loot', 70, 2),
    moved(1, 'loot', 30, 3),
    moved(1, 'auction', 50, 3),
    moved(1, 'auction', -50, 4),
    moved(1, 'repair', -25, 5),
  ])?.ledgers[0];
  assert.equal(ledger?.peakCopper, 500);
  assert.deepEqual(ledger?.money, { ...NO_MONEY, loot: 100, auction: 0 });
  assert.deepEqual(ledger?.other, { ...NO_OTHER, repair: -25 });
  assert.deepEqual([ledger?.firstDay, ledger?.lastDay], ['2026-01-09', '2026-01-10']);
});

test('gold_ledgers: there is one ledger per smallest grant and install, ordered by first report', () => {
  const body = ledgersOf([
    purse(7, 30, 9),
    purse(3, 20, 8),
    purse(3, 25, 1),
    purse(3, 40, 5, [SELF, OPERATOR]),
    purse(7, 10, 2, [SELF]),
  ]);
  assert.deepEqual(
    body?.ledgers.map(({ ledger, peakCopper, self }) => [ledger, peakCopper, self]),
    [
      [1, 25, false],
      [2, 10, true],
      [3, 40, false],
      [4, 30, false],
    ],
  );
});

test('gold_ledgers: the order of ledgers with the same start does not depend on which arrived first', () => {
  const pairs: readonly (readonly [readonly Report[], readonly Report[]])[] = [
    [[moved(1, 'loot', 5, 0, [SELF])], [moved(2, 'loot', 5, 0, [OPERATOR])]],
    [
      [moved(1, 'loot', 5, 0), moved(1, 'loot', 5, 24 * 60)],
      [moved(2, 'loot', 5, 0), moved(2, 'loot', 5, 48 * 60)],
    ],
  ];
  for (const [one, other] of pairs) {
    assert.deepEqual(ledgersOf([...one, ...other]), ledgersOf([...other, ...one]));
  }
});

test('gold_ledgers: sums beyond 2^53 do not depend on the order of events', () => {
  const most = Number.MAX_SAFE_INTEGER;
  const events = [
    moved(1, 'trade', most, 0),
    moved(1, 'trade', most, 1),
    moved(1, 'trade', 1, 2),
    moved(1, 'trade', -most, 3),
    moved(1, 'trade', -most, 4),
  ];
  for (const order of [events, events.toReversed()]) assert.equal(ledgersOf(order)?.ledgers[0]?.other.trade, 1);
});

test('a board or ledger contains no grant and no install', () => {
  const installs = [918273, 918274];
  const grants = [{ n: 771177, self: false }];
  const reports = installs.flatMap((install, i) => [purse(install, 5, i, grants), award(install, 5, i, grants)]);
  const text = JSON.stringify([factsOf(gold_ledgers, reports), factsOf(guild_boards, reports)]);
  for (const number of [...installs, 771177]) assert.ok(!text.includes(String(number)));
});

const anyReport = fc
  .record({
    install: fc.integer({ min: 1, max: 3 }),
    what: fc.integer({ min: 0, max: 3 }),
    at: fc.integer({ min: 0, max: 5 }),
    grants: fc.constantFrom<CoveringGrant[]>([], [OPERATOR], [SELF], [SELF, OPERATOR]),
  })
  .map(({ install, what, at, grants }) =>
    what === 0
      ? purse(install, at * 7, at, grants)
      : what === 1
        ? moved(install, 'loot', 1 + at, at, grants)
        : what === 2
          ? award(install, 1 + (at % 2), at, grants)
          : roster(install, [`Member ${at}`], at, {}, grants),
  );

test('boards and ledgers do not depend on the order of the witnesses', () =>
  fc.assert(
    fc.property(fc.array(anyReport, { maxLength: 25, size: 'max' }), (reports) => {
      for (const rollup of [guild_boards, gold_ledgers]) {
        for (const [subject, seen] of witnessesOf(rollup, reports)) {
          assert.deepEqual(rollup.facts(subject, seen.toReversed()), rollup.facts(subject, seen));
        }
      }
    }),
    { numRuns: propertyRuns(100) },
  ));

test('boards and ledgers do not depend on the order in which their records were stored', () =>
  fc.assert(
    fc.property(fc.array(anyReport, { maxLength: 25, size: 'max' }), (reports) => {
      for (const rollup of [guild_boards, gold_ledgers]) {
        assert.deepEqual(factsOf(rollup, reports.toReversed()), factsOf(rollup, reports));
      }
    }),
    { numRuns: propertyRuns(100) },
  ));
