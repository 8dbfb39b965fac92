import type { RgbColour } from './colour.ts';

/** Maximum width of a card, in CSS pixels. */
export const CARD_WIDTH = 340;

/** The card's style sheet. In a shadow root, its styles and the site's styles do not affect each other. */
export const CARD_STYLE =
  ':host{all:initial!important;position:fixed!important;z-index:2147483647!important}' +
  '.card{position:fixed;box-sizing:border-box;width:max-content;padding:12px;overflow:auto;overscroll-behavior:contain;' +
  'overflow-wrap:anywhere;font:14px/1.45 system-ui,sans-serif;color:#1f2428;background:#fff;border:1px solid #8888;' +
  'border-radius:6px;box-shadow:0 4px 16px #0005}' +
  '.dark{color:#e6e9ec;background:#16191d}' +
  '.card>div{display:flex;gap:10px;align-items:center}' +
  'canvas{flex:none;width:36px;height:36px}' +
  'a{color:inherit}' +
  '.title{font-size:15px;font-weight:600;text-decoration:none}' +
  'a:hover{text-decoration:underline}' +
  'ul{list-style:none;margin:6px 0 0;padding-left:12px;text-indent:-12px}' +
  'p{margin:0;font-size:12px;opacity:.75}' +
  ':not(p)+p{margin-top:8px;padding-top:6px;border-top:1px solid #8888}' +
  '@media print{.card{display:none}}';

export type Theme = 'light' | 'dark';

/** The card's background colours, as in the style sheet. */
export const THEME_BACKGROUNDS: Readonly<Record<Theme, RgbColour>> = { light: [255, 255, 255], dark: [22, 25, 29] };
