import { html } from '../html.ts';
import type { Cell } from './table.ts';

/** The word beside a market day whose value is far from the days before it. */
export const UNUSUAL_NOTE = 'unusual';

/** Renders the day of a market value, and whether the value is unusual. */
export function dayCell(day: string, unusual: true | undefined): Cell {
  return unusual ? html`${day} <small>${UNUSUAL_NOTE}</small>` : day;
}
