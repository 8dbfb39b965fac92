import type { Context } from '../context.ts';
import type { ApiSurface, Route } from '../pipeline/route.ts';
import type { Documentation } from '../pipeline/route_docs.ts';
import { createAboutRoute } from './about/route.ts';
import { createAddonRoute } from './addon/route.ts';
import { createAddonAuthorsRoute } from './addon_authors/route.ts';
import { createAssetRoutes } from './assets/route.ts';
import { createBrowseRoutes } from './browse/route.ts';
import { createCategoriesRoute } from './categories/route.ts';
import { createChangeRoutes } from './changes/route.ts';
import { createClientLayerRoute } from './client_layer/route.ts';
import { createClientRoutes } from './clients/route.ts';
import { createCompanionRoutes } from './companion/route.ts';
import { createCompareRoutes } from './compare/route.ts';
import { createConnectRoutes } from './connect/route.ts';
import { createCorpusRoute } from './corpus/route.ts';
import { createCoverageRoutes } from './coverage/route.ts';
import { createDiscoveryRoutes } from './discovery/route.ts';
import { createDropsRoute } from './drops/route.ts';
import { createEdgesRoute } from './edges/route.ts';
import { createEmbedRoutes } from './embed/route.ts';
import { createEntityRoutes } from './entity/route.ts';
import { createExportRoutes } from './exports/route.ts';
import { createFeedRoutes } from './feeds/route.ts';
import { createGatheringRoute } from './gathering/route.ts';
import { createHealthRoute } from './health/route.ts';
import { createHomeRoute } from './home/route.ts';
import { createIconRoutes } from './icons/route.ts';
import { createIntakeRoute } from './intake/route.ts';
import { createItemsRoute } from './items/route.ts';
import { createMapRoutes } from './maps/route.ts';
import { createMarketRoute } from './market/route.ts';
import { createMarketPageRoutes } from './market_pages/route.ts';
import { createMcpRoute } from './mcp/route.ts';
import { createOpenapiRoutes } from './openapi/route.ts';
import { createPictureRoutes } from './pictures/route.ts';
import { createProfessionRoutes } from './professions/route.ts';
import { createProgramRoutes } from './programs/route.ts';
import { createRecentRoute } from './recent/route.ts';
import { createReferenceRoutes } from './reference/route.ts';
import { createReplicaRoutes } from './replica/route.ts';
import { createSchemaRoutes } from './schema_files/route.ts';
import { createSearchRoute } from './search/route.ts';
import { createSitemapRoutes } from './sitemap/route.ts';
import { createSuggestRoutes } from './suggest/route.ts';
import { createTalentRoutes } from './talents/route.ts';
import { createTermsRoute } from './terms/route.ts';
import { createToolsRoutes } from './tools/route.ts';
import { createTooltipRoutes } from './tooltip/route.ts';
import { createUploadRoutes } from './upload/route.ts';
import { createUploadFateRoutes } from './upload_fate/route.ts';
import { createZoneRoute } from './zone/route.ts';

/** All endpoints, with one folder and one line each. The OpenAPI document lists them in this order. */
const ENDPOINT_ROUTES: readonly ((context: Context, surface: ApiSurface) => Route | readonly Route[])[] = [
  createHomeRoute,
  createAboutRoute,
  createSearchRoute,
  createBrowseRoutes,
  createProfessionRoutes,
  createTalentRoutes,
  createReferenceRoutes,
  createTermsRoute,
  createConnectRoutes,
  createUploadRoutes,
  createCompareRoutes,
  createAddonRoute,
  createAddonAuthorsRoute,
  createAssetRoutes,
  createPictureRoutes,
  createSitemapRoutes,
  createDiscoveryRoutes,
  createCorpusRoute,
  createDropsRoute,
  createGatheringRoute,
  createEdgesRoute,
  createMarketRoute,
  createTooltipRoutes,
  createSuggestRoutes,
  createEntityRoutes,
  createZoneRoute,
  createMarketPageRoutes,
  createRecentRoute,
  createFeedRoutes,
  createCoverageRoutes,
  createUploadFateRoutes,
  createEmbedRoutes,
  createClientLayerRoute,
  createItemsRoute,
  createCategoriesRoute,
  createToolsRoutes,
  createMcpRoute,
  createIntakeRoute,
  createProgramRoutes,
  createClientRoutes,
  createCompanionRoutes,
  createExportRoutes,
  createChangeRoutes,
  createReplicaRoutes,
  createIconRoutes,
  createMapRoutes,
  createSchemaRoutes,
  createHealthRoute,
  createOpenapiRoutes,
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
  const routes: readonly Route[] = ENDPOINT_ROUTES.flatMap((createRoutes) => createRoutes(context, surface));
  return routes;
}
