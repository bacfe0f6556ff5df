import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromHex } from '../../src/primitives/hex.ts'
import { decodeBlock } from '../../src/protocol/block.ts'
import { readSchedule } from '../../src/protocol/networks/upgradeSchedule.ts'
import { historyBlocks, historyNetwork, recordedLines } from '../chains/historyChains.ts'
import { timestampsIn } from './additions.ts'
import { type GoldenNode, openGoldenNode } from './goldenNode.ts'
import { comparableText, type TypedCase, typedCases, wantedText } from './typedAnswers.ts'

const activations = new URL('../fixtures/chains/typed-a.activations.json', import.meta.url)
const upgrades = readSchedule(readFileSync(activations, 'utf8'))

interface Difference {
  readonly cases: string
  readonly recorded: string
  readonly answer: string
  readonly count: number
  readonly why: string
}

const differences: readonly Difference[] = JSON.parse(
  readFileSync(new URL('./typedDifferences.json', import.meta.url), 'utf8'),
)
const explained = new Map<Difference, number>()
const network = historyNetwork('typed-a')
const typedBlocks = historyBlocks('typed-a').map(({ rlp }) => decodeBlock(fromHex(rlp), network))
const timestamps = timestampsIn(typedBlocks)

/** A node with the recorded chain. */
async function openTyped(): Promise<GoldenNode> {
  const golden = await openGoldenNode({ isFresh: true, node: { upgrades } })
  for (const block of typedBlocks) golden.node.chain.import(block)
  return golden
}

const isByIndex = ({ case: name }: TypedCase): boolean => /^eth_getTransactionByBlock\w+AndIndex/.test(name)

/** The cases whose answers are neither the same nor explained. */
async function unexplained(cases: readonly TypedCase[], { post }: GoldenNode): Promise<object[]> {
  const found: object[] = []
  for (const recorded of cases) {
    const got = comparableText(await post(recorded.request))
    const wanted = wantedText(recorded.response, isByIndex(recorded), timestamps)
    if (got === wanted) continue
    const difference = differences.find(
      (each) =>
        new RegExp(each.cases).test(recorded.case) &&
        new RegExp(each.recorded).test(wanted) &&
        new RegExp(each.answer).test(got),
    )
    if (difference === undefined) found.push({ case: recorded.case, request: recorded.request, wanted, got })
    else explained.set(difference, (explained.get(difference) ?? 0) + 1)
  }
  return found
}

const cases = typedCases()
const staticCases = cases.filter(({ phase }) => phase === 'static')
const methods = [...new Set(staticCases.map(({ case: name }) => name.slice(0, name.indexOf('/'))))]

describe('requests recorded with the drafts of typed transactions', () => {
  let golden: GoldenNode
  beforeAll(async () => {
    golden = await openTyped()
  }, 120_000)
  afterAll(() => golden.close())

  it.each(methods)('to %s get the recorded answers or decided differences', async (method) => {
    const asked = staticCases.filter(({ case: name }) => name.startsWith(`${method}/`))
    expect(await unexplained(asked, golden)).toEqual([])
  })

  it.each(['raw', 'pool'])(
    'of the group %s get the recorded answers, in order',
    async (group) => {
      const fresh = await openTyped()
      try {
        const asked = cases.filter((each) => each.group === group).sort((a, b) => a.seq - b.seq)
        expect(await unexplained(asked, fresh)).toEqual([])
      } finally {
        await fresh.close()
      }
    },
    120_000,
  )

  it('differ as often as typedDifferences.json says', () => {
    const counted = differences.map((each) => ({ ...each, count: explained.get(each) ?? 0 }))
    expect(counted).toEqual(differences)
  })
})

interface Refusal {
  /** Height of the best block. */
  readonly best: number
  readonly raw: string
  readonly error: { readonly code: number; readonly message: string }
}

/** Refusals that depend only on the height, the fees and the gas; others depend on the pool at the time. */
const dependsOnHeight = /activation|must not exceed|lower than block's minimum|exceeds cap|basic cost/

describe('transactions that were refused while the chain grew', () => {
  const refusals = recordedLines<Refusal>('typed-a.refused.jsonl.gz').filter(({ error }) =>
    dependsOnHeight.test(error.message),
  )
  const heights = new Set(Object.values(upgrades.rules ?? {}))

  it('are refused for the same reason', async () => {
    const golden = await openGoldenNode({ isFresh: true, node: { upgrades } })
    const blocks = historyBlocks('typed-a').filter(({ hash, best = hash }) => best === hash)
    let compared = 0
    try {
      for (const { rlp, number } of blocks) {
        golden.node.chain.import(decodeBlock(fromHex(rlp), network))
        // The branch applies the rules of the best block, this node those of the next.
        if (heights.has(number + 1)) continue
        for (const { raw, error } of refusals.filter(({ best }) => best === number)) {
          const request = { jsonrpc: '2.0', id: 1, method: 'eth_sendRawTransaction', params: [raw] }
          expect(JSON.parse(await golden.post(JSON.stringify(request)))).toMatchObject({ error })
          compared++
        }
      }
    } finally {
      await golden.close()
    }
    expect(compared).toBe(250)
  }, 120_000)
})
