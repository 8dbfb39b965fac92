/** Reads the public answers and exports of an instance over HTTP. */
export interface PublicReader {
  /** Requests a path below the instance's address, such as /api/health. */
  get(path: string): Promise<PublicAnswer>;
  /**
   * Streams a text file, up to `bytesMax` bytes of a larger one. `onLine` is called with each line, without its line break. Returns
   * the size of the uncompressed file and its SHA-256 as hexadecimal digits.
   */
  readLines(path: string, bytesMax: number, onLine: (line: string) => void): Promise<PublicFile>;
}

/** `unreachable` has a short cause. `body` is null if it is not JSON. Redirects are not followed. */
export type PublicAnswer =
  | { readonly kind: 'answer'; readonly status: number; readonly body: unknown }
  | { readonly kind: 'unreachable'; readonly cause: string };

export type PublicFile =
  | { readonly kind: 'read'; readonly bytes: number; readonly sha256: string }
  | { readonly kind: 'larger' }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'unreachable'; readonly cause: string };
