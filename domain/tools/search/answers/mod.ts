import { CLAIM_FAMILIES } from '../../../families/mod.ts';
import {
  correctWords,
  isMisspeltQuestion,
  isQuestionWord,
  removeCourtesies,
  type Slots,
} from '../../../knowledge/intents/grammar.ts';
import { expandSlang } from '../../../knowledge/intents/slang.ts';
import { ROLE_PHRASES, TOKENS_BY_DIMENSION } from '../../../knowledge/intents/word_classes.ts';
import { foldName } from '../../../knowledge/words.ts';
import type { SearchHit } from '../../../ports/knowledge.ts';
import type { PublishedSnapshot } from '../../../reads/entities/snapshot_data.ts';
import { quote } from '../../../values/quoted.ts';
import { addNotes, isSurer, type QuestionContext } from './answer.ts';
import { answerClauses } from './clauses.ts';
import { type AnsweredQuestion, matchIntents, QUESTION_CHARS_MAX, type QuestionReading } from './intents.ts';
import { dropsIntent } from './items.ts';
import { findRealm } from './known_names.ts';
import { ENTITY_KINDS, findName, parseId } from './names.ts';
import {
  describeIgnoredWords,
  findItemAndSource,
  findNameInPhrase,
  isSeparatorWord,
  listWholeNames,
  type NameInPhrase,
  readNamed,
} from './names_inside.ts';
import { answerOffer, worthIntent } from './prices.ts';

/** Number of interpretations of a question that are tried. */
const READINGS_TRIED_MAX = 8;

/** Intents about people and quests, whose side no record shows. */
const SIDED_INTENT = /quest|reward|people|creatures|teachers|trainers|sellers|place|givers|levelling/u;
const SIDE = new RegExp(`\\b(?:for (?:the )?|as )?(?:${[...TOKENS_BY_DIMENSION.factions.keys()].join('|')})\\b`, 'giu');
const UNKNOWN_SIDE_TEXT = 'No record shows the side of people or quests, so the answer has both Alliance and Horde.';

/** Answers a question, or returns null if no intent understands it. */
export function answerQuestion(context: QuestionContext, question: string): Promise<AnsweredQuestion | null> {
  return answerClauses(question, (words) => answerWithSide(context, words));
}

/** Answers a clause of a question. Says so if it asks for a side that is unknown. */
async function answerWithSide(context: QuestionContext, question: string): Promise<AnsweredQuestion | null> {
  const [answer, words] = [await answerOneQuestion(context, question), question.replace(SIDE, ' ')];
  const isName = answer?.certainty === 'exact' && Object.values(answer.reading.slots).some((one) => one.match(SIDE));
  const both = words === question || isName ? null : await answerOneQuestion(context, words);
  if (both === null || !SIDED_INTENT.test(both.reading.intent)) return answer;
  return addNotes(both, [UNKNOWN_SIDE_TEXT]);
}

/**
 * Answers a question in English, or returns null if no intent understands it. Slang is expanded first; if nothing has
 * exactly such a name, it is expanded only around the longest known name, which may contain it ("Disc of Light"). If
 * nothing is understood, misspelt words of questions are corrected, and the answer says so. So a question is read at
 * most five times, and its readings share their lookups of names (names.ts).
 */
async function answerOneQuestion(context: QuestionContext, question: string): Promise<AnsweredQuestion | null> {
  const text = foldName(question.replaceAll('@', ' at '));
  const offer = question.length > QUESTION_CHARS_MAX ? null : await answerOffer(context, question);
  if (offer !== null) return { ...offer, reading: { ...worthIntent, intent: worthIntent.name, slots: {} } };
  const expanded = expandSlang(text);
  const answer = await answerWords(context, expanded);
  const isDoubted = answer?.certainty === 'exact' && (await isDoubtful(context.snapshot, answer));
  if (answer?.certainty === 'exact' && !isDoubted) return answer;
  const kept = expanded === text ? expanded : await expandAroundName(context.snapshot, text);
  const named = kept === expanded ? null : await answerWords(context, kept);
  if (named?.certainty === 'exact' && named.about.length > 0) return named;
  const doubted: AnsweredQuestion | null = answer !== null && isDoubted ? { ...answer, certainty: 'close' } : answer;
  for (const { words, typed, correction } of correctWords(expanded)) {
    const meant = await answerWords(context, words);
    if (meant === null || !isBetterReading(meant, doubted, expanded)) continue;
    const unknown = isDoubted ? 'Few players report anything called' : 'Nothing is called';
    const notes = typed.map((word, at) => `${unknown} ${quote(word)}. Did you mean ${quote(correction[at]!)}?`);
    return { ...addNotes(meant, [notes.join(' ')]), certainty: meant.certainty === 'unknown' ? 'unknown' : 'guess' };
  }
  return answer;
}

/** Number of installs that may lie together. A name that no more report may be made up. */
const LIARS_MAX = 20;

/**
 * Returns whether the answer depends on a name that may be a misspelt word of the game, such as a zone called "Alchmey",
 * and that few players report. Otherwise three liars could take over a frequent typing error.
 */
async function isDoubtful(snapshot: PublishedSnapshot, { reading: { slots } }: AnsweredQuestion): Promise<boolean> {
  for (const name of Object.values(slots)) {
    if (!isMisspeltQuestion(name)) continue;
    const hits = await readNamed(snapshot, listWholeNames(name));
    const reporters = await Promise.all(hits.map((hit) => countReporters(snapshot, hit)));
    if (hits.length > 0 && Math.max(...reporters) <= LIARS_MAX) return true;
  }
  return false;
}

/** Returns the number of players who report an entry's name, which is unlimited if it comes from files. */
async function countReporters(snapshot: PublishedSnapshot, hit: SearchHit): Promise<number> {
  const family = CLAIM_FAMILIES.find(({ label }) => hit.layer === 'observed' && label?.kind === hit.kind);
  const fact = family === undefined ? null : await snapshot.fact(family, `${parseId(hit)}`);
  return (fact === null ? null : family?.label?.name(fact)?.installs) ?? Number.POSITIVE_INFINITY;
}

/** Returns whether the answer to a corrected question is better. A corrected word must not be part of an unknown name. */
function isBetterReading(meant: AnsweredQuestion, answer: AnsweredQuestion | null, typed: string): boolean {
  if (meant.certainty !== 'unknown') {
    const isUnread = answer === null || answer.certainty === 'unknown';
    return isUnread || (answer.certainty === 'close' && meant.certainty === 'exact' && meant.about.length > 0);
  }
  const isTyped = (name: string): boolean => ` ${typed} `.includes(` ${name} `);
  return answer?.certainty === 'unknown' && Object.values(meant.reading.slots).every(isTyped);
}

/** Expands the slang of a question, except within the longest known name. */
async function expandAroundName(snapshot: PublishedSnapshot, words: string): Promise<string> {
  const inside = await findNameInPhrase(snapshot, words, ENTITY_KINDS);
  if (inside === null) return expandSlang(words);
  return [expandSlang(inside.before.join(' ')), inside.name, expandSlang(inside.after.join(' '))].join(' ').trim();
}

/**
 * Answers a question whose slang was expanded. If it can be understood in several ways, the first one whose names are
 * exact is answered, and otherwise the one whose names are most certain. A zone or realm at the end, such as in
 * "tailoring trainer elwynn", is recognised without a preposition.
 */
async function answerWords(context: QuestionContext, words: string): Promise<AnsweredQuestion | null> {
  const whole = await chooseBestAnswer(context, matchIntents(words));
  if (whole?.certainty === 'exact') return whole;
  const pair = await findItemAndSource(context.snapshot, words);
  if (pair !== null) return chooseBestAnswer(context, [{ ...dropsIntent, intent: dropsIntent.name, slots: pair }]);
  const tail = await findPlaceTail(context.snapshot, words);
  const place: Slots = tail?.place ?? {};
  const shorter = tail === null ? [] : matchIntents(tail.question).filter(({ intent }) => intent !== 'about');
  const answer = await chooseBestAnswer(context, addMissingSlots(shorter, place));
  // The answer that understands the place ignores fewer words than one that is equally close.
  const isAsSure = answer !== null && (whole === null || !isSurer(whole.certainty, answer.certainty));
  const isPlaced = isAsSure && (whole?.certainty !== answer.certainty || answer.certainty === 'close');
  const best = isPlaced ? answer : whole;
  if (best !== null && (best.about.length > 0 || !isSurer('close', best.certainty))) return best;
  const inside = tail === null ? null : await answerInside(context, tail.question, place);
  return inside ?? (await answerInside(context, words, {})) ?? best;
}

/** Adds slots to readings. A reading that names a zone itself has no room for another. */
function addMissingSlots(readings: readonly QuestionReading[], more: Slots): readonly QuestionReading[] {
  const hasRoom = ({ slots }: QuestionReading): boolean => slots.zone === undefined || more.zone === undefined;
  return readings.filter(hasRoom).map(({ slots, ...one }) => ({ ...one, slots: { ...slots, ...more } }));
}

const LEVEL_PATTERN = / (?:(?:at|as|for|around|near|am|i) )*level (?<level>\d{1,3})\b/u;

/**
 * Answers a question that has more words than its phrasings: by the longest name in it and the first word that asks
 * something about this name.
 */
async function answerInside(context: QuestionContext, words: string, place: Slots): Promise<AnsweredQuestion | null> {
  const whole = removeCourtesies(words).trim();
  const level = LEVEL_PATTERN.exec(whole)?.groups ?? {};
  const text = whole.replace(LEVEL_PATTERN, '');
  const inside = await findNameInPhrase(context.snapshot, text, ENTITY_KINDS);
  if (inside === null || inside.before.length + inside.after.length === 0) return null;
  const there = place.zone === undefined ? await findPlaceIn(context.snapshot, inside) : null;
  const where: Slots = there === null ? place : { ...place, zone: there };
  const isPlace = (word: string): boolean => there?.split(' ').includes(word) === true;
  const [before, after] = [inside.before, inside.after].map((some) => some.filter((word) => !isPlace(word)));
  const note = describeIgnoredWords({ ...inside, before: before!, after: after! });
  const asking = text.split(' ').filter(isQuestionWord);
  // One word may be meant in another way: "which weapon for a warrior" is no question about the class.
  const isAbout = inside.name.includes(' ') || asking.every((word) => ROLE_PHRASES.has(word));
  for (const word of [...asking, ...(isAbout ? [''] : [])]) {
    const readings = [`${inside.name} ${word}`, `${word} ${inside.name}`].flatMap(matchIntents);
    const asked = word === '' ? readings : readings.filter(({ intent }) => intent !== 'about');
    const answer = await chooseBestAnswer(context, addMissingSlots(asked, { ...where, ...level }));
    if (answer === null || answer.certainty !== 'exact' || answer.about.length === 0) continue;
    return note === null ? answer : { ...addNotes(answer, [note]), certainty: 'close' };
  }
  return null;
}

/** Returns the words beside a name that begin the name of one zone, such as `thornwash` for "Thornwash Hollow". */
async function findPlaceIn(snapshot: PublishedSnapshot, { before, after }: NameInPhrase): Promise<string | null> {
  for (const word of [...after, ...before].filter((one) => !isSeparatorWord(one) && !/^\d+$/u.test(one)).slice(0, 2)) {
    const { hits, note } = await findName(snapshot, word, ['zone']);
    if (note === null && hits.length > 0) return word;
  }
  return null;
}

async function chooseBestAnswer(
  context: QuestionContext,
  readings: readonly QuestionReading[],
): Promise<AnsweredQuestion | null> {
  let best: AnsweredQuestion | null = null;
  for (const reading of readings.slice(0, READINGS_TRIED_MAX)) {
    const answer = (await isAboutPlaces(context, reading)) ? await reading.answer(context, reading.slots) : null;
    if (answer === null) continue;
    const saysMore = best?.about.length === 0 && answer.about.length > 0 && best.certainty === answer.certainty;
    if (best === null || saysMore || isSurer(answer.certainty, best.certainty)) best = { ...answer, reading };
    if (best.certainty === 'exact') break;
  }
  return best;
}

/** Returns false if a zone or realm is unknown and consists of words of questions, as in "price auction house". */
async function isAboutPlaces({ snapshot }: QuestionContext, { slots }: QuestionReading): Promise<boolean> {
  for (const slot of ['zone', 'realm'] as const) {
    const name = slots[slot] ?? '';
    if (!name.split(' ').some(isQuestionWord)) continue;
    const found = await (slot === 'zone' ? findName(snapshot, name, ['zone']) : findRealm(snapshot, name));
    if (found.certainty === 'unknown' || (slot === 'zone' && found.note !== null)) return false;
  }
  return true;
}

/** Maximum number of words in the name of a zone or realm at the end of a question. */
const TAIL_WORDS_MAX = 4;

const PREPOSITIONS: ReadonlySet<string> = new Set(['in', 'at', 'on', 'near', 'around', 'for', 'from', 'the']);

/**
 * Finds the longest name of a zone or realm that ends a question. Only whole names count, and beginnings of the names of
 * zones. Returns null if there is none, or if nothing is left of the question.
 */
async function findPlaceTail(snapshot: PublishedSnapshot, question: string) {
  const words = removeCourtesies(question).trim().split(' ');
  for (let count = Math.min(TAIL_WORDS_MAX, words.length - 1); count > 0; count--) {
    const name = words.slice(-count).join(' ');
    const last = words.slice(0, -count).findLastIndex((word) => !PREPOSITIONS.has(word));
    const rest = words.slice(0, last + 1);
    if (rest.length === 0 || words.slice(-count).every(isQuestionWord)) continue;
    const [zone, realm] = await Promise.all([findName(snapshot, name, ['zone']), findRealm(snapshot, name)]);
    const found = { question: rest.join(' ') };
    if (realm.certainty === 'exact') return { ...found, place: { realm: name } };
    const isZone = zone.hits.some((hit) => `${foldName(hit.name)} `.startsWith(`${name} `));
    if (zone.certainty === 'exact' || (zone.certainty === 'close' && isZone))
      return { ...found, place: { zone: name } };
  }
  return null;
}
