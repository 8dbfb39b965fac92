import type { Transaction } from '@libsql/client';
import { MENTIONING_FAMILIES, namingsIn } from '../../../domain/mentions.ts';
import type { FactBody } from '../../../domain/rollups/rollup.ts';
import type { ChangedFact } from './facts_writer.ts';

const MENTIONING: ReadonlySet<string> = new Set(MENTIONING_FAMILIES);

/** Keeps what names an entity in step with the facts; called in the transaction that states them. */
export const stateMentions = async (tx: Transaction, changed: readonly ChangedFact[]): Promise<void> => {
  const naming = changed.filter(({ family }) => MENTIONING.has(family));
  if (naming.length === 0) return;
  await tx.execute({
    sql: 'delete from mentions where (family, subject) in (select value->>0, value->>1 from json_each(?))',
    args: [JSON.stringify(naming.map(({ family, subject }) => [family, subject]))],
  });
  const rows = naming.flatMap(({ family, subject, after }) =>
    after === null
      ? []
      : namingsIn(family, { subject, body: JSON.parse(after) as FactBody }).map(({ type, id, member }) => [
          ...[type, id, family, member, subject],
        ]),
  );
  await tx.execute({
    sql: `insert or ignore into mentions (type, id, family, member, subject)
          select value->>0, value->>1, value->>2, value->>3, value->>4 from json_each(?)`,
    args: [JSON.stringify(rows)],
  });
};
