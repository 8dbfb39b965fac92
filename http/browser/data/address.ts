/** The order and the filter that a reader chose for a table. */
export interface TableState {
  /** Slug of the heading of the sorted column, with a minus if it descends. Empty for the original order. */
  readonly sort: string;
  readonly filter: string;
}

export const DEFAULT_STATE: TableState = { sort: '', filter: '' };

/**
 * Reads the states of tables from a fragment such as `#sort.dropped-by=-players&filter.dropped-by=wool`, keyed by the
 * table's id. States are in the fragment because servers and caches never see it.
 */
export function parseStates(fragment: string): ReadonlyMap<string, TableState> {
  const states = new Map<string, TableState>();
  for (const [name, value] of new URLSearchParams(fragment.slice(1))) {
    const [, part, id] = /^(sort|filter)\.(.+)/.exec(name) ?? [];
    if (id !== undefined) states.set(id, { ...(states.get(id) ?? DEFAULT_STATE), [part!]: value });
  }
  return states;
}

/** Returns the fragment of these states with its `#`, or an empty string if no table is sorted or filtered. */
export function formatStates(states: ReadonlyMap<string, TableState>): string {
  const query = new URLSearchParams();
  for (const [id, state] of states) {
    for (const [part, value] of Object.entries(state)) if (value !== '') query.set(`${part}.${id}`, value);
  }
  return query.size === 0 ? '' : `#${query}`;
}
