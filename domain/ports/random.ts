/** Source of unpredictable bytes from the operating system. */
export interface Random {
  bytes(count: number): Uint8Array;
}
