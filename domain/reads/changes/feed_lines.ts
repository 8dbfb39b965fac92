import { families } from '../../families/mod.ts';
import type { ChangedRow, FeedChange, NotedListName, SnapshotSpan } from '../../ports/change_files.ts';
import type { FactBody, FactFamily, SubjectFact } from '../../ports/facts.ts';
import { toAnyVendorRow, toNameRow, toTrainerRow, toVendorRow } from '../datasets/list_rows.ts';
import { findNameFamily, NAMED_ENTITIES } from '../names.ts';
import { formatSnapshotPin } from '../pinned_snapshot.ts';

/** Formats the lines of one change file (contract, section 4, Change feed). */
export interface FeedLinePage {
  lines(rows: readonly ChangedRow[]): readonly string[];
  /** Returns the last line, by which a follower recognises a complete file. */
  end(): string;
}

export function createFeedLines(epoch: string, { n, previous }: SnapshotSpan): FeedLinePage {
  const counts = { puts: 0, dels: 0 };
  const formatLine = ({ list, key, row }: FeedChange): string => {
    const head = `"list":"${list}","key":${JSON.stringify(key)}`;
    counts[row === null ? 'dels' : 'puts']++;
    return row === null ? `{"op":"del",${head}}` : `{"op":"put",${head},"row":${row}}`;
  };
  return {
    lines: (rows) => rows.flatMap(listFeedChanges).map(formatLine),
    end: () =>
      JSON.stringify({
        op: 'end',
        snapshot: formatSnapshotPin({ epoch, n }),
        previous: formatSnapshotPin({ epoch, n: previous }),
        ...counts,
      }),
  };
}

/** Returns the row that a fact adds to a list, or null if it adds none. */
type FactRowBuilder = (fact: SubjectFact<FactBody>) => object | null;

interface FollowedFactList {
  readonly list: 'names' | 'prices';
  /** Prefix of the keys, which tells the families of one list apart. */
  readonly prefix: string;
  readonly row: FactRowBuilder;
}

/** The families whose facts are rows of a list, by name. */
const FACT_LISTS_BY_FAMILY: ReadonlyMap<string, FollowedFactList> = new Map([
  ...NAMED_ENTITIES.map((kind) =>
    createFactListEntry('names', kind, findNameFamily(kind), (fact) => toNameRow(kind, fact)),
  ),
  createFactListEntry('prices', 'vendor', families.vendor_goods, toVendorRow),
  createFactListEntry('prices', 'item', families.vendor_prices, toAnyVendorRow),
  createFactListEntry('prices', 'trainer', families.trainer_services, toTrainerRow),
]);

function createFactListEntry(
  list: FollowedFactList['list'],
  prefix: string,
  { name }: FactFamily<object>,
  row: FactRowBuilder,
): [string, FollowedFactList] {
  return [name, { list, prefix, row }];
}

/**
 * Returns what the feed says about a changed row: one change, or none if the row is in no list, or if it stays equal while
 * another part of its fact changes.
 */
export function listFeedChanges({ list, key, before = null, after }: ChangedRow): readonly FeedChange[] {
  if (isNotedList(list)) return [{ list, key, row: after }];
  const of = FACT_LISTS_BY_FAMILY.get(list);
  if (of === undefined) return [];
  const row = formatFactRow(of, key, after);
  return row === formatFactRow(of, key, before) ? [] : [{ list: of.list, key: `${of.prefix}:${key}`, row }];
}

const NOTED_LIST_NAMES = {
  drops: true,
  zeros: true,
  edges: true,
  gathering: true,
  sources: false,
} as const satisfies Record<NotedListName, boolean>;

function isNotedList(list: string): list is Exclude<FeedChange['list'], FollowedFactList['list']> {
  return Object.hasOwn(NOTED_LIST_NAMES, list) && NOTED_LIST_NAMES[list as NotedListName];
}

function formatFactRow({ row }: FollowedFactList, subject: string, body: string | null): string | null {
  if (body === null) return null;
  const built = row({ subject, body: JSON.parse(body) as FactBody });
  return built === null ? null : JSON.stringify(built);
}
