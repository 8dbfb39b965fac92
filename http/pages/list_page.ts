import type { PublishedSnapshot } from '../../domain/reads/entities/snapshot_data.ts';
import { ok, type Result } from '../../domain/values/result.ts';
import type { Context } from '../context.ts';
import { createReader } from './ask.ts';
import { html } from './html.ts';
import { type PageContent, toBasePath } from './layout.ts';
import { createSnapshotFooter } from './observed.ts';
import type { PageState } from './page_route.ts';
import { buildEmptyPage } from './parts/none.ts';

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
  const seen = await createReader({ snapshots, settings })(read);
  if (seen === null) return ok(buildEmptyPage(title, path));
  const list = render(seen.value, toBasePath(settings.publicUrl));
  return ok({
    ...rest,
    title,
    path,
    ...createSnapshotFooter(seen.view, settings, list),
    main: html`<h1>${title}</h1>
${list}`,
  });
}
