import type { Transaction } from '@libsql/client';
import type { EvidenceCursor } from '../../../domain/ports/evidence.ts';
import { jsonRows, type Runner } from '../database.ts';
import { StorageError } from '../storage_error.ts';

/** Creates the cursor's row in the database of a new epoch. */
export async function beginCursor(runner: Runner, epoch: string): Promise<void> {
  await runner.execute({
    sql: `insert into cursor (id, epoch, step, cleared_step, seq, data_as_of_ms,
            uploads, legacy_records, loot_uploads, loot_records, loot_windows)
          values (1, ?, 0, 0, 0, null, 0, 0, 0, 0, 0)`,
    args: [epoch],
  });
}

export async function readCursor(runner: Runner): Promise<EvidenceCursor> {
  const [cursor] = await jsonRows<EvidenceCursor>(
    runner,
    `select json_group_array(json_object('step', step, 'clearedStep', cleared_step, 'seq', seq, 'orderN', order_n,
       'dataAsOfMs', data_as_of_ms, 'dailyDay', daily_day,
       'witnessDay', witness_day, 'witnessToDay', witness_to_day)) from cursor`,
  );
  if (cursor === undefined) throw new StorageError('CURSOR_MISSING');
  return cursor;
}

/** Moves the cursor to `to`, except for its `clearedStep`. */
export async function moveCursor(tx: Transaction, to: EvidenceCursor): Promise<void> {
  await tx.execute({
    sql: `update cursor set (step, seq, order_n, data_as_of_ms, daily_day, witness_day, witness_to_day) =
          (select v->>0, v->>1, v->>2, v->>3, v->>4, v->>5, v->>6 from (select ? as v))`,
    args: [JSON.stringify([to.step, to.seq, to.orderN, to.dataAsOfMs, to.dailyDay, to.witnessDay, to.witnessToDay])],
  });
}

/** Notes that the marks are cleared, because a snapshot of all evidence has been written. */
export async function settleCursor(tx: Transaction, dailyDay: number | null): Promise<void> {
  await tx.execute({
    sql: 'update cursor set cleared_step = step, erased = 0, erased_out = 0, daily_day = ?',
    args: [dailyDay === null ? null : BigInt(dailyDay)],
  });
}
