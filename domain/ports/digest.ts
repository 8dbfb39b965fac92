/** One-way functions. Both return 64 lowercase hexadecimal characters. */
export interface Digest {
  /** Returns the SHA-256 of a text's UTF-8 bytes. */
  sha256(text: string): string;
  /**
   * Returns the HMAC-SHA-256 of a text under a secret key (in hexadecimal). Without the key it reveals nothing about
   * the text.
   */
  keyed(keyHex: string, text: string): string;
}
