import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SnapshotStore } from '../../domain/ports/snapshots.ts';
import { createRoutes } from '../../http/endpoints/mod.ts';
import { formatRefusal } from '../../http/pipeline/refusal.ts';
import { TOOL_TABLE } from '../../http/tools/mod.ts';
import { casesToTry } from '../runner/properties.ts';
import { everyRequest, type FaultRequest } from './fault_requests.ts';
import { CAUSE, createFaultWorld, type FaultWorld, ICON, methodsOfSnapshot } from './fault_world.ts';
import { contextOf } from './openapi/openapi_context.ts';
import { createApiSnapshots } from './openapi/openapi_world.ts';
import { type Heard, type Json, parsed } from './support.ts';

/** Methods of a snapshot that no request calls, and why they are there. */
const NOT_REQUESTED: Readonly<Record<string, string>> = {
  'rates.weights': 'the builder estimates new rates with them',
  'knowledge.kinds': 'tests of the knowledge base count its entries with it',
};

/** Routes that no request of the small world reaches, and why. */
const NOT_REACHED: Readonly<Record<string, string>> = {
  '/:file{tooltip-[^/]*\\.js}': 'its address has the digest of a script that is bundled on request',
};

/** A request, its answer while storage works, and the port methods called for it. */
interface Traced {
  readonly request: FaultRequest;
  readonly whole: Heard;
  readonly called: readonly string[];
}

interface Bench {
  readonly store: SnapshotStore;
  readonly traces: readonly Traced[];
}

let tracing: Promise<Bench> | null = null;

/** Sends every request to a fresh world, so that no cache hides a call. Done once for all tests. */
function traceRequests(): Promise<Bench> {
  tracing ??= trace();
  return tracing;
}

async function trace(): Promise<Bench> {
  const { store } = await createApiSnapshots([
    ['created_by', 25, 11],
    ['reagent_for', 26, 11],
  ]);
  const traces: Traced[] = [];
  for (const request of await everyRequest(await createFaultWorld(store))) {
    const world = await createFaultWorld(store);
    const whole = await ask(world, request);
    // `exports.health` never throws. It reports faults of the exports itself.
    traces.push({ request, whole, called: [...world.called].filter((method) => method !== 'exports.health') });
  }
  return { store, traces };
}

function ask(world: FaultWorld, { path, init }: FaultRequest): Promise<Heard> {
  return world.ask(path, init);
}

function nameOf({ path, init }: FaultRequest): string {
  return `${init.method ?? 'GET'} ${path} ${init.body ?? ''}`;
}

test('each request is answered, and every route, tool and snapshot read is covered', async () => {
  const { store, traces } = await traceRequests();
  for (const { request, whole } of traces) {
    assert.ok(whole.status < 400, `${nameOf(request)}: ${whole.status} ${whole.text.slice(0, 300)}`);
    assert.ok(!whole.text.includes('"isError":true'), `${nameOf(request)}: ${whole.text.slice(0, 300)}`);
  }
  const routes = new Set(traces.map(({ request }) => `${request.route.method} ${request.route.path}`));
  const missing = createRoutes(contextOf({ keys: true })).filter(
    ({ method, path }) => !routes.has(`${method} ${path}`),
  );
  assert.deepEqual(
    missing.map(({ path }) => path),
    Object.keys(NOT_REACHED),
  );
  for (const name of TOOL_TABLE.keys()) {
    const isAsked = (text: string) => traces.some(({ request }) => nameOf(request).includes(text));
    assert.ok(isAsked(`/api/tools/${name}`) && isAsked(`"params":{"name":"${name}"`), name);
  }
  const called = new Set(traces.flatMap((one) => one.called));
  const snapshot = await store.newest();
  assert.ok(snapshot !== null);
  assert.deepEqual(
    methodsOfSnapshot(snapshot).filter((method) => !called.has(method)),
    Object.keys(NOT_REQUESTED),
  );
  for (const method of [
    'snapshots.newest',
    'exports.index',
    'exports.open',
    'changes.files',
    'changes.open',
    'publication.open',
    'icons.find',
    'icons.read',
    'keys.find',
  ]) {
    assert.ok(called.has(method), method);
  }
  for (const method of ['uploads.find', 'intake.take', 'operator.addKey', 'operator.addGrant', 'operator.erase']) {
    assert.ok(called.has(method), method);
  }
});

test('if one read fails the answer says so, and the next request works again', async () => {
  const { store, traces } = await traceRequests();
  const faults = traces.flatMap(({ called, ...trace }) => called.map((method) => ({ ...trace, method })));
  for (const { request, whole, method } of casesToTry(faults)) {
    const world = await createFaultWorld(store);
    world.breakMethod(method);
    const where = `${nameOf(request)} without ${method}`;
    assertFault(request, method, await ask(world, request), whole, where);
    assert.deepEqual(world.logged, [], where);
    world.breakMethod(null);
    const again = await ask(world, request);
    assert.deepEqual([again.status, again.text], [whole.status, whole.text], `${where}, then with it`);
  }
});

const OUT_OF_REACH = formatRefusal({ kind: 'unreachable', cause: CAUSE }).error;

/** Checks that an answer is the documented one for storage that cannot be read (contract, section 4, Unreachable). */
function assertFault({ route }: FaultRequest, method: string, heard: Heard, whole: Heard, where: string): void {
  // The response cache asks for the newest snapshot, even for pages that show nothing of it, such as an empty search.
  if (method === 'snapshots.newest' && heard.status === whole.status && heard.text === whole.text) return;
  const check = FAULT_ANSWERS.find(([routes, methods]) => routes.test(route.path) && methods.test(method))?.[2];
  if (check !== undefined) {
    check(heard, where, whole);
  } else if (heard.status === 200 && LOOKS.test(method) && isPage(heard)) {
    checkLetters(heard, where, whole);
  } else if (route.path === '/mcp') {
    assert.equal(heard.status, 200, where);
    const { content, isError, structuredContent } = JSON.parse(heard.text).result;
    assert.deepEqual([isError, content[0].text, structuredContent], [true, OUT_OF_REACH, undefined], where);
  } else {
    assertUnavailable(heard, where);
    if (route.refusals === 'page') assert.ok(heard.text.includes(OUT_OF_REACH), where);
    else assert.equal(parsed(route.refusals, heard.text).error, OUT_OF_REACH, where);
  }
}

/** The reads of icons and quality colours. A page needs them only for the looks of its item links. */
const LOOKS = /^(?:icons\.find|(?:snapshot|game)\.factsAmong)$/;

function isPage({ headers }: Heard): boolean {
  return headers.get('content-type') === 'text/html; charset=utf-8';
}

type Check = (heard: Heard, where: string, whole: Heard) => void;

/** Answers that differ from the usual 503: routes, port methods, and what the answer must be. The first match applies. */
const FAULT_ANSWERS: readonly (readonly [routes: RegExp, methods: RegExp, check: Check])[] = [
  [/^\/api\/edges$/, /^(?!keys)/, checkUnreachableList('edgesResponse')],
  [/^\/api\/rollups\/drops$/, /^(?!keys)/, checkUnreachableList('dropsResponse')],
  [/^\/api\/rollups\/gathering$/, /^(?!keys)/, checkUnreachableList('gatheringResponse')],
  [/^\/$/, /^icons\.find$/, checkLetters],
  [/^\/(?:about)?$/, /^/, checkHome],
  [/^\/docs$/, /^/, checkReference],
  [/^\/api\/health$/, /^/, checkHealth],
  [/^\/(?:api\/tools\/:tool|mcp)$/, /^exports\.index$/, checkExportsOfPlan],
  [/^\/item\/:id$/, /^icons\.find$/, checkMissingPicture],
  [/^\/connect\//, /^operator\./, checkForm],
  [/^\/api\/intake$/, /^/, checkIntake],
];

function assertUnavailable({ status, headers, text }: Heard, where: string): void {
  assert.equal(status, 503, `${where}: ${text.slice(0, 300)}`);
  assert.equal(headers.get('cache-control'), 'no-store', where);
}

/** The reference stays readable, with examples that do not come from the data. */
function checkReference({ status, text }: Heard, where: string, whole: Heard): void {
  assert.equal(status, 200, where);
  const words = (html: string): string => html.replaceAll(/<pre>[\s\S]*?<\/pre>|<[^>]*>/g, '');
  assert.equal(words(text), words(whole.text), where);
}

/** Every list is empty and every unknown value is null. */
function checkUnreachableList(shape: string): Check {
  return ({ status, text }, where) => {
    assert.equal(status, 200, where);
    const answer: Json = parsed(shape, text);
    assert.deepEqual([answer.unreachable, answer.dataAsOf, answer.total, answer.next], [true, null, 0, null], where);
    const rows = Object.values(answer).filter((member) => Array.isArray(member));
    assert.ok(rows.length > 0 && rows.flat().length === 0, where);
  };
}

/** These pages show what they know without storage, say that the data cannot be read, and show no counts. */
function checkHome({ status, text }: Heard, where: string): void {
  assert.equal(status, 200, where);
  assert.match(text, /The data cannot be read right now: they are unknown, not zero\./, where);
  // The sheet about the program itself needs no storage.
  assert.doesNotMatch(
    text.replace(/<section id="release">[\s\S]*?<\/section>/, ''),
    /<dl|<svg class="plot"|id="(?:newest|zones|professions|classes|growth)"|records,|No reports yet/,
    where,
  );
}

function checkHealth({ status, text }: Heard, where: string): void {
  assert.equal(status, 503, where);
  const { ok, snapshot } = parsed('healthResponse', text);
  assert.deepEqual([ok, snapshot.state, snapshot.uploads, snapshot.records], [false, 'unavailable', null, null], where);
}

function checkExportsOfPlan({ status, text }: Heard, where: string): void {
  assert.equal(status, 200, where);
  assert.match(text, /They cannot be read just now: ask again later\./, where);
}

/** Only the picture is missing; the facts about the item do not need it. */
function checkMissingPicture({ status, text }: Heard, where: string, whole: Heard): void {
  assert.equal(status, 200, where);
  const picture = new RegExp(`<img class="tile [^"]* large" src="/icons/${ICON}"[^>]*>`);
  assert.match(whole.text, picture, where);
  assert.doesNotMatch(text, picture, where);
  assert.equal(withoutLooks(text), withoutLooks(whole.text), where);
}

/** Items have letters instead of pictures and no colours; the rest of the page is complete. */
function checkLetters({ status, text }: Heard, where: string, whole: Heard): void {
  assert.equal(status, 200, where);
  assert.match(text, /<i class="tile q-none[ "]/, where);
  assert.doesNotMatch(text, /<img class="tile|class="(?:item|tile) q-(?!none)/, where);
  const says = NOTICE.test(text);
  assert.ok(says || !/class="(?:mark|filed)"/.test(text), `${where}: parts from the files without the notice`);
  assert.equal(withoutLooks(text), withoutLooks(says ? whole.text : whole.text.replace(NOTICE, '')), where);
}

/** The notice of the build, which a page needs only if its looks or marked parts come from the game's files. */
const NOTICE = /<p>Icons, marked parts and some name colours come from [\s\S]*?<\/p>\n/;

function withoutLooks(text: string): string {
  return text
    .replaceAll(/ class="item q-[a-z]+"/g, ' class="item"')
    .replaceAll(/<img class="tile [^>]*>|<i class="tile [^>]*><\/i>/g, '<i class="tile">');
}

/** The sender must keep the file, because nothing is confirmed. */
function checkIntake(heard: Heard, where: string): void {
  assertUnavailable(heard, where);
  const { persisted, error } = parsed('intakeRefused', heard.text);
  assert.equal(persisted, false, where);
  assert.match(error, /^Storage could not confirm the write: keep the file/, where);
}

/** A form says that nobody knows whether it was carried out. */
function checkForm(heard: Heard, where: string): void {
  assertUnavailable(heard, where);
  assert.match(
    heard.text,
    /The storage cannot be read or written right now, so it is unknown whether this was done/,
    where,
  );
  assert.ok(Number(heard.headers.get('retry-after')) > 0, where);
}
