/** Possible decorations of a link: the colour of its quality, its icon, and its agreed name. */
const DECORATION_VERBS = ['color', 'iconize', 'rename'] as const;
export type LinkStyles = Readonly<Record<(typeof DECORATION_VERBS)[number], boolean>>;

/** Attributes, in the form of a script tag's `dataset`. */
export type TagAttributes = Readonly<Record<string, string | undefined>>;

/** Reads the settings for Wowhead's script. Their names are case-insensitive. */
export function readSettings(value: unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(Object(value)).map(([name, one]) => [name.toLowerCase(), one]));
}

/**
 * Returns the decorations that a site wants for a link. Attributes of the link, such as `data-wh-rename-link="false"`,
 * take precedence over `data-color-links` and similar attributes of the script tag, and over the settings for Wowhead's
 * script.
 */
export function readStyles(
  tag: TagAttributes,
  settings: Readonly<Record<string, unknown>>,
  attribute: (name: string) => string | null,
): LinkStyles {
  const wishes = DECORATION_VERBS.map((verb) => {
    const own = attribute(`data-wh-${verb}-link`);
    const general = (tag[`${verb}Links`] ?? 'false') !== 'false' || settings[`${verb}links`] === true;
    return [verb, own === null ? general : own === 'true'];
  });
  return Object.fromEntries(wishes) as LinkStyles;
}

export function hasStyles(wishes: LinkStyles): boolean {
  return DECORATION_VERBS.some((verb) => wishes[verb]);
}
