import * as v from 'valibot';
import { openObject } from '../fields.ts';
import { text, uri } from '../response_fields.ts';

function anyObject(description: string) {
  return v.pipe(v.looseObject({}), v.description(description));
}

/** A tool's answer over plain HTTP. */
export const toolAnswerResponse = openObject('A tool’s answer over plain HTTP.', {
  tool: text('The tool.', 40),
  arguments: anyObject('The arguments as read, defaults applied.'),
  answer: anyObject('The structured answer; the tool’s schema describes it under outputSchema.'),
  text: text('The same answer as text.', 1_000_000),
  schema: uri('The address of the tool’s schema.'),
});

export type ToolAnswerResponse = v.InferOutput<typeof toolAnswerResponse>;
