import { documentOf } from '../../http/openapi/document.ts';
import { loadDocumentation, routesOf } from '../../http/endpoints/mod.ts';
import { contextOf } from '../http/openapi/openapi_context.ts';

/** Returns the OpenAPI document of an instance with default settings and an invented address. */
export async function openapiText(): Promise<string> {
  const context = contextOf({ keys: true });
  return `${JSON.stringify(documentOf(routesOf(context), await loadDocumentation(), context.settings), null, 1)}\n`;
}
