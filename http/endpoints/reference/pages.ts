import type { AppSettings } from '../../context.ts';
import { basePath, type PageContent } from '../../pages/layout.ts';
import type { Surface } from '../endpoint.ts';
import { groupPage } from './group_page.ts';
import type { Group } from './groups.ts';
import { overviewPage } from './overview.ts';
import { readReference } from './reference.ts';
import { pathAndQuery } from './requests.ts';

/** A page of the reference: that of a group, or the first one for null. */
export async function referencePage(
  group: Group | null,
  surface: Surface,
  settings: AppSettings,
): Promise<PageContent> {
  const reference = readReference(await surface.document(), surface.routes());
  const context = { settings, base: basePath(settings.publicUrl), follow: reference.follow };
  return group === null ? overviewPage(reference, context) : groupPage(group, reference, context);
}

/** The address within the instance that a form of an operation leads to, given the values of its fields. */
export type TryAddress = (values: Readonly<Record<string, string>>) => string;

/** The addresses of all operations by their ids. */
export async function tryAddresses(surface: Surface): Promise<ReadonlyMap<string, TryAddress>> {
  const { operations } = readReference(await surface.document(), surface.routes());
  return new Map(
    operations.map(({ id, path, parameters }) => {
      // Without their schemas, as these are kept for as long as the process lives.
      const kept = { path, parameters: parameters.map((one) => ({ ...one, schema: {} })) };
      return [id, (values) => pathAndQuery(kept, values)] as const;
    }),
  );
}
