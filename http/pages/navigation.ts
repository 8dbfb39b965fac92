import { CONNECT_PATH } from './connect.ts';

/** The pages that every page links, in this order. */
export const NAVIGATION: readonly { readonly to: string; readonly name: string }[] = [
  { to: '/', name: 'Home' },
  { to: CONNECT_PATH, name: 'Connect' },
  { to: '/docs', name: 'API' },
  { to: '/terms', name: 'Terms' },
];
