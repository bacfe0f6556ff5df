import { readFileSync } from 'node:fs'

interface Difference {
  /** Names of cases. */
  readonly cases: string
  /** What the recorded answer and ours look like; anything when it is left out. */
  readonly recorded?: string
  readonly answer?: string
  /** The decision that makes them differ. */
  readonly why: string
}

const path = new URL('./differences.json', import.meta.url)
const list: Difference[] = JSON.parse(readFileSync(path, 'utf8'))

const differences = list.map(({ cases, recorded = '', answer = '', why }) => ({
  cases: new RegExp(cases),
  recorded: new RegExp(recorded),
  answer: new RegExp(answer),
  why,
}))

const used = new Set<string>()

/** The decision that explains a difference, if there is one. */
export function decisionFor(name: string, recorded: string, answer: string): string | undefined {
  const found = differences.find(
    (difference) =>
      difference.cases.test(name) && difference.recorded.test(recorded) && difference.answer.test(answer),
  )
  if (found !== undefined) used.add(found.why)
  return found?.why
}

/** Decisions that have explained nothing so far. */
export const unusedDecisions = (): string[] =>
  differences.map(({ why }) => why).filter((why) => !used.has(why))
