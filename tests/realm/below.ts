import assert from 'node:assert/strict';
import { readDatabase, textsOutsideFeed } from './answers.ts';
import type { Counted } from './count.ts';
import { type Kept, reach } from './kept.ts';
import type { Player } from './people.ts';
import { contentOf } from './record.ts';
import type { Stage } from './stage.ts';

const LISTS = ['/api/edges?limit=500', '/api/rollups/drops?limit=500', '/api/market/prices'];
const OTHERS = ['/', '/terms', '/connect', '/api/health', '/schema/index.json', '/schema/limits.json'];

/**
 * Asserts that nothing that fewer than three installs reported is public outside the feed and its export, and that no
 * install id is public anywhere. `exported` is the text of all exports except the feed's. The comparison with the count
 * already finds surplus rows; this check searches all responses and database columns for strings.
 */
export async function assertNothingBelow(
  stage: Stage,
  players: readonly Player[],
  kept: readonly Kept[],
  counted: Counted,
  exported: string,
): Promise<void> {
  const lists = [exported];
  for (const path of LISTS) {
    for (let next: string | null = stage.url() + path; next !== null; ) {
      const text: string = await (await fetch(next)).text();
      lists.push(text);
      next = nextOf(stage.url(), text);
    }
  }
  const pages = await Promise.all(OTHERS.map(async (path) => (await fetch(stage.url() + path)).text()));
  const texts = await textsOutsideFeed(stage.dataDir);
  const all = [...lists, ...pages, ...texts].join('\n');
  const feed = await (await fetch(`${stage.url()}/api/corpus/public?kinds=item_seen&limit=500`)).text();
  for (const { installId, signature } of players) {
    assert.ok(!all.includes(signature), `${signature} is public, which one install reported`);
    assert.ok(!all.includes(installId) && !feed.includes(installId), 'an install id is public');
    assert.ok(!stage.log().includes(installId), 'an install id is in the log');
  }
  assert.ok(feed.includes('Signature '), 'the search finds what is there');

  const spoken = new Set(lists.concat(texts).flatMap(stringsIn));
  const few = fewReported(kept);
  const spellings = new Set(
    [...counted.facts].flatMap(([subject, body]) =>
      subject.startsWith('realms ') ? stringsIn(JSON.stringify(body)) : [],
    ),
  );
  const named = new Set(
    [...counted.facts].flatMap(([subject, body]) =>
      /^(guild_boards|gold_ledgers) /.test(subject) ? stringsIn(JSON.stringify(body)) : [],
    ),
  );
  for (const text of few) {
    assert.ok(
      !spoken.has(text) || spellings.has(text) || named.has(text),
      `${JSON.stringify(text)} is public below its threshold`,
    );
  }
  assert.ok(few.size > 50 || players.length < 100, 'there are rare texts to look for');
  await assertLog(stage, counted);
}

function nextOf(url: string, text: string): string | null {
  const { next } = JSON.parse(text) as { next?: string | null };
  return next == null ? null : url + new URL(next).pathname + new URL(next).search;
}

/** Returns every string value in a JSON or NDJSON text, without property names. */
function stringsIn(text: string): string[] {
  return [...text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)]
    .filter(([, colon]) => colon === undefined)
    .map(([quoted]) => JSON.parse(quoted) as string);
}

/** Returns the strings of at least eight characters that only one or two installs reported, in any field. */
function fewReported(kept: readonly Kept[]): ReadonlySet<string> {
  const installs = new Map<string, Set<string>>();
  for (const { record, install } of kept) {
    for (const text of stringsIn(contentOf(record))) {
      if (text.length >= 8 && text !== record.kind) reach(installs, text, () => new Set()).add(install);
    }
  }
  return new Set([...installs].filter(([, { size }]) => size < 3).map(([text]) => text));
}

/** Asserts that each subject's last entry in the change log agrees with its public fact. */
async function assertLog(stage: Stage, counted: Counted): Promise<void> {
  const { changes } = await readDatabase(stage.dataDir);
  const last = new Map(
    changes.map(({ change, family, subject, field }) => [JSON.stringify([family, subject, field]), change]),
  );
  for (const [line, change] of last) {
    const [family, subject, field] = JSON.parse(line) as [string, string, string];
    if (family === 'drops' || family === 'edges' || family === 'market') continue;
    const body = counted.facts.get(`${family} ${subject}`) as Readonly<Record<string, unknown>> | undefined;
    assert.equal(body?.[field] !== undefined, change !== 'withdrawn', `the change log says ${change} of ${line}`);
  }
}
