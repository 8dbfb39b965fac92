import assert from 'node:assert/strict';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { UploadReader } from '../../../domain/ports/uploads.ts';
import { catchFault, StorageFault, type StoreName } from '../../../domain/values/storage_fault.ts';
import { triedCaseStep } from '../../runner/properties.ts';
import { storageFails } from '../../support/storage_fails.ts';
import {
  guessedLoot,
  hadMoney,
  item,
  looted,
  npc,
  object,
  quest,
  reportedBy,
  wasOffered,
} from '../../support/world.ts';
import {
  type Asked,
  AT_THE_END,
  facts,
  kept,
  listedUploads,
  type Stores,
  smallBounds,
  snap,
  T0_MS,
  withFolder,
  withStores,
  withStoresIn,
} from './support.ts';

class Killed extends Error {}

/**
 * Port methods that store something. Dying after any other call is like dying after the last of these, because nothing
 * else is stored.
 */
const WRITING = new Set([
  'add',
  'clearMarks',
  'takeOut',
  'takeOutTold',
  'readmit',
  'takeOutRecords',
  'notePlaces',
  'write',
]);

interface Death {
  readonly when: 'before' | 'after';
  /** Whether to count calls of this method. */
  readonly counts: (name: string) => boolean;
  /** Number of counted calls between one death and the next. */
  readonly stride: number;
}

const DEATHS: Readonly<Record<string, Death>> = {
  'behind any call that writes': { when: 'after', counts: (name) => WRITING.has(name), stride: 1 },
  'before some call, reads among them': { when: 'before', counts: () => true, stride: 17 },
};

/**
 * Lets the first `calls` counted port calls pass and kills the run in the next one, before or after it takes effect.
 */
function createKiller(calls: number, { when, counts }: Death) {
  let left = calls;
  const watch = <T extends object>(port: T): T =>
    Object.fromEntries(
      Object.entries(port).map(([name, call]) => [
        name,
        async (...args: unknown[]): Promise<unknown> => {
          const dies = counts(name) && left-- === 0;
          if (dies && when === 'before') throw new Killed();
          const answer: unknown = await call(...args);
          if (dies) throw new Killed();
          return answer;
        },
      ]),
    ) as T;
  return { watch, counted: () => calls - left };
}

/**
 * Sources that become public in the middle of a snapshot and between two snapshots, and a measured zero that is
 * withdrawn again.
 */
const SAME_DAY = kept([
  ...reportedBy([1, 2, 3], looted(npc(5), item(7))),
  ...reportedBy([1, 2], looted(npc(6))),
  wasOffered(quest(1)),
  ...reportedBy([3], looted(npc(6))),
  ...reportedBy([4], guessedLoot(npc(5))),
  ...reportedBy([1, 4], looted(npc(6), item(8))),
  ...reportedBy([1, 2], looted(object(1), item(2), item(3))),
  ...[[1, 9], [1, 2], [2]].map((grants, i) => ({ install: i + 1, grants, ...hadMoney(i) })),
]);

/** Records of install 4 arrive a day later than the others. */
const RECORDS = SAME_DAY.map((record) => ({
  ...record,
  receivedAtMs: record.receivedAtMs + (record.installN > 3 ? 86_400_000 : 0),
}));

/**
 * Maximum records per snapshot and per chunk, and whether facts wait for the end of the run. They differ from run to
 * run, so the run after a kill may cut the records differently.
 */
const BOUNDS = [
  smallBounds(5, 2),
  smallBounds(3, 3, AT_THE_END),
  smallBounds(4, 4),
  smallBounds(2, 2, AT_THE_END),
] as const;

type RunSeen = readonly [upTo: number, asked: Asked, settings?: Parameters<typeof snap>[2]];

const LET_IN = { n: 2, kind: 'install', installN: 1, state: 'in' } as const;
const COVERED = { n: 3, kind: 'grant', grantN: 2 } as const;

/**
 * What each run sees: half of the records, then all of them; then an install is withheld and readmitted; then one grant
 * is checked again, and one is revoked, so that one record is left that only its own install granted.
 */
const RUNS: readonly RunSeen[] = [
  [6, {}],
  [RECORDS.length, {}],
  [RECORDS.length, { orders: [{ n: 1, kind: 'install', installN: 1, state: 'withheld' }], withheld: [1] }],
  [RECORDS.length, { orders: [LET_IN] }],
  [RECORDS.length, { orders: [LET_IN, COVERED] }],
  [RECORDS.length, { orders: [LET_IN, COVERED, { n: 4, kind: 'grant', grantN: 1 }], revoked: [1] }],
];

const DAY = Math.floor(T0_MS / 86_400_000);
function onDay(day: number): RunSeen[2] {
  return { installAgeDays: 2, witnessDay: DAY + day };
}

/** Installs reach the minimum age while records arrive, one install is withheld meanwhile, and a clock goes back. */
const AGED_RUNS: readonly RunSeen[] = [
  [6, {}, onDay(1)],
  [RECORDS.length, {}, onDay(2)],
  [RECORDS.length, {}, onDay(1)],
  [RECORDS.length, { orders: [{ n: 1, kind: 'install', installN: 1, state: 'withheld' }], withheld: [1] }, onDay(2)],
  [RECORDS.length, { orders: [LET_IN] }, onDay(3)],
];

const byNetworks = { witnessNetworks: 2 };
const PLACED = { n: 2, kind: 'install', installN: 3, state: 'in' } as const;
const LIFTED = { n: 3, kind: 'install', installN: 1, state: 'in' } as const;
function unplaced(...waits: readonly (readonly [installN: number, orderN: number | null])[]) {
  return {
    networkWaits: waits.map(([installN, orderN]) => ({ installN, orderN })),
  };
}

/** Installs are admitted as witnesses of their networks while records arrive, one of them while it is withheld. */
const PLACED_RUNS: readonly RunSeen[] = [
  [6, unplaced([1, null], [3, null]), byNetworks],
  [
    RECORDS.length,
    {
      orders: [{ n: 1, kind: 'install', installN: 1, state: 'withheld' }],
      withheld: [1],
      ...unplaced([1, 1], [3, null]),
    },
    byNetworks,
  ],
  [RECORDS.length, { orders: [PLACED], withheld: [1], ...unplaced([3, 2]) }, byNetworks],
  [RECORDS.length, { orders: [PLACED, LIFTED], ...unplaced([3, 2]) }, byNetworks],
];

/**
 * Runs the builder once per entry from `first` on. A kill ends only the current run; the next run carries on. Returns
 * whether a run was killed.
 */
async function history(
  on: Stores,
  runs: readonly RunSeen[],
  first: number,
  kill: <T extends object>(port: T) => T,
): Promise<boolean> {
  let killed = false;
  for (const [i, [upTo, asked, settings]] of runs.entries()) {
    if (i < first) continue;
    const uploads: UploadReader = kill(listedUploads(RECORDS, upTo, asked));
    try {
      const stores = { ...on, evidence: kill(on.evidence), snapshots: kill(on.snapshots) };
      assert.ok((await snap(stores, uploads, { bounds: BOUNDS[i % BOUNDS.length]!, ...settings })).ok);
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      killed = true;
    }
  }
  return killed;
}

/** The databases before each run of an undisturbed history, and the number of calls that were counted until then. */
interface Before {
  readonly folder: string;
  readonly calls: number;
}

/** Runs a history without a kill. The last entry is the state after it. */
async function undisturbedStates(top: string, runs: readonly RunSeen[], death: Death): Promise<readonly Before[]> {
  const states: Before[] = [{ folder: join(top, '0'), calls: 0 }];
  mkdirSync(states[0]!.folder);
  await withStoresIn(states[0]!.folder, async () => {});
  for (const i of runs.keys()) {
    const before = states[i]!;
    const folder = join(top, String(i + 1));
    cpSync(before.folder, folder, { recursive: true });
    const { watch, counted } = createKiller(Number.MAX_SAFE_INTEGER, death);
    await withStoresIn(folder, (on) => history(on, runs.slice(0, i + 1), i, watch));
    states.push({ folder, calls: before.calls + counted() });
  }
  return states;
}

const CASES = [
  ...Object.entries(DEATHS).map(([where, death]) => ({ where, death, what: 'whatever is asked', runs: RUNS })),
  ...Object.entries(DEATHS)
    .slice(0, 1)
    .flatMap(([where, death]) => [
      { where, death, what: 'as installs come of age', runs: AGED_RUNS },
      { where, death, what: 'as installs find their places', runs: PLACED_RUNS },
    ]),
];

for (const { where, death, what, runs } of CASES) {
  test(`after a kill ${where}, ${what}, everything is counted once`, () =>
    withFolder(async (top) => {
      const [, asked, settings] = runs.at(-1)!;
      const states = await undisturbedStates(top, runs, death);
      const undisturbed = await withStoresIn(states.at(-1)!.folder, (on) => facts(on.store));
      const total = states.at(-1)!.calls;
      const stride = death.stride * triedCaseStep();
      for (let call = Math.floor(Math.random() * stride); call < total; call += stride) {
        const first = states.findLastIndex(({ calls }) => calls <= call);
        await withFolder(async (folder) => {
          cpSync(states[first]!.folder, folder, { recursive: true });
          await withStoresIn(folder, async (on) => {
            const { watch } = createKiller(call - states[first]!.calls, death);
            assert.equal(await history(on, runs, first, watch), true);
            assert.ok((await snap(on, listedUploads(RECORDS, RECORDS.length, asked), settings)).ok);
            assert.deepEqual(await facts(on.store), undisturbed, `killed ${where}, call ${call}`);
          });
        });
      }
      assert.ok(total > 30, `only ${total} calls were made`);
    }));
}

test('a storage fault is reported with its cause and loses nothing', () =>
  withStores(async (on) => {
    const full = (store: StoreName) => storageFails(store, 'SQLITE_FULL');
    const uploads = listedUploads(RECORDS);
    const failing = [
      () => snap(on, { ...uploads, records: async () => full('uploads') }),
      () => snap({ ...on, evidence: { ...on.evidence, add: async () => full('evidence') } }, uploads),
      () => snap({ ...on, snapshots: { ...on.snapshots, write: async () => full('snapshot') } }, uploads),
    ];
    const faults = [];
    for (const run of failing) faults.push(await catchFault(run()));
    assert.deepEqual(
      faults.map((fault) => fault instanceof StorageFault && [fault.store, fault.cause]),
      ['uploads', 'evidence', 'snapshot'].map((store) => [store, 'SQLITE_FULL']),
    );
    assert.ok((await snap(on, uploads)).ok);
    await withStores(async (fresh) => {
      assert.ok((await snap(fresh, uploads)).ok);
      assert.deepEqual(await facts(on.store), await facts(fresh.store));
    });
  }));
