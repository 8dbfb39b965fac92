import { CONNECT_PATH } from './connect.ts';

/** The links in the header of every page, in order. */
export const NAVIGATION: readonly { readonly to: string; readonly name: string }[] = [
  { to: '/', name: 'Home' },
  { to: '/items', name: 'Items' },
  { to: '/npcs', name: 'NPCs' },
  { to: '/quests', name: 'Quests' },
  { to: '/professions', name: 'Professions' },
  { to: '/talents', name: 'Talents' },
  { to: '/market', name: 'Market' },
  { to: '/recent', name: 'Recent' },
  { to: '/coverage', name: 'Coverage' },
  { to: '/upload', name: 'Upload' },
  { to: CONNECT_PATH, name: 'Connect' },
  { to: '/docs', name: 'API' },
  { to: '/terms', name: 'Terms' },
];
