import type { LeadingPrice } from '../../../domain/reads/market.ts';
import { counted } from '../../../domain/values/phrases.ts';
import { html } from '../html.ts';
import { money } from './money.ts';
import type { Cell } from './table.ts';

/** The word beside a market day whose value is far from the days before it. */
export const UNUSUAL_NOTE = 'unusual';

/** Renders the day of a market value, whether the value is unusual, and a newer day that few players scanned. */
export function dayCell({ day, unusual, thinDay }: Pick<LeadingPrice, 'day' | 'unusual' | 'thinDay'>): Cell {
  const note = unusual ? html` <small>${UNUSUAL_NOTE}</small>` : '';
  if (thinDay === undefined) return unusual ? html`${day}${note}` : day;
  const { market, day: newer, reporters } = thinDay;
  return html`${day}${note} <small class="quiet">(${newer}: ${money(market)}, only ${counted(reporters, 'player')})</small>`;
}
