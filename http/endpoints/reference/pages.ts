import type { AppSettings } from '../../context.ts';
import { basePath, type PageContent } from '../../pages/layout.ts';
import type { Surface } from '../endpoint.ts';
import { groupPage } from './group_page.ts';
import type { Group } from './groups.ts';
import { overviewPage } from './overview.ts';
import { readReference } from './reference.ts';
import { pathAndQuery } from './requests.ts';

/** Renders a group's page, or the first page if `group` is null. */
export async function referencePage(
  group: Group | null,
  surface: Surface,
  settings: AppSettings,
): Promise<PageContent> {
  const reference = readReference(await surface.document(), surface.routes());
  const context = { settings, base: basePath(settings.publicUrl), follow: reference.follow };
  return group === null ? overviewPage(reference, context) : groupPage(group, reference, context);
}

/** Returns the path and query to which an operation's form leads, given the values of the form's fields. */
export type TryAddress = (values: Readonly<Record<string, string>>) => string;

/** Returns the address functions of all operations, keyed by operation id. */
export async function tryAddresses(surface: Surface): Promise<ReadonlyMap<string, TryAddress>> {
  const { operations } = readReference(await surface.document(), surface.routes());
  return new Map(
    operations.map(({ id, path, parameters }) => {
      // Drop the schemas, because this map lives as long as the process.
      const kept = { path, parameters: parameters.map((one) => ({ ...one, schema: {} })) };
      return [id, (values) => pathAndQuery(kept, values)] as const;
    }),
  );
}
