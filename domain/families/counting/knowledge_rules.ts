/**
 * What the knowledge base takes from facts (domain/knowledge/entity_of_fact.ts): no claims of its own, but rules that a
 * snapshot database was built by. Another version has it built afresh.
 */
export const KNOWLEDGE_RULES = { name: 'knowledge', version: 1 } as const;
