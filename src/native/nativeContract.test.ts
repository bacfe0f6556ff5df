import { describe, expect, it } from 'vitest'
import { PrecompileFailure } from '../evm/precompiles/precompile.ts'
import { concatBytes, emptyBytes } from '../primitives/bytes.ts'
import { wordBytes } from '../primitives/integers.ts'
import { int256 } from './abi/types.ts'
import { nativeContract, nativeMethod } from './nativeContract.ts'
import { contextAfter, listBlocks, transactionCall } from './nativeWorld.cases.ts'

const double = nativeMethod({
  name: 'double',
  inputs: [int256],
  output: int256,
  gas: ([value], inputLength) => 1000 * Number(value) + inputLength,
  run: (_invocation, value: bigint) => 2n * value,
})

const future = nativeMethod({
  name: 'future',
  inputs: [],
  output: int256,
  isEnabled: (rules) => rules.rskip536 && !rules.rskip85,
  gas: () => 7,
  run: () => 1n,
})

const contract = nativeContract('test', [double, future])(contextAfter(listBlocks(1)))

describe('a native contract', () => {
  it('runs the method that the selector names and charges its gas', () => {
    const input = concatBytes(double.selector, wordBytes(21n))
    expect(contract.gas(input)).toBe(21_036)
    expect(contract.run(input, transactionCall())).toEqual(wordBytes(42n))
  })

  it.each([
    ['no data', emptyBytes],
    ['half a selector', double.selector.subarray(0, 3)],
    ['an unknown selector', new Uint8Array(36)],
    ['arguments that are cut off', concatBytes(double.selector, new Uint8Array(31))],
    ['a method that is not enabled', future.selector],
  ])('asks no gas for %s and fails', (_what, input) => {
    expect(contract.gas(input)).toBe(0)
    expect(() => contract.run(input, transactionCall())).toThrow(PrecompileFailure)
  })

  it('takes missing arguments as zero when there are none at all', () => {
    expect(contract.gas(double.selector)).toBe(4)
    expect(contract.run(double.selector, transactionCall())).toEqual(wordBytes(0n))
  })
})
