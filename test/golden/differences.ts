import { readFileSync } from 'node:fs'
import { type AdditionName, withAddition } from './additions.ts'
import { isSameAnswer, resultOf } from './comparison.ts'
import type { GoldenCase } from './goldenCases.ts'

type DifferingPart = 'status' | 'headers' | 'connection'

interface Difference {
  /** Pattern of case names. */
  readonly cases: string
  /** The part of an HTTP answer that differs; the body when absent. */
  readonly part?: DifferingPart
  /** Added to the recorded answer, which is otherwise the same. */
  readonly addition?: AdditionName
  /** Patterns of the recorded answer and of this node's. */
  readonly recorded?: string
  readonly answer?: string
  /** This node's results, by the last part of the case name. */
  readonly results?: { readonly [name: string]: string }
  /** Number of answers that the entry explains. */
  readonly count: number
  /** The decisions behind it (docs/decisions.md) and what they mean here. */
  readonly why: string
}

export interface Answered {
  /** The request and the recorded answer, with this node's ids. */
  readonly request: string
  readonly wanted: string
  readonly got: string
}

/** Decided differences from the recordings; everything else must be the same. */
export class Differences {
  readonly #list: readonly Difference[]
  readonly #used = new Map<Difference, number>()

  constructor() {
    const path = new URL('./differences.json', import.meta.url)
    this.#list = JSON.parse(readFileSync(path, 'utf8'))
  }

  /** Whether an entry explains the answer, or the part of it. */
  explain(recorded: GoldenCase, answered: Answered, part?: DifferingPart): boolean {
    const found = this.#list.find(
      (difference) => difference.part === part && explains(difference, recorded, answered),
    )
    if (found !== undefined) this.#used.set(found, (this.#used.get(found) ?? 0) + 1)
    return found !== undefined
  }

  /** Entries whose count is not the number of answers that they explained. */
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

/** Compiled once: each pattern is tested on hundreds of answers. */
function pattern(source: string): RegExp {
  const known = patterns.get(source)
  if (known !== undefined) return known
  const compiled = new RegExp(source)
  patterns.set(source, compiled)
  return compiled
}
