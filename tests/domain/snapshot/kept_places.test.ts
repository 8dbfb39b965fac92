import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Order, StoredRecord } from '../../../domain/ports/uploads.ts';
import { pendingIn } from '../../adapters/libsql/evidence/evidence_support.ts';
import { hadMoney, quest, wasOffered } from '../../support/world.ts';
import {
  type Asked,
  facts,
  kept,
  listedUploads,
  published,
  type Sketch,
  type Stores,
  snap,
  withStores,
} from './support.ts';

function gold(copper: number, grants: readonly number[]): Sketch {
  return { upload: 1, grants, ...hadMoney(copper) };
}

/** Returns three named records of one upload, each covered by the grants in its list. */
function covered(...grants: readonly (readonly number[])[]): readonly StoredRecord[] {
  return kept(grants.map((some, i) => gold(i, some)));
}

function grant(n: number, grantN: number): Order {
  return { n, kind: 'grant', grantN };
}
function install(n: number, state: 'in' | 'withheld'): Order {
  return { n, kind: 'install', installN: 1, state };
}

interface Step {
  readonly records: readonly StoredRecord[];
  readonly asked?: Asked;
}

const FIRST: Step = { records: covered([1], [1], [1]) };

interface Case {
  readonly what: string;
  readonly first: Step;
  readonly next: Step;
  /** Changes to the feed after the second step: number of places taken and of rows withdrawn. */
  readonly taken: number;
  readonly withdrawn: number;
}

const CASES: readonly Case[] = [
  {
    what: 'another grant covers them, too',
    first: FIRST,
    next: { records: covered([1, 2], [1, 2], [1, 2]), asked: { orders: [grant(1, 2)] } },
    taken: 0,
    withdrawn: 0,
  },
  {
    what: 'another grant covers two that stand and one that did not',
    first: { records: covered([1], [], [1]) },
    next: { records: covered([1, 2], [2], [1]), asked: { orders: [grant(1, 2)] } },
    taken: 1,
    withdrawn: 0,
  },
  {
    what: 'one of two grants is revoked',
    first: { records: covered([1, 2], [1, 2], [1]) },
    next: { records: covered([1, 2], [1, 2], [1]), asked: { orders: [grant(1, 1)], revoked: [1] } },
    taken: 0,
    withdrawn: 1,
  },
  {
    what: 'the operator grants what one of two installs granted itself alone',
    first: { records: covered([9], [1, 9], [9]) },
    next: { records: covered([9, 2], [1, 9, 2], [9]), asked: { orders: [grant(1, 2)] } },
    taken: 1,
    withdrawn: 1,
  },
  {
    what: "the operator's grant is revoked beside one of the install's own",
    first: { records: covered([1, 9], [1], [1, 2, 9]) },
    next: { records: covered([1, 9], [1], [1, 2, 9]), asked: { orders: [grant(1, 1)], revoked: [1] } },
    taken: 1,
    withdrawn: 2,
  },
  {
    what: "the install's own grant is revoked beside one of the operator's",
    first: { records: covered([1, 9], [9, 10]) },
    next: { records: covered([1, 9], [9, 10]), asked: { orders: [grant(1, 9)], revoked: [9] } },
    taken: 0,
    withdrawn: 0,
  },
  {
    what: "the install's own grant is looked at again",
    first: { records: covered([9], [1, 9]) },
    next: { records: covered([9], [1, 9]), asked: { orders: [grant(1, 9), grant(2, 9)] } },
    taken: 0,
    withdrawn: 0,
  },
  {
    what: 'the grant is looked at again',
    first: FIRST,
    next: { ...FIRST, asked: { orders: [grant(1, 1), grant(2, 1)] } },
    taken: 0,
    withdrawn: 0,
  },
  {
    what: 'an install that is not out is let in',
    first: FIRST,
    next: { ...FIRST, asked: { orders: [install(1, 'in')] } },
    taken: 0,
    withdrawn: 0,
  },
  {
    what: 'an install that is out is withheld again',
    first: { ...FIRST, asked: { orders: [install(1, 'withheld')], withheld: [1] } },
    next: { ...FIRST, asked: { orders: [install(2, 'withheld')], withheld: [1] } },
    taken: 0,
    withdrawn: 0,
  },
];

async function run(on: Stores, { records, asked }: Step): Promise<void> {
  assert.ok((await snap(on, listedUploads(records, Number.POSITIVE_INFINITY, asked))).ok);
}

async function placesOf(on: Stores): Promise<{ readonly taken: number; readonly standing: readonly string[] }> {
  const { row, corpus } = await published(on.store);
  return { taken: row.corpusPlaces, standing: corpus['gold_snapshot'] ?? [] };
}

test('records that remain public keep their places', async (t) => {
  for (const { what, first, next, taken, withdrawn } of CASES) {
    await t.test(what, () =>
      withStores(async (on) => {
        await run(on, first);
        const before = await placesOf(on);
        await run(on, next);
        const after = await placesOf(on);
        assert.equal(after.taken - before.taken, taken, 'places taken');
        const gone = before.standing.filter((row) => !after.standing.includes(row));
        assert.equal(gone.length, withdrawn, 'rows withdrawn');
        assert.deepEqual(
          after.standing.slice(0, before.standing.length - gone.length),
          before.standing.filter((row) => !gone.includes(row)),
        );
        const seen = await facts(on.store);
        await withStores(async (fresh) => {
          await run(fresh, { ...next, asked: { ...next.asked, orders: [] } });
          assert.deepEqual(seen, await facts(fresh.store), 'as built anew');
        });
      }),
    );
  }
});

test('a record that is added, withheld, reinstated and revoked between crashes is subtracted once', () =>
  withStores(async (on) => {
    const records = kept([gold(5, [1]), { upload: 1, ...wasOffered(quest(1)) }]);
    const killed = async (asked: Asked): Promise<void> => {
      const snapshots = { ...on.snapshots, corpusCounts: () => Promise.reject(new Error('killed')) };
      const uploads = listedUploads(records, Number.POSITIVE_INFINITY, asked);
      await assert.rejects(snap({ ...on, snapshots }, uploads), /killed/);
    };
    await killed({});
    await killed({ orders: [install(1, 'withheld')], withheld: [1] });
    assert.deepEqual((await pendingIn(on.evidence)).seqs, [], 'nothing of it is to come');
    await run(on, { records, asked: { orders: [install(2, 'in'), grant(3, 1)], revoked: [1] } });
    const { row, corpus } = await published(on.store);
    assert.deepEqual([row.uploads, corpus['gold_snapshot'] ?? [], corpus['quest']?.length], [1, [], 1]);
  }));
