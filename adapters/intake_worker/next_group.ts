import type { FairQueue } from '../../domain/values/fair_queue.ts';

/**
 * Bounds of a group. Its uploads are parsed and stored without pause, so it should take about as long as the largest
 * upload.
 */
export const GROUP_BYTES_MAX = 500_000;
export const GROUP_UPLOADS_MAX = 64;

/** Removes the uploads of the next group from the queue. The upload that reaches GROUP_BYTES_MAX is the last one. */
export function takeNextGroup<T extends { readonly body: Uint8Array }>(waiting: FairQueue<T>): readonly T[] {
  const group: T[] = [];
  for (let bytes = 0; bytes < GROUP_BYTES_MAX && group.length < GROUP_UPLOADS_MAX; ) {
    const upload = waiting.next();
    if (upload === null) break;
    group.push(upload);
    bytes += upload.body.byteLength;
  }
  return group;
}
