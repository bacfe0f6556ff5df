import { describe, expect, it } from 'vitest'
import { type BlockContext, executeBlock } from '../../execution/block/executeBlock.ts'
import { genesisBlock, genesisState } from '../../protocol/genesis.ts'
import { decodeHeader } from '../../protocol/headers/decode.ts'
import { encodeHeader } from '../../protocol/headers/encode.ts'
import { regtest } from '../../protocol/networks/definitions.ts'
import { CodeCache } from '../../state/codeCache.ts'
import { localMiningSettings } from '../inputs/miningSettings.ts'
import { assembleBlock } from './assembleBlock.ts'
import { KnownExecutions } from './knownExecutions.ts'

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

describe('the known executions', () => {
  it('returns the result of a block assembled here once, and executes it afterwards', () => {
    const known = new KnownExecutions()
    const assembled = assemble(100)
    known.remember(assembled)
    const executions = [1, 2].map(() => known.execute(assembled.block, parentState, context))
    const states = executions.map((execution) => (execution.status === 'valid' ? execution.state : undefined))
    expect(states[0]).toBe(assembled.result.state)
    expect(states[1]).not.toBe(assembled.result.state)
    expect(states[1]?.hash()).toEqual(assembled.result.stateRoot)
  })

  it('executes a block whose header differs', () => {
    const known = new KnownExecutions()
    const { block, ...rest } = assemble(100)
    known.remember({ block, ...rest })
    const forged = { ...block, header: { ...block.header, gasUsed: 1 } }
    expect(known.execute(forged, parentState, context)).toMatchObject({ rejection: { reason: 'gas-used' } })
  })

  it('keeps only the latest results', () => {
    const known = new KnownExecutions()
    const first = assemble(100)
    known.remember(first)
    for (let timestamp = 101; timestamp <= 120; timestamp++) known.remember(assemble(timestamp))
    const execution = known.execute(first.block, parentState, context)
    expect(execution.status === 'valid' && execution.state).not.toBe(first.result.state)
  })

  it('assembles a header that matches another execution of the block', () => {
    const { block, result } = assemble(100)
    const again = executeBlock(block, parentState, context)
    expect(again.stateRoot).toEqual(block.header.stateRoot)
    expect(again.receipts).toEqual(result.receipts)
  })

  it('assembles a header that equals its decoded encoding', () => {
    const { header } = assemble(100).block
    expect(decodeHeader(encodeHeader(header), regtest)).toEqual(header)
  })
})
