/**
 * What happens to the body of one upload, once it has been received whole and unpacked. The answer is ready to send:
 * `body` is an intakeReceipt (200) or an intakeRefused (400, 422, 503) as JSON.
 */
export interface Intake {
  take(body: Uint8Array<ArrayBuffer>): Promise<IntakeAnswer>;
}

export interface IntakeAnswer {
  readonly status: 200 | 400 | 422 | 503;
  readonly body: string;
}
