import type { AppSettings } from '../context.ts';

/** The page that says how to get a key, a grant, an erasure, and how to upload. */
export const CONNECT_PATH = '/connect';

/** Where a key is created (contract, section 1, Key). */
export function keysUrl({ publicUrl }: Pick<AppSettings, 'publicUrl'>): string {
  return `${publicUrl}${CONNECT_PATH}#keys`;
}
