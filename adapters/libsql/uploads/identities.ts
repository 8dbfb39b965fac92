import { Buffer } from 'node:buffer';
import type { AdmittedRecord } from '../../../domain/ports/uploads.ts';
import { nodeDigest } from '../../digest.ts';
import { type Runner, readJson } from '../database.ts';

/**
 * A record is a repeat of another record with the same install and the same identity, which is the start of a SHA-256. An
 * eventId and a body never have the same digest, because a body starts with a brace.
 */
const IDENTITY_BYTES = 16;

/** Returns the identity of a record (hexadecimal). `digest` is the SHA-256 (hexadecimal) of its body. */
export function computeIdentity({ eventId, digest }: Pick<AdmittedRecord, 'eventId' | 'digest'>): string {
  return (eventId === null ? digest : nodeDigest.sha256(eventId)).slice(0, 2 * IDENTITY_BYTES);
}

/** SQL for the identities in the blob `?2`, each with its place there and its number in the JSON array `?3`. */
const FROM_IDENTITIES = `
  (select key as place, value as seq, substr(?2, 1 + ${IDENTITY_BYTES} * key, ${IDENTITY_BYTES}) as identity
  from json_each(?3)) as sent`;

/** In the order of the table, which takes half as long as any other order once the table is large. */
const INSERT_IDENTITIES = `
  insert into identities (install_n, identity, seq)
  select ?1, identity, seq from ${FROM_IDENTITIES} where true order by identity, place on conflict do nothing`;

const SELECT_REPEATS = `
  select json_group_array(json_array(sent.seq, i.seq)) from ${FROM_IDENTITIES}
  cross join identities as i on i.install_n = ?1 and i.identity = sent.identity where i.seq <> sent.seq`;

/**
 * Stores the identities of records of one install under the given numbers. An identity that is known already, also from
 * earlier in the list, is not stored again: returns the number of the record that has it, keyed by the given number.
 */
export async function insertIdentities(
  runner: Runner,
  installN: number,
  identities: readonly string[],
  seqs: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const args = [BigInt(installN), Buffer.from(identities.join(''), 'hex'), JSON.stringify(seqs)];
  const { rowsAffected } = await runner.execute({ sql: INSERT_IDENTITIES, args });
  if (rowsAffected === identities.length) return new Map();
  return new Map(await readJson<[given: number, known: number]>(runner, SELECT_REPEATS, args));
}

/** Forgets lost records of an install and the grants that covered them, so that they can be stored again. */
export async function forgetRecords(runner: Runner, installN: number, seqs: Iterable<number>): Promise<void> {
  const lost = JSON.stringify([...seqs]);
  const sql = 'delete from identities where install_n = ? and seq in (select value from json_each(?))';
  await runner.execute({ sql, args: [BigInt(installN), lost] });
  await runner.execute({
    sql: 'delete from record_grants where seq in (select value from json_each(?))',
    args: [lost],
  });
}

/** An install and the identity of one of its records. */
export type RecordKey = readonly [installN: number, identity: string];

const SELECT_SEQS = `
  select json_group_array((
    select seq from identities where install_n = sent.value->>0 and identity = unhex(sent.value->>1)) order by sent.key)
  from json_each(?) as sent`;

/** Returns the number of the record with each of these identities, or null if none is stored. */
export function findSeqs(runner: Runner, keys: readonly RecordKey[]): Promise<readonly (number | null)[]> {
  return readJson<number | null>(runner, SELECT_SEQS, [JSON.stringify(keys)]);
}
