import type { Bytes } from '../../domain/ports/codec.ts';
import { quoted } from '../../domain/quoted.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { LIMITS } from '../../schema/limits.ts';
import type { Context } from '../context.ts';
import { type BodyFault, readBody } from '../intake/body.ts';
import type { Turned } from '../intake/gate.ts';
import { jsonTypeRefusal } from '../intake/json_type.ts';
import { JSON_TYPE, utf8 } from '../pipeline/body.ts';
import { badRequest, type Refusal } from '../pipeline/refusal.ts';
import { type Call, NO_STORE, type Route } from '../pipeline/route.ts';

const BODY_BYTES_MAX = LIMITS.bodyBytesMax.value;
const RETRY_AFTER_S = 30;

/** Takes uploads in (spec, POST /api/intake; contract, section 1, Intake). */
export const intakeRoute = (context: Context): Route => ({
  path: '/api/intake',
  method: 'POST',
  budget: 'intake',
  caching: NO_STORE,
  cors: false,
  keeping: null,
  refusals: 'intakeRefused',
  answer: async (call) => {
    const head = readHead(call.header);
    if (!head.ok) return head;
    const { announced, packed } = head.value;
    // A packed body is held twice for a moment: as it came, and unpacked.
    const bytes = (announced ?? BODY_BYTES_MAX) + (packed ? BODY_BYTES_MAX : 0);
    const pass = await context.gate.enter(call.caller.client, bytes, call.sent.signal);
    if (!pass.ok) return err(turnedAway(pass.error));
    try {
      const body = await receive(context, call, head.value);
      if (!body.ok) return body;
      const { status, body: told } = await context.intake.take(body.value);
      const fields = status === 503 ? { 'Retry-After': String(RETRY_AFTER_S) } : {};
      return ok({ status, mediaType: JSON_TYPE, body: utf8(told), fields });
    } finally {
      pass.value.leave();
    }
  },
});

interface Head {
  /** The Content-Length, null where the length is not told. */
  readonly announced: number | null;
  /** Whether the body is gzip. */
  readonly packed: boolean;
}

/** What the header fields say of the body, or why they rule it out. */
const readHead = (header: Call['header']): Result<Head, Refusal> => {
  // A browser says so where a page of another site sends the request: nobody uploads through a visitor.
  if (header('sec-fetch-site') === 'cross-site') {
    return err(badRequest('Sec-Fetch-Site must not be cross-site: uploads are not taken from pages of other sites.'));
  }
  const wrongType = jsonTypeRefusal(header('content-type'));
  if (wrongType !== null) return err(wrongType);
  const coding = (header('content-encoding') ?? '').trim().toLowerCase();
  if (!['', 'identity', 'gzip', 'x-gzip'].includes(coding)) {
    return err(badRequest(`Content-Encoding must be gzip or absent; it is ${quoted(coding)}.`));
  }
  const length = header('content-length');
  const announced = length === null ? null : Number(length);
  if (announced !== null && announced > BODY_BYTES_MAX) return err(tooLarge('its Content-Length says more'));
  return ok({ announced, packed: coding.endsWith('gzip') });
};

const receive = async (context: Context, call: Call, { announced, packed }: Head): Promise<Result<Bytes, Refusal>> => {
  const body = await readBody(call.sent.body, announced, {
    bytesMax: BODY_BYTES_MAX,
    withinMs: context.bodyWithinMs,
  });
  if (!body.ok) return err(notReceived(body.error));
  if (!packed) return body;
  const unpacked = await context.codec.gunzip(body.value, BODY_BYTES_MAX);
  if (unpacked.ok) return unpacked;
  return err(
    unpacked.error === 'too-large'
      ? tooLarge('unpacked it is larger')
      : badRequest(
          'The body must be whole gzip, as Content-Encoding says; it is broken, cut short or followed by more.',
        ),
  );
};

const tooLarge = (came: string): Refusal => ({
  kind: 'too-large',
  error: `The body must be at most ${BODY_BYTES_MAX} bytes, on the wire and unpacked; ${came}.`,
});

const notReceived = (fault: BodyFault): Refusal => {
  switch (fault) {
    case 'too-large':
      return tooLarge('more came');
    case 'too-slow':
      return busy(
        'The body must arrive whole in time; it did not. Nothing was stored: keep the file and send it again.',
      );
    case 'broken':
      return badRequest('The body must arrive whole; its transfer broke off.');
  }
};

const turnedAway = (turned: Turned): Refusal =>
  turned === 'gone'
    ? badRequest('The body must arrive whole; its sender went away.')
    : busy('Too many uploads are being taken in right now. Nothing was stored: keep the file and send it again.');

const busy = (error: string): Refusal => ({ kind: 'busy', error, retryAfterS: RETRY_AFTER_S });
