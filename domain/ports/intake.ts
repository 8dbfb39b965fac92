/**
 * Accepts uploads. `Answer` is the reply to a judged upload, which the http layer builds. If the intake is unreachable,
 * nothing is confirmed.
 */
export interface Intake<Answer> {
  /** Processes the body of one upload. The body must be complete and decompressed. */
  take(body: Uint8Array<ArrayBuffer>, sender: Sender): Promise<Answer>;
}

/** Facts about the sender that the upload does not contain. */
export interface Sender {
  /** The client's network (domain/values/client_address.ts, witnessNetworkOf). */
  readonly network: string;
}
