import { isDamagedText } from '../../../domain/proof/digests.ts';
import { groupBy } from '../../../domain/values/group_by.ts';
import { nodeDigest } from '../../digest.ts';
import { inTransaction, nextTurn } from '../database.ts';
import { insertRows } from '../insert_rows.ts';
import type { Connection, WriteTransaction } from '../prepared_statements.ts';
import type { BlockRecord } from './block.ts';
import { insertBlock } from './block_rows.ts';
import { inCurrentFormat } from './current_format.ts';
import { readableRows } from './damaged_rows.ts';
import { identityOf } from './identities.ts';

const BYTES_AT_ONCE = 8_000_000;
const RECORDS_AT_ONCE = 10_000;

/** Selects about `?2` bytes of records: the first ones, which are several uploads, and whether more follow. */
const SELECT_OLDER = `
  select json_group_array(json_array(seq, upload_n, install_n, kind, iif(typeof(identity) = 'text', identity, null),
      captured_at_ms, lower(hex(coalesce(digest, identity))), body)) from (
    select r.* from (
      select seq, sum(octet_length(body)) over (order by seq rows unbounded preceding) - octet_length(body) as before
      from (select seq, body from records order by seq limit ?1)
    ) as some cross join records as r on r.seq = some.seq where some.before < ?2 order by r.seq)`;

type OlderRow = readonly [
  seq: number,
  uploadN: number,
  installN: number,
  kind: string,
  eventId: string | null,
  capturedAtMs: number,
  digest: string,
  body: string,
];

interface OlderRecord extends BlockRecord {
  readonly uploadN: number;
  readonly installN: number;
  readonly digest: string;
}

/**
 * Moves the records of earlier releases, which had a row each, into blocks. Moves some uploads per transaction, and
 * continues where an interrupted run stopped.
 */
export async function packOlderRecords(client: Connection): Promise<void> {
  for (;;) {
    const args = [BigInt(RECORDS_AT_ONCE), BigInt(BYTES_AT_ONCE)];
    const rows = (await readableRows<OlderRow>(client, SELECT_OLDER, args)).map(parseRow);
    const last = rows.at(-1);
    if (last === undefined) return;
    // The last upload may continue, unless it is the only one: an upload is smaller than the limits of a query.
    const whole = rows.filter(({ uploadN }) => uploadN !== last.uploadN);
    await inTransaction(client, (tx) => moveRecords(tx, whole.length > 0 ? whole : rows));
    await nextTurn();
  }
}

function parseRow([seq, uploadN, installN, kind, eventId, capturedAtMs, digest, body]: OlderRow): OlderRecord {
  return { seq, uploadN, installN, kind, eventId, capturedAtMs, digest, body };
}

async function moveRecords(tx: WriteTransaction, records: readonly OlderRecord[]): Promise<void> {
  for (const [uploadN, ofUpload] of groupBy(records, (record) => record.uploadN)) {
    for (const [installN, part] of groupBy(ofUpload, (record) => record.installN)) {
      const intact = part.filter((record) => !isDamaged(record));
      if (intact.length > 0) await insertBlock(tx, uploadN, installN, intact);
      for (const record of part.filter(isDamaged)) await insertBlock(tx, uploadN, installN, [record], NO_SEAL);
    }
  }
  const identities = records.map((record) => [record.installN, identityOf(record), record.seq]);
  const rest = 'order by 1, 2 on conflict do';
  await insertRows(tx, 'identities', COLUMNS, identities, `${rest} update set seq = excluded.seq`);
  await insertRows(tx, 'identities', COLUMNS, records.flatMap(secondIdentity), `${rest} nothing`);
  await tx.execute({ sql: 'delete from records where seq <= ?', args: [BigInt(records.at(-1)!.seq)] });
}

const COLUMNS = 'install_n, unhex(identity), seq';

/** The seal of a block whose only record had changed before it was packed. No block has it, so it remains damaged. */
const NO_SEAL = '0'.repeat(32);

function isDamaged({ kind, eventId, body, digest }: OlderRecord): boolean {
  return isDamagedText(kind) || isDamagedText(eventId ?? '') || nodeDigest.sha256(body) !== digest;
}

/**
 * Returns the identity that a record without an eventId would have in this release's format, if that differs. Its
 * repeats are recognised by either.
 */
function secondIdentity({ installN, eventId, body, seq }: OlderRecord): (readonly [number, string, number])[] {
  if (eventId !== null) return [];
  const current = inCurrentFormat(body);
  return current === body ? [] : [[installN, identityOf({ eventId, digest: nodeDigest.sha256(current) }), seq]];
}
