import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createNode } from '../../src/library/createNode.ts'
import type { LocalNode } from '../../src/library/localNode.ts'
import { fromHex, toHex, toHexDigits } from '../../src/primitives/hex.ts'
import { type ChainName, recordedBlocks } from '../../src/primitives/recordings.cases.ts'
import { type Block, decodeBlock } from '../../src/protocol/block.ts'
import { regtest } from '../../src/protocol/networks/definitions.ts'
import { executeNext } from './executeNext.ts'
import { Origin } from './origin.ts'
import { seededRandom } from './seededRandom.ts'

const bridge = '0x0000000000000000000000000000000001000006'
/** The selector of releaseBtc(). */
const releaseBtc = '0x80af2871'

/** Random calls for each chain and kind of endpoint. */
const randomCalls = 350

const chains: readonly (readonly [ChainName, number])[] = [
  ['basic', 110],
  ['contracts', 195],
  ['peg', 400],
]

const blocksOf = (chain: ChainName): Block[] =>
  recordedBlocks(chain).map(({ rlp }) => decodeBlock(fromHex(rlp), regtest))

/** The result of a request, or its error. */
async function answerOf(request: () => Promise<unknown>): Promise<unknown> {
  try {
    return await request()
  } catch (error) {
    const { code, message, data } = error as { code?: number; message: string; data?: unknown }
    return { error: { code, message, ...(data !== undefined && { data }) } }
  }
}

describe.each(chains)('a fork of the chain %s', (chain, height) => {
  const blocks = blocksOf(chain)
  let origin: Origin
  beforeAll(async () => {
    origin = await Origin.open(chain, height)
  })
  afterAll(() => origin.close())

  const fork = async (offers: 'all' | 'plain', mining: 'manual' | 'transaction'): Promise<LocalNode> => {
    await origin.set({ offers })
    return createNode({
      fork: { url: origin.url },
      accounts: 0,
      errors: 'rootstock',
      skipRemasc: false,
      mining,
      clock: () => blocks[height]!.header.timestamp * 1000,
      coinbase: `0x${toHexDigits(blocks[height]!.header.coinbase)}`,
    })
  }

  it.each(['all', 'plain'] as const)(
    'answers like the origin, from an endpoint with %s methods',
    async (offers) => {
      const node = await fork(offers, 'manual')
      const at = `0x${height.toString(16)}`
      const random = seededRandom(height)
      const transactions = blocks
        .flatMap((block) => block.transactions)
        .filter(({ sender }) => sender !== undefined)
      const accounts = [
        ...new Set(transactions.flatMap(({ sender, to }) => [toHex(sender!), ...(to ? [toHex(to)] : [])])),
        bridge,
        '0x0000000000000000000000000000000001000008',
      ]
      const requests: [string, unknown[]][] = transactions.map(({ sender, to, data, value }) => [
        'eth_call',
        [
          {
            from: toHex(sender!),
            ...(to && { to: toHex(to) }),
            data: toHex(data),
            value: `0x${value.toString(16)}`,
          },
          at,
        ],
      ])
      for (let count = 0; count < randomCalls; count++) {
        const account = accounts[random(accounts.length)]!
        const earlier = `0x${random(height + 1).toString(16)}`
        const { to, data } = transactions[random(transactions.length)]!
        const kinds: [string, unknown[]][] = [
          ['eth_getBalance', [account, random(2) === 0 ? at : earlier]],
          ['eth_getTransactionCount', [account, at]],
          ['eth_getCode', [account, at]],
          ['eth_getStorageAt', [account, `0x${random(8).toString(16)}`, at]],
          ['eth_getBlockByNumber', [earlier, random(2) === 0]],
          ['eth_getTransactionReceipt', [toHex(transactions[random(transactions.length)]!.hash)]],
          ['eth_call', [{ to: account, data: toHex(data.subarray(0, 4)) }, at]],
          ['eth_call', [{ from: account, ...(to && { to: toHex(to) }), data: toHex(data) }, at]],
          ['eth_getLogs', [{ fromBlock: earlier, toBlock: at }]],
        ]
        requests.push(kinds[random(kinds.length)]!)
      }
      const different: unknown[] = []
      for (const [method, params] of requests.filter((request) => !isPegout(request))) {
        const expected = await answerOf(() => origin.ask(method, params))
        const actual = await answerOf(() => node.request({ method, params }))
        if (!agree(actual, expected)) different.push({ method, params, actual, expected })
      }
      await node.close()
      expect(different.slice(0, 3)).toEqual([])
    },
  )

  it.each(['all', 'plain'] as const)(
    'executes the next block as recorded, from an endpoint with %s methods',
    async (offers) => {
      const node = await fork(offers, 'manual')
      const next = blocks.find(({ header }) => header.number === height + 1)!
      await executeNext(node, chain, next)
      const { gasUsed, timestamp } = (await node.request({
        method: 'eth_getBlockByNumber',
        params: ['latest', false],
      })) as {
        gasUsed: string
        timestamp: string
      }
      expect(Number(gasUsed)).toBe(next.header.gasUsed)
      expect(Number(timestamp)).toBeGreaterThanOrEqual(next.header.timestamp)
      await node.close()
    },
  )
})

/** A development chain simulates peg-outs, which other nodes cannot (decision M29). */
function isPegout([method, [call]]: readonly [string, readonly unknown[]]): boolean {
  const { to, data } = Object(call)
  return method === 'eth_call' && to === bridge && (data === '0x' || String(data).startsWith(releaseBtc))
}

/** A development chain answers more members of a block than the origin. */
function agree(actual: unknown, expected: unknown): boolean {
  try {
    if (typeof expected === 'object' && expected !== null && !Array.isArray(expected))
      expect(actual).toMatchObject(expected)
    else expect(actual).toEqual(expected)
    return true
  } catch {
    return false
  }
}
