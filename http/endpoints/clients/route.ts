import { CLIENT_FILES } from '../../../domain/ports/assets.ts';
import { ok } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import { html } from '../../pages/html.ts';
import { toBasePath } from '../../pages/layout.ts';
import { createPageRoute } from '../../pages/page_route.ts';
import { renderCode } from '../../pages/parts/copy.ts';
import { renderSection } from '../../pages/parts/section.ts';
import { assetRoute, CACHED_UNTIL_RESTART } from '../../pipeline/asset_route.ts';
import { encodeUtf8 } from '../../pipeline/body.ts';
import type { Route } from '../../pipeline/route.ts';

export const CLIENTS_PATH = '/clients';

const MEDIA_TYPES = {
  ts: 'text/typescript; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  py: 'text/x-python; charset=utf-8',
} as const;

/** The address in the files that stands for the instance's own. */
const EXAMPLE_URL = 'https://witness.example';

/** Serves the clients for TypeScript and Python, and a page about them. */
export function createClientRoutes(context: Context): readonly Route[] {
  const { readProgramFile, settings } = context;
  return [
    createPageRoute(context, {
      path: CLIENTS_PATH,
      budget: null,
      cachePolicy: CACHED_UNTIL_RESTART,
      content: async () =>
        ok({
          title: 'Clients',
          description: 'Typed clients of the API for TypeScript, JavaScript and Python, in one file each.',
          path: CLIENTS_PATH,
          main: renderClients(settings.publicUrl),
        }),
    }),
    ...CLIENT_FILES.map((name) =>
      assetRoute(`${CLIENTS_PATH}/${name}`, async () => ({
        mediaType: MEDIA_TYPES[name.slice(-2) as keyof typeof MEDIA_TYPES],
        bytes: encodeUtf8(
          new TextDecoder().decode(readProgramFile(`docs/clients/${name}`)).replace(EXAMPLE_URL, settings.publicUrl),
        ),
      })),
    ),
  ];
}

function renderClients(publicUrl: string): unknown {
  const base = toBasePath(publicUrl);
  const link = (name: string) => html`<a href="${base}${CLIENTS_PATH}/${name}" download>${name}</a>`;
  return html`<h1>Clients</h1>
<p>Typed clients of the <a href="${base}/docs">API</a>, in one file each and without dependencies. They follow the pages of lists,
wait if the instance asks them to, and say which parameter is wrong. Their types are made from the
<a href="${base}/api/openapi.json">OpenAPI document</a>.</p>
${renderSection(
  'typescript',
  'TypeScript and JavaScript',
  html`<p>${link('third_witness.ts')} for Node, Deno and bundlers, ${link('third_witness.js')} for browsers.</p>
${renderCode(`curl -O ${publicUrl}${CLIENTS_PATH}/third_witness.ts`)}${renderCode(TYPESCRIPT_EXAMPLE, 'program')}`,
)}${renderSection(
  'python',
  'Python',
  html`<p>${link('third_witness.py')} for Python 3.9 and newer.</p>
${renderCode(`curl -O ${publicUrl}${CLIENTS_PATH}/third_witness.py`)}${renderCode(PYTHON_EXAMPLE, 'program')}`,
)}`;
}

const TYPESCRIPT_EXAMPLE = `import { ApiError, createClient } from './third_witness.ts';

const client = createClient();
try {
  for await (const page of client.pages('/api/rollups/drops', { query: { npc: 6 } })) {
    for (const { itemId, rate } of page.rates) console.log(itemId, rate);
  }
} catch (error) {
  if (error instanceof ApiError) console.error(error.status, error.field, error.message);
  else throw error;
}`;

const PYTHON_EXAMPLE = `from third_witness import ApiError, Client

client = Client()
try:
    for page in client.list_drop_rates_pages(npc=6):
        for row in page["rates"]:
            print(row["itemId"], row["rate"])
except ApiError as error:
    print(error.status, error.field, error)

client.download("lists/names.csv", "names.csv")`;
