import type { everloot_plan } from '../../../schema/tools/service.ts';
import type { ToolAnswer } from '../../../schema/tools/tool.ts';
import { EDGE_GROUPS } from '../../families/edges.ts';
import { countRemainingRows } from '../../paging/ledger.ts';
import type { Snapshot } from '../../ports/snapshots.ts';

/** Number of entries of each kind in an instance. Each is null if unknown. */
export type InstanceCounts = ToolAnswer<typeof everloot_plan>['counts'];

type ObservedCounts = Omit<InstanceCounts, 'clientEdges' | 'items'>;

const UNKNOWN_RATE_COUNTS = { rates: null, measuredZeros: null, queued: null };
const UNKNOWN_COUNTS: ObservedCounts = {
  uploads: null,
  records: null,
  ...UNKNOWN_RATE_COUNTS,
  observedEdges: null,
  realms: null,
};

/**
 * Counts the contents of the newest snapshot. Observed counts are null before the first upload. Counts of the game's
 * files are null if there is no build.
 */
export async function readCounts(snapshot: Snapshot | null): Promise<InstanceCounts> {
  const observed = await readObservedCounts(snapshot);
  const game = snapshot?.view.game ?? null;
  return {
    ...observed,
    clientEdges: game === null ? null : Object.values(game.edges).reduce((sum, rows) => sum + rows, 0),
    items: game?.items ?? null,
  };
}

async function readObservedCounts(snapshot: Snapshot | null): Promise<ObservedCounts> {
  if (snapshot === null || snapshot.view.row.dataAsOfMs === null) return UNKNOWN_COUNTS;
  const realms = await snapshot.market.realms();
  const { row, corpus, lists } = snapshot.view;
  const { n, uploads, queued } = row;
  const edgeLists = EDGE_GROUPS.map(({ name }) => name);
  return {
    uploads,
    queued,
    records: countRemainingRows(corpus, n),
    rates: countRemainingRows(lists, n, ['rates']),
    measuredZeros: countRemainingRows(lists, n, ['zeros']),
    observedEdges: countRemainingRows(lists, n, edgeLists),
    realms: realms.length,
  };
}
