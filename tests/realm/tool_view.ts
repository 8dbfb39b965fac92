import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { type Estimate, readEdges, readEstimates } from './answers.ts';
import { assertSame } from './compare.ts';
import type { Lines } from './count/drops.ts';
import { type Backed, localeOf } from './kept.ts';
import { factOf, spread, type ToolGround, type ToolReply } from './tools.ts';

type Body = Readonly<Record<string, unknown>>;

/** An observed edge from the independent count. */
export interface CountedEdge {
  readonly fromKind: string;
  readonly fromId: number;
  readonly rel: string;
  readonly toKind: string;
  readonly toId: number;
  readonly seen: { readonly installs: number; readonly firstSeen: string; readonly lastSeen: string };
}

/** The expected content of pages, built from the independent count. */
export interface ToolView {
  readonly ground: ToolGround;
  /** The instance's public base URL, without a trailing slash. */
  readonly base: string;
  readonly fact: (family: string, subject: string | number) => Body | undefined;
  /** Returns a member of a fact, or null if the member is not public. */
  readonly member: (family: string, subject: string | number, member: string) => Backed | null;
  /** Returns all agreed values of a member. */
  readonly list: (family: string, subject: string | number, member: string) => readonly Backed[];
  /** Returns the facts whose subject begins with `prefix`, each with the rest of its subject. */
  readonly within: (family: string, prefix: string) => readonly (readonly [rest: string, body: Body])[];
  readonly entity: (kind: string, id: number) => Body;
  /** Returns the figures of a counted rate, with the served estimate, which the count cannot compute. */
  readonly ratedFigures: (line: string, rate: CountedRate) => RatedFigures;
  /** All observed edges, in the order in which they became public. */
  readonly edges: readonly CountedEdge[];
  /** Returns the places where an NPC was seen: at most `maps` maps, each with at most `pins` pins. */
  readonly places: (
    npcId: number,
    maps?: number,
    pins?: number,
  ) => { readonly total: number; readonly rows: readonly Body[] };
  /** Registers a reply and the page that it must contain. If `should` is null, it must give a reason instead. */
  readonly expect: (subject: string, reply: ToolReply, should: Expected | null) => void;
  /** Fails if replies differ from the count or link to missing pages. Returns the number of compared figures. */
  readonly settle: (tool: string) => Promise<number>;
}

/** Maximum number of URLs to request from each tool's answers. */
const URLS_TRIED = 25;

/** `url`: URL of the page on this instance. `files`: whether the page shows rows from the game files. */
export interface Expected {
  readonly page: unknown;
  readonly url?: string | undefined;
  readonly files?: boolean;
}

/** For each entity kind, the family and member that hold its agreed name. */
const NAMES: Readonly<Record<string, readonly [string, string]>> = {
  item: ['items', 'name'],
  npc: ['npcs', 'name'],
  quest: ['quests', 'title'],
  zone: ['maps', 'name'],
  recipe: ['recipes', 'name'],
};

const PAGED = ['item', 'npc', 'quest', 'object'];

export async function viewOf(ground: ToolGround): Promise<ToolView> {
  // Keep-alive connections may have been closed while the count blocked. Give the event loop time to notice.
  await setTimeout(20);
  const { answer } = await ground.ask('object_page', { objectId: 1 });
  const { source } = answer.attribution as { source: string };
  const base = source.slice(0, -1);
  assertHead(answer, base, ground);
  const fact: ToolView['fact'] = (family, subject) => factOf(ground, family, subject);
  const member: ToolView['member'] = (family, subject, name) => (fact(family, subject)?.[name] as Backed) ?? null;
  const list: ToolView['list'] = (family, subject, name) => (fact(family, subject)?.[name] as Backed[]) ?? [];
  const edges = await publicEdges(base, ground);
  const estimates = await readEstimates(base);
  const entity: ToolView['entity'] = (kind, id) => {
    const named = NAMES[kind];
    const name = named === undefined ? null : member(named[0], id, named[1]);
    return {
      kind,
      id,
      name: name?.value ?? null,
      ...localeOf(name),
      url: PAGED.includes(kind) ? `${base}/${kind}/${id}` : null,
    };
  };
  const places: ToolView['places'] = (npcId, maps = 30, pins = 100) => {
    const seen = edges.filter(({ rel, fromId }) => rel === 'located_in' && fromId === npcId);
    const rows = seen.slice(0, maps).map(({ toId: mapId, seen }) => {
      const own = list('pins', `${mapId}:${npcId}`, 'pins');
      // The imported build has no table of maps.
      const name = member('maps', mapId, 'name');
      const mark = name?.locale === undefined ? {} : { mapLocale: name.locale };
      const map = { mapId, map: name?.value ?? null, ...mark, mapInFiles: null };
      return { ...map, ...seen, pins: firstOf(own, pins) };
    });
    return { total: seen.length, rows };
  };
  const [served, should] = [new Map<string, unknown>(), new Map<string, unknown>()] as [Lines, Lines];
  return {
    ground,
    base,
    fact,
    member,
    list,
    edges,
    entity,
    ratedFigures: (line, rate) => ({ ...figuresOf(rate), ...estimates.get(line)! }),
    places,
    within: (family, prefix) =>
      [...ground.counted.facts].flatMap(([key, body]) =>
        key.startsWith(`${family} ${prefix}`) ? [[key.slice(family.length + 1 + prefix.length), body as Body]] : [],
      ),
    expect: (subject, reply, expected) => {
      const { page, url, reason, gameData, ...head } = reply.answer;
      assert.deepEqual(head, { connected: true, dataAsOf: answer.dataAsOf, attribution: answer.attribution }, subject);
      if (expected === null) assert.ok(String(reason ?? '').length > 10, `${subject} says why it has no page`);
      else assert.equal(reason, undefined, `${subject} has a page and no reason`);
      assertText(subject, reply);
      const marks = { url: expected?.url ?? null, files: expected?.files === true };
      served.set(subject, { page: page ?? null, url: url ?? null, files: gameData != null });
      should.set(subject, { page: expected?.page ?? null, ...marks });
    },
    settle: async (tool) => {
      assertSame(tool, served, should);
      const urls = JSON.stringify([...served.values()]).match(/http:\/\/localhost[^"]+/g) ?? [];
      for (const url of spread([...new Set(urls)].sort(), URLS_TRIED)) {
        const { status } = await fetch(url, { method: 'HEAD' });
        assert.equal(status, 200, `${tool} names a page that is none: ${url}`);
      }
      const figures = [...should.values()].reduce((sum: number, one) => sum + figuresIn(one), 0);
      served.clear();
      should.clear();
      return figures;
    },
  };
}

/** Asserts the age, licence and attribution of an answer (contract, section 4). */
function assertHead(answer: ToolReply['answer'], base: string, { kept }: ToolGround): void {
  assert.match(base, /^http:\/\/localhost:\d+$/);
  const newestMs = kept.reduce((newest, { receivedMs }) => Math.max(newest, receivedMs), 0);
  const age = Date.parse(answer.dataAsOf) - newestMs;
  assert.ok(age >= 0 && age < 3_600_000, `dataAsOf is ${answer.dataAsOf}`);
  assert.equal(answer.connected, true);
  assert.deepEqual(answer.attribution, {
    licence: 'CC BY-SA 4.0',
    licenceUrl: 'https://creativecommons.org/licenses/by-sa/4.0/',
    credit: 'Data: Third Witness contributors',
    source: `${base}/`,
    terms: `${base}/terms`,
  });
}

function assertText(subject: string, { answer, text }: ToolReply): void {
  for (const said of [answer.dataAsOf, answer.attribution.credit, answer.attribution.source]) {
    assert.ok(text.includes(said), `the text on ${subject} says ${said}`);
  }
  assert.ok(text.split('\n').length <= 30, `the text on ${subject} is short`);
}

/**
 * Returns the counted edges in the order of `GET /api/edges`, because the count does not know when each edge became
 * public.
 */
async function publicEdges(base: string, { counted }: ToolGround): Promise<readonly CountedEdge[]> {
  const served = await readEdges(base, '&evidence=observed');
  assertSame('edges', served, counted.edges);
  return [...served.keys()].map((subject) => {
    const [fromKind, fromId, rel, toKind, toId] = subject.split(' ') as [string, string, string, string, string];
    const seen = counted.edges.get(subject) as CountedEdge['seen'];
    return { fromKind, fromId: Number(fromId), rel, toKind, toId: Number(toId), seen };
  });
}

/** The players of the realm gather nothing, as the check of objects asserts. */
export const NOTHING_GATHERED = { rows: [], total: 0 };

/** Returns the first rows of a list as answers show them, and the list's total length. */
export function firstOf<T, R = T>(list: readonly T[], max: number, tell: (one: T) => R = (one) => one as unknown as R) {
  return {
    total: list.length,
    rows: list.slice(0, max).map(tell),
  };
}

const Z = 1.959963984540054;

/** Returns the figures of a drop rate, with the 95% Wilson interval as the contract defines it. */
export function figuresOf({ kills: n, drops: k, reporters, installs, topShare }: CountedRate) {
  const root = Z * Math.sqrt((k * (n - k)) / n + (Z * Z) / 4);
  const bound = (sign: number) => Math.round(((k + (Z * Z) / 2 + sign * root) / (n + Z * Z)) * 1e6) / 1e6;
  return { kills: n, drops: k, rate: k / n, low: Math.abs(bound(-1)), high: bound(1), reporters, installs, topShare };
}

export type RatedFigures = ReturnType<typeof figuresOf> & Estimate;

/** Compares rates for sorting: the highest lower end of the estimate first, then the most drops. */
export function bySurest(a: RatedFigures, b: RatedFigures): number {
  return b.estimateLow - a.estimateLow || b.drops - a.drops;
}

export interface CountedRate {
  readonly kills: number;
  readonly drops: number;
  readonly reporters: number;
  readonly installs: number;
  readonly topShare: number;
}

/** Counts the primitive values in a value, except nulls. */
function figuresIn(value: unknown): number {
  if (value === null) return 0;
  if (typeof value !== 'object') return 1;
  return Object.values(value).reduce((sum: number, one) => sum + figuresIn(one), 0);
}
