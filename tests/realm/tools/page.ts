import assert from 'node:assert/strict';
import { countPages } from '../count/pages.ts';
import { type Backed, localeOf, reach } from '../kept.ts';
import { factOf, type ToolGround, type ToolReply } from '../tools.ts';

/** The arguments of a tool. */
export type Args = Readonly<Record<string, string | number>>;

/** Holds whole answers against what is counted, and counts the figures in them. */
export interface PageHolder {
  /**
   * The page must be this one, to the last figure. Null: nothing is public, so there is a reason and no page. `told`: what
   * the text has to say, too.
   */
  hold(
    tool: string,
    args: Args,
    page: Readonly<Record<string, unknown>> | null,
    told?: readonly string[],
  ): Promise<ToolReply>;
  /** How an answer names an entity: by its agreed name, with its page where it has one. */
  named<K extends string>(kind: K, id: number): Named<K>;
  /** More figures were held. */
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

/** An agreed member of a fact; null where it is not public. */
export function agreedValue<T>(
  ground: Pick<ToolGround, 'counted'>,
  family: string,
  subject: string | number,
  member: string,
): T | null {
  const fact = factOf(ground, family, subject) as Readonly<Record<string, { readonly value: T }>> | undefined;
  return fact?.[member]?.value ?? null;
}

/** The name that installs agree on. */
export function nameOf(ground: Pick<ToolGround, 'counted'>, kind: string, id: number): string | null {
  const place = NAME_IN[kind];
  return place === undefined ? null : agreedValue<string>(ground, place[0], id, place[1]);
}

/** The same with its language, where that is not the instance's; undefined: none. */
export function namedIn(ground: Pick<ToolGround, 'counted'>, kind: string, id: number): Backed | undefined {
  const [family, member] = NAME_IN[kind] ?? [];
  if (family === undefined || member === undefined) return undefined;
  return (factOf(ground, family, id) as Readonly<Record<string, Backed>> | undefined)?.[member];
}

/** How a realm is spelt: as most installs spell it. */
export function spellingOf(ground: Pick<ToolGround, 'counted'>, realmKey: string): string {
  const fact = factOf(ground, 'realms', realmKey) as { readonly spelling: string } | undefined;
  return fact?.spelling ?? realmKey;
}

/** Other ways to write a name, all of which mean the same. */
export function otherwise(name: string, n: number): string {
  return [name, ` ${name.toUpperCase()} `, name.normalize('NFD'), name.toLowerCase()][n % 4]!;
}

export function textOrder(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

const PAGED = ['item', 'npc', 'quest', 'object'];
const HOUR_MS = 3_600_000;

/** Where the instance stands, and how old its data are: the same in every answer. */
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

/** Texts are short, and end with age and credit; where there is no page they say why. */
function assertText(what: string, { text }: ToolReply, head: Head, reason: string | undefined): void {
  const { credit, licence, source } = head.attribution;
  const lines = text.split('\n');
  assert.ok(lines.length <= TEXT_LINES_MAX, `${what}: a text of ${lines.length} lines`);
  assert.deepEqual(lines.slice(-2), [`Data received up to ${head.dataAsOf}.`, `${credit} (${licence}), ${source}`]);
  if (reason !== undefined) assert.equal(lines[0], reason, what);
}

const SHOWN = 4;

/** Where two answers differ, by the paths of their members. */
function differences(is: unknown, should: unknown): readonly string[] {
  const [served, counted] = [leafLines(is), leafLines(should)];
  const paths = [...new Set([...served.keys(), ...counted.keys()])];
  return paths
    .filter((path) => served.get(path) !== counted.get(path))
    .slice(0, SHOWN)
    .map((path) => `${path}: served ${served.get(path) ?? 'nothing'}, counted ${counted.get(path) ?? 'nothing'}`);
}

/** The members of an answer that hold no others, by their paths. A text that is a rule is only held to be one. */
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

/** Copper as texts tell it: gold, silver and copper, those that are none left out. */
export function coins(copper: number): string {
  const purse = { g: Math.trunc(copper / 10_000), s: Math.trunc(copper / 100) % 100, c: copper % 100 };
  const parts = Object.entries(purse).flatMap(([coin, count]) => (count === 0 ? [] : [`${count}${coin}`]));
  return parts.join(' ') || '0c';
}

/** What stands for the rule of the market, which is a text and no figure. */
export const ANY_RULE = '.'.repeat(101);

/** Lists by a key. */
export function groupedBy<T>(list: readonly T[], keyOf: (one: T) => string): ReadonlyMap<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of list) reach(groups, keyOf(one), () => []).push(one);
  return groups;
}
