import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isSameAnswer, Substitutions } from '../golden/comparison.ts'
import { Differences } from '../golden/differences.ts'
import { type AskedCase, goldenCases } from '../golden/goldenCases.ts'
import { type GoldenNode, openGoldenNode } from '../golden/goldenNode.ts'
import { preparationFor } from '../golden/preparations.ts'
import { corrected } from './goldenCorrections.ts'

/* The reference node's answers to the methods of debug and trace, except for deliberate differences. */

interface TraceDifference {
  readonly cases: string
  readonly recorded: string
  readonly answer: string
  readonly why: string
}

const ownDifferences: readonly TraceDifference[] = JSON.parse(
  readFileSync(new URL('./goldenDifferences.json', import.meta.url), 'utf8'),
)
const isTrace = ({ case: name }: AskedCase): boolean =>
  /^(debug_trace|debug_accountTransactionQuota|trace_)/.test(name)

const cases = goldenCases()
const methods = new Set(cases.filter(isTrace).map(({ case: name }) => name.slice(0, name.indexOf('/'))))

/** Accepts recorded answers, and answers that differ for a decided reason. */
class Judge {
  readonly #general = new Differences()
  readonly unused = new Set(ownDifferences)

  accepts(recorded: AskedCase, request: string, wanted: string, got: string): boolean {
    return (
      isSameAnswer(recorded, wanted, got) ||
      isSameAnswer(recorded, correctedText(recorded, wanted), correctedText(recorded, got)) ||
      this.#general.explain(recorded, { request, wanted, got }) ||
      this.#isDecided(recorded, wanted, got)
    )
  }

  #isDecided({ case: name }: AskedCase, wanted: string, got: string): boolean {
    const found = ownDifferences.find(
      ({ cases: names, recorded, answer }) =>
        new RegExp(names).test(name) && new RegExp(recorded).test(wanted) && new RegExp(answer).test(got),
    )
    if (found !== undefined) this.unused.delete(found)
    return found !== undefined
  }
}

/** The hash of the pending block changes each second. */
function correctedText({ case: name }: AskedCase, answer: string): string {
  const text = JSON.stringify(corrected(JSON.parse(answer)))
  return name.endsWith('pending') ? text.replace(/"blockHash":"0x\w+"/g, '"blockHash":"any"') : text
}

describe.runIf(cases.length > 0)('recorded answers of debug and trace', () => {
  const judge = new Judge()
  let golden: GoldenNode
  beforeAll(async () => {
    golden = await openGoldenNode()
  })
  afterAll(() => golden.close())

  it.each([...methods])('are given by %s', async (method) => {
    const unexplained: object[] = []
    for (const recorded of cases) {
      if (recorded.phase !== 'static' || !recorded.case.startsWith(`${method}/`)) continue
      const { request, response } = recorded
      const got = await golden.post(request)
      if (!judge.accepts(recorded, request, response!, got)) unexplained.push({ ...recorded, got })
    }
    expect(unexplained).toEqual([])
  })

  it('are the same while transactions are pending', async () => {
    const fresh = await openGoldenNode()
    const substitutions = new Substitutions()
    const unexplained: object[] = []
    for (const recorded of cases.filter(({ group }) => group === 'sendRaw' || group === 'txpool')) {
      await preparationFor(recorded.case)?.(fresh)
      const request = substitutions.apply(recorded.request)
      const got = await fresh.post(request)
      substitutions.learn(recorded, got)
      const wanted = substitutions.apply(recorded.response ?? '')
      if (isTrace(recorded) && !judge.accepts(recorded, request, wanted, got))
        unexplained.push({ ...recorded, got })
    }
    await fresh.close()
    expect(unexplained).toEqual([])
  })

  it('cause no internal error, and every listed difference occurs', () => {
    expect(golden.reported).toEqual([])
    expect([...judge.unused]).toEqual([])
  })
})
