import type { StorageResult } from '../values/result.ts';

/**
 * Takes uploads in, for those who answer their senders. `Answer` is what a sender is told of an upload that was judged;
 * it is made where the judgement is, by who speaks with senders (http). Out of reach: nothing is confirmed.
 */
export interface Intake<Answer> {
  /** Takes the body of one upload, which has been received whole and unpacked. */
  take(body: Uint8Array<ArrayBuffer>): Promise<StorageResult<Answer>>;
}
