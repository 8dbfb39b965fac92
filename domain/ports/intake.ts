/**
 * Takes uploads in, for those who answer their senders. `Answer` is what a sender is told of an upload that was judged;
 * it is made where the judgement is, by who speaks with senders (http). Out of reach: nothing is confirmed.
 */
export interface Intake<Answer> {
  /** Takes the body of one upload, which has been received whole and unpacked. */
  take(body: Uint8Array<ArrayBuffer>, sender: Sender): Promise<Answer>;
}

/** What is known of who sends an upload, beside what stands in it. */
export interface Sender {
  /** The client's network (domain/values/client_address.ts, witnessNetworkOf). */
  readonly network: string;
}
