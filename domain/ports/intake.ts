/** Accepts uploads. `Answer` is built by the http layer. If the intake is unreachable, nothing is confirmed. */
export interface Intake<Answer> {
  /** Processes the body of one upload, which must be complete and decompressed. */
  take(body: Uint8Array<ArrayBuffer>, sender: Sender): Promise<Answer>;
}

export interface Sender {
  /** The client's network (domain/values/client_address.ts, findWitnessNetwork). */
  readonly network: string;
}
