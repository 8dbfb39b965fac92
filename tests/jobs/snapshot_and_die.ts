import process from 'node:process';
import { createDataDir } from '../../adapters/data_folder/data_dir.ts';
import { snapshotJob } from '../../jobs/commands/snapshot.ts';
import { toolsOn } from './killable.ts';

/** A builder on the data folder in the first argument that is killed as soon as its snapshot is published. */
const tools = toolsOn(createDataDir(process.argv[2]!));
async function die(): Promise<never> {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => {});
}
let refreshed = 0;
const builder: typeof tools.builder = {
  ...tools.builder,
  scrubServed: die,
  // The first refresh is at the start of every builder. The second one follows the new snapshot.
  refreshInstance: () => (++refreshed > 1 ? die() : tools.builder.refreshInstance()),
};
await snapshotJob.run({ ...tools, builder }, { option: () => null, flag: () => false, words: [] });
