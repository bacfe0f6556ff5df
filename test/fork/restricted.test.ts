import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { createNode } from '../../src/library/createNode.ts'
import type { LocalNode } from '../../src/library/localNode.ts'
import { equalBytes } from '../../src/primitives/bytes.ts'
import { fromHex, toHex, toHexDigits } from '../../src/primitives/hex.ts'
import { type ChainName, recordedBlocks, recordedReceipts } from '../../src/primitives/recordings.cases.ts'
import { bridgeAddress } from '../../src/protocol/addresses.ts'
import { type Block, decodeBlock } from '../../src/protocol/block.ts'
import { regtest } from '../../src/protocol/networks/definitions.ts'
import { executeNext } from './executeNext.ts'
import { Origin } from './origin.ts'

const bridge = toHex(bridgeAddress)

const opened: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})

/** Origins with the methods that the reference node has by default; each starts only once, because starting is slow. */
const origins = new Map<ChainName, Promise<Origin>>()
const heights = { basic: 111, peg: 1376 } as const
afterAll(async () => {
  for (const origin of origins.values()) (await origin).close()
})

async function originOf(chain: keyof typeof heights): Promise<Origin> {
  const opening = origins.get(chain) ?? Origin.open(chain, heights[chain])
  origins.set(chain, opening)
  const origin = await opening
  await origin.set({ offers: 'restricted' })
  return origin
}

async function forkOf(
  chain: keyof typeof heights,
  height: number,
): Promise<{ node: LocalNode; next: Block }> {
  const origin = await originOf(chain)
  const block = (number: number): Block => {
    const { rlp } = recordedBlocks(chain).find((recorded) => recorded.number === number)!
    return decodeBlock(fromHex(rlp), regtest)
  }
  const node = await createNode({
    fork: { url: origin.url, block: height },
    accounts: 0,
    errors: 'rootstock',
    skipRemasc: false,
    mining: 'manual',
    clock: () => block(height).header.timestamp * 1000,
    coinbase: `0x${toHexDigits(block(height).header.coinbase)}`,
  })
  opened.push(node)
  return { node, next: block(height + 1) }
}

/** The last block without a call of the Bridge after which payments to miners are recorded, in a range of blocks. */
function paidBlock(chain: ChainName, from: number, to: number): number {
  const paid = new Set(
    recordedReceipts(chain)
      .filter(({ logs }) =>
        logs.some(({ address }) => address === '0x0000000000000000000000000000000001000008'),
      )
      .map(({ blockNumber }) => Number(blockNumber)),
  )
  const found = recordedBlocks(chain).findLast(({ number, rlp }) => {
    if (number <= from || number > to || !paid.has(number)) return false
    const { transactions } = decodeBlock(fromHex(rlp), regtest)
    return !transactions.some(({ to: target }) => target && equalBytes(target, bridgeAddress))
  })
  return found!.number - 1
}

describe('a fork of a node without rsk_getStorageBytesAt', () => {
  it.each<[keyof typeof heights, number]>([
    ['basic', 110],
    // The federation of the first block, one that has taken over from it, and one that has taken over from that.
    ['peg', paidBlock('peg', 400, 464)],
    ['peg', paidBlock('peg', 480, 970)],
    ['peg', paidBlock('peg', 1100, heights.peg)],
  ])('mines the next block of the chain %s after block %i as recorded', async (chain, height) => {
    const { node, next } = await forkOf(chain, height)
    await executeNext(node, chain, next)
  })

  it('answers the size of the federation, and names the missing method for other values of the Bridge', async () => {
    const { node } = await forkOf('peg', 480)
    const call = (data: string) =>
      node.request({ method: 'eth_call', params: [{ to: bridge, data }, 'latest'] })
    // getFederationSize() and getBtcBlockchainBestChainHeight().
    await expect(call('0x802ad4b6')).resolves.toMatch(/^0x0{63}[1-9a-f]$/)
    await expect(call('0x14c89c01')).rejects.toThrow(/does not offer rsk_getStorageBytesAt/)
    await node.request({ method: 'evm_mine' })
    expect(await node.request({ method: 'eth_blockNumber' })).toBe('0x1e1')
  })
})
