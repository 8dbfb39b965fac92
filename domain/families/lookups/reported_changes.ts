import type { Change } from '../../ports/change_log.ts';
import { INSTALLS_TO_PUBLISH } from '../../values/corroboration.ts';
import { groupBy } from '../../values/group_by.ts';
import type { AnonymousRecord, Claim, ClaimFamily, RecordFacts } from '../counting/family.ts';
import { coverage } from '../coverage.ts';
import { type JudgedLootRecord, judgeLootRecord } from '../drops.ts';
import { edges } from '../edges.ts';
import { CLAIM_FAMILIES } from '../mod.ts';
import { buildChangeLog } from './change_log.ts';

/**
 * Families whose lines name exactly what a record reports, by kind of record. A line about a relation does not say which
 * one was new, so relations are left out. Only kinds that coverage counts have families here: they are public and say
 * nothing about the sender's realm or characters.
 */
const CLAIM_FAMILIES_BY_KIND: ReadonlyMap<string, readonly ClaimFamily[]> = new Map(
  coverage.kinds.map((kind) => [
    kind,
    CLAIM_FAMILIES.filter(
      ({ kinds, subject, shape, name }) =>
        kinds.includes(kind) && subject !== null && shape !== 'daily' && name !== edges.name,
    ),
  ]),
);

/** Any values, because they do not influence which fields of a fact a record reports. */
const SAMPLE_RECORD_FACTS: RecordFacts = { seq: 1, capturedAtMs: 0, receivedAtMs: 0, grants: [], language: 'own' };

/**
 * Returns the facts that a record reports, as the lines that the change log would contain if as many installs as a fact
 * needs had sent exactly this record. Leaves out relations, prices, market values and kinds that coverage does not count.
 */
export function listReportedChanges(record: AnonymousRecord): readonly Change[] {
  const reported = (CLAIM_FAMILIES_BY_KIND.get(record.kind) ?? []).flatMap((family) =>
    [...groupBy(family.claims(record, SAMPLE_RECORD_FACTS), ({ subject }) => subject)].flatMap(([subject, claims]) => {
      const fact = computeAgreedFact(family, subject, claims);
      return fact === null ? [] : buildChangeLog({ list: family.name, key: subject, after: JSON.stringify(fact) });
    }),
  );
  const loot = record.kind === 'loot' ? judgeLootRecord(record as JudgedLootRecord) : null;
  if (loot?.kind !== 'window') return reported;
  const { type, id } = loot.source;
  return [...reported, ...buildChangeLog({ list: 'sources', key: `${type}:${id}`, after: '{}' })];
}

/** Returns the fact that follows if all installs agree on these claims, or null if there is none even then. */
function computeAgreedFact(family: ClaimFamily, subject: string, claims: readonly Claim[]): object | null {
  const installs = INSTALLS_TO_PUBLISH;
  if (family.shape === 'tallied') {
    const counted = claims.map(({ field, value }) => ({ field, value, installs, firstDays: [], lastDays: [] }));
    return family.facts(subject, counted);
  }
  if (family.shape === 'daily') return null;
  return family.facts(
    subject,
    Array.from({ length: installs }, (_, i) =>
      claims.map(({ field, value }) => ({ installN: i + 1, field, value, atMs: 0 })),
    ).flat(),
  );
}
