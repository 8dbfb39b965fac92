import type { Client, Transaction } from '@libsql/client';
import type { AdmittedRecord } from '../../../domain/ports/uploads.ts';
import { plainSpaces } from '../../../domain/values/spaces.ts';
import { toUtc } from '../../../schema/instants.ts';
import { nodeDigest } from '../../digest.ts';
import { inTransaction, jsonRows, readValue } from '../database.ts';
import { insertRows } from '../insert_rows.ts';
import { PACKED, type PackedRecords } from './pack.ts';

/**
 * Matches timestamps. Earlier releases stored some timestamps (schema/instants.ts) and names (schema/text.ts) in
 * another format. To detect repeats of such records, their content is converted to this release's format. Records
 * without an eventId are converted once, and the result is stored as a second identity (table respelt). Records with an
 * eventId are converted when a repeat arrives, to compare the contents.
 */
const TIMESTAMP = /"(capturedAt|resetAt)":"([^"]*)"/g;

/**
 * Returns the SHA-256 that a stored body would have in this release's format. The pattern cannot match inside a JSON
 * string, where quotes are escaped. All spaces in a body are part of names, which were trimmed and composed on arrival.
 */
function computeCurrentDigest(body: string): string {
  const current = body.replace(TIMESTAMP, (_, field: string, time: string) => `"${field}":"${toUtc(time)}"`);
  return nodeDigest.sha256(plainSpaces(current));
}

/** SQL for whether a timestamp has a fraction: a dot 19 characters into `"capturedAt":"2026-11-20T10:00:00.`. */
function hasFraction(member: string): string {
  return `substr(body, instr(body, '"${member}":"') + ${member.length + 4 + 19}, 1) = '.'`;
}

const HAS_FRACTION = `(${hasFraction('capturedAt')} or (instr(body, '"resetAt":"') > 0 and ${hasFraction('resetAt')}))`;

/** SQL for whether a body has a space other than U+0020 (\p{Zs}, as a GLOB class) or two spaces in a row. */
const HAS_ODD_SPACES = `(instr(body, '  ') > 0 or body glob '*[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]*')`;

const RECORDS_AT_ONCE = 2_000;
const BYTES_AT_ONCE = 4_000_000;

/** Selects up to `?4` bytes of records, but always at least one record. */
const SELECT_OLDER = `
  select json_group_array(json_array(seq, install_n, body)) from (
    select seq, install_n, body, sum(bytes) over (order by seq rows unbounded preceding) - bytes as before from (
      select seq, install_n, body, octet_length(body) as bytes from records
      where seq > ?1 and seq <= ?2 and typeof(identity) = 'blob' and (${HAS_FRACTION} or ${HAS_ODD_SPACES}) order by seq limit ?3))
  where before < ?4`;

/**
 * Stores the second identities of records from earlier releases, in transactions of bounded size. Continues where an
 * interrupted run stopped. Costs one query if there is nothing to do.
 */
export async function storeSecondIdentities(client: Client): Promise<void> {
  const range = await readValue(client, 'select json_array(from_seq, to_seq) from unrespelt');
  if (typeof range !== 'string') return;
  let [from] = JSON.parse(range) as [number, number];
  const [, to] = JSON.parse(range) as [number, number];
  while (from < to) {
    const args = [BigInt(from), BigInt(to), BigInt(RECORDS_AT_ONCE), BigInt(BYTES_AT_ONCE)];
    const older = await jsonRows<[seq: number, installN: number, body: string]>(client, SELECT_OLDER, args);
    const identities = older.map(([seq, installN, body]) => [installN, computeCurrentDigest(body), seq]);
    from = older.at(-1)?.[0] ?? to;
    await inTransaction(client, async (tx) => {
      await insertRows(tx, 'respelt', 'install_n, unhex(identity), seq', identities, 'on conflict do nothing');
      await tx.execute({ sql: 'update unrespelt set from_seq = ?', args: [BigInt(from)] });
    });
  }
  await client.execute('delete from unrespelt');
}

const FROM_RESPELT = `from respelt where install_n = ${PACKED.installN} and identity = ${PACKED.identity}`;

/** SQL for whether a packed record is already stored in another format. Costs almost nothing if `respelt` is empty. */
export const HAS_REFORMATTED = `(exists (select 1 from respelt) and exists (select 1 ${FROM_RESPELT}))`;

/** SQL for the number of the stored record with the identity of a packed record, in either format. */
export const STORED_SEQ = `
  coalesce(
    (select seq from records where install_n = ${PACKED.installN} and identity = ${PACKED.identity}),
    (select seq ${FROM_RESPELT}))`;

/** Number of additional bytes that two timestamps take if each has nine decimals. */
const MOMENT_BYTES_MAX = 20;

/**
 * Number of bytes of the longest space character in UTF-8. Runs of spaces are short compared with the rest of a record.
 */
const SPACE_BYTES_MAX = 3;

/** Selects the stored bodies of the packed records at positions `?4`, if their length allows the same content. */
const SELECT_BODIES = `
  select json_group_array(json_array(sent.key, r.body))
  from json_each(?1) as sent cross join records as r on r.seq = ${STORED_SEQ}
  where sent.key in (select value from json_each(?4))
    and octet_length(r.body) between ${PACKED.bodyBytes} and ${SPACE_BYTES_MAX} * ${PACKED.bodyBytes} + ${MOMENT_BYTES_MAX}`;

/**
 * Returns the positions of the records whose content equals that of the stored record with the same eventId, apart from
 * the format.
 */
export async function findSameContent(
  tx: Transaction,
  records: readonly AdmittedRecord[],
  packed: PackedRecords,
  places: readonly number[],
): Promise<readonly number[]> {
  if (places.length === 0) return [];
  const args = [packed.starts, packed.fields, packed.digests, JSON.stringify(places)];
  const bodies = await jsonRows<[place: number, body: string]>(tx, SELECT_BODIES, args);
  return bodies
    .filter(([place, body]) => computeCurrentDigest(body) === records[place]!.digest)
    .map(([place]) => place);
}
