import { CROWDED } from './crowded.ts';
import type { Subjects } from './subjects.ts';

export type Draw = <T>(from: readonly T[]) => T;
export type PathOf = (subjects: Subjects, draw: Draw) => string;

function first(subject: string): string {
  return subject.split(':')[0]!;
}
function query(of: Readonly<Record<string, string | number>>): string {
  return new URLSearchParams(Object.entries(of).map(([name, value]) => [name, `${value}`])).toString();
}
function misspelt(name: string): string {
  return name.replace(/.(.)$/u, '$1');
}
function slugOf(profession: string): string {
  return profession.toLowerCase().replaceAll(' ', '-');
}

/** Suffix of the names of pages that are each the first of their snapshot. */
export const FIRST_OF_SNAPSHOT = ', first after a snapshot';

const CROWDED_REALMS = [CROWDED.realm, ...Array.from({ length: 12 }, (_, at) => `${CROWDED.realm} ${at}`)];
const SKILLS = Array.from({ length: 200 }, (_, at) => 1 + at);

/** Every kind of page about public data with random subjects, followed by entities with far more data than others. */
export const PAGE_KINDS: Readonly<Record<string, PathOf>> = {
  home: () => '/',
  about: () => '/about',
  search: ({ names }, draw) => `/search?${query({ q: draw(names) })}`,
  'search, a letter missing': ({ names }, draw) => `/search?${query({ q: misspelt(draw(names)) })}`,
  items: ({ names }, draw) => `/items?${query({ from: draw(names).slice(0, 3) })}`,
  'items of a class': (_, draw) => `/items/${draw(['weapon', 'armor'])}?${query({ page: draw([1, 2, 3, 4, 5]) })}`,
  npcs: ({ names }, draw) => `/npcs?${query({ from: draw(names).slice(0, 3) })}`,
  quests: ({ names }, draw) => `/quests?${query({ from: draw(names).slice(0, 3) })}`,
  'quests of a zone': ({ of }, draw) => `/quests?${query({ zone: first(draw(of('pins'))) })}`,
  item: ({ of }, draw) => `/item/${draw(of('items'))}`,
  npc: ({ of }, draw) => `/npc/${draw(of('npcs'))}`,
  quest: ({ of }, draw) => `/quest/${draw(of('quests'))}`,
  zones: () => '/zones',
  zone: ({ of }, draw) => `/zone/${first(draw(of('pins')))}`,
  'ground of a map': ({ of }, draw) => `/maps/${first(draw(of('pins')))}`,
  professions: () => '/professions',
  profession: ({ professions }, draw) => `/profession/${slugOf(draw(professions))}?${query({ page: 1 })}`,
  [`profession${FIRST_OF_SNAPSHOT}`]: ({ professions }, draw) => `/profession/${slugOf(draw(professions))}`,
  'profession with a way': ({ market, professions }, draw) =>
    `/profession/${slugOf(draw(professions))}?${query({ from: draw(SKILLS), to: 300, realm: draw(market)[0] })}`,
  talents: () => '/talents',
  'talents of a class': (_, draw) => `/talents/${draw(['mage', 'warrior', 'druid'])}`,
  markets: () => '/market',
  'markets compared': ({ market }, draw) =>
    `/market?${query({ realms: [...new Set([draw(market)[0], draw(market)[0]])].join() })}`,
  'market of a realm': ({ market }, draw) => `/market/${encodeURIComponent(draw(market)[0])}`,
  recent: (_, draw) => `/recent?${draw(['kind=item', 'kind=npc', 'kind=quest'])}`,
  coverage: () => '/coverage',
  'coverage of a kind': (_, draw) => `/coverage?${query({ kind: draw(['npc', 'item', 'quest']) })}`,
  'coverage of a zone': ({ of }, draw) => `/coverage?${query({ zone: first(draw(of('pins'))) })}`,
  'feed of changes': () => '/feeds/recent.atom',
  'feed of a zone': ({ of }, draw) => `/feeds/zone/${first(draw(of('pins')))}.atom`,
  'feed of an item': ({ of }, draw) => `/feeds/item/${first(draw(of('items')))}.atom`,
  'feed of a realm': ({ market }, draw) => `/feeds/realm/${encodeURIComponent(draw(market)[0])}.atom`,
  'hover cards': () => '/tooltips',
  'item, crowded': () => `/item/${CROWDED.item}`,
  'item, crowded, on a realm': (_, draw) => `/item/${CROWDED.item}?${query({ realm: draw(CROWDED_REALMS) })}`,
  'npc, crowded': () => `/npc/${CROWDED.npc}`,
  'quest, crowded': () => `/quest/${CROWDED.quest}`,
  'object, crowded': () => `/object/${CROWDED.object}`,
  'zone, crowded': () => `/zone/${CROWDED.zone}`,
  'quests of a zone, crowded': () => `/quests?${query({ zone: CROWDED.zone })}`,
  'npcs, crowded': () => `/npcs?${query({ from: CROWDED.name })}`,
  'search, crowded': () => `/search?${query({ q: CROWDED.name })}`,
  [`profession, crowded${FIRST_OF_SNAPSHOT}`]: () => `/profession/${slugOf(CROWDED.profession)}`,
  'profession, crowded': (_, draw) =>
    `/profession/${slugOf(CROWDED.profession)}?${query({ page: draw([1, 2]), realm: draw(CROWDED_REALMS) })}`,
  'profession with a way, crowded': (_, draw) =>
    `/profession/${slugOf(CROWDED.profession)}?${query({ from: draw(SKILLS), to: 300, realm: draw(CROWDED_REALMS) })}`,
  'market of a realm, crowded': () => `/market/${encodeURIComponent(CROWDED.realm)}`,
};
