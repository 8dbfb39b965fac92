/** Where the script stands that every page loads (http/browser/site). */
export const SITE_SCRIPT = '/assets/site.js';
