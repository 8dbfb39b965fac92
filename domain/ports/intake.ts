/**
 * Accepts uploads on behalf of the code that replies to senders. `Answer` is the reply to a judged upload; it is
 * built together with the judgement, by the layer that talks to senders (http). If the intake is unreachable, nothing
 * is confirmed.
 */
export interface Intake<Answer> {
  /** Takes in the body of one upload, which must be complete and decompressed. */
  take(body: Uint8Array<ArrayBuffer>, sender: Sender): Promise<Answer>;
}

/** Facts about the sender that are not in the upload. */
export interface Sender {
  /** The client's network (domain/values/client_address.ts, witnessNetworkOf). */
  readonly network: string;
}
