import { isSameAnswer, Substitutions } from './comparison.ts'
import { Differences } from './differences.ts'
import type { AskedCase, GoldenCase } from './goldenCases.ts'
import type { Ask, GoldenNode } from './goldenNode.ts'
import { preparationFor } from './preparations.ts'
import { exchange } from './transport/exchange.ts'
import { type HttpAnswers, httpParts } from './transport/httpAnswers.ts'
import { recordedExchange } from './transport/recordedExchange.ts'

/** Repeats recorded requests and counts answers that are the same, explained or unexplained. */
export class Replay {
  readonly #differences = new Differences()
  readonly #counts = { same: 0, expected: 0, unexplained: 0 }

  /** Sends requests in order; returns the cases whose answers are neither the same nor explained. */
  async questions(
    recorded: readonly AskedCase[],
    golden: GoldenNode,
    ask: Ask = golden.post,
  ): Promise<object[]> {
    const substitutions = new Substitutions()
    const unexplained: object[] = []
    for (const goldenCase of recorded) {
      await preparationFor(goldenCase.case)?.(golden)
      const request = substitutions.apply(unescaped(goldenCase))
      const wanted = substitutions.apply(goldenCase.response ?? '')
      const got = await ask(request)
      substitutions.learn(goldenCase, got)
      const isSame = isSameAnswer(goldenCase, wanted, got)
      const isExplained = isSame || this.#differences.explain(goldenCase, { request, wanted, got })
      this.#count(isSame, isExplained)
      if (!isExplained) unexplained.push({ case: goldenCase.case, request, wanted, got })
    }
    return unexplained
  }

  /** Opens a connection per case and sends the recorded bytes. */
  async connections(recorded: readonly GoldenCase[], { port }: GoldenNode): Promise<object[]> {
    const unexplained: object[] = []
    for (const goldenCase of recorded) {
      const { sent, answers } = recordedExchange(goldenCase)
      const got = await exchange(port, sent, { isSilent: isSilent(answers) })
      const differing = httpParts.filter((part) => !isSamePart(goldenCase, part, answers, got))
      const problems = differing.filter((part) => !this.#explainPart(goldenCase, part, answers, got))
      this.#count(differing.length === 0, problems.length === 0)
      if (problems.length > 0) unexplained.push({ case: goldenCase.case, problems, wanted: answers, got })
    }
    return unexplained
  }

  #explainPart(
    goldenCase: GoldenCase,
    part: keyof HttpAnswers,
    recorded: HttpAnswers,
    got: HttpAnswers,
  ): boolean {
    const answered = { request: goldenCase.request ?? '', wanted: recorded[part], got: got[part] }
    return this.#differences.explain(goldenCase, answered, part === 'body' ? undefined : part)
  }

  #count(isSame: boolean, isExplained: boolean): void {
    this.#counts[isSame ? 'same' : isExplained ? 'expected' : 'unexplained']++
  }

  /** Entries of differences.json with a wrong count. */
  get miscounted(): object[] {
    return this.#differences.miscounted
  }

  get total(): number {
    const { same, expected, unexplained } = this.#counts
    return same + expected + unexplained
  }

  get summary(): string {
    const { same, expected, unexplained } = this.#counts
    return `${this.total} cases: ${same} same, ${expected} expected differences, ${unexplained} unexplained`
  }
}

const isSilent = ({ status, connection }: HttpAnswers): boolean => status === '' && connection === 'open'

function isSamePart(
  goldenCase: GoldenCase,
  part: keyof HttpAnswers,
  recorded: HttpAnswers,
  got: HttpAnswers,
): boolean {
  if (part !== 'body') return recorded[part] === got[part]
  return isSameAnswer(goldenCase, recorded.body, got.body)
}

/** Requests of the group `jsonrpc` were recorded with escaped line ends. */
const unescaped = ({ case: name, request }: AskedCase): string =>
  name.startsWith('jsonrpc/') ? request.replace(/\\r/g, '\r').replace(/\\n/g, '\n') : request
