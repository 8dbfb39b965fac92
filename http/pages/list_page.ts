import type { PublishedSnapshot } from '../../domain/reads/entities/snapshot_data.ts';
import { ok, type Result } from '../../domain/values/result.ts';
import type { Context } from '../context.ts';
import { createSee } from './ask.ts';
import { html } from './html.ts';
import { basePath, type PageContent } from './layout.ts';
import { snapshotFooter } from './observed.ts';
import type { PageState } from './page_route.ts';
import { nothingYet } from './parts/none.ts';

/** A page that lists data of the newest snapshot. `render` returns what follows the heading. */
interface ListPage<T> extends Pick<PageContent, 'title' | 'description' | 'data' | 'dataWords'> {
  readonly path: string;
  readonly read: (snapshot: PublishedSnapshot) => Promise<T>;
  readonly render: (value: T, base: string) => unknown;
}

/** Creates the content of a list's page. */
export async function listPage<T>(
  { snapshots, settings }: Pick<Context, 'snapshots' | 'settings'>,
  { title, path, read, render, ...rest }: ListPage<T>,
): Promise<Result<PageContent & PageState, never>> {
  const seen = await createSee({ snapshots, settings })(read);
  if (seen === null) return ok(nothingYet(title, path));
  const list = render(seen.value, basePath(settings.publicUrl));
  return ok({
    ...rest,
    title,
    path,
    ...snapshotFooter(seen.view, settings, list),
    main: html`<h1>${title}</h1>
${list}`,
  });
}
