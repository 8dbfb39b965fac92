import { writeFileSync } from 'node:fs';
import { TOOL_ANSWERS_FILE, toolAnswersText } from './tool_answers.ts';

/** Writes the examples of the tools' answers anew; the OpenAPI document is made with them. */
writeFileSync(new URL(`../../${TOOL_ANSWERS_FILE}`, import.meta.url), await toolAnswersText());
