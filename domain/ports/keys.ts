/** What stands under the hash of a key: one that may be used, one that was revoked, or none. */
export type KeyState = 'live' | 'revoked' | 'unknown';

/**
 * Looks keys up for requests (contract, section 4, Unreachable): a new key is live at once, a revoked one no longer.
 * `keyHash` is SHA-256 as 64 lowercase hexadecimal characters.
 */
export interface KeyReader {
  find(keyHash: string): Promise<KeyState>;
  close(): Promise<void>;
}
