import { writeFileSync } from 'node:fs';
import { TOOL_ANSWERS_FILE, toolAnswersText } from './tool_answers.ts';

/** Rewrites the example answers of tools, which the OpenAPI document includes. */
writeFileSync(new URL(`../../${TOOL_ANSWERS_FILE}`, import.meta.url), await toolAnswersText());
