import type { Context } from '../context.ts';
import type { Route } from '../pipeline/route.ts';
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
import type { Endpoint } from './endpoint.ts';
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
const ENDPOINTS: readonly Endpoint[] = [
  { routes: homeRoute, docs: null },
  { routes: aboutRoute, docs: null },
  { routes: searchRoute, docs: null },
  { routes: browseRoutes, docs: null },
  { routes: professionRoutes, docs: null },
  { routes: talentRoutes, docs: null },
  { routes: referenceRoutes, docs: null },
  { routes: termsRoute, docs: null },
  { routes: connectRoutes, docs: null },
  { routes: uploadRoutes, docs: null },
  { routes: compareRoutes, docs: null },
  { routes: addonRoute, docs: null },
  { routes: addonAuthorsRoute, docs: null },
  { routes: assetRoutes, docs: null },
  { routes: pictureRoutes, docs: null },
  { routes: sitemapRoutes, docs: null },
  { routes: discoveryRoutes, docs: null },
  { routes: corpusRoute, docs: null },
  { routes: dropsRoute, docs: null },
  { routes: gatheringRoute, docs: null },
  { routes: edgesRoute, docs: null },
  { routes: marketRoute, docs: null },
  { routes: tooltipRoutes, docs: null },
  { routes: suggestRoutes, docs: null },
  { routes: entityRoutes, docs: null },
  { routes: zoneRoute, docs: null },
  { routes: marketPageRoutes, docs: null },
  { routes: recentRoute, docs: null },
  { routes: feedRoutes, docs: () => import('./feeds/docs.ts') },
  { routes: coverageRoutes, docs: null },
  { routes: uploadFateRoutes, docs: null },
  { routes: embedRoutes, docs: null },
  { routes: clientLayerRoute, docs: () => import('./client_layer/docs.ts') },
  { routes: itemsRoute, docs: null },
  { routes: categoriesRoute, docs: null },
  { routes: toolsRoutes, docs: () => import('./tools/docs.ts') },
  { routes: mcpRoute, docs: null },
  { routes: intakeRoute, docs: null },
  { routes: programRoutes, docs: null },
  { routes: clientRoutes, docs: null },
  { routes: companionRoutes, docs: null },
  { routes: exportRoutes, docs: () => import('./exports/docs.ts') },
  { routes: changeRoutes, docs: () => import('./changes/docs.ts') },
  { routes: replicaRoutes, docs: null },
  { routes: iconRoutes, docs: null },
  { routes: mapRoutes, docs: null },
  { routes: schemaRoutes, docs: () => import('./schema_files/docs.ts') },
  { routes: healthRoute, docs: null },
  { routes: openapiRoutes, docs: null },
];

/** Loads the documentation of all endpoints for the OpenAPI document. */
export function loadDocumentation(): Promise<readonly Documentation[]> {
  return Promise.all(ENDPOINTS.flatMap(({ docs }) => (docs === null ? [] : [docs()])));
}

/** Creates the routes of all endpoints. */
export function routesOf(context: Context): readonly Route[] {
  const document = async () => {
    // Imported on first use, so that the instance starts faster.
    const [{ documentOf }, documentation] = await Promise.all([import('../openapi/document.ts'), loadDocumentation()]);
    return documentOf(routes, documentation, context.settings);
  };
  const surface = { routes: () => routes, document };
  const routes: readonly Route[] = ENDPOINTS.flatMap((endpoint) => endpoint.routes(context, surface));
  return routes;
}
