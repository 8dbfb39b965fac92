import type { Hidden } from './hiding.ts';

/** What can be done to a link beside showing its card: in the colour of its quality, with its icon, by its agreed name. */
const VERBS = ['color', 'iconize', 'rename'] as const;
export type LinkWishes = Readonly<Record<(typeof VERBS)[number], boolean>>;

/** Attributes as a script tag's `dataset` has them. */
export type Attributes = Readonly<Record<string, string | undefined>>;

/** What a site set for Wowhead's script, whose names are written in upper and lower case as one likes. */
export function settingsOf(value: unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(Object(value)).map(([name, one]) => [name.toLowerCase(), one]));
}

/**
 * What a site wants done to a link: `data-color-links` and such on the script tag, what it set for Wowhead's script, and
 * before both what the link says itself: `data-wh-rename-link="false"`.
 */
export function wishesFor(
  tag: Attributes,
  settings: Readonly<Record<string, unknown>>,
  attribute: (name: string) => string | null,
): LinkWishes {
  const wishes = VERBS.map((verb) => {
    const own = attribute(`data-wh-${verb}-link`);
    const general = (tag[`${verb}Links`] ?? 'false') !== 'false' || settings[`${verb}links`] === true;
    return [verb, own === null ? general : own === 'true'];
  });
  return Object.fromEntries(wishes) as LinkWishes;
}

export function wantsAny(wishes: LinkWishes): boolean {
  return VERBS.some((verb) => wishes[verb]);
}

/** What cards leave out. */
export function hiddenBy(settings: Readonly<Record<string, unknown>>): Hidden {
  return settingsOf(settings['hide']);
}
