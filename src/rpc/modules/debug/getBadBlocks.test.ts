import { expect, it } from 'vitest'
import { cow, cow1, openWorld, type RpcWorld } from '../../../answering/rpcWorld.cases.ts'
import { asHash } from '../../../primitives/bytes.ts'
import { fromHex, toHex } from '../../../primitives/hex.ts'
import { type Block, decodeBlock } from '../../../protocol/block.ts'
import { mineHeader } from '../../../protocol/mergedMining/mineHeader.cases.ts'
import { regtest } from '../../../protocol/networks/definitions.ts'

/** A child of the best block with a wrong state root; `mark` makes it unique. */
async function badBlock(world: RpcWorld, mark: number): Promise<Block> {
  const raw = await world.text('debug_getRawBlock', 'latest')
  const { header, ...body } = decodeBlock(fromHex(raw), regtest)
  const stateRoot = Uint8Array.from(header.stateRoot)
  stateRoot[0] = mark
  return { ...body, header: mineHeader({ ...header, stateRoot: asHash(stateRoot) }, world.node.network) }
}

it('debug_getBadBlocks has the latest rejected blocks, each once', async () => {
  const world = await openWorld()
  await world.result('eth_sendTransaction', { from: cow, to: cow1, value: '0x5' })
  expect(await world.result('debug_getBadBlocks')).toEqual([])
  const bad: Block[] = []
  for (let mark = 0; mark < 12; mark++) bad.push(await badBlock(world, mark))
  for (const block of [...bad, bad[11]!]) {
    expect(world.node.chain.import(block)).toMatchObject({ status: 'rejected' })
  }
  const answered = Object(await world.result('debug_getBadBlocks'))
  expect(answered).toHaveLength(10)
  const hash = toHex(bad[11]!.header.hash)
  expect(answered[0]).toMatchObject({
    hash,
    block: { hash, number: '0x1', transactions: [{ from: cow }, {}] },
    reason: expect.stringMatching(/^[a-z-]+: ./),
  })
  expect(toHex(decodeBlock(fromHex(answered[0].rlp), regtest).header.hash)).toBe(hash)
  expect(answered[9].hash).toBe(toHex(bad[2]!.header.hash))
})
