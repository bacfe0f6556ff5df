/** Receives an event with its facts, for an operator who investigates a problem. */
export type DebugLog = (event: string, facts: Readonly<Record<string, string | number>>) => void
