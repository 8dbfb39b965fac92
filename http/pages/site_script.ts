/** Path of the script that every page loads (http/browser/site). */
export const SITE_SCRIPT = '/assets/site.js';
