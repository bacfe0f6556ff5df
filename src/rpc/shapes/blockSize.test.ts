import { expect, it } from 'vitest'
import { fromHex } from '../../primitives/hex.ts'
import { recordedBlocks } from '../../primitives/recordings.cases.ts'
import { decodeBlock } from '../../protocol/block.ts'
import { regtest } from '../../protocol/networks/definitions.ts'
import { blockSize } from './blockShape.ts'

it('the size of a block is that of its encoding', () => {
  for (const { rlp } of [...recordedBlocks('basic'), ...recordedBlocks('uncles')]) {
    const bytes = fromHex(rlp)
    expect(blockSize(decodeBlock(bytes, regtest))).toBe(bytes.length)
  }
})
