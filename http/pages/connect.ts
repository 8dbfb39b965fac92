import type { AppSettings } from '../context.ts';

/** The index of the pages about keys, grants, erasure and hover cards. */
export const CONNECT_PATH = '/connect';

export const KEYS_PAGE = '/connect/keys';
export const GRANTS_PAGE = '/connect/grants';
export const ERASE_PAGE = '/connect/erase';

/** The pages with forms. */
export const CONNECT_PAGES = [KEYS_PAGE, GRANTS_PAGE, ERASE_PAGE] as const;

/** Returns the URL that tells where keys are created (contract, section 1, Key). */
export function toKeysUrl({ publicUrl }: Pick<AppSettings, 'publicUrl'>): string {
  return `${publicUrl}${CONNECT_PATH}#keys`;
}
