import assert from 'node:assert/strict';
import { countPages } from '../count/pages.ts';
import { type Backed, localeOf, reach } from '../kept.ts';
import { factOf, type ToolGround, type ToolReply } from '../tools.ts';

/** The arguments of a tool. */
export type Args = Readonly<Record<string, string | number>>;

/** Compares complete answers with the count, and counts the compared figures. */
export interface PageHolder {
  /**
   * Asserts that the page equals this one exactly, or, if it is null, that there is a reason and no page. `told` lists
   * what the text must also contain.
   */
  hold(
    tool: string,
    args: Args,
    page: Readonly<Record<string, unknown>> | null,
    told?: readonly string[],
  ): Promise<ToolReply>;
  /** Returns how answers name an entity: its agreed name, and its page if it has one. */
  named<K extends string>(kind: K, id: number): Named<K>;
  /** Adds to the number of compared figures. */
  add(figures: number): void;
  readonly figures: () => number;
}

interface Named<K extends string> {
  readonly kind: K;
  readonly id: number;
  readonly name: string | null;
  readonly locale?: string;
  readonly url: string | null;
}

const NAME_IN: Readonly<Record<string, readonly [family: string, member: string]>> = {
  item: ['items', 'name'],
  npc: ['npcs', 'name'],
  quest: ['quests', 'title'],
  zone: ['maps', 'name'],
  recipe: ['recipes', 'name'],
};

/** Returns an agreed member of a fact, or null if it is not public. */
export function agreedValue<T>(
  ground: Pick<ToolGround, 'counted'>,
  family: string,
  subject: string | number,
  member: string,
): T | null {
  const fact = factOf(ground, family, subject) as Readonly<Record<string, { readonly value: T }>> | undefined;
  return fact?.[member]?.value ?? null;
}

/** Returns the agreed name. */
export function nameOf(ground: Pick<ToolGround, 'counted'>, kind: string, id: number): string | null {
  const place = NAME_IN[kind];
  return place === undefined ? null : agreedValue<string>(ground, place[0], id, place[1]);
}

/** Returns the agreed name with its language, if that is not the instance's, or undefined if there is no name. */
export function namedIn(ground: Pick<ToolGround, 'counted'>, kind: string, id: number): Backed | undefined {
  const [family, member] = NAME_IN[kind] ?? [];
  if (family === undefined || member === undefined) return undefined;
  return (factOf(ground, family, id) as Readonly<Record<string, Backed>> | undefined)?.[member];
}

/** Returns the most frequent spelling of a realm. */
export function spellingOf(ground: Pick<ToolGround, 'counted'>, realmKey: string): string {
  const fact = factOf(ground, 'realms', realmKey) as { readonly spelling: string } | undefined;
  return fact?.spelling ?? realmKey;
}

/** Returns other spellings of a name that mean the same. */
export function otherwise(name: string, n: number): string {
  return [name, ` ${name.toUpperCase()} `, name.normalize('NFD'), name.toLowerCase()][n % 4]!;
}

export function textOrder(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

const PAGED = ['item', 'npc', 'quest', 'object'];
const HOUR_MS = 3_600_000;

/** The instance's address and the age of its data, which are the same in every answer. */
interface Head {
  readonly connected: boolean;
  readonly dataAsOf: string;
  readonly attribution: Readonly<Record<'source' | 'terms' | 'licence' | 'licenceUrl' | 'credit', string>>;
}

export async function pageHolder(ground: ToolGround): Promise<PageHolder> {
  const head = await headOf(ground);
  const base = head.attribution.source.slice(0, -1);
  const pages = countPages(ground.counted);
  let figures = 0;
  return {
    hold: async (tool, args, page, told = []) => {
      const reply = await ground.ask(tool, args);
      const what = `${tool} ${JSON.stringify(args)}`;
      const { page: shown, reason, url: _url, ...rest } = reply.answer;
      assert.deepEqual(rest, head, `${what}: who is to be credited, and as of when`);
      assert.equal(typeof reason, page === null ? 'string' : 'undefined', `${what}: a reason where there is no page`);
      assert.deepEqual(differences(shown, page ?? undefined), [], `${what} differs from the count`);
      assertText(what, reply, head, reason);
      for (const one of told)
        assert.ok(reply.text.includes(one), `${what}: the text does not say ${one}: ${reply.text}`);
      figures += told.length + (page === null ? 1 : leavesOf(page));
      return reply;
    },
    named: (kind, id) => {
      const url = pages.has(`${kind} ${id}`) && PAGED.includes(kind) ? `${base}/${kind}/${id}` : null;
      return { kind, id, name: nameOf(ground, kind, id), ...localeOf(namedIn(ground, kind, id)), url };
    },
    add: (more) => {
      figures += more;
    },
    figures: () => figures,
  };
}

async function headOf({ ask, kept }: ToolGround): Promise<Head> {
  const { connected, dataAsOf, attribution } = (await ask('recent_changes', { limit: 1 })).answer;
  const newestMs = kept.reduce((newest, { receivedMs }) => Math.max(newest, receivedMs), 0);
  const laterMs = Date.parse(dataAsOf) - newestMs;
  assert.ok(laterMs >= 0 && laterMs < HOUR_MS, `dataAsOf ${dataAsOf}: the newest upload came ${laterMs} ms before`);
  const { source, terms, credit, licence, licenceUrl } = attribution;
  assert.deepEqual([connected, licence, terms], [true, 'CC BY-SA 4.0', `${source}terms`]);
  assert.match(source, /^https?:\/\/[^/]+\/$/);
  assert.match(credit, /^Data: .+ contributors$/);
  return { connected, dataAsOf, attribution: { licence, licenceUrl, credit, source, terms } };
}

const TEXT_LINES_MAX = 40;

/** Asserts that a text is short and ends with age and credit, and that it gives the reason if there is no page. */
function assertText(what: string, { text }: ToolReply, head: Head, reason: string | undefined): void {
  const { credit, licence, source } = head.attribution;
  const lines = text.split('\n');
  assert.ok(lines.length <= TEXT_LINES_MAX, `${what}: a text of ${lines.length} lines`);
  assert.deepEqual(lines.slice(-2), [`Data received up to ${head.dataAsOf}.`, `${credit} (${licence}), ${source}`]);
  if (reason !== undefined) assert.equal(lines[0], reason, what);
}

const SHOWN = 4;

/** Returns the paths of members that differ between two answers. */
function differences(is: unknown, should: unknown): readonly string[] {
  const [served, counted] = [leafLines(is), leafLines(should)];
  const paths = [...new Set([...served.keys(), ...counted.keys()])];
  return paths
    .filter((path) => served.get(path) !== counted.get(path))
    .slice(0, SHOWN)
    .map((path) => `${path}: served ${served.get(path) ?? 'nothing'}, counted ${counted.get(path) ?? 'nothing'}`);
}

/** Returns the primitive members of an answer, keyed by path. A text that is a rule is only checked to be one. */
function leafLines(value: unknown, path = '', lines = new Map<string, string>()): ReadonlyMap<string, string> {
  if (typeof value !== 'object' || value === null) {
    if (value !== undefined)
      lines.set(path, path === '.rule' ? String(`${value}`.length > 100) : JSON.stringify(value));
    return lines;
  }
  const members = Object.entries(value);
  if (members.length === 0) lines.set(path, Array.isArray(value) ? '[]' : '{}');
  for (const [name, member] of members) leafLines(member, `${path}.${name}`, lines);
  return lines;
}

function leavesOf(page: unknown): number {
  return leafLines(page).size;
}

/** Formats copper as texts do, in gold, silver and copper without zero parts. */
export function coins(copper: number): string {
  const purse = { g: Math.trunc(copper / 10_000), s: Math.trunc(copper / 100) % 100, c: copper % 100 };
  const parts = Object.entries(purse).flatMap(([coin, count]) => (count === 0 ? [] : [`${count}${coin}`]));
  return parts.join(' ') || '0c';
}

/** Stands for the rule of the market, which is a text and not a figure. */
export const ANY_RULE = '.'.repeat(101);

/** Groups a list by a key. */
export function groupedBy<T>(list: readonly T[], keyOf: (one: T) => string): ReadonlyMap<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of list) reach(groups, keyOf(one), () => []).push(one);
  return groups;
}
