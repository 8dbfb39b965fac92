import { Buffer } from 'node:buffer';
import { compareTimes, sumLoot } from '../../../../domain/families/drops.ts';
import type { InstallLoot } from '../../../../domain/ports/drops.ts';
import { cutIntoSlices } from '../../../../domain/values/slices.ts';
import type { Runner } from '../../database.ts';
import { readPackedRows } from '../../packed.ts';
import { packLoot, unpackWindows } from './codec.ts';
import { readQuestLogs } from './quest_logs.ts';

const BATCH_ROWS = 2_000;
/** Number of installs whose quest logs are unpacked at a time, which limits the memory. */
const BATCH_INSTALLS = 200;
/** Number of installs for which the number of quest logs is remembered, because most installs looted many sources. */
const REMEMBERED_SOURCES_MAX = 100_000;

/**
 * Returns a keyword naming stored loot whose sums do not match its windows or whose quest logs are not stored, or null
 * if all loot matches. SQLite's own checks do not detect a flipped bit in it.
 */
export async function findLootMiscount(runner: Runner): Promise<string | null> {
  const areLogsKnown = createLogCheck(runner);
  for (let after: readonly [sourceN: number, installN: number] = [0, 0]; ; ) {
    const rows = await readPackedRows<readonly [sourceN: number, installN: number]>(
      runner,
      'source_n, install_n',
      `select * from loot where (source_n, install_n) > (?, ?) order by 1, 2 limit ${BATCH_ROWS}`,
      after.map(BigInt),
    );
    const installs: InstallContexts[] = [];
    for (const { key, body } of rows) {
      const contexts = readCountedContexts(body);
      if (contexts === null) return 'LOOT';
      installs.push({ installN: key[1], contexts });
    }
    if (!(await areLogsKnown(installs))) return 'QUEST_LOGS';
    if (rows.length < BATCH_ROWS) return null;
    after = rows.at(-1)!.key;
  }
}

type InstallContexts = Pick<InstallLoot, 'installN' | 'contexts'>;

/** Returns the contexts of an install's loot, or null if its windows are out of order or packed to other bytes. */
function readCountedContexts(body: Uint8Array): readonly number[] | null {
  const windows = unpackWindows(body);
  if (windows.length === 0 || windows.some((window, i) => i > 0 && compareTimes(windows[i - 1]!, window) > 0))
    return null;
  const sums = sumLoot(0, windows);
  return Buffer.compare(packLoot(sums, windows), body) === 0 ? sums.contexts : null;
}

/** Returns whether the quest logs in the contexts of these installs are stored. */
type CheckLogs = (installs: readonly InstallContexts[]) => Promise<boolean>;

function createLogCheck(runner: Runner): CheckLogs {
  const logs = new Map<number, number>();
  return async (installs) => {
    const withLogs = installs.filter(({ contexts }) => contexts.at(-1)! > 1);
    if (logs.size > REMEMBERED_SOURCES_MAX) logs.clear();
    const numbers = new Set(withLogs.map(({ installN }) => installN).filter((installN) => !logs.has(installN)));
    for (const some of cutIntoSlices([...numbers], BATCH_INSTALLS)) {
      const read = await readQuestLogs(runner, some);
      for (const installN of some) logs.set(installN, read.get(installN)?.length ?? 0);
    }
    return withLogs.every(({ installN, contexts }) => contexts.at(-1)! < 2 * logs.get(installN)! + 2);
  };
}
