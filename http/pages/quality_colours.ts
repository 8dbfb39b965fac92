import type { Quality } from '../../schema/vocabulary.ts';

/** Colours of qualities on light and dark backgrounds, as in style/colours.css. Null means the normal text colour. */
export const QUALITY_COLOURS: Readonly<Record<Quality, { readonly light: string; readonly dark: string } | null>> = {
  poor: { light: '#6b6b6b', dark: '#a3a3a3' },
  common: null,
  uncommon: { light: '#1a7a00', dark: '#4fe02d' },
  rare: { light: '#0059b3', dark: '#5aa6ff' },
  epic: { light: '#8a2bd0', dark: '#c98aff' },
  legendary: { light: '#a85000', dark: '#ffa040' },
  artifact: { light: '#7a6520', dark: '#e6cc80' },
  heirloom: { light: '#00697a', dark: '#4fd8f0' },
};
