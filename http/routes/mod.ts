import { createCardReader } from '../../domain/cards/read_card.ts';
import type { Context } from '../context.ts';
import type { Route } from '../pipeline/route.ts';
import { categoriesRoute } from './categories.ts';
import { clientLayerRoute } from './client_layer.ts';
import { connectRoute } from './connect.ts';
import { corpusRoute } from './corpus.ts';
import { docsRoutes } from './docs.ts';
import { dropsRoute } from './drops.ts';
import { edgesRoute } from './edges.ts';
import { entityRoutes } from './entity.ts';
import { exportRoutes } from './exports.ts';
import { healthRoute } from './health.ts';
import { homeRoute } from './home.ts';
import { iconRoutes } from './icons.ts';
import { intakeRoute } from './intake.ts';
import { itemsRoute } from './items.ts';
import { marketRoute } from './market.ts';
import { mcpRoute } from './mcp.ts';
import { openapiRoute } from './openapi.ts';
import { schemaRoutes } from './schema.ts';
import { styleRoute } from './style.ts';
import { termsRoute } from './terms.ts';
import { toolsRoute } from './tools.ts';
import { tooltipRoute } from './tooltip.ts';

/** Everything the instance answers: one file each, one line here. */
export const routesOf = (context: Context): readonly Route[] => {
  const cards = createCardReader(context.reader);
  const routes = [
    homeRoute(context),
    ...docsRoutes(context),
    termsRoute(context),
    connectRoute(context),
    styleRoute(context),
    corpusRoute(context),
    dropsRoute(context),
    edgesRoute(context),
    clientLayerRoute(context),
    itemsRoute(context),
    categoriesRoute(context),
    marketRoute(context),
    toolsRoute(context),
    mcpRoute(context),
    tooltipRoute(context, cards),
    ...entityRoutes(context, cards),
    healthRoute(context),
    intakeRoute(context),
    ...exportRoutes(context),
    ...iconRoutes(context),
    ...schemaRoutes(context),
  ];
  return [...routes, openapiRoute(context, routes)];
};
