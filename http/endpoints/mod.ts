import type { Context } from '../context.ts';
import type { Route, Surface } from '../pipeline/route.ts';
import type { Documentation } from '../pipeline/route_docs.ts';
import { aboutRoute } from './about/route.ts';
import { addonRoute } from './addon/route.ts';
import { addonAuthorsRoute } from './addon_authors/route.ts';
import { assetRoutes } from './assets/route.ts';
import { browseRoutes } from './browse/route.ts';
import { categoriesRoute } from './categories/route.ts';
import { changeRoutes } from './changes/route.ts';
import { clientLayerRoute } from './client_layer/route.ts';
import { clientRoutes } from './clients/route.ts';
import { companionRoutes } from './companion/route.ts';
import { compareRoutes } from './compare/route.ts';
import { connectRoutes } from './connect/route.ts';
import { corpusRoute } from './corpus/route.ts';
import { coverageRoutes } from './coverage/route.ts';
import { discoveryRoutes } from './discovery/route.ts';
import { dropsRoute } from './drops/route.ts';
import { edgesRoute } from './edges/route.ts';
import { embedRoutes } from './embed/route.ts';
import { entityRoutes } from './entity/route.ts';
import { exportRoutes } from './exports/route.ts';
import { feedRoutes } from './feeds/route.ts';
import { gatheringRoute } from './gathering/route.ts';
import { healthRoute } from './health/route.ts';
import { homeRoute } from './home/route.ts';
import { iconRoutes } from './icons/route.ts';
import { intakeRoute } from './intake/route.ts';
import { itemsRoute } from './items/route.ts';
import { mapRoutes } from './maps/route.ts';
import { marketRoute } from './market/route.ts';
import { marketPageRoutes } from './market_pages/route.ts';
import { mcpRoute } from './mcp/route.ts';
import { openapiRoutes } from './openapi/route.ts';
import { pictureRoutes } from './pictures/route.ts';
import { professionRoutes } from './professions/route.ts';
import { programRoutes } from './programs/route.ts';
import { recentRoute } from './recent/route.ts';
import { referenceRoutes } from './reference/route.ts';
import { replicaRoutes } from './replica/route.ts';
import { schemaRoutes } from './schema_files/route.ts';
import { searchRoute } from './search/route.ts';
import { sitemapRoutes } from './sitemap/route.ts';
import { suggestRoutes } from './suggest/route.ts';
import { talentRoutes } from './talents/route.ts';
import { termsRoute } from './terms/route.ts';
import { toolsRoutes } from './tools/route.ts';
import { tooltipRoutes } from './tooltip/route.ts';
import { uploadRoutes } from './upload/route.ts';
import { uploadFateRoutes } from './upload_fate/route.ts';
import { zoneRoute } from './zone/route.ts';

/** All endpoints, with one folder and one line each. The OpenAPI document lists them in this order. */
const ENDPOINTS: readonly ((context: Context, surface: Surface) => Route | readonly Route[])[] = [
  homeRoute,
  aboutRoute,
  searchRoute,
  browseRoutes,
  professionRoutes,
  talentRoutes,
  referenceRoutes,
  termsRoute,
  connectRoutes,
  uploadRoutes,
  compareRoutes,
  addonRoute,
  addonAuthorsRoute,
  assetRoutes,
  pictureRoutes,
  sitemapRoutes,
  discoveryRoutes,
  corpusRoute,
  dropsRoute,
  gatheringRoute,
  edgesRoute,
  marketRoute,
  tooltipRoutes,
  suggestRoutes,
  entityRoutes,
  zoneRoute,
  marketPageRoutes,
  recentRoute,
  feedRoutes,
  coverageRoutes,
  uploadFateRoutes,
  embedRoutes,
  clientLayerRoute,
  itemsRoute,
  categoriesRoute,
  toolsRoutes,
  mcpRoute,
  intakeRoute,
  programRoutes,
  clientRoutes,
  companionRoutes,
  exportRoutes,
  changeRoutes,
  replicaRoutes,
  iconRoutes,
  mapRoutes,
  schemaRoutes,
  healthRoute,
  openapiRoutes,
];

/** Loads the documentation of the endpoints whose operations are not their routes, for the OpenAPI document. */
export function loadDocumentation(): Promise<readonly Documentation[]> {
  return Promise.all([
    import('./feeds/docs.ts'),
    import('./client_layer/docs.ts'),
    import('./tools/docs.ts'),
    import('./exports/docs.ts'),
    import('./changes/docs.ts'),
    import('./schema_files/docs.ts'),
  ]);
}

/** Creates the routes of all endpoints. */
export function createRoutes(context: Context): readonly Route[] {
  const document = async () => {
    // Imported on first use, so that the instance starts faster.
    const [{ createDocument: documentOf }, documentation] = await Promise.all([
      import('../openapi/document.ts'),
      loadDocumentation(),
    ]);
    return documentOf(routes, documentation, context.settings);
  };
  const surface = { routes: () => routes, document };
  const routes: readonly Route[] = ENDPOINTS.flatMap((createRoutes) => createRoutes(context, surface));
  return routes;
}
