import type { Bytes } from '../../../domain/ports/codec.ts';
import { findWitnessNetwork } from '../../../domain/values/client_address.ts';
import { quote } from '../../../domain/values/quoted.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import { LIMITS } from '../../../schema/limits.ts';
import type { Context } from '../../context.ts';
import type { BodyReservation } from '../../intake/gate.ts';
import { answerUpload } from '../../intake/present.ts';
import {
  RETRY_AFTER_S,
  type ReceiveSentences,
  receiveBody,
  refuseFullQueue,
  refuseUnlessJson,
} from '../../intake/receive_body.ts';
import { encodeUtf8, JSON_TYPE } from '../../pipeline/body.ts';
import { type Refusal, refuseBadRequest, refuseHead } from '../../pipeline/refusal.ts';
import { type Call, NO_STORE, type Route } from '../../pipeline/route.ts';
import { buildSchemaRef, enumSchema, headerParam } from '../../pipeline/route_docs.ts';

const BODY_BYTES_MAX = LIMITS.bodyBytesMax.value;

/** Accepts uploads (contract, section 2, Receipt; contract, section 1, Intake). */
export function createIntakeRoute(context: Context): Route {
  return {
    path: '/api/intake',
    method: 'POST',
    budget: 'intake',
    cacheHeaders: NO_STORE,
    thread: 'intake',
    primaryOnly: { bodyBytesMax: BODY_BYTES_MAX },
    refusals: 'intakeRefused',
    docs: ({ example }) => ({
      operationId: 'upload',
      tag: 'Uploads',
      summary: 'Upload records',
      description: `Records of an addon. Each is checked separately: a bad record is rejected in the receipt and does not affect others. At most ${formatCount(LIMITS.recordsPerUploadMax)} records and ${formatCount(LIMITS.bodyBytesMax)} bytes, both compressed and decompressed. 200 means that the accepted records are stored durably; any other status means that nothing is confirmed: after a storage error (503) a crash may still bring the upload back. Sending a file twice counts once. Named categories need the matching sharing choice and a grant. Uploads from pages of other sites are refused.`,
      parameters: [
        headerParam(
          'Content-Encoding',
          'The compression of the body. Omit it for an uncompressed body.',
          enumSchema(['gzip']),
          'gzip',
        ),
      ],
      requestBody: {
        description: 'The upload. Each record follows the schema of its kind.',
        required: true,
        content: {
          'application/json': {
            schema: buildSchemaRef('intakeRequest'),
            examples: { loot: { summary: 'The contents of one loot window', value: example('upload') } },
          },
        },
      },
      served: [
        {
          description: 'The upload is stored. The receipt lists accepted and rejected records.',
          schema: 'intakeReceipt',
          examples: { receipt: { summary: 'One record, accepted', value: example('receipt') } },
        },
        {
          status: 422,
          description: 'The envelope or every record was refused; rejected says why.',
          schema: 'intakeRefused',
          examples: { refused: { summary: 'One record, rejected', value: example('refused') } },
        },
      ],
      refusals: {
        400: 'The body is not JSON or incomplete, the grants are malformed, or a header is not allowed: error says which.',
        413: `The body is larger than ${formatCount(LIMITS.bodyBytesMax)} bytes.`,
        503: 'The storage could not confirm the write, or there are too many uploads at the moment. Keep the file and send it again after Retry-After.',
      },
    }),
    answer: async (call) => {
      const head = readBodyHead(call.header);
      if (!head.ok) return head;
      return receiveBody(context, call, BODY_BYTES_MAX, RECEIVE_SENTENCES, async (body, pass) => {
        const upload = head.value.packed ? await unpackBody(context, call, body, pass) : ok(body);
        if (!upload.ok) return upload;
        const {
          status,
          body: receipt,
          counts = [],
        } = await answerUpload(context.intake.take(upload.value, { network: findWitnessNetwork(call.caller.client) }));
        context.meter?.received(counts);
        const fields = status === 503 ? { 'Retry-After': String(RETRY_AFTER_S) } : {};
        return ok({ status, mediaType: JSON_TYPE, body: encodeUtf8(receipt), fields });
      });
    },
  };
}

function formatCount({ value }: { readonly value: number }): string {
  return value.toLocaleString('en-GB');
}

function describeTooLarge(came: string): string {
  return `The body must be at most ${BODY_BYTES_MAX} bytes, on the wire and unpacked; ${came}.`;
}

const RECEIVE_SENTENCES: ReceiveSentences = {
  tooLarge: describeTooLarge('got more'),
  advice: 'Nothing was stored: keep the file and send it again.',
};

interface BodyHead {
  /** Whether the body is compressed with gzip. */
  readonly packed: boolean;
}

function readBodyHead(header: Call['header']): Result<BodyHead, Refusal> {
  // Browsers send `cross-site` for requests from other sites' pages. Such pages must not upload through a visitor's
  // browser.
  if (header('sec-fetch-site') === 'cross-site') {
    return err(refuseHead('Sec-Fetch-Site must not be cross-site: uploads are not taken from pages of other sites.'));
  }
  const wrongType = refuseUnlessJson(header('content-type'));
  if (wrongType !== null) return err(wrongType);
  const coding = (header('content-encoding') ?? '').trim().toLowerCase();
  if (!['', 'identity', 'gzip', 'x-gzip'].includes(coding)) {
    return err(refuseHead(`Content-Encoding must be gzip or absent; it is ${quote(coding)}.`));
  }
  return ok({ packed: coding.endsWith('gzip') });
}

/** Decompresses a body. Reserves memory for a second body first, because both exist at the same time for a while. */
async function unpackBody(
  context: Context,
  { sent }: Call,
  body: Bytes,
  pass: BodyReservation,
): Promise<Result<Bytes, Refusal>> {
  const room = await pass.take(BODY_BYTES_MAX, sent.signal);
  if (!room.ok) return err(refuseFullQueue(RECEIVE_SENTENCES));
  const unpacked = await context.codec.gunzip(body, BODY_BYTES_MAX);
  if (unpacked.ok) return unpacked;
  return err(
    unpacked.error === 'too-large'
      ? { kind: 'too-large', error: describeTooLarge('unpacked it is larger') }
      : refuseBadRequest(
          'The body must be whole gzip, as Content-Encoding says; it is broken, cut short or followed by more.',
        ),
  );
}
