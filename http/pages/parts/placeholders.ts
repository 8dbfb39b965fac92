import type { ItemLook } from '../../../domain/reads/entities/item_looks.ts';
import { html } from '../html.ts';

/**
 * Renders an item's name with a placeholder for its icon and the colour of its quality. `fillPlaceholders` fills all
 * placeholders of a page with one read, so that no page has to collect the items it mentions. Text cannot imitate a
 * placeholder, because `html` escapes angle brackets.
 */
export function renderItemPlaceholder(id: number, name: string, shown: unknown, href: string | null): unknown {
  const letter = readFirstLetter(name);
  return href === null
    ? html`<item:${id}:${letter}>${shown}</item:span>`
    : html`<item:${id}:${letter} href="${href}">${shown}</item:a>`;
}

/** Renders a placeholder for the large icon of an item. */
export function renderItemTile(id: number, name: string): unknown {
  return html`<item:${id}:${readFirstLetter(name)} large>`;
}

/** Renders a placeholder for a large icon of the client. The first letter of `name` may replace it. */
export function renderIcon(icon: string | null, name: string): unknown {
  return icon === null
    ? renderTile({ picture: null, name, size: 'large' })
    : html`<icon:${readFirstLetter(name)} name="${icon}">`;
}

const ITEM_PLACEHOLDER = /<item:(\d+):([^ >]+)( large| href="[^"]*")?>|<\/item:(a|span)>/g;
const ICON_PLACEHOLDER = /<icon:([^ >]+) name="([^"]*)">/g;

/** Returns the ids of the items that a page mentions, each once. */
export function listMentionedItems(page: string): readonly number[] {
  return [...new Set([...page.matchAll(ITEM_PLACEHOLDER)].flatMap(([, id]) => (id === undefined ? [] : [Number(id)])))];
}

/** Returns the client's names of the icons that a page asks for by name. */
export function listMentionedIcons(page: string): readonly string[] {
  return [...page.matchAll(ICON_PLACEHOLDER)].map(([, , icon]) => icon!);
}

interface EntityLooks {
  readonly looks: ReadonlyMap<number, ItemLook>;
  /** Returns the URL of an icon's picture, or null if the operator has none. */
  readonly pictureOf: (icon: string | null) => string | null;
}

/** Replaces the placeholders with icons and coloured names. Items that `looks` lacks show a letter without a colour. */
export function fillPlaceholders(page: string, { looks, pictureOf }: EntityLooks): string {
  return page
    .replace(ICON_PLACEHOLDER, (_, name: string, icon: string) =>
      String(renderTile({ picture: pictureOf(icon), name, size: 'large' })),
    )
    .replace(ITEM_PLACEHOLDER, (_, id: string | undefined, name: string, kind: string | undefined, end: string) => {
      if (id === undefined) return `</${end}>`;
      const { quality = null, icon = null } = looks.get(Number(id)) ?? {};
      const size = kind === ' large' ? 'large' : 'small';
      const shown = String(renderTile({ picture: pictureOf(icon), name, quality, size }));
      if (size === 'large') return shown;
      return `<${kind === undefined ? 'span' : 'a'}${kind ?? ''} class="item q-${quality ?? 'none'}">${shown}`;
    });
}

interface IconTile {
  /** URL of the picture, or null to show the first letter of `name`. */
  readonly picture: string | null;
  readonly name: string;
  /** Colours the frame. */
  readonly quality?: string | null;
  readonly size?: 'small' | 'large';
}

/** Renders an icon of 24 or 56 pixels, or a letter of the same size. Screen readers skip it. */
export function renderTile({ picture, name, quality = null, size = 'small' }: IconTile): unknown {
  const look = `tile q-${quality ?? 'none'}${size === 'large' ? ' large' : ''}`;
  const pixels = size === 'large' ? 56 : 24;
  return picture === null
    ? html`<i class="${look}" data-letter="${readFirstLetter(name)}" aria-hidden="true"></i>`
    : html`<img class="${look}" src="${picture}" alt="" width="${pixels}" height="${pixels}"${size === 'small' ? html` loading="lazy"` : ''}>`;
}

/** Returns the first letter or digit of a name in upper case, or a question mark if there is none. */
export function readFirstLetter(name: string): string {
  return /[\p{L}\p{N}]/u.exec(name)?.[0].toUpperCase() ?? '?';
}
