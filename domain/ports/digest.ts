/** One-way functions. Both answer 64 lowercase hexadecimal characters. */
export interface Digest {
  /** SHA-256 of a text's UTF-8 bytes. */
  sha256(text: string): string;
  /** HMAC-SHA-256 of a text under a secret key (given as hexadecimal). Without the key it says nothing of the text. */
  keyed(keyHex: string, text: string): string;
}
