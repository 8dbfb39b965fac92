import type { AppSettings } from '../context.ts';

/** The index of the pages about keys, grants, erasure and hover cards. */
export const CONNECT_PATH = '/connect';

export const KEYS_PATH = '/connect/keys';
export const GRANTS_PATH = '/connect/grants';
export const ERASE_PATH = '/connect/erase';

/** The pages with forms. */
export const CONNECT_PATHS = [KEYS_PATH, GRANTS_PATH, ERASE_PATH] as const;

/** Returns the URL that tells where keys are created (contract, section 1, Key). */
export function toKeysUrl({ publicUrl }: Pick<AppSettings, 'publicUrl'>): string {
  return `${publicUrl}${CONNECT_PATH}#keys`;
}
