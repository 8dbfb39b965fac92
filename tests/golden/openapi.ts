import { documentOf } from '../../http/openapi/document.ts';
import { loadDocumentation, routesOf } from '../../http/endpoints/mod.ts';
import { contextOf } from '../openapi/openapi_context.ts';

/** The OpenAPI document of an instance with the defaults of the contract, at an address made up. */
export async function openapiText(): Promise<string> {
  const context = contextOf({ keys: true });
  return `${JSON.stringify(documentOf(routesOf(context), await loadDocumentation(), context.settings), null, 1)}\n`;
}
