import { type ItemLook, itemLooks } from '../../domain/reads/entities/item_looks.ts';
import { orStorageFault, StorageFault } from '../../domain/values/storage_fault.ts';
import type { Context } from '../context.ts';
import { createSee } from './ask.ts';
import { ICON_FOLDER } from './icon.ts';
import { basePath, type PageContent, page } from './layout.ts';
import { fillItemLinks, itemsIn } from './parts/item_links.ts';

/** A complete page as HTML. `lacksPictures` is true if icons could not be read, so the page must not be cached. */
interface RenderedPage {
  readonly text: string;
  readonly lacksPictures: boolean;
}

/** Renders a page with the icons and quality colours of all items that it mentions. */
export async function renderPage(
  context: Pick<Context, 'settings' | 'styleSheet' | 'snapshots' | 'icons'>,
  content: PageContent,
): Promise<RenderedPage> {
  const text = page({ ...content, settings: context.settings, styleSheet: context.styleSheet.name });
  const itemIds = itemsIn(text);
  if (itemIds.length === 0) return { text, lacksPictures: false };
  // The facts on the page do not need pictures, so an unreadable picture is no reason to refuse the page.
  const read = await orStorageFault(readLooks(context, itemIds));
  const lacksPictures = read instanceof StorageFault;
  return { text: fillItemLinks(text, lacksPictures ? NO_LOOKS : read), lacksPictures };
}

const NO_LOOKS = { looks: new Map<number, ItemLook>(), pictureOf: () => null };

async function readLooks(
  context: Pick<Context, 'settings' | 'snapshots' | 'icons'>,
  itemIds: readonly number[],
): Promise<Parameters<typeof fillItemLinks>[1]> {
  const seen = await createSee(context)((snapshot) => itemLooks(snapshot, itemIds));
  const looks = seen?.value ?? NO_LOOKS.looks;
  const pictures = await findPictures(context, new Set([...looks.values()].flatMap(({ icon }) => icon ?? [])));
  return { looks, pictureOf: (icon) => pictures.get(icon ?? '') ?? null };
}

/** Returns the URLs of the operator's pictures, keyed by icon. Icons without a picture are absent. */
export async function findPictures(
  { icons, settings }: Pick<Context, 'icons' | 'settings'>,
  names: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  if (icons === null) return new Map();
  const base = basePath(settings.publicUrl);
  const found = await Promise.all([...names].map(async (name) => [name, await icons.find(name)] as const));
  return new Map(found.flatMap(([name, file]) => (file === null ? [] : [[name, `${base}${ICON_FOLDER}${file}`]])));
}
