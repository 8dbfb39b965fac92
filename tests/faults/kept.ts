import assert from 'node:assert/strict';
import { readChainLink } from '../../adapters/data_folder/notes.ts';
import { openUploadReader } from '../../adapters/libsql/uploads/reader.ts';
import { beginFolder } from '../support/folder.ts';

/**
 * Starts on the folder as the service does, and returns the number of records found, keyed by upload. Asserts that no
 * record exists twice, and that the chain over all uploads reaches the link noted for it.
 */
export async function keptIn(folder: string): Promise<ReadonlyMap<number, number>> {
  const dir = await beginFolder(folder);
  const reader = await openUploadReader(dir.uploadsDb);
  try {
    const chain = await reader.verifyChain(readChainLink(dir.linkFile));
    assert.ok(!('faults' in chain), JSON.stringify(chain));
    const events: string[] = [];
    // A page holds as many records as may be read at once.
    for (let from = 0; ; ) {
      const records = await reader.records(from, Number.MAX_SAFE_INTEGER, 1e4);
      if (records.length === 0) break;
      for (const { eventId } of records) events.push(eventId!);
      from = records.at(-1)!.seq;
    }
    assert.equal(new Set(events).size, events.length, 'a record is there twice');
    const kept = new Map<number, number>();
    for (const upload of events.map((event) => Number.parseInt(event, 10))) {
      kept.set(upload, (kept.get(upload) ?? 0) + 1);
    }
    return kept;
  } finally {
    await reader.close();
  }
}
