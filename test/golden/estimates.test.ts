import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toQuantity } from '../../src/primitives/quantity.ts'
import { isJsonObject } from '../../src/rpc/json/json.ts'
import { parsed, resultOf } from './comparison.ts'
import { goldenCases } from './goldenCases.ts'
import { type GoldenNode, openGoldenNode } from './goldenNode.ts'

/* Estimates differ from the recordings (M5), so the test proves that each is the minimum gas that succeeds. */

const estimates = goldenCases().filter(
  ({ case: name, phase }) => phase === 'static' && name.startsWith('eth_estimateGas/'),
)

describe.runIf(estimates.length > 0)('eth_estimateGas for recorded requests', () => {
  let golden: GoldenNode
  beforeAll(async () => {
    golden = await openGoldenNode()
  })
  afterAll(() => golden.close())

  /** Whether the call succeeds with this gas. */
  async function succeeds(call: object, block: unknown, gas: bigint): Promise<boolean> {
    const params = [{ ...call, gas: toQuantity(gas) }, block]
    const body = { jsonrpc: '2.0', id: 1, method: 'eth_call', params }
    return resultOf(await golden.post(JSON.stringify(body))) !== undefined
  }

  it('answers the minimum gas with which the call succeeds', async () => {
    let compared = 0
    for (const { case: name, request } of estimates) {
      const [call, block = 'latest'] = paramsOf(request)
      const estimate = resultOf(await golden.post(request))
      if (estimate === undefined || !isJsonObject(call) || typeof block !== 'string') continue
      const gas = BigInt(estimate)
      // The estimate of a failing call is the gas used until the failure.
      if (!(await succeeds(call, block, gas))) continue
      expect(await succeeds(call, block, gas - 1n), name).toBe(false)
      compared++
    }
    expect(compared).toBeGreaterThan(40)
  })
})

function paramsOf(request: string): readonly unknown[] {
  const body = parsed(request)
  const { params } = isJsonObject(body) ? body : {}
  return Array.isArray(params) ? params : []
}
