import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { readJson, runWithReader } from '../../../../adapters/libsql/database.ts';
import { type EvidenceOptions, openEvidenceStore } from '../../../../adapters/libsql/evidence/store.ts';
import type { InstallClaim } from '../../../../domain/ports/evidence.ts';
import { FIRST_IPV6_WITNESS } from '../../../../domain/values/witnesses.ts';
import { EPOCH, withFolder } from '../../../domain/snapshot/support.ts';
import { propertyRuns } from '../../../runner/properties.ts';
import { gatherClaims } from '../../../support/claims.ts';
import { add, claim, TRAITS } from './evidence_support.ts';

/** Claims of all shapes. The values of `cells` are sets. */
const claims: fc.Arbitrary<readonly InstallClaim[]> = fc.array(
  fc
    .record({
      rollup: fc.constantFrom('names', 'edges', 'pins', 'census', 'cells'),
      subject: fc.constantFrom('s', 't', '\u{ff5e}', '\u{1f600}'),
      field: fc.constantFrom('20450', '20451'),
      installN: fc.constantFrom(1, 2, 3, FIRST_IPV6_WITNESS + 1),
      value: fc.constantFrom('1', '2', 'c'),
      tie: fc.constantFrom('aa', 'bb'),
      hours: fc.integer({ min: 0, max: 60 }),
    })
    .map(({ hours, ...rest }): InstallClaim => {
      const one = claim({ ...rest, hours });
      return rest.rollup === 'cells' ? { ...one, atMs: 0, tie: '', firstMs: 0, joins: true } : one;
    }),
  { maxLength: 60, size: 'max' },
);

/** Adds the batches and returns all claims and dirty subjects that the database then has. */
function stored(
  batches: readonly (readonly InstallClaim[])[],
  how: Pick<EvidenceOptions, 'unfinished' | 'heldMax'>,
): Promise<readonly unknown[]> {
  return withFolder(async (folder) => {
    const path = join(folder, 'evidence.db');
    const rollups = new Map([...TRAITS, ['cells', { shape: 'witnessed', dated: false } as const]]);
    const store = await openEvidenceStore(path, { epoch: EPOCH, create: true, rollups, ...how });
    for (const batch of batches) await add(store, { claims: gatherClaims(batch) });
    await store.dirtyTallies('names', 0, 1);
    await store.close();
    return runWithReader(path, (client) =>
      readJson(
        client,
        `select json_group_array(json(row)) from (
           select json_array(s.rollup, s.subject, c.field, c.install_n, c.value, c.at_ms, c.tie, c.first_ms) as row
           from claims as c join subjects as s on s.n = c.subject_n
           union all select json_array('dirty', s.rollup, s.subject) from dirty_subjects as d
           join subjects as s on s.n = d.subject_n and s.rollup = d.rollup order by row)`,
      ),
    );
  });
}

test('claims held in memory and written once are those added to a finished epoch in any batches', () =>
  fc.assert(
    fc.asyncProperty(claims, fc.array(fc.nat(60), { maxLength: 4 }), fc.boolean(), async (all, cuts, areFew) => {
      const places = [0, ...cuts.sort((a, b) => a - b), all.length];
      const batches = places.slice(1).map((to, i) => all.slice(places[i], to));
      const written = await stored(batches, {});
      assert.deepEqual(await stored(batches.toReversed(), { unfinished: true }), written);
      if (areFew) assert.deepEqual(await stored(batches, { unfinished: true, heldMax: 20 }), written);
    }),
    { numRuns: propertyRuns(30) },
  ));
