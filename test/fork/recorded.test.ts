import { afterEach, describe, expect, it } from 'vitest'
import { recordedReads } from '../../src/bridge/recordedPeg.cases.ts'
import { createNode } from '../../src/library/createNode.ts'
import type { LocalNode } from '../../src/library/localNode.ts'
import { type ChainName, recordedReceipts } from '../../src/primitives/recordings.cases.ts'
import { Differences } from '../golden/differences.ts'
import { type AskedCase, goldenCases } from '../golden/goldenCases.ts'
import { Origin, type OriginSettings } from './origin.ts'

const opened: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close()
})

async function forkOf(
  chain: ChainName | 'golden',
  height: number,
  offers: NonNullable<OriginSettings['offers']>,
): Promise<{ node: LocalNode; origin: Origin }> {
  const origin = await Origin.open(chain, height)
  opened.push(origin)
  await origin.set({ offers, isRecorded: true })
  const node = await createNode({
    fork: { url: origin.url },
    accounts: 0,
    errors: 'rootstock',
    skipRemasc: false,
    mining: 'manual',
  })
  opened.push(node)
  return { node, origin }
}

const bridge = '0x0000000000000000000000000000000001000006'
const reads =
  /^eth_(getBalance|getCode|getStorageAt|getTransactionCount|getBlock|getTransaction|getUncle|getLogs|call)/

/** Recorded requests that succeed, without those about the pending block or a random id. */
const readCases = goldenCases().filter(
  ({ case: name, phase, request, response, volatile }) =>
    phase === 'static' &&
    volatile === undefined &&
    reads.test(name) &&
    response?.includes('"result"') &&
    !request.includes('pending') &&
    // A development chain refuses such a call, because tools would not notice which of the two is used.
    name !== 'eth_call/data-and-input-differ' &&
    request.includes('"params"'),
)

interface Answer {
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

async function answerOf(node: LocalNode, { request }: AskedCase): Promise<Answer> {
  const { method, params } = JSON.parse(request)
  return node.request({ method, params }).then(
    (result) => ({ result }),
    ({ code, message, data }) => ({ error: { code, message, ...(data && { data }) } }),
  )
}

/** Most values of the Bridge are longer than the words that this endpoint returns. */
const isRefusedBridge = ({ request }: AskedCase, { error }: Answer): boolean =>
  request.includes(bridge) && (error?.message.includes('does not offer rsk_getStorageBytesAt') ?? false)

/** Whether the answer is as recorded, except for more members of blocks, or a decided difference. */
function isRecorded(goldenCase: AskedCase, answer: Answer, differences: Differences): boolean {
  const { id, result } = JSON.parse(goldenCase.response!)
  try {
    expect(answer).toMatchObject({ result })
    return true
  } catch {
    if (isRefusedBridge(goldenCase, answer)) return true
    const got = JSON.stringify({ jsonrpc: '2.0', id, ...answer })
    return differences.explain(goldenCase, { request: goldenCase.request, wanted: goldenCase.response!, got })
  }
}

describe('a fork of recorded answers of the reference node', () => {
  it.runIf(readCases.length > 0)('returns the answers that were recorded over the golden chain', async () => {
    const { node, origin } = await forkOf('golden', 27, 'restricted')
    const differences = new Differences()
    const different: object[] = []
    for (const goldenCase of readCases) {
      const answer = await answerOf(node, goldenCase)
      if (!isRecorded(goldenCase, answer, differences)) different.push({ ...goldenCase, answer })
    }
    expect(different.slice(0, 5)).toEqual([])
    expect(readCases.length).toBeGreaterThan(900)
    expect(await origin.recorded()).toBeGreaterThan(300)
    await node.request({ method: 'evm_mine' })
    expect(await node.request({ method: 'eth_blockNumber' })).toBe('0x1c')
  })

  it.each<[ChainName, number]>([
    ['basic', 110],
    ['contracts', 195],
  ])('answers the receipts that were recorded of the chain %s', async (chain, height) => {
    const { node, origin } = await forkOf(chain, height, 'restricted')
    const receipts = recordedReceipts(chain).filter(({ blockNumber }) => Number(blockNumber) <= height)
    for (const receipt of receipts) {
      const params = [receipt.transactionHash] as const
      expect(await node.request({ method: 'eth_getTransactionReceipt', params })).toMatchObject(receipt)
    }
    expect(await origin.recorded()).toBe(receipts.length)
  })

  it('answers the reads of the Bridge that were recorded of the chain peg', async () => {
    const height = 488
    const { node } = await forkOf('peg', height, 'plain')
    const here = recordedReads.filter(({ height: at, data }) => at === height && data !== undefined)
    expect(here.length).toBeGreaterThan(100)
    const different: object[] = []
    for (const { method, data, result } of here) {
      const params = [{ to: bridge, data }, 'latest'] as const
      const answer = await node.request({ method: 'eth_call', params }).catch((error: Error) => error.message)
      // The reference node answers a failed call of a native contract with empty bytes (decision M3).
      const isFailed =
        result === '0x' && /(precompiled|native) contract refused the call/.test(String(answer))
      if (answer !== result && !isFailed) different.push({ method, answer, result })
    }
    expect(different).toEqual([])
  })
})
