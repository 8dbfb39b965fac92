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

/** What names each row of a page. Rows of the feed without an event id need not differ, and are left out. */
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

/** A walk through the pages of a list, begun at one snapshot and ended whenever. */
export interface Walk {
  readonly list: List;
  next: string | null;
  readonly total: number;
  /** The rows as they stood when it began. */
  readonly stood: ReadonlySet<string>;
  readonly seen: Set<string>;
  /** How often rows that were gone had come back when it began. */
  readonly returned: number;
}

/** Null: there is nothing to walk through yet, or the list holds rows already that were gone before. */
export async function beginWalk(service: Service, list: List, limit: number, returned: number): Promise<Walk | null> {
  const path = `${PATHS[list]}limit=${limit}`;
  if ((await askJson(service, path)).status !== 200) return null;
  const all = await readAll<ListAnswer>(service, `${PATHS[list]}limit=500`);
  const stood = new Set(all.flatMap((page) => namesIn(list, page)));
  return { list, next: path, total: all[0]!.total, stood, seen: new Set(), returned };
}

/** Reads the next page; false: the walk is over, at its end or because what it walked through was built anew. */
export async function stepOn(service: Service, walk: Walk, returned: number, mayFail: boolean): Promise<boolean> {
  const { status, body } = await askJson(service, walk.next!);
  // Storage that is out of reach is told as 503 or, where the contract has it so, in the body.
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

/** Whatever stood at the beginning and still does was seen, unless it was gone between. */
async function assertWhole(service: Service, { list, stood, seen, returned: before }: Walk, returned: number) {
  if (returned !== before) return;
  const now = await readAll<ListAnswer>(service, `${PATHS[list]}limit=500`);
  const standing = new Set(now.flatMap((page) => namesIn(list, page)));
  for (const name of stood) {
    assert.ok(seen.has(name) || !standing.has(name), `${list}: ${name} was passed over by a walk`);
  }
}
