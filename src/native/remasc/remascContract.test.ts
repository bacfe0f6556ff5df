import { describe, expect, it } from 'vitest'
import type { Log } from '../../evm/log.ts'
import { PrecompileFailure } from '../../evm/precompiles/precompile.ts'
import { concatBytes, emptyBytes } from '../../primitives/bytes.ts'
import { fromHex } from '../../primitives/hex.ts'
import { remascAddress } from '../../protocol/addresses.ts'
import { decodeArguments } from '../abi/method.ts'
import { bytes } from '../abi/types.ts'
import { cellKey } from '../cellKey.ts'
import { contextAfter, emptyState, listBlocks, transactionCall } from '../nativeWorld.cases.ts'
import { brokenSelectionRule, burnedBalance, rewardBalance } from './cells.ts'
import { remascContract } from './remascContract.ts'

const blocks = listBlocks(14)
const processMinersFees = fromHex('be021a58')
const getStateForDebugging = fromHex('0d0cee93')
const siblingsCell = cellKey('siblings')

describe('the REMASC contract', () => {
  it.each([
    ['no data', emptyBytes],
    ['the selector', processMinersFees],
  ])('pays the miners when the block’s last transaction calls it with %s', (_what, input) => {
    const logs: Log[] = []
    const contract = remascContract(contextAfter(blocks, { isRemasc: true }))
    expect(contract.gas(input)).toBe(0)
    expect(contract.run(input, transactionCall(logs))).toEqual(emptyBytes)
    expect(logs).toHaveLength(5)
  })

  it('writes an empty list of siblings from the first block on', () => {
    const state = emptyState()
    remascContract(contextAfter(blocks.slice(0, 1), { state, isRemasc: true })).run(
      emptyBytes,
      transactionCall(),
    )
    expect(state.storage(remascAddress, siblingsCell)).toEqual(new Uint8Array([0xc0]))
    expect(state.isContract(remascAddress)).toBe(true)
  })

  it.each([
    ['a payment in another transaction', emptyBytes],
    ['an unknown selector', fromHex('01020304')],
    ['a selector with arguments', concatBytes(getStateForDebugging, new Uint8Array(32))],
    ['half a selector', getStateForDebugging.subarray(0, 2)],
  ])('refuses %s without a write', (_what, input) => {
    const state = emptyState()
    const contract = remascContract(contextAfter(blocks, { state }))
    expect(() => contract.run(input, transactionCall())).toThrow(PrecompileFailure)
    expect(state.exists(remascAddress)).toBe(false)
  })

  it('returns its balances and flag to every caller and still writes the siblings', () => {
    const state = emptyState()
    rewardBalance.write(state, 0x1234n)
    burnedBalance.write(state, 0n)
    brokenSelectionRule.write(state, true)
    const output = remascContract(contextAfter(blocks, { state })).run(
      getStateForDebugging,
      transactionCall(),
    )
    expect(decodeArguments<[Uint8Array]>([bytes], output)[0]).toEqual(fromHex('c682123480c001'))
    expect(state.storage(remascAddress, siblingsCell)).toEqual(new Uint8Array([0xc0]))
  })
})
