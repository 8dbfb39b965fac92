import { documentOf } from '../../http/openapi/document.ts';
import { routesOf } from '../../http/routes/mod.ts';
import { contextOf } from '../http/openapi_context.ts';

/** The OpenAPI document of an instance with the defaults of the contract, at an address made up. */
export const openapiText = (): string => {
  const context = contextOf({ keys: true });
  return `${JSON.stringify(documentOf(routesOf(context), context.settings), null, 1)}\n`;
};
