import { readFileSync } from 'node:fs'
import { type AdditionName, withAddition } from './additions.ts'
import { isSameAnswer, resultOf } from './comparison.ts'
import type { GoldenCase } from './goldenCases.ts'

type DifferingPart = 'status' | 'headers' | 'connection'

interface Difference {
  /** Names of cases. */
  readonly cases: string
  /** What of an answer over HTTP differs; its body unless told otherwise. */
  readonly part?: DifferingPart
  /** What is added to the recorded answer, which is otherwise the same. */
  readonly addition?: AdditionName
  /** What the recorded answer and ours look like. */
  readonly recorded?: string
  readonly answer?: string
  /** Our results, by what the names of cases end with. */
  readonly results?: { readonly [name: string]: string }
  /** How many answers differ like this. */
  readonly count: number
  /** The decision that makes them differ. */
  readonly why: string
}

export interface Answered {
  /** What was asked, and what the recording wants, with our ids in them. */
  readonly request: string
  readonly wanted: string
  readonly got: string
}

/** Differences from the recordings that were decided on; everything else must be the same. */
export class Differences {
  readonly #list: readonly Difference[]
  readonly #used = new Map<Difference, number>()

  constructor() {
    const path = new URL('./differences.json', import.meta.url)
    this.#list = JSON.parse(readFileSync(path, 'utf8'))
  }

  /** Whether one of them explains an answer, or a part of one. */
  explain(recorded: GoldenCase, answered: Answered, part?: DifferingPart): boolean {
    const found = this.#list.find(
      (difference) => difference.part === part && explains(difference, recorded, answered),
    )
    if (found !== undefined) this.#used.set(found, (this.#used.get(found) ?? 0) + 1)
    return found !== undefined
  }

  /** Those that have explained more or fewer cases than they claim. */
  get miscounted(): object[] {
    return this.#list
      .map((difference) => ({ ...difference, explained: this.#used.get(difference) ?? 0 }))
      .filter(({ count, explained }) => count !== explained)
  }
}

function explains(
  { cases, addition, results, recorded = '', answer = '' }: Difference,
  golden: GoldenCase,
  { request, wanted, got }: Answered,
): boolean {
  if (!pattern(cases).test(golden.case)) return false
  if (addition !== undefined) return isSameAnswer(golden, withAddition(addition, wanted, request), got)
  if (results !== undefined) return resultOf(got) === results[golden.case.slice(golden.case.indexOf('/') + 1)]
  return pattern(recorded).test(wanted) && pattern(answer).test(got)
}

const patterns = new Map<string, RegExp>()

/** Each is used for hundreds of answers. */
function pattern(source: string): RegExp {
  let found = patterns.get(source)
  if (found === undefined) patterns.set(source, (found = new RegExp(source)))
  return found
}
