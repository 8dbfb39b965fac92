import { buildGameDataNotice } from '../../domain/game_files/import/notice.ts';
import { readItemLooks } from '../../domain/reads/entities/item_looks.ts';
import { ok, type Result } from '../../domain/values/result.ts';
import { catchFault, StorageFault } from '../../domain/values/storage_fault.ts';
import type { GameDataNotice } from '../../schema/responses/gameDataNotice.ts';
import type { Context } from '../context.ts';
import { encodeUtf8, HTML_TYPE } from '../pipeline/body.ts';
import type { HeaderFields } from '../pipeline/headers.ts';
import { createLicenceFields } from '../pipeline/headers.ts';
import type { Refusal } from '../pipeline/refusal.ts';
import { type CachePolicy, type Call, PUBLIC_REVALIDATED, type Route } from '../pipeline/route.ts';
import { createReader } from './ask.ts';
import { markAsHtml } from './html.ts';
import { type PageContent, renderLayout, toBasePath } from './layout.ts';
import { fillPlaceholders, listMentionedIcons, listMentionedItems } from './parts/placeholders.ts';
import { ICON_FOLDER } from './picture.ts';

/** Options of a page's route. The defaults fit most pages. */
export interface PageRoute
  extends Pick<Route, 'path' | 'primaryOnly' | 'thread' | 'cachePolicy'>,
    Partial<Pick<Route, 'budget' | 'cacheHeaders'>> {
  readonly content: (call: Call) => Promise<Result<PageContent & PageState, Refusal>>;
  readonly fields?: HeaderFields;
}

/** Status and caching of a page's response. */
export interface PageState {
  /** Defaults to 200. A page saying that an entity is unknown has 404. */
  readonly status?: number;
  /** Whether the response must not be cached, for example because the storage is unavailable. */
  readonly uncacheable?: boolean;
}

/**
 * Returns the GET route of a page. Its responses are cached until the next snapshot, and revalidated on every use. If
 * the page shows observed facts, its headers contain the licence and attribution (contract, section 4, Attribution).
 */
export function createPageRoute(
  context: Pick<Context, 'settings' | 'styleSheet' | 'snapshots' | 'icons'>,
  { content, fields = {}, ...route }: PageRoute,
): Route {
  return {
    method: 'GET',
    // The budget for cards. Pages that run an expensive tool use the budget for tools.
    budget: 'tooltip',
    cacheHeaders: PUBLIC_REVALIDATED,
    cachePolicy: { while: 'snapshot', by: 'path' },
    ...route,
    refusals: 'page',
    answer: async (call) => {
      const made = await content(call);
      if (!made.ok) return made;
      const { status = 200, uncacheable = false, ...shown } = made.value;
      const { text, lacksPictures } = await renderPage(context, shown);
      const licence = shown.observed === undefined ? {} : createLicenceFields(shown.observed.attribution)(null);
      return ok({
        status,
        mediaType: HTML_TYPE,
        body: encodeUtf8(text),
        uncacheable: uncacheable || lacksPictures || status !== 200,
        fields: { ...licence, ...fields },
      });
    },
  };
}

/** For a page that depends on its query string, such as a search. */
export const CACHE_BY_QUERY: CachePolicy = { while: 'snapshot', by: 'query' };

/** A complete page as HTML. `lacksPictures` is true if icons could not be read, so the page must not be cached. */
interface RenderedPage {
  readonly text: string;
  readonly lacksPictures: boolean;
}

/**
 * Renders a page with the icons and quality colours of all items that it mentions. If they come from the game's files,
 * the page ends with the notice of the build.
 */
export async function renderPage(
  context: Pick<Context, 'settings' | 'styleSheet' | 'snapshots' | 'icons'>,
  content: PageContent,
): Promise<RenderedPage> {
  const { settings, styleSheet } = context;
  const main = String(content.main);
  const [itemIds, icons] = [listMentionedItems(main), listMentionedIcons(main)];
  // The facts on the page do not need pictures, so an unreadable picture is no reason to refuse the page.
  const read = await catchFault(readLooks(context, itemIds, icons));
  const lacksPictures = read instanceof StorageFault;
  const { fill, gameData } = lacksPictures ? NO_ITEM_LOOKS : read;
  const filled = markAsHtml(fillPlaceholders(main, fill));
  const text = renderLayout({
    ...content,
    settings,
    styleSheet: styleSheet.name,
    main: filled,
    gameData: content.gameData ?? gameData,
  });
  return { text, lacksPictures };
}

interface ItemLooks {
  readonly fill: Parameters<typeof fillPlaceholders>[1];
  /** The notice of the build, or null if nothing comes from the game's files. */
  readonly gameData: GameDataNotice | null;
}

const NO_ITEM_LOOKS: ItemLooks = { fill: { looks: new Map(), pictureOf: () => null }, gameData: null };

async function readLooks(
  context: Pick<Context, 'settings' | 'snapshots' | 'icons'>,
  itemIds: readonly number[],
  icons: readonly string[],
): Promise<ItemLooks> {
  const seen =
    itemIds.length === 0 ? null : await createReader(context)((snapshot) => readItemLooks(snapshot, itemIds));
  const looks = seen?.value ?? NO_ITEM_LOOKS.fill.looks;
  const all = [...looks.values()];
  const pictures = await findPictures(context, new Set([...icons, ...all.flatMap(({ icon }) => icon ?? [])]));
  const game = all.some(({ fromFiles }) => fromFiles) ? (seen?.view.game ?? null) : null;
  return {
    fill: { looks, pictureOf: (icon) => pictures.get(icon ?? '') ?? null },
    gameData: game === null ? null : buildGameDataNotice(game),
  };
}

/** Returns the URLs of the operator's pictures, keyed by icon. Icons without a picture are absent. */
async function findPictures(
  { icons, settings }: Pick<Context, 'icons' | 'settings'>,
  names: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  if (icons === null) return new Map();
  const base = toBasePath(settings.publicUrl);
  const found = await Promise.all([...names].map(async (name) => [name, await icons.find(name)] as const));
  return new Map(found.flatMap(([name, file]) => (file === null ? [] : [[name, `${base}${ICON_FOLDER}${file}`]])));
}
