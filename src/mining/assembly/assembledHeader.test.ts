import { describe, expect, it } from 'vitest'
import { type BlockContext, BlockExecution } from '../../execution/block/blockExecution.ts'
import { genesisBlock, genesisState } from '../../protocol/genesis.ts'
import { decodeHeader } from '../../protocol/headers/decode.ts'
import { encodeHeader } from '../../protocol/headers/encode.ts'
import { regtest } from '../../protocol/networks/definitions.ts'
import { CodeCache } from '../../state/codeCache.ts'
import { localMiningSettings } from '../inputs/miningSettings.ts'
import { assembleBlock } from './assembleBlock.ts'

const parentState = genesisState(regtest)
const parent = genesisBlock(regtest, parentState)
const context: BlockContext = {
  network: regtest,
  chain: {
    block: () => parent,
    ancestor: () => parent,
    totalDifficulty: () => 1n,
  },
  codes: new CodeCache(0),
}
const assemble = (timestamp: number) =>
  assembleBlock(
    { parent, timestamp, uncles: [], settings: localMiningSettings },
    () => [],
    parentState,
    context,
  )

describe('the header of an assembled block', () => {
  it('matches another execution of the block', () => {
    const { block, result } = assemble(100)
    const again = new BlockExecution(block, parentState, context).complete()
    expect(again.stateRoot).toEqual(block.header.stateRoot)
    expect(again.receipts).toEqual(result.receipts)
  })

  it('equals its decoded encoding', () => {
    const { header } = assemble(100).block
    expect(decodeHeader(encodeHeader(header), regtest)).toEqual(header)
  })
})
