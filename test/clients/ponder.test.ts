import { getLogsRetryHelper } from '@ponder/utils'
import { createPublicClient, type Hex, http, type RpcError, type RpcLog } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServedChain, serveChain } from './servedChain.ts'

interface BlockRange {
  readonly fromBlock: Hex
  readonly toBlock: Hex
}

/* Ponder requests wide ranges, and this function parses the error to continue with smaller ones. */

describe('the function of Ponder for refused ranges', () => {
  let served: ServedChain
  beforeAll(async () => {
    served = await serveChain()
  })
  afterAll(() => served.close())

  it('finds every log of a range with too many, in ranges that the error names', async () => {
    const client = createPublicClient({ transport: http(served.http, { retryCount: 0 }) })
    // REMASC pays out in nearly every block, with five logs.
    for (let block = 1; block <= 2_048; block++) served.node.local?.mine()

    const ask = (range: BlockRange): Promise<RpcLog[]> =>
      client.request({ method: 'eth_getLogs', params: [range] })
    const refusals: string[] = []
    const logsOf = async (range: BlockRange): Promise<RpcLog[]> => {
      try {
        return await ask(range)
      } catch (error) {
        const { details } = error as RpcError & { details: string }
        refusals.push(details)
        const retry = getLogsRetryHelper({ error: error as RpcError, params: [range] })
        if (!retry.shouldRetry) throw error
        expect(retry.isSuggestedRange).toBe(true)
        const parts: RpcLog[][] = []
        for (const part of retry.ranges) parts.push(await logsOf(part))
        return parts.flat()
      }
    }
    const found = await logsOf({ fromBlock: '0x0', toBlock: '0x800' })
    expect(refusals).toEqual([
      'query returned more than 10000 results. Try with this block range [0x0, 0x7de].',
    ])

    const halves = [await ask({ fromBlock: '0x0', toBlock: '0x400' })]
    halves.push(await ask({ fromBlock: '0x401', toBlock: '0x800' }))
    expect(found).toEqual(halves.flat())
    expect(found.length).toBeGreaterThan(10_000)
  })
})
