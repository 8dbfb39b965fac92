/** One-way functions. Both return 64 lowercase hexadecimal characters. */
export interface Digest {
  /** Returns the SHA-256 digest of the string's UTF-8 bytes. */
  sha256(text: string): string;
  /**
   * Returns the HMAC-SHA-256 of a string. `keyHex` is the secret key in hexadecimal. Without the key, the result
   * reveals nothing about the string.
   */
  keyed(keyHex: string, text: string): string;
}
