/**
 * Keeps the realm that the reader chose at /market in this browser, and adds it to searches and to links to pages that
 * can show its prices first. Without scripts, or if the browser stores nothing, a reader adds `?realm=` to the address.
 */
export function addRealmToLinks(): void {
  const chosen = document.querySelector<HTMLElement>('form[data-realm]')?.dataset['realm'];
  if (chosen !== undefined) localStorage.setItem(REALM_KEY, chosen);
  const realm = localStorage.getItem(REALM_KEY) ?? '';
  if (realm === '') return;
  for (const link of document.links) {
    if (link.origin !== location.origin || link.search !== '' || !PRICED_PATH.test(link.pathname)) continue;
    link.search = new URLSearchParams({ realm }).toString();
  }
  for (const form of document.querySelectorAll('form[role=search]')) {
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name: 'realm', value: realm }));
  }
}

const REALM_KEY = 'third-witness-realm';

/** Paths of pages with prices, on any base path. */
const PRICED_PATH = /\/(?:item|profession)\/[^/]+$|\/market$/;
