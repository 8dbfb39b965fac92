import assert from 'node:assert/strict';
import type { EdgeRow } from '../realm/answers.ts';
import type { CorpusAnswer, DropsAnswer, ListAnswer } from '../support/client.ts';
import { askJson, pathOf, readAll } from './checks.ts';
import type { LISTS } from './commands.ts';
import type { Service } from './service.ts';

type List = (typeof LISTS)[number];

interface EdgesAnswer extends ListAnswer {
  readonly edges: readonly EdgeRow[];
}

const PATHS: Readonly<Record<List, string>> = {
  corpus: '/api/corpus/public?',
  edges: '/api/edges?evidence=observed&',
  drops: '/api/rollups/drops?',
};

/**
 * Returns a name for each row of a page. Rows of the feed without an event id are left out because they may be
 * identical.
 */
function namesIn(list: List, page: ListAnswer): readonly string[] {
  if (list === 'corpus') {
    const { records } = page as CorpusAnswer;
    return records.flatMap(({ eventId }) => (eventId === undefined ? [] : [eventId]));
  }
  if (list === 'edges') {
    return (page as EdgesAnswer).edges.map((e) => `${e.fromKind} ${e.fromId} ${e.rel} ${e.toKind} ${e.toId}`);
  }
  const { rates, measuredZeros } = page as DropsAnswer;
  return [...rates.map((row) => ({ ...row })), ...measuredZeros].map((row) => {
    const { sourceNpcId, sourceObjectId, itemId } = row as DropsAnswer['rates'][number];
    return `${sourceNpcId ?? ''} ${sourceObjectId ?? ''} ${itemId ?? 'nothing'}`;
  });
}

/** A walk through the pages of a list. It begins at one snapshot and may end much later. */
export interface Walk {
  readonly list: List;
  next: string | null;
  readonly total: number;
  /** Names of all rows when the walk began. */
  readonly stood: ReadonlySet<string>;
  readonly seen: Set<string>;
  /** Value of `World.returned` when the walk began. */
  readonly returned: number;
}

/** Begins a walk. Returns null if there is nothing to walk through yet. */
export async function beginWalk(service: Service, list: List, limit: number, returned: number): Promise<Walk | null> {
  const path = `${PATHS[list]}limit=${limit}`;
  if ((await askJson(service, path)).status !== 200) return null;
  const all = await readAll<ListAnswer>(service, `${PATHS[list]}limit=500`);
  const stood = new Set(all.flatMap((page) => namesIn(list, page)));
  return { list, next: path, total: all[0]!.total, stood, seen: new Set(), returned };
}

/**
 * Reads the next page. Returns false if the walk is over, because it reached the end or because the list was rebuilt.
 */
export async function stepOn(service: Service, walk: Walk, returned: number, mayFail: boolean): Promise<boolean> {
  const { status, body } = await askJson(service, walk.next!);
  // Unreachable storage is reported as 503 or, where the contract says so, in the body.
  if (mayFail && (status === 503 || (body as { unreachable?: boolean }).unreachable === true)) return true;
  if (status === 400 || status === 409 || status === 410) {
    assert.match(JSON.stringify(body), /snapshot/i, `${walk.next}: ${JSON.stringify(body)}`);
    return false;
  }
  assert.equal(status, 200, `${walk.next}: ${JSON.stringify(body)}`);
  const page = body as ListAnswer;
  assert.equal(page.total, walk.total, `total of ${walk.next}`);
  for (const name of namesIn(walk.list, page)) {
    assert.ok(!walk.seen.has(name), `${walk.list}: ${name} comes twice in a walk`);
    assert.ok(walk.stood.has(name), `${walk.list}: ${name} came after the walk began`);
    walk.seen.add(name);
  }
  walk.next = pathOf(page.next);
  if (walk.next !== null) return true;
  await assertWhole(service, walk, returned);
  return false;
}

/**
 * Checks that the walk saw every row that was public at its beginning and still is. Skipped if rows may have been
 * withdrawn and published again meanwhile.
 */
async function assertWhole(service: Service, { list, stood, seen, returned: before }: Walk, returned: number) {
  if (returned !== before) return;
  const now = await readAll<ListAnswer>(service, `${PATHS[list]}limit=500`);
  const standing = new Set(now.flatMap((page) => namesIn(list, page)));
  for (const name of stood) {
    assert.ok(seen.has(name) || !standing.has(name), `${list}: ${name} was passed over by a walk`);
  }
}
