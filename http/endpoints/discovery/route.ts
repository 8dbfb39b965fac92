import { createAttribution } from '../../../domain/values/attribution.ts';
import { GAME_NAMES } from '../../../domain/values/game.ts';
import { DAY_MS, formatInstant } from '../../../domain/values/instant.ts';
import { err, ok } from '../../../domain/values/result.ts';
import { PROTOCOL_VERSION } from '../../../schema/protocol.ts';
import { TOOLS } from '../../../schema/tool_contracts.ts';
import type { AppSettings, Context } from '../../context.ts';
import { html } from '../../pages/html.ts';
import { formatSiteName, OPENSEARCH_PATH } from '../../pages/layout.ts';
import { ICON_PATHS } from '../../pages/picture.ts';
import { encodeUtf8, JSON_TYPE } from '../../pipeline/body.ts';
import { PUBLIC_HOUR, type Route } from '../../pipeline/route.ts';
import { OPENSEARCH_SUGGESTIONS } from '../suggest/route.ts';

/** Serves the files by which programs find out what an instance offers (contract, section 4, Discovery). */
export function createDiscoveryRoutes(context: Context): readonly Route[] {
  const { settings } = context;
  const file = (path: string, mediaType: string, textOf: (settings: AppSettings) => string, cors = false): Route => ({
    ...FILE_ROUTE_BASE,
    path,
    cors,
    // The texts name the game, which the first snapshot may settle.
    cachePolicy: { while: 'snapshot', by: 'path' },
    answer: async () => ok({ status: 200, mediaType, body: encodeUtf8(textOf(settings)) }),
  });
  return [
    file('/llms.txt', 'text/plain; charset=utf-8', formatLlmsGuide),
    file(OPENSEARCH_PATH, 'application/opensearchdescription+xml; charset=utf-8', formatOpenSearch),
    file(SERVER_CARD_PATH, SERVER_CARD_TYPE, formatServerCard, true),
    // Programs that know an earlier draft look here.
    file('/.well-known/mcp/server-card.json', JSON_TYPE, formatServerCard, true),
    file('/.well-known/ai-catalog.json', 'application/ai-catalog+json', formatCatalog, true),
    createSecurityRoute(context),
  ];
}

const FILE_ROUTE_BASE = { method: 'GET', budget: 'tooltip', cacheHeaders: PUBLIC_HOUR, refusals: 'apiError' } as const;

/** Returns a short guide for language models, in the form that https://llmstxt.org proposes. */
function formatLlmsGuide(settings: AppSettings): string {
  const { publicUrl } = settings;
  const { licence, credit, terms } = createAttribution(settings);
  const link = (path: string, name: string, about: string): string => `- [${name}](${publicUrl}${path}): ${about}`;
  return `# ${formatSiteName(settings)}

> ${summariseInstance(settings)} The data are licensed ${licence}: show the credit “${credit}” and ${publicUrl}/ with them.

Unknown values are null or left out and never zero. Every answer names its age and its credit. Reading needs no key; a key raises the limits. Terms: ${terms}

## For programs

${link('/mcp', 'MCP', 'the tools below over streamable HTTP, without a session')}
${link('/api/openapi.json', 'OpenAPI document', 'the whole API')}
${link('/docs', 'API reference', 'the same for people, with examples')}
${link('/export/index.json', 'Exports', 'all public data as files, written once a day')}
${link('/export/datapackage.json', 'Data Package', 'the files of the exports with their columns')}
${link('/clients', 'Clients', 'for TypeScript and Python, in one file each')}
${link('/feeds/recent.atom', 'Changes', 'an Atom feed of what became public')}

## Tools

${[...TOOLS.values()].map(({ name, title }) => link(`/schema/mcp/${name}.json`, name, title)).join('\n')}

## Optional

${link('/search?q=linen+cloth', 'Search', 'pages by name')}
${link('/coverage', 'Quest board', 'facts that need one more report')}
${link('/about', 'About', 'how much is known, and the release of the program')}
`;
}

/** At most 100 characters, which is the limit of server cards. */
function summariseInstance({ game }: AppSettings): string {
  return `Drops, prices and locations${game === null ? '' : ` in ${GAME_NAMES[game]}`}, confirmed by three players.`;
}

/** Describes the search to browsers (OpenSearch 1.1). Browsers show the short name, which may have 16 characters. */
function formatOpenSearch(settings: AppSettings): string {
  const { publicUrl, serviceName } = settings;
  const cut = (text: string, length: number): string => [...text].slice(0, length).join('').trim();
  return String(html`<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>${cut(serviceName, 16)}</ShortName>
<LongName>${cut(formatSiteName(settings), 48)}</LongName>
<Description>${summariseInstance(settings)}</Description>
<InputEncoding>UTF-8</InputEncoding>
<Image width="32" height="32" type="image/png">${publicUrl}${ICON_PATHS.png}</Image>
<Url type="text/html" method="get" template="${publicUrl}/search?q={searchTerms}"/>
<Url type="application/x-suggestions+json" method="get" template="${publicUrl}${OPENSEARCH_SUGGESTIONS}?q={searchTerms}"/>
<Url type="application/opensearchdescription+xml" rel="self" template="${publicUrl}${OPENSEARCH_PATH}"/>
</OpenSearchDescription>
`);
}

const SERVER_CARD_PATH = '/mcp/server-card';
const SERVER_CARD_TYPE = 'application/mcp-server-card+json';

/** Protocol versions of the MCP SDK, which takes too long to load for a file. A test compares them. */
export const MCP_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'] as const;

/** Describes the MCP server (SEP-2127, first version of its schema). */
function formatServerCard(settings: AppSettings): string {
  const { publicUrl, serviceName } = settings;
  return JSON.stringify({
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: `${listHostLabels(publicUrl).reverse().join('.')}/third-witness`,
    version: PROTOCOL_VERSION,
    description: summariseInstance(settings),
    title: serviceName.slice(0, 100),
    websiteUrl: `${publicUrl}/`,
    icons: [{ src: `${publicUrl}${ICON_PATHS.png}`, mimeType: 'image/png', sizes: ['32x32'] }],
    remotes: [{ type: 'streamable-http', url: `${publicUrl}/mcp`, supportedProtocolVersions: MCP_VERSIONS }],
  });
}

/** Lists the server card (AI Catalog 1.0). */
function formatCatalog({ publicUrl }: AppSettings): string {
  const identifier = `urn:air:${listHostLabels(publicUrl).join('.')}:mcp:third-witness`;
  const entries = [{ identifier, type: SERVER_CARD_TYPE, url: `${publicUrl}${SERVER_CARD_PATH}` }];
  return JSON.stringify({ specVersion: '1.0', entries });
}

/** Returns the labels of the instance's host name. The colons and brackets of an IPv6 address become hyphens. */
function listHostLabels(publicUrl: string): string[] {
  return new URL(publicUrl).hostname.replace(/[^a-zA-Z0-9.-]/g, '-').split('.');
}

/** Serves the operator's contact for reports of vulnerabilities (RFC 9116), which allows no plain HTTP addresses. */
function createSecurityRoute({ settings: { contact, publicUrl }, clock }: Context): Route {
  const path = '/.well-known/security.txt';
  return {
    ...FILE_ROUTE_BASE,
    path,
    thread: 'answering',
    answer: async () => {
      if (contact === null || contact.url.startsWith('http:')) {
        return err({ kind: 'not-found', error: 'The operator of this instance has set no contact.' });
      }
      const expiresMs = Math.floor(clock.nowMs() / DAY_MS + SECURITY_VALID_DAYS) * DAY_MS;
      const lines = [
        `Contact: ${contact.url}`,
        `Expires: ${formatInstant(expiresMs)}`,
        'Preferred-Languages: en',
        ...(publicUrl.startsWith('https:') ? [`Canonical: ${publicUrl}${path}`] : []),
      ];
      return ok({ status: 200, mediaType: 'text/plain; charset=utf-8', body: encodeUtf8(`${lines.join('\n')}\n`) });
    },
  };
}

/** RFC 9116 recommends less than a year. */
const SECURITY_VALID_DAYS = 180;
