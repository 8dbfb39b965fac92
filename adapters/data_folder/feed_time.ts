import type { FeedTime } from '../../domain/ports/exports.ts';
import { catchFault } from '../../domain/values/storage_fault.ts';
import { type Connection, readValue, runWithReader } from '../libsql/database.ts';
import { createFaultWrapper } from '../libsql/storage_error.ts';
import { type DataDir, readCurrentEpoch } from './data_dir.ts';

const wrapFaults = createFaultWrapper('snapshot');

/**
 * Returns a sentence if the served feed was written with a different TW_FEED_TIME and therefore cannot be continued.
 * Returns null if the feed can be continued or there is none to read. Takes no lock, because an instance checks this
 * before it starts.
 */
export async function checkFeedTime(dir: DataDir, feedTime: FeedTime): Promise<string | null> {
  const name = readCurrentEpoch(dir);
  if (name === null) return null;
  const read = (client: Connection) => readValue(client, 'select feed_time from instance');
  const written = await catchFault(wrapFaults(() => runWithReader(dir.snapshotDb(name), read)));
  return (written === 'exact' || written === 'day') && written !== feedTime ? describeChange(written, feedTime) : null;
}

/** Returns the error for a changed TW_FEED_TIME, which requires a rebuild (contract, section 3, Corpus). */
export function describeChange(written: FeedTime, current: FeedTime): string {
  return `TW_FEED_TIME was changed: the feed was written with ${written}, but the setting is now ${current}. Run \`npm run job -- rebuild --feed-time ${current}\` to rewrite the feed, or set TW_FEED_TIME to ${written}.`;
}
