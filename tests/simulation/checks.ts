import assert from 'node:assert/strict';
import { corpusRows, type EdgeRow, edgeLines, rateLines, readDatabase, zeroLines } from '../realm/answers.ts';
import { assertSame } from '../realm/compare.ts';
import type { Lines } from '../realm/count/drops.ts';
import { type Counted, countRealm } from '../realm/count.ts';
import type { CorpusAnswer, DropsAnswer, ListAnswer } from '../support/client.ts';
import { countingIn, type Model, standingIn } from './model.ts';
import type { Service } from './service.ts';

/** Sends a request and parses the answer as JSON. */
export async function askJson(service: Service, path: string): Promise<{ status: number; body: unknown }> {
  const { status, text } = await service.ask(path);
  return { status, body: JSON.parse(text) };
}

/** Reads all pages of a list, first to last. */
export async function readAll<A extends ListAnswer>(service: Service, path: string): Promise<readonly A[]> {
  const pages: A[] = [];
  for (let next: string | null = path; next !== null; ) {
    const { status, body } = await askJson(service, next);
    assert.equal(status, 200, `${next}: ${JSON.stringify(body)}`);
    const page = body as A;
    pages.push(page);
    next = pathOf(page.next);
  }
  return pages;
}

/** Returns the path and query of a `next` link, without the origin that the instance is served under. */
export function pathOf(next: string | null): string | null {
  if (next === null) return null;
  const { pathname, search } = new URL(next);
  return pathname + search;
}

interface EdgesAnswer extends ListAnswer {
  readonly edges: readonly EdgeRow[];
}

/** Checks that everything public equals a count over the model's records. The count shares no code with the service. */
export async function assertPublic(service: Service, model: Model): Promise<Counted> {
  const counted = countRealm(countingIn(model), model.newestMs);
  const { corpus: standing, drops } = countRealm(standingIn(model), model.newestMs);
  const corpus = await readAll<CorpusAnswer>(service, '/api/corpus/public?limit=500');
  assertSame('rows of the feed', corpusRows(corpus.flatMap(({ records }) => records)), standing.rows);
  const [first] = corpus;
  assert.deepEqual(
    { total: first!.total, uploads: first!.uploads, legacyRecords: first!.legacyRecords ?? 0 },
    { total: standing.total, uploads: standing.uploads, legacyRecords: standing.legacyRecords },
    'counts of the feed',
  );
  const edges = await readAll<EdgesAnswer>(service, '/api/edges?limit=500&evidence=observed');
  assertSame('edges', edgeLines(edges.flatMap((page) => page.edges)), counted.edges);
  await assertDrops(service, counted, drops.stats);
  await assertFacts(service, counted);
  return counted;
}

/** `stats` count loot windows of all installs, including those that are not witnesses. */
async function assertDrops(
  service: Service,
  { drops: counted }: Counted,
  stood: Counted['drops']['stats'],
): Promise<void> {
  const pages = await readAll<DropsAnswer>(service, '/api/rollups/drops?limit=500');
  assertSame('rates', rateLines(pages.flatMap(({ rates }) => rates)), counted.rates);
  assertSame('measured zeros', zeroLines(pages.flatMap(({ measuredZeros }) => measuredZeros)), counted.zeros);
  const { queued, stats } = pages[0]!;
  const { uploads, records, lootWindows } = stats;
  assert.deepEqual({ queued, uploads, records, lootWindows }, { queued: counted.queued, ...stood }, 'drops');
}

async function assertFacts({ root }: Service, counted: Counted): Promise<void> {
  const { facts } = await readDatabase(root);
  const families = new Set([...facts.keys(), ...counted.facts.keys()].map(familyOf));
  for (const family of families) {
    const only = (lines: Lines): Lines => new Map([...lines].filter(([subject]) => familyOf(subject) === family));
    assertSame(`facts of ${family}`, only(facts), only(counted.facts));
  }
}

function familyOf(subject: string): string {
  return subject.slice(0, subject.indexOf(' '));
}

/** Paths requested between snapshots. `id` belongs to something that the world may know. */
const READS: readonly ((id: number) => string)[] = [
  () => '/api/health',
  () => '/api/corpus/public?limit=20',
  () => '/api/edges?limit=50&evidence=observed',
  (id) => `/api/edges?limit=50&rel=dropped_by&from_kind=item&from_id=${id}`,
  () => '/api/rollups/drops?limit=50',
  (id) => `/api/tooltip/item/${id}`,
  (id) => `/api/tools/item_page?itemId=${id}`,
  (id) => `/api/tools/npc_page?npcId=${id}`,
  (id) => `/api/tools/quest_page?questId=${id}`,
  () => '/api/coverage',
];

/**
 * Sends one request and checks that everything in the answer is backed by three installs, no matter what is pending.
 */
export async function assertRead(service: Service, what: number, id: number, mayFail: boolean): Promise<void> {
  const path = READS[what % READS.length]!(1 + id);
  const { status, text } = await service.ask(path);
  // If the clock says that the snapshot is old, only the health endpoint reports it, as 503.
  const fits = status === 200 || status === 404 || (status === 503 && (mayFail || path === '/api/health'));
  assert.ok(fits, `${path} answers ${status}: ${text.slice(0, 200)}`);
  if (status !== 200) return;
  for (const [, name, count] of text.matchAll(/"(installs|reporters)":(\d+)/g)) {
    if (name === 'installs' && path.startsWith('/api/rollups/drops')) continue;
    if (path === '/api/coverage' || path.startsWith('/api/tools') || path.startsWith('/api/tooltip')) continue;
    assert.ok(Number(count) >= 3, `${path} tells what ${count} installs tell`);
  }
}
