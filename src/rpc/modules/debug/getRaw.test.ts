import { Transaction } from 'ethers'
import { describe, expect, it } from 'vitest'
import { cow, cow1, openWorld } from '../../../answering/rpcWorld.cases.ts'
import { fromHex, toHex } from '../../../primitives/hex.ts'
import { decodeBlock } from '../../../protocol/block.ts'
import { decodeHeader } from '../../../protocol/headers/decode.ts'
import { regtest } from '../../../protocol/networks/definitions.ts'
import { decodeReceipt } from '../../../protocol/receipts.ts'

const nowhere = `0x${'ab'.repeat(32)}`

async function worldWithPayment() {
  const world = await openWorld()
  const hash = await world.text('eth_sendTransaction', { from: cow, to: cow1, value: '0x5', gasPrice: '0x1' })
  return { world, hash }
}

describe('the raw forms of debug', () => {
  it('are the bytes of a transaction of the chain, or of the pool', async () => {
    const { world, hash } = await worldWithPayment()
    const raw = await world.text('debug_getRawTransaction', hash)
    expect(Transaction.from(raw).hash).toBe(hash)
    const waiting = await world.text('eth_sendTransaction', {
      from: cow,
      to: cow1,
      nonce: '0x9',
      gasPrice: '0x1',
    })
    expect(Transaction.from(await world.text('debug_getRawTransaction', waiting)).nonce).toBe(9)
  })

  it('are a block, its header and its receipts, by number, tag or hash', async () => {
    const { world, hash } = await worldWithPayment()
    const { head } = world.node.chain
    const raw = await world.text('debug_getRawBlock', '0x1')
    const block = decodeBlock(fromHex(raw), regtest)
    expect([block.header.hash, block.transactions[0]!.hash].map(toHex)).toEqual([toHex(head.hash), hash])
    expect(await world.text('debug_getRawBlock', 'latest')).toBe(raw)
    const header = await world.text('debug_getRawHeader', toHex(head.hash))
    expect(toHex(decodeHeader(fromHex(header), regtest).hash)).toBe(toHex(head.hash))
    const receipts = await world.result('debug_getRawReceipts', 'latest')
    const decoded = Object.values(Object(receipts)).map((receipt) => decodeReceipt(fromHex(String(receipt))))
    expect(decoded.map(({ success, gasUsed }) => [success, gasUsed])).toEqual([
      [true, 21_000],
      [true, 0],
    ])
  })

  it('are null for an unknown hash', async () => {
    const { world } = await worldWithPayment()
    for (const method of ['Transaction', 'Block', 'Header', 'Receipts']) {
      expect(await world.result(`debug_getRaw${method}`, nowhere)).toBeNull()
    }
  })
})
