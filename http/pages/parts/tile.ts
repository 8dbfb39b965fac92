import { html } from '../html.ts';

interface Tile {
  /** URL of the picture, or null to show the first letter of `name`. */
  readonly picture: string | null;
  readonly name: string;
  /** Colours the frame. */
  readonly quality?: string | null;
  readonly size?: 'small' | 'large';
}

/** Renders an icon of 24 or 56 pixels, or a letter of the same size. Screen readers skip it. */
export function tile({ picture, name, quality = null, size = 'small' }: Tile): unknown {
  const look = `tile q-${quality ?? 'none'}${size === 'large' ? ' large' : ''}`;
  const pixels = size === 'large' ? 56 : 24;
  return picture === null
    ? html`<i class="${look}" data-letter="${letterOf(name)}" aria-hidden="true"></i>`
    : html`<img class="${look}" src="${picture}" alt="" width="${pixels}" height="${pixels}"${size === 'small' ? html` loading="lazy"` : ''}>`;
}

/** Returns the first letter or digit of a name in upper case, or a question mark if there is none. */
export function letterOf(name: string): string {
  return /[\p{L}\p{N}]/u.exec(name)?.[0].toUpperCase() ?? '?';
}
