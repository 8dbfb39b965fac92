import { LISTED_KINDS } from '../../../domain/ports/public_ids.ts';
import type { Snapshot } from '../../../domain/ports/snapshots.ts';
import { readNewest } from '../../../domain/reads/list.ts';
import { listSlugsWithTalents } from '../../../domain/tools/talents/class_talents.ts';
import { mapInOrder } from '../../../domain/values/map_in_order.ts';
import { buildProfessionPath, formatProfessionSlug } from '../../../domain/values/profession_page.ts';
import { quote } from '../../../domain/values/quoted.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import { EMBED_PAGE } from '../../embed/script.ts';
import { CONNECT_PATHS } from '../../pages/connect.ts';
import { MORE_LINKS, NAVIGATION_LINKS, toBasePath } from '../../pages/layout.ts';
import { encodeUtf8 } from '../../pipeline/body.ts';
import type { Refusal } from '../../pipeline/refusal.ts';
import { type Answer, PUBLIC_HOUR, type Route } from '../../pipeline/route.ts';
import { CLIENTS_PATH } from '../clients/route.ts';
import { COMPARE_PATH } from '../compare/page.ts';
import { EXPORT_PAGE } from '../exports/page.ts';
import { toRealmPath } from '../market_pages/query.ts';
import { REFERENCE_GROUPS } from '../reference/groups.ts';

const INDEX_PATH = '/sitemap.xml';
const PART_FOLDER = '/sitemap/';
const PAGES_PART = 'pages';

/** Serves robots.txt and a sitemap. A part has the ids that begin with two digits, so it changes only with these. */
export function createSitemapRoutes(context: Context): readonly Route[] {
  const { publicUrl } = context.settings;
  const route = {
    method: 'GET',
    cacheHeaders: PUBLIC_HOUR,
    refusals: 'page',
    cachePolicy: { while: 'snapshot', by: 'path' },
  } as const;
  return [
    {
      ...route,
      path: '/robots.txt',
      budget: null,
      cachePolicy: { while: 'process', by: 'path' },
      answer: async () =>
        ok({ status: 200, mediaType: 'text/plain; charset=utf-8', body: encodeUtf8(formatRobots(publicUrl)) }),
    },
    { ...route, path: INDEX_PATH, budget: 'tooltip', answer: async () => ok(await answerSitemapIndex(context)) },
    {
      ...route,
      path: `${PART_FOLDER}:part`,
      budget: 'tooltip',
      answer: (call) => answerSitemapPart(context, call.path.slice(PART_FOLDER.length)),
    },
  ];
}

/** Paths that crawlers should ignore: data for programs, searches, and the pages of individual uploads. */
const UNLISTED_PATHS = ['/api/', '/search', '/upload/'];

function formatRobots(publicUrl: string): string {
  return [
    'User-agent: *',
    ...UNLISTED_PATHS.map((path) => `Disallow: ${toBasePath(publicUrl)}${path}`),
    `Sitemap: ${publicUrl}${INDEX_PATH}`,
    '',
  ].join('\n');
}

async function answerSitemapIndex({ snapshots, settings }: Context): Promise<Answer> {
  const snapshot = await readNewest(snapshots);
  const parts = await mapInOrder(LISTED_KINDS, async (kind) => {
    const found = await snapshot.publicIds.parts(kind);
    return found.map((part) => `${kind}-${part}`);
  });
  const { publicUrl } = settings;
  const names = [PAGES_PART, ...parts.flat()];
  const entries = names.map(
    (name) => `<sitemap><loc>${escapeXml(`${publicUrl}${PART_FOLDER}${name}.xml`)}</loc></sitemap>`,
  );
  return answerXml('sitemapindex', entries);
}

const PART_FILE_NAME = /^([a-z]+)-(0|[1-9][0-9])\.xml$/;

async function answerSitemapPart(context: Context, file: string): Promise<Result<Answer, Refusal>> {
  const snapshot = await readNewest(context.snapshots);
  const paths = await readPaths(snapshot, file);
  if (!paths.ok) return paths;
  const { publicUrl } = context.settings;
  return ok(
    answerXml(
      'urlset',
      paths.value.map((path) => `<url><loc>${escapeXml(`${publicUrl}${path}`)}</loc></url>`),
    ),
  );
}

async function readPaths(snapshot: Snapshot, file: string): Promise<Result<readonly string[], Refusal>> {
  if (file === `${PAGES_PART}.xml`) return ok(await listPages(snapshot));
  const [, name, part = ''] = PART_FILE_NAME.exec(file) ?? [];
  const kind = LISTED_KINDS.find((one) => one === name);
  if (kind === undefined) {
    return err({ kind: 'not-found', error: `There is no part ${quote(file)}; ${INDEX_PATH} lists the parts.` });
  }
  const ids = await snapshot.publicIds.ofPart(kind, part);
  return ok(ids.map((id) => `/${kind}/${id}`));
}

function answerXml(root: string, lines: readonly string[]): Answer {
  return {
    status: 200,
    mediaType: 'application/xml; charset=utf-8',
    body: encodeUtf8(
      `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('\n')}\n</${root}>\n`,
    ),
  };
}

function escapeXml(text: string): string {
  return text.replace(/[&<>'"]/g, (char) => `&#${char.charCodeAt(0)};`);
}

/** Returns the paths of all pages that are not about one entity, such as item classes and professions. */
async function listPages(snapshot: Snapshot): Promise<readonly string[]> {
  const [index, professions, classes, realms] = await Promise.all([
    snapshot.game.itemIndex(),
    snapshot.professions(),
    listSlugsWithTalents(snapshot),
    snapshot.market.realms(),
  ]);
  const itemClasses = (index?.categories.classes ?? []).filter(({ items }) => items > 0);
  const slugs = new Set(professions.map(formatProfessionSlug).filter((slug) => slug !== ''));
  return [
    '/',
    ...[...NAVIGATION_LINKS, ...MORE_LINKS].map(({ to }) => to),
    ...REFERENCE_GROUPS.map(({ path }) => path),
    COMPARE_PATH,
    EXPORT_PAGE,
    CLIENTS_PATH,
    EMBED_PAGE,
    ...CONNECT_PATHS,
    ...itemClasses.map(({ slug }) => `/items/${slug}`),
    ...[...slugs].map(buildProfessionPath),
    ...classes.map((slug) => `/talents/${encodeURIComponent(slug)}`),
    ...realms.map(({ name }) => toRealmPath(name)),
  ];
}
