import type { PlayerQuestion } from './player_question.ts';

/** The outcome of asking a question with `search`, and then reading the first two results with `fetch`. */
export interface Judgement {
  readonly question: PlayerQuestion;
  /** The text of `search` has all the facts. */
  readonly isFirst: boolean;
  /** The text of `search`, or that of one of the two entries, has all the facts. */
  readonly isWithinTwo: boolean;
  /** The texts contain a false statement. */
  readonly isFalse: boolean;
  readonly text: string;
}

const FETCHED_MAX = 2;

/** Asks questions of the instance at an address, one after the other. */
export async function judge(url: string, questions: readonly PlayerQuestion[]): Promise<readonly Judgement[]> {
  const judgements: Judgement[] = [];
  for (const question of questions) {
    const found = await callTool(url, 'search', { query: question.asks });
    const ids = (found.answer.results ?? []).slice(0, FETCHED_MAX).map(({ id }) => id);
    const fetched = await Promise.all(ids.map((id) => callTool(url, 'fetch', { id })));
    const texts = [found.text, ...fetched.map(({ text }) => text)];
    const hasFacts = (text: string): boolean => question.says.every((fact) => fact.test(text));
    judgements.push({
      question,
      isFirst: hasFacts(found.text),
      isWithinTwo: texts.some(hasFacts),
      isFalse: (question.never ?? []).some((wrong) => texts.some((text) => wrong.test(text))),
      text: found.text,
    });
  }
  return judgements;
}

interface CalledTool {
  readonly text: string;
  readonly answer: { readonly results?: readonly { readonly id: string }[] };
}

async function callTool(url: string, tool: string, args: Readonly<Record<string, string>>): Promise<CalledTool> {
  const response = await fetch(`${url}/api/tools/${tool}?${new URLSearchParams(args)}`);
  const body = (await response.json()) as CalledTool & { readonly error?: string };
  if (response.status !== 200) throw new Error(`${tool} ${JSON.stringify(args)}: ${body.error}`);
  return body;
}
