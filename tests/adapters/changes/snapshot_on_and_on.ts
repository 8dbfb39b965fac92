import process from 'node:process';
import { toDataDir } from '../../../adapters/data_folder/data_dir.ts';
import { itemRate } from '../../support/item_rate.ts';
import { snapshotChange } from '../../support/snapshot_change.ts';
import { openChangeWriter } from './support.ts';

const SOURCES = 300;

/** Writes snapshots of the given data folder until it is killed. Prints `.` after each. */
const writer = await openChangeWriter(toDataDir(process.argv[2]!));
for (let n = ((await writer.newest())?.n ?? 0) + 1; ; n++) {
  const drops = Array.from({ length: SOURCES }, (_, i) => ({
    source: { type: 'npc', id: i + 1 } as const,
    public: true,
    kills: n + 5,
    reporters: 3,
    topWindows: 1,
    measuredZero: false,
    items: [itemRate(1 + ((n + i) % 3), 1 + (n % 4), n + 5)],
  }));
  await writer.write(snapshotChange(n, { drops }));
  process.stdout.write('.');
}
