import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { readEdges } from './answers.ts';
import { assertSame } from './compare.ts';
import type { Lines } from './count/drops.ts';
import { type Backed, localeOf } from './kept.ts';
import { factOf, spread, type ToolGround, type ToolReply } from './tools.ts';

type Body = Readonly<Record<string, unknown>>;

/** An observed edge as it is counted. */
export interface CountedEdge {
  readonly fromKind: string;
  readonly fromId: number;
  readonly rel: string;
  readonly toKind: string;
  readonly toId: number;
  readonly seen: { readonly installs: number; readonly firstSeen: string; readonly lastSeen: string };
}

/** What pages must say, put together from the independent count. */
export interface ToolView {
  readonly ground: ToolGround;
  /** Where the instance stands in public, without a trailing slash. */
  readonly base: string;
  readonly fact: (family: string, subject: string | number) => Body | undefined;
  /** A member of a fact; null: nothing of it is public. */
  readonly member: (family: string, subject: string | number, member: string) => Backed | null;
  /** Every agreed value of a member. */
  readonly list: (family: string, subject: string | number, member: string) => readonly Backed[];
  /** Facts whose subject begins with a text, by the rest of it. */
  readonly within: (family: string, prefix: string) => readonly (readonly [rest: string, body: Body])[];
  readonly entity: (kind: string, id: number) => Body;
  /** All observed edges, in the order in which they became public. */
  readonly edges: readonly CountedEdge[];
  /** Where an NPC was seen, so many maps with so many pins each. */
  readonly places: (
    npcId: number,
    maps?: number,
    pins?: number,
  ) => { readonly total: number; readonly rows: readonly Body[] };
  /** A reply must hold this page, or where it is null a reason. */
  readonly expect: (subject: string, reply: ToolReply, should: Expected | null) => void;
  /** Fails where replies differ from the count or name pages that are none; answers how many figures were held against it. */
  readonly settle: (tool: string) => Promise<number>;
}

/** Addresses in the answers of one tool that are asked for. */
const URLS_TRIED = 25;

/** `url`: of the page here; `files`: rows of the game's files are shown. */
export interface Expected {
  readonly page: unknown;
  readonly url?: string | undefined;
  readonly files?: boolean;
}

/** The family and member that hold the agreed name of a kind. */
const NAMES: Readonly<Record<string, readonly [string, string]>> = {
  item: ['items', 'name'],
  npc: ['npcs', 'name'],
  quest: ['quests', 'title'],
  zone: ['maps', 'name'],
  recipe: ['recipes', 'name'],
};

const PAGED = ['item', 'npc', 'quest', 'object'];

export async function viewOf(ground: ToolGround): Promise<ToolView> {
  // What was counted before may have outlasted kept-alive connections: their ends have to be noticed first.
  await setTimeout(20);
  const { answer } = await ground.ask('object_page', { objectId: 1 });
  const { source } = answer.attribution as { source: string };
  const base = source.slice(0, -1);
  assertHead(answer, base, ground);
  const fact: ToolView['fact'] = (family, subject) => factOf(ground, family, subject);
  const member: ToolView['member'] = (family, subject, name) => (fact(family, subject)?.[name] as Backed) ?? null;
  const list: ToolView['list'] = (family, subject, name) => (fact(family, subject)?.[name] as Backed[]) ?? [];
  const edges = await publicEdges(base, ground);
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

/** Age, licence and whose data it is (contract, section 4). */
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

/** The counted edges in the order of GET /api/edges, which alone knows when each became public. */
async function publicEdges(base: string, { counted }: ToolGround): Promise<readonly CountedEdge[]> {
  const served = await readEdges(base, '&evidence=observed');
  assertSame('edges', served, counted.edges);
  return [...served.keys()].map((subject) => {
    const [fromKind, fromId, rel, toKind, toId] = subject.split(' ') as [string, string, string, string, string];
    const seen = counted.edges.get(subject) as CountedEdge['seen'];
    return { fromKind, fromId: Number(fromId), rel, toKind, toId: Number(toId), seen };
  });
}

/** The first of a list as an answer tells them, and how many it has. */
export function firstOf<T, R = T>(list: readonly T[], max: number, tell: (one: T) => R = (one) => one as unknown as R) {
  return {
    total: list.length,
    rows: list.slice(0, max).map(tell),
  };
}

const Z = 1.959963984540054;

/** What drops in how many of the windows, with Wilson's 95% interval as the contract states it. */
export function figuresOf({ kills: n, drops: k, reporters, installs, topShare }: CountedRate) {
  const root = Z * Math.sqrt((k * (n - k)) / n + (Z * Z) / 4);
  const bound = (sign: number) => Math.round(((k + (Z * Z) / 2 + sign * root) / (n + Z * Z)) * 1e6) / 1e6;
  return { kills: n, drops: k, rate: k / n, low: Math.abs(bound(-1)), high: bound(1), reporters, installs, topShare };
}

export interface CountedRate {
  readonly kills: number;
  readonly drops: number;
  readonly reporters: number;
  readonly installs: number;
  readonly topShare: number;
}

/** Numbers, words and texts in a value; what is unknown is none. */
function figuresIn(value: unknown): number {
  if (value === null) return 0;
  if (typeof value !== 'object') return 1;
  return Object.values(value).reduce((sum: number, one) => sum + figuresIn(one), 0);
}
