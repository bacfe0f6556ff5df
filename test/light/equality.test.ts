import { afterEach, describe, expect, it } from 'vitest'
import { fromHex } from '../../src/primitives/hex.ts'
import { recordedBlocks } from '../../src/primitives/recordings.cases.ts'
import { decodeBlock } from '../../src/protocol/block.ts'
import { regtest } from '../../src/protocol/networks/definitions.ts'
import { Random } from '../attack/random.ts'
import { goldenBlocks } from '../golden/goldenCases.ts'
import { callsAbout } from './chainCalls.ts'
import { Comparison } from './comparison.ts'
import { recordedCalls } from './recordedCalls.ts'

/* What a light client answers equals what a full node answers over the same chain; `npm run test:chains` compares all of it. */

let comparison: Comparison | undefined
afterEach(() => {
  comparison?.close()
  comparison = undefined
})

/** Reads the work of the chain, which counts uncles: a light client does not know it. */
const cumulativeWork = '0x096c8196'

describe('a light client', () => {
  it('answers the recorded requests like the full node, with proof', async () => {
    comparison = await Comparison.over(goldenBlocks())
    const calls = recordedCalls()
    const isWork = ({ params }: (typeof calls)[number]): boolean =>
      JSON.stringify(params).includes(cumulativeWork)
    expect(await comparison.differences(calls.filter((call) => !isWork(call)))).toEqual([])
    expect(comparison.count).toBeGreaterThan(300)
    const refused = []
    for (const { method, params } of calls.filter(isWork)) {
      const { error } = await comparison.light.answer(method, params)
      if (JSON.stringify(error ?? null).includes('reads the total difficulty of a block')) refused.push(error)
    }
    expect(refused).toHaveLength(3)
    expect(refused[0]).toMatchObject({ code: -32016 })
    expect(comparison.light.problems).toEqual([])
  }, 300_000)

  it.each(['contracts', 'uncles', 'peg'] as const)(
    'answers about blocks of the chain %s like the full node',
    async (name) => {
      const blocks = recordedBlocks(name).map(({ rlp }) => decodeBlock(fromHex(rlp), regtest))
      comparison = await Comparison.over(blocks.slice(0, 150))
      const { chain } = comparison.full
      const random = new Random(54)
      for (let count = 0; count < 6; count++) {
        const block = chain.select(1 + random.below(chain.head.number))!
        expect(await comparison.differences(callsAbout(block, chain, random))).toEqual([])
      }
      expect(comparison.count).toBeGreaterThan(60)
    },
    300_000,
  )

  it('refuses a trace that lists all cells of a contract', async () => {
    comparison = await Comparison.over(goldenBlocks())
    const call = { to: '0x83c5541a6c8d2dbad642f385d8d06ca9b6c731ee', data: '0x18160ddd' }
    const { error, verified } = await comparison.light.answer('debug_traceCall', [call, 'latest'])
    expect(error).toMatchObject({ message: expect.stringMatching(/do not list all cells of an account/) })
    expect(verified).toBeUndefined()
  })
})
