import type { Bytes } from '../../../domain/ports/codec.ts';
import { TABLE_SHAPES } from '../../../domain/ports/rate_table.ts';
import { compareRates, type RateComparison } from '../../../domain/reads/comparison/compare_rates.ts';
import { toComparisonCsv, toComparisonJson } from '../../../domain/reads/comparison/comparison_text.ts';
import { readNewest } from '../../../domain/reads/list.ts';
import { readFromSnapshot } from '../../../domain/reads/served_build.ts';
import { TABLE_TOO_LARGE_ERROR } from '../../../domain/saved_variables/rate_table_rows.ts';
import { readRateTable } from '../../../domain/saved_variables/read_rate_table.ts';
import { createAttribution } from '../../../domain/values/attribution.ts';
import { toInstantOrNull } from '../../../domain/values/instant.ts';
import { formatChoices } from '../../../domain/values/phrases.ts';
import { quote } from '../../../domain/values/quoted.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import { LIMITS } from '../../../schema/limits.ts';
import type { Context } from '../../context.ts';
import { checkFormOrigin } from '../../forms/read_form.ts';
import { parseBoundary, readMultipart } from '../../forms/read_multipart.ts';
import { createGate, GATE_BOUNDS } from '../../intake/gate.ts';
import { type ReceiveSentences, receiveBody } from '../../intake/receive_body.ts';
import { describeObserved } from '../../pages/observed.ts';
import { createPageRoute, renderPage } from '../../pages/page_route.ts';
import { CACHED_UNTIL_RESTART } from '../../pipeline/asset_route.ts';
import { encodeJson, encodeUtf8, HTML_TYPE, JSON_TYPE } from '../../pipeline/body.ts';
import { CSV_TYPE } from '../../pipeline/csv_answer.ts';
import { createLicenceFields, type HeaderFields } from '../../pipeline/headers.ts';
import { formatRefusal, type Refusal, refuseHead } from '../../pipeline/refusal.ts';
import { type Answer, type Call, NO_STORE, type Route } from '../../pipeline/route.ts';
import { KEEP_ORIGIN_FIELDS } from '../connect/form_route.ts';
import { COMPARE_PATH, renderComparePage, renderResult } from './page.ts';

/** Space for the other fields of the form and the lines between them. */
const FORM_FIELD_BYTES = 20_000;
const BODY_BYTES_MAX = LIMITS.compareBytesMax.value + FORM_FIELD_BYTES;

const ANSWER_FORMATS = ['page', 'csv', 'json'] as const;
type AnswerFormat = (typeof ANSWER_FORMATS)[number];

const AUTO_SHAPE = 'auto';

interface CompareRequest {
  readonly table: Bytes;
  readonly shape: 'questie' | 'atlasloot' | null;
  readonly format: AnswerFormat;
}

/** Tables have memory of their own, so that tables that wait for their turn keep no uploads waiting. */
const TABLE_BOUNDS = {
  ...GATE_BOUNDS,
  bytesMax: GATE_BOUNDS.bytesMax / 2,
  bytesPerClientMax: GATE_BOUNDS.bytesMax / 4,
};

/** Serves the page that compares a table of drop rates with the public rates (contract, section 4, Comparing). */
export function createCompareRoutes(context: Context): readonly Route[] {
  return [
    createPageRoute(context, {
      path: COMPARE_PATH,
      budget: null,
      cachePolicy: CACHED_UNTIL_RESTART,
      fields: KEEP_ORIGIN_FIELDS,
      content: async () =>
        ok({
          title: 'Compare drop rates',
          description: 'Check the drop rates of an addon against what players saw.',
          path: COMPARE_PATH,
          main: renderComparePage(context.settings, null),
        }),
    }),
    {
      path: COMPARE_PATH,
      method: 'POST',
      budget: 'compare',
      cacheHeaders: NO_STORE,
      refusals: 'page',
      textRefusals: 'apiError',
      primaryOnly: { bodyBytesMax: BODY_BYTES_MAX },
      thread: 'long',
      receive: createTableReceiver(context),
      answer: (call) => answerComparison(context, call),
    },
  ];
}

const RECEIVE_SENTENCES: ReceiveSentences = {
  tooLarge: TABLE_TOO_LARGE_ERROR,
  advice: 'Nothing was compared or kept: send the table again later.',
};

const CONTENT_TYPE_FIELD = 'content-type';

function createTableReceiver(context: Context): Route['receive'] & object {
  const received = { gate: createGate(TABLE_BOUNDS), bodyWithinMs: context.bodyWithinMs };
  return async (call, use) => {
    const type = call.header(CONTENT_TYPE_FIELD) ?? '';
    const isText = /^\s*text\/(?:plain|csv|x-lua)[ \t]*(?:;|$)/i.test(type);
    const stranger = refuseOtherSite(call, context, isText);
    if (stranger !== null) return err(stranger);
    if (parseBoundary(type) === null && !isText) {
      const got = quote(type.trim());
      return err(refuseHead(`Content-Type must be multipart/form-data, text/plain or text/csv; it is ${got}.`));
    }
    return receiveBody(received, call, BODY_BYTES_MAX, RECEIVE_SENTENCES, (body) =>
      use({ body, fields: { [CONTENT_TYPE_FIELD]: type } }),
    );
  };
}

async function answerComparison(context: Context, { received, header, query }: Call): Promise<Result<Answer, Refusal>> {
  const { body } = received!;
  const boundary = parseBoundary(header(CONTENT_TYPE_FIELD) ?? '');
  const parameters = new URLSearchParams(query);
  const sent =
    boundary === null
      ? readOptions(body, parameters.get('shape') ?? AUTO_SHAPE, parameters.get('format') ?? 'json')
      : readForm(body, boundary);
  if (!sent.ok) return ok(await answerRefusedTable(context, boundary === null ? 'json' : 'page', sent.error));
  const table = readRateTable(sent.value.table);
  if (!table.ok) {
    const { error, isTooLarge } = table.error;
    return ok(await answerRefusedTable(context, sent.value.format, error, isTooLarge ? 'too-large' : 'bad-request'));
  }
  const newest = await readNewest(context.snapshots);
  const { value } = await readFromSnapshot(context.snapshots, newest, (snapshot) =>
    compareRates(snapshot, table.value, sent.value.shape),
  );
  return ok(await formatComparison(context, sent.value.format, value));
}

/**
 * Refuses tables that a page of another site sends. Programs send neither of the two fields by which browsers name the
 * page, so a text without them is accepted. Browsers name the page with every form.
 */
function refuseOtherSite({ header }: Call, { settings }: Context, isText: boolean): Refusal | null {
  if (isText && header('sec-fetch-site') === null && header('origin') === null) return null;
  return checkFormOrigin(header, settings.publicUrl);
}

const FORM_FIELDS = ['table', 'file', 'shape', 'format'];

function readForm(body: Bytes, boundary: string): Result<CompareRequest, string> {
  const read = readMultipart(body, boundary);
  if (!read.ok) return read;
  const fields = read.value;
  const stray = [...fields.keys()].find((name) => !FORM_FIELDS.includes(name));
  if (stray !== undefined)
    return err(`A field of this form must be ${formatChoices(FORM_FIELDS, '')}; one is ${quote(stray)}.`);
  const text = (name: string, otherwise: string): string => {
    const bytes = fields.get(name);
    return bytes === undefined || bytes.byteLength === 0 ? otherwise : new TextDecoder().decode(bytes.subarray(0, 200));
  };
  const tables = ['table', 'file'].flatMap((name) => fields.get(name) ?? []).filter(({ byteLength }) => byteLength > 0);
  const [table] = tables;
  if (table === undefined) return err('Paste a table or choose a file; got neither.');
  if (tables.length > 1) return err('Paste a table or choose a file; got both.');
  return readOptions(table, text('shape', AUTO_SHAPE), text('format', 'page'));
}

function readOptions(table: Bytes, shape: string, format: string): Result<CompareRequest, string> {
  const shapes: readonly string[] = [AUTO_SHAPE, ...TABLE_SHAPES];
  if (!shapes.includes(shape)) return err(`shape must be ${formatChoices(shapes, '')}; it is ${quote(shape)}.`);
  const asked = ANSWER_FORMATS.find((one) => one === format);
  if (asked === undefined) return err(`format must be ${formatChoices(ANSWER_FORMATS, '')}; it is ${quote(format)}.`);
  // The text shows pfQuest's and CSV's shapes. Only the other two look alike.
  return ok({ table, shape: shape === 'questie' || shape === 'atlasloot' ? shape : null, format: asked });
}

async function answerRefusedTable(
  context: Context,
  format: AnswerFormat,
  error: string,
  kind: 'too-large' | 'bad-request' = 'bad-request',
): Promise<Answer> {
  const { status } = formatRefusal({ kind, error });
  if (format !== 'page') return { status, mediaType: JSON_TYPE, body: encodeJson({ ok: false, error }) };
  const main = renderComparePage(context.settings, error);
  return answerPage(context, status, 'Nothing was compared', main);
}

async function formatComparison(context: Context, format: AnswerFormat, comparison: RateComparison): Promise<Answer> {
  const attribution = createAttribution(context.settings);
  const fields = createLicenceFields(attribution)(null);
  if (format === 'csv')
    return { status: 200, mediaType: CSV_TYPE, body: encodeUtf8(toComparisonCsv(comparison)), fields };
  if (format === 'json') {
    const body = encodeJson({
      ok: true,
      ...toComparisonJson(comparison),
      dataAsOf: toInstantOrNull(comparison.dataAsOfMs),
      attribution,
    });
    return { status: 200, mediaType: JSON_TYPE, body, fields };
  }
  return answerPage(context, 200, 'Your table and what players saw', renderResult(context.settings, comparison), {
    observed: describeObserved({ row: comparison }, context.settings),
    fields,
  });
}

async function answerPage(
  context: Context,
  status: number,
  title: string,
  main: unknown,
  { observed, fields = {} }: { observed?: ReturnType<typeof describeObserved>; fields?: HeaderFields } = {},
): Promise<Answer> {
  const shown = { title, main, hidden: true };
  const { text } = await renderPage(context, observed === undefined ? shown : { ...shown, observed });
  return {
    status,
    mediaType: HTML_TYPE,
    body: encodeUtf8(text),
    fields: { ...KEEP_ORIGIN_FIELDS, ...fields },
  };
}
