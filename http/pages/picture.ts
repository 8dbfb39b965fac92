/** Path of the instance's picture, and the end of the paths that pictures of entities had until release 0.6.0. */
export const PICTURE_PATH = '/picture.png';

/** Size of the preview pictures in pixels. */
export const PICTURE_SIZE = { width: 1_200, height: 630 } as const;

interface PreviewPicture {
  readonly words: string;
  /** First segments of the paths of the pages that have the picture. */
  readonly pages: readonly string[];
}

/** The pictures of link previews (http/pictures), by name. Pages that none lists have the instance's. */
export const PREVIEW_PICTURES = {
  instance: { words: 'What players found: drops, prices, locations and recipes', pages: [] },
  item: { words: 'Item: where it drops, who sells it, what it costs and makes', pages: ['item', 'items'] },
  npc: { words: 'Creature or person: where it lives, its loot, goods, lessons and quests', pages: ['npc', 'npcs'] },
  object: {
    words: 'Chest, herb or ore: where players found it and what they took from it',
    pages: ['object', 'objects'],
  },
  quest: { words: 'Quest: who gives and takes it, its items and rewards', pages: ['quest', 'quests'] },
  zone: { words: 'Zone: its map, creatures, quests and resources', pages: ['zone', 'zones'] },
  market: { words: 'Market: auction prices by realm and day', pages: ['market'] },
  profession: { words: 'Profession: recipes, trainers and the way to level', pages: ['profession', 'professions'] },
  talents: { words: 'Talents: a calculator, and the builds that players use', pages: ['talents'] },
} as const satisfies Readonly<Record<string, PreviewPicture>>;

export type PreviewName = keyof typeof PREVIEW_PICTURES;

/** Returns the name of the preview picture for the page at a path of the instance. */
export function findPreview(path: string): PreviewName {
  const page = path.split(/[/?]/)[1]!;
  const names = Object.keys(PREVIEW_PICTURES) as PreviewName[];
  return names.find((name) => (PREVIEW_PICTURES[name].pages as readonly string[]).includes(page)) ?? 'instance';
}

export function toPreviewPath(name: PreviewName): string {
  return name === 'instance' ? PICTURE_PATH : `/assets/preview-${name}.png`;
}

export const ICON_PATHS = { svg: '/icon.svg', png: '/icon.png', ico: '/favicon.ico' } as const;

/** The icon shows three witnesses: two at the bottom and the third above them. */
export const ICON_SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#14181f"/><g fill="#9aa6b5"><circle cx="9" cy="22" r="5"/><circle cx="23" cy="22" r="5"/></g><circle cx="16" cy="9.5" r="6" fill="#5aa9e0"/></svg>\n`;

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
