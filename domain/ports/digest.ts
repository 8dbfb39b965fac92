/** One-way functions. Both return 64 lowercase hexadecimal characters. */
export interface Digest {
  sha256(text: string): string;
  /** Returns the HMAC-SHA-256 of a string. `keyHex` is the secret key in hexadecimal. */
  keyed(keyHex: string, text: string): string;
}
