import { counted } from '../../../domain/values/phrases.ts';
import { html } from '../../pages/html.ts';
import { placeCell } from './pins.ts';

type Places = NonNullable<Parameters<typeof placeCell>[0]>;

/** Renders `Found in Westfall at 41.5, 65.8. Also found in 1 other zone.`, or nothing if no zone is known. */
export function foundIn({ rows, total }: { readonly rows: Places; readonly total: number }, base: string): unknown {
  if (rows.length === 0) return '';
  const others = total - 1;
  return html`Found in ${placeCell(rows, base)}${others > 0 ? `. Also found in ${counted(others, 'other zone')}` : ''}.`;
}
