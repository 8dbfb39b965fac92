import type { Transaction } from '@libsql/client';
import { memberChanges } from '../../../../domain/families/lookups/change_log.ts';
import type { Change } from '../../../../domain/ports/change_log.ts';
import type { FactUpdate } from '../../../../domain/ports/facts.ts';
import { jsonRows } from '../../database.ts';
import { insertRows, overwrite } from '../../insert_rows.ts';
import type { ChangedFact } from './changed_fact.ts';
import { addCount, type CountChanges, FACT_COUNTS, keepListCounts } from './counts_writer.ts';
import { writeCoverage } from './coverage_writer.ts';
import { writeObservedEntities } from './knowledge_writer.ts';
import { writeMapPins } from './map_pins_writer.ts';
import { writeMentions } from './mentions_writer.ts';

/**
 * Number of facts written at a time, and the most bytes of stored facts read to compare them with. Both limit the JSON
 * held in memory.
 */
const FACTS_AT_ONCE = 2_000;
const STORED_BYTES_MAX = 4_000_000;

/**
 * Writes facts. Changed facts are updated, facts that are no longer public are deleted, and so is every subject of
 * `wholeFamilies` that is not given. Unchanged facts are not written. Calls `note` with the changes of their members.
 */
export async function writeFacts(
  tx: Transaction,
  facts: readonly FactUpdate[],
  wholeFamilies: readonly string[],
  note: (changes: readonly Change[]) => Promise<void>,
): Promise<void> {
  const stated = wholeFamilies.length === 0 ? facts : [...facts, ...(await findUnlisted(tx, facts, wholeFamilies))];
  for (let from = 0; from < stated.length; ) {
    const some = stated.slice(from, from + FACTS_AT_ONCE);
    const { standing, cut } = await readStored(tx, some);
    await note(await stateSome(tx, some.slice(0, cut), standing));
    from += cut;
  }
}

/**
 * Reads the stored bodies of these facts, by index in the list. If they are too large to be read at once, it reads
 * those before `cut`.
 */
async function readStored(
  tx: Transaction,
  facts: readonly FactUpdate[],
): Promise<{ readonly standing: ReadonlyMap<number, string>; readonly cut: number }> {
  const rows = await jsonRows<readonly [index: number, body: string | null]>(
    tx,
    `select json_group_array(json_array(i, iif(upto <= ${STORED_BYTES_MAX} or upto = bytes, body, null))) from (
       select i, body, bytes, sum(bytes) over (order by i rows unbounded preceding) as upto from (
         select asked.key as i, f.body, octet_length(f.body) as bytes from json_each(?) as asked
         cross join facts as f on f.family = asked.value->>0 and f.subject = asked.value->>1))`,
    [JSON.stringify(facts.map(({ family, subject }) => [family, subject]))],
  );
  const first = rows.find(([, body]) => body === null);
  const read = rows.filter((row): row is readonly [number, string] => row[1] !== null);
  return { standing: new Map(read), cut: first?.[0] ?? facts.length };
}

/** Returns withdrawals of the stored facts of these families that are not among the given ones. */
async function findUnlisted(
  tx: Transaction,
  facts: readonly FactUpdate[],
  families: readonly string[],
): Promise<readonly FactUpdate[]> {
  const gone: FactUpdate[] = [];
  for (const family of families) {
    const stated = new Set(facts.filter((fact) => fact.family === family).map(({ subject }) => subject));
    const standing = await jsonRows<string>(tx, 'select json_group_array(subject) from facts where family = ?', [
      family,
    ]);
    for (const subject of standing) if (!stated.has(subject)) gone.push({ family, subject, body: null });
  }
  return gone;
}

async function stateSome(
  tx: Transaction,
  facts: readonly FactUpdate[],
  standing: ReadonlyMap<number, string>,
): Promise<readonly Change[]> {
  const changed = facts
    .map(({ family, subject, body }, i) => {
      const after = body === null ? null : JSON.stringify(body);
      return { family, subject, before: standing.get(i) ?? null, after };
    })
    .filter(({ before, after }) => before !== after);
  if (changed.length === 0) return [];
  await tx.execute({
    sql: `delete from facts where (family, subject) in (select value->>0, value->>1 from json_each(?))`,
    args: [
      JSON.stringify(changed.filter(({ after }) => after === null).map(({ family, subject }) => [family, subject])),
    ],
  });
  await insertRows(
    tx,
    'facts',
    'family, subject, body',
    changed.filter(({ after }) => after !== null).map(({ family, subject, after }) => [family, subject, after]),
    overwrite('body'),
  );
  await keepListCounts(tx, FACT_COUNTS, countsOf(changed));
  await writeObservedEntities(tx, changed);
  await writeMentions(tx, changed);
  await writeMapPins(tx, changed);
  await writeCoverage(tx, changed);
  return changed.flatMap(({ family, subject, before, after }) => memberChanges(family, subject, before, after));
}

/** Counts the facts that each family, and each owner in it, gained or lost. */
function countsOf(changed: readonly ChangedFact[]): CountChanges {
  const counts: CountChanges = new Map();
  for (const { family, subject, before, after } of changed) {
    const by = Number(after !== null) - Number(before !== null);
    const owner = ownerOf(subject);
    addCount(counts, [family, ''], by);
    if (owner !== '') addCount(counts, [family, owner], by);
  }
  return counts;
}

/** Returns the owner of a subject such as `<npc id>:<item id>`, or an empty text if it has none. */
function ownerOf(subject: string): string {
  return subject.slice(0, Math.max(0, subject.indexOf(':')));
}
