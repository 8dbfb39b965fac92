import assert from 'node:assert/strict';
import { createWorld, type World, type WorldOptions } from '../http/support.ts';
import { storageFails } from '../support/storage_fails.ts';
import { axeWorld, importAxe } from '../tools/pages_world.ts';
import { createToolWorld, type ToolWorld } from '../tools/support.ts';

/** Pages over a world that the tests of tools fill. */
export interface PageWorld extends Omit<World, 'write'> {
  readonly tools: ToolWorld;
  /** The text of a page that answers 200. */
  page(path: string): Promise<string>;
}

export function pagesOver(tools: ToolWorld, options: WorldOptions = {}): PageWorld {
  let broken = false;
  const gone = async (): Promise<never> => storageFails('snapshot', 'SQLITE_IOERR');
  const { store } = tools;
  const { write: _, ...world } = createWorld({
    ...options,
    settings: { limits: false, ...options.settings },
    store: () => ({
      ...store,
      newest: async () => (broken ? gone() : store.newest()),
      current: () => (broken ? null : store.current()),
    }),
  });
  return {
    ...world,
    tools,
    breakStorage: (state) => {
      broken = state;
    },
    page: async (path) => {
      const { status, text } = await world.ask(path);
      assert.equal(status, 200, `${path}: ${text.slice(0, 300)}`);
      assert.ok(
        !/<script(?![^>]* src=)|<style| style="| on[a-z]+="/.test(text),
        'nothing inline: the policy blocks it',
      );
      return text;
    },
  };
}

/** The axe that wolves drop (tests/tools/pages_world.ts), with the game's files where `files`. */
export async function axePages(options: WorldOptions & { readonly files?: boolean } = {}): Promise<PageWorld> {
  const tools = await axeWorld();
  if (options.files === true) await importAxe(tools);
  return pagesOver(tools, options);
}

export function emptyPages(options: WorldOptions = {}): PageWorld {
  return pagesOver(createToolWorld(), options);
}

/** A part of a page by the id of its section, tags and all, in one line. */
export function partOf(page: string, id: string): string {
  const part = new RegExp(`<section id="${id}">([\\s\\S]*?)</section>`).exec(page)?.[1];
  assert.ok(part !== undefined, `${id} stands on the page`);
  return part.replace(/\s+/g, ' ');
}

/** What a reader sees of some HTML. */
export function wordsOf(html: string): string {
  return html
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The rows of the first table of a part, each as its cells' words. */
export function rowsOf(part: string): readonly (readonly string[])[] {
  const body = /<tbody>([\s\S]*?)<\/tbody>/.exec(part)?.[1] ?? '';
  return [...body.matchAll(/<tr>([\s\S]*?)<\/tr>/g)].map(([, row]) =>
    [...row!.matchAll(/<td[^>]*>([\s\S]*?)<\/td>/g)].map(([, cell]) => wordsOf(cell!)),
  );
}
