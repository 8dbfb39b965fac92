import assert from 'node:assert/strict';
import type { FactUpdate } from '../../../domain/ports/facts.ts';
import type { Heard, World } from '../support.ts';

/** Returns a value that three installs agree on. */
export function agreed<T>(value: T) {
  return { value, installs: 3 };
}

export function itemFact(id: number, name: string, quality = 'common'): FactUpdate {
  return {
    family: 'items',
    subject: `${id}`,
    body: { name: agreed(name), quality: agreed(quality) },
  };
}

export function npcFact(id: number, name: string, level = 5): FactUpdate {
  return {
    family: 'npcs',
    subject: `${id}`,
    body: { name: agreed(name), levels: [agreed(level)], reactions: [agreed('hostile')] },
  };
}

export function questFact(id: number, title: string, more: object = {}): FactUpdate {
  return {
    family: 'quests',
    subject: `${id}`,
    body: { title: agreed(title), ...more },
  };
}

export function zoneFact(id: number, name: string): FactUpdate {
  return {
    family: 'maps',
    subject: `${id}`,
    body: { name: agreed(name) },
  };
}

/** Names with markup, with an unclosed bidi override, and with a very long word. */
export const HOSTILE_NAMES = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '</bdi></main><h1>Fake',
  '\u202eesrever',
  `${'W'.repeat(900)}`,
  '&lt;b&gt; &amp; \u0000',
];

/** Returns the text of a page, and checks its status and that its policy would block nothing in it. */
export async function pageAt(world: World, path: string, status = 200): Promise<string> {
  const heard: Heard = await world.ask(path);
  assert.equal(heard.status, status, `${path}: ${heard.text.slice(0, 300)}`);
  assert.equal(heard.headers.get('content-type'), 'text/html; charset=utf-8', path);
  assert.ok(
    !/<script(?! src=")|<style|<[a-z][^>]*\s(?:style|on[a-z]+)=/.test(heard.text.replace(/"[^"]*"/g, '""')),
    path,
  );
  assert.equal(heard.text.match(/<h1[ >]/g)?.length, 1, `${path} has one main heading`);
  return heard.text;
}

/** Returns the addresses within the instance that a page links. */
export function linksIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(/ href="([^"]+)"/g)].map((match) => match[1]!.replaceAll('&amp;', '&')))].filter(
    (to) => to.startsWith('/') && !to.startsWith('//'),
  );
}

/** Checks that every link of a page answers, except links that match `passOver`, which other tests cover. */
export async function leadsSomewhere(world: World, page: string, passOver: RegExp = /^$/): Promise<void> {
  const { text } = await world.ask(page);
  for (const to of linksIn(text)) {
    const path = to.split('#')[0]!;
    if (passOver.test(path)) continue;
    assert.equal((await world.ask(path)).status, 200, `${page} links ${to}`);
  }
}
