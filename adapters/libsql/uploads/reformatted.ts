import type { Client, Transaction } from '@libsql/client';
import type { AdmittedRecord } from '../../../domain/ports/uploads.ts';
import { plainSpaces } from '../../../domain/values/spaces.ts';
import { toUtc } from '../../../schema/instants.ts';
import { nodeDigest } from '../../digest.ts';
import { inTransaction, jsonRows, value } from '../database.ts';
import { PACKED, type PackedRecords } from './pack.ts';

/**
 * Records of earlier releases, whose moments (schema/instants.ts) or names (schema/text.ts) are written otherwise than
 * this one writes them, are known again by what they would be now: those without an eventId by a second identity, noted
 * once; those with one by their content, compared when a repeat comes.
 */
const MOMENT = /"(capturedAt|resetAt)":"([^"]*)"/g;

/**
 * The SHA-256 that a kept body would have now. A quote inside a JSON text has a backslash before it: none is mistaken. All
 * spaces in a body stand in names, which were trimmed and composed when they came.
 */
function digestNow(body: string): string {
  const spelt = body.replace(MOMENT, (_, field: string, moment: string) => `"${field}":"${toUtc(moment)}"`);
  return nodeDigest.sha256(plainSpaces(spelt));
}

/** A moment's fraction begins so many characters behind the start of its member: `"capturedAt":"2026-11-20T10:00:00.`. */
function hasFraction(member: string): string {
  return `substr(body, instr(body, '"${member}":"') + ${member.length + 4 + 19}, 1) = '.'`;
}

const IS_SPELT_LONG = `(${hasFraction('capturedAt')} or (instr(body, '"resetAt":"') > 0 and ${hasFraction('resetAt')}))`;

/** The spaces that are not plain (\p{Zs}), as a class of GLOB, or two that are. */
const HAS_ODD_SPACES = `(instr(body, '  ') > 0 or body glob '*[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]*')`;

const RECORDS_AT_ONCE = 2_000;
const BYTES_AT_ONCE = 4_000_000;

/** At least one record, and no more than fit into `?4` bytes. */
const SELECT_OLDER = `
  select json_group_array(json_array(seq, install_n, body)) from (
    select seq, install_n, body, sum(bytes) over (order by seq rows unbounded preceding) - bytes as before from (
      select seq, install_n, body, octet_length(body) as bytes from records
      where seq > ?1 and seq <= ?2 and typeof(identity) = 'blob' and (${IS_SPELT_LONG} or ${HAS_ODD_SPACES}) order by seq limit ?3))
  where before < ?4`;

const INSERT_RESPELT = `
  insert into respelt (install_n, identity, seq)
  select value->>0, unhex(value->>1), value->>2 from json_each(?) where true on conflict do nothing`;

/**
 * Notes the second identities of what earlier releases kept, in transactions of bounded size. Where it was cut short it
 * goes on; where there is nothing to do it costs one query.
 */
export async function respellOlderRecords(client: Client): Promise<void> {
  const left = await value(client, 'select json_array(from_seq, to_seq) from unrespelt');
  if (typeof left !== 'string') return;
  let [from] = JSON.parse(left) as [number, number];
  const [, to] = JSON.parse(left) as [number, number];
  while (from < to) {
    const args = [BigInt(from), BigInt(to), BigInt(RECORDS_AT_ONCE), BigInt(BYTES_AT_ONCE)];
    const older = await jsonRows<[seq: number, installN: number, body: string]>(client, SELECT_OLDER, args);
    const respelt = older.map(([seq, installN, body]) => [installN, digestNow(body), seq]);
    from = older.at(-1)?.[0] ?? to;
    await inTransaction(client, async (tx) => {
      await tx.execute({ sql: INSERT_RESPELT, args: [JSON.stringify(respelt)] });
      await tx.execute({ sql: 'update unrespelt set from_seq = ?', args: [BigInt(from)] });
    });
  }
  await client.execute('delete from unrespelt');
}

const OF_RESPELT = `from respelt where install_n = ${PACKED.installN} and identity = ${PACKED.identity}`;

/** Whether a packed record has come before in another spelling; costs next to nothing where there is no such record. */
export const HAS_REFORMATTED = `(exists (select 1 from respelt) and exists (select 1 ${OF_RESPELT}))`;

/** The number of the record that stands under the identity of a packed one, in whatever spelling. */
export const STORED_SEQ = `
  coalesce(
    (select seq from records where install_n = ${PACKED.installN} and identity = ${PACKED.identity}),
    (select seq ${OF_RESPELT}))`;

/** Two moments with nine decimals each take up this much more than without. */
const MOMENT_BYTES_MAX = 20;

/** A space takes at most this many times the bytes of a plain one; runs of them are short beside the rest of a record. */
const SPACE_BYTES_MAX = 3;

/** Kept bodies that could be those of the packed records at the places `?4` in another spelling: not much longer. */
const SELECT_BODIES = `
  select json_group_array(json_array(sent.key, r.body))
  from json_each(?1) as sent cross join records as r on r.seq = ${STORED_SEQ}
  where sent.key in (select value from json_each(?4))
    and octet_length(r.body) between ${PACKED.bodyBytes} and ${SPACE_BYTES_MAX} * ${PACKED.bodyBytes} + ${MOMENT_BYTES_MAX}`;

/**
 * Of the records at these places, whose eventIds were used with what looks like other content, those whose content is
 * the same in another spelling.
 */
export async function sameInSubstance(
  tx: Transaction,
  records: readonly AdmittedRecord[],
  packed: PackedRecords,
  places: readonly number[],
): Promise<readonly number[]> {
  if (places.length === 0) return [];
  const args = [packed.starts, packed.fields, packed.digests, JSON.stringify(places)];
  const bodies = await jsonRows<[place: number, body: string]>(tx, SELECT_BODIES, args);
  return bodies.filter(([place, body]) => digestNow(body) === records[place]!.digest).map(([place]) => place);
}
