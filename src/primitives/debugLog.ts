/** Takes details that help an operator to investigate, as an event with its facts. */
export type DebugLog = (event: string, facts: Readonly<Record<string, string | number>>) => void
