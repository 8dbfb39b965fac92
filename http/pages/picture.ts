import { PICTURE_SIZE } from '../../domain/ports/pictures.ts';

export { PICTURE_SIZE };

/** Path of the instance's picture. Link previews use it for pages that have no picture of their own. */
export const PICTURE_PATH = '/picture.png';

export const SIGN_PATHS = { svg: '/icon.svg', png: '/icon.png', ico: '/favicon.ico' } as const;

/** The icon shows three witnesses: two at the bottom and the third above them. */
export const SIGN = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#14181f"/><g fill="#9aa6b5"><circle cx="9" cy="22" r="5"/><circle cx="23" cy="22" r="5"/></g><circle cx="16" cy="9.5" r="6" fill="#5aa9e0"/></svg>\n`;

/** Paths of the scripts that every page loads (http/browser/site and http/browser/suggest). */
export const SITE_SCRIPT = '/assets/site.js';
export const SUGGEST_SCRIPT = '/assets/suggest.js';

/** Path of the script that pages with tables or plots load (http/browser/data). */
export const DATA_SCRIPT = '/assets/data.js';

/** Path of the talent calculator's script (http/browser/talents). */
export const TALENTS_SCRIPT = '/assets/talents.js';

/** Path of the script of pages with maps (http/browser/maps). */
export const MAPS_SCRIPT = '/assets/maps.js';

/** Folder of the operator's icons. */
export const ICON_FOLDER = '/icons/';
