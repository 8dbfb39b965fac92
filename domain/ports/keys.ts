export type KeyState = 'live' | 'revoked' | 'unknown';

/** Looks up keys by SHA-256 (hex). New and revoked keys take effect immediately (contract, section 4, Unreachable). */
export interface KeyReader {
  find(keyHash: string): Promise<KeyState>;
  close(): Promise<void>;
}
