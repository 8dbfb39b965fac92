import type { Transaction } from '@libsql/client';
import { type EntityMention, MENTIONING_FAMILIES, namingsIn } from '../../../../domain/families/lookups/mentioned.ts';
import type { FactBody } from '../../../../domain/ports/facts.ts';
import type { ChangedFact } from './changed_fact.ts';
import { addCount, type CountChanges, keepListCounts, MENTION_COUNTS } from './counts_writer.ts';

const MENTIONING: ReadonlySet<string> = new Set(MENTIONING_FAMILIES);

/** Updates the list of mentions after facts changed. Must run in the transaction that writes the facts. */
export async function writeMentions(tx: Transaction, changed: readonly ChangedFact[]): Promise<void> {
  const naming = changed.filter(({ family }) => MENTIONING.has(family));
  if (naming.length === 0) return;
  await tx.execute({
    sql: 'delete from mentions where (family, subject) in (select value->>0, value->>1 from json_each(?))',
    args: [JSON.stringify(naming.map(({ family, subject }) => [family, subject]))],
  });
  const rows: unknown[] = [];
  const counts: CountChanges = new Map();
  for (const { family, subject, before, after } of naming) {
    const count = ({ type, id, member }: EntityMention, by: number) => addCount(counts, [type, id, family, member], by);
    for (const one of namedBy(family, subject, before)) count(one, -1);
    for (const one of namedBy(family, subject, after)) {
      count(one, 1);
      rows.push([one.type, one.id, family, one.member, subject]);
    }
  }
  await tx.execute({
    sql: `insert into mentions (type, id, family, member, chars, subject)
          select value->>0, value->>1, value->>2, value->>3, length(value->>4), value->>4 from json_each(?)`,
    args: [JSON.stringify(rows)],
  });
  await keepListCounts(tx, MENTION_COUNTS, counts);
}

/** Returns the entities that a fact names, each once per member. */
function namedBy(family: string, subject: string, body: string | null): readonly EntityMention[] {
  if (body === null) return [];
  const namings = namingsIn(family, { subject, body: JSON.parse(body) as FactBody });
  return [...new Map(namings.map((one) => [`${one.type} ${one.id} ${one.member}`, one])).values()];
}
