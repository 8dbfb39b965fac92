import type { Client } from '@libsql/client';
import type { SubjectFact } from '../../../domain/ports/snapshots.ts';
import type { FactBody } from '../../../domain/rollups/rollup.ts';
import { jsonRows, value } from '../database.ts';

/** What is public of one subject; null: nothing. */
export const readFact = async (client: Client, family: string, subject: string): Promise<FactBody | null> => {
  const body = await value(client, 'select body from facts where family = ? and subject = ?', [family, subject]);
  return typeof body === 'string' ? (JSON.parse(body) as FactBody) : null;
};

/** Of text that begins alike, nothing sorts behind this. */
const LAST = '\u{10ffff}';

/** What is public of every subject whose name begins with `prefix`, by name. */
export const readFacts = (client: Client, family: string, prefix: string): Promise<readonly SubjectFact[]> =>
  jsonRows<SubjectFact>(
    client,
    `select json_group_array(json_object('subject', subject, 'body', json(body))) from (
       select subject, body from facts where family = ? and subject >= ? and subject < ? order by subject)`,
    [family, prefix, `${prefix}${LAST}`],
  );
