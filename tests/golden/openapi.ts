import { createDocument } from '../../http/openapi/document.ts';
import { shareRepeatedParts } from '../../http/openapi/share_parts.ts';
import { loadDocumentation, createRoutes } from '../../http/endpoints/mod.ts';
import { contextOf } from '../http/openapi/openapi_context.ts';

/** Returns the OpenAPI document of an instance with default settings and an invented address. */
export async function openapiText(): Promise<string> {
  const context = contextOf({ keys: true });
  const document = shareRepeatedParts(createDocument(createRoutes(context), await loadDocumentation(), context.settings));
  return `${JSON.stringify(document, null, 1)}\n`;
}
