/** State of a key hash: usable, revoked, or not known. */
export type KeyState = 'live' | 'revoked' | 'unknown';

/**
 * Looks up keys for requests (contract, section 4, Unreachable). New and revoked keys take effect immediately.
 * `keyHash` is SHA-256 as 64 lowercase hexadecimal characters.
 */
export interface KeyReader {
  find(keyHash: string): Promise<KeyState>;
  close(): Promise<void>;
}
