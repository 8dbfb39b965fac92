import type { SortCell } from './row_order.ts';

/** A cell for sorting and for CSV. Amounts of money have their value in copper. */
export interface DataCell extends SortCell {
  readonly isMoney: boolean;
}

export function readCell(cell: HTMLTableCellElement | undefined): DataCell {
  return {
    value: cell?.getAttribute('data-value') ?? null,
    text: cell?.textContent?.trim().replace(/\s+/g, ' ') ?? '',
    isMoney: cell?.querySelector('.money') != null,
    isUnknown: cell?.querySelector(':scope > .unknown') !== null,
  };
}
