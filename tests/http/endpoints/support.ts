import assert from 'node:assert/strict';
import { axeWorld, importAxe } from '../../domain/tools/pages_world.ts';
import { createToolWorld, type ToolWorld } from '../../domain/tools/support.ts';
import { storageFails } from '../../support/storage_fails.ts';
import { createWorld, type World, type WorldOptions } from '../support.ts';

/** Pages over a world that is filled like those of tool tests. */
export interface PageWorld extends Omit<World, 'write'> {
  readonly tools: ToolWorld;
  /** Returns the text of a page, which must answer 200. */
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

/** Creates pages over the axe that wolves drop (tests/domain/tools/pages_world.ts), with game files if `files` is true. */
export async function axePages(options: WorldOptions & { readonly files?: boolean } = {}): Promise<PageWorld> {
  const tools = await axeWorld();
  if (options.files === true) await importAxe(tools);
  return pagesOver(tools, options);
}

export function emptyPages(options: WorldOptions = {}): PageWorld {
  return pagesOver(createToolWorld(), options);
}

/** Returns the section of a page with this id, with tags, on one line. */
export function partOf(page: string, id: string): string {
  const part = new RegExp(`<section id="${id}"[^>]*>([\\s\\S]*?)</section>`).exec(page)?.[1];
  assert.ok(part !== undefined, `${id} stands on the page`);
  return part.replace(/\s+/g, ' ');
}

/** Returns the text that a reader sees in some HTML. */
export function wordsOf(html: string): string {
  return html
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Returns the rows of the first table in a section, each as the texts of its cells. */
export function rowsOf(part: string): readonly (readonly string[])[] {
  const body = /<tbody>([\s\S]*?)<\/tbody>/.exec(part)?.[1] ?? '';
  return [...body.matchAll(/<tr>([\s\S]*?)<\/tr>/g)].map(([, row]) =>
    [...row!.matchAll(/<td[^>]*>([\s\S]*?)<\/td>/g)].map(([, cell]) => wordsOf(cell!)),
  );
}

/** Returns the lines of a panel as words. */
export function linesIn(text: string, id: string): readonly string[] {
  return [...partOf(text, id).matchAll(/<li>(.*?)<\/li>/gs)].map(([, line]) => wordsOf(line!).trim());
}
