import type { AppSettings } from '../context.ts';

/** The page about keys, grants, erasure and uploading. */
export const CONNECT_PATH = '/connect';

/** Returns the URL of the form that creates keys (contract, section 1, Key). */
export function keysUrl({ publicUrl }: Pick<AppSettings, 'publicUrl'>): string {
  return `${publicUrl}${CONNECT_PATH}#keys`;
}
