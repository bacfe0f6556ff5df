import { describe, expect, it } from 'vitest'
import { PrecompileFailure } from '../evm/precompiles/precompile.ts'
import { asciiBytes, concatBytes, emptyBytes } from '../primitives/bytes.ts'
import { wordBytes } from '../primitives/integers.ts'
import { type AbiType, int256 } from './abi/types.ts'
import { nativeContract } from './nativeContract.ts'
import { nativeMethod } from './nativeMethod.ts'
import { contextAfter, listBlocks, transactionCall } from './nativeWorld.cases.ts'

type Context = ReturnType<typeof contextAfter>

const double = nativeMethod<Context, [bigint], bigint>({
  name: 'double',
  inputs: [int256],
  output: int256,
  gas: (_context, value) => 1000 * Number(value),
  gasPerByte: 1,
  run: (_invocation, value) => 2n * value,
})

const removed = nativeMethod<Context, [], bigint>({
  name: 'removed',
  inputs: [],
  output: int256,
  available: { until: 'rskip85' },
  gas: 7,
  run: () => 1n,
})

const topLevelOnly = nativeMethod<Context, [], void>({
  name: 'topLevelOnly',
  inputs: [],
  gas: ({ block }) => block.number,
  check({ call }) {
    if (call.depth > 0) throw new PrecompileFailure('called from a contract')
  },
  run: () => undefined,
})

const methods = [double, removed, topLevelOnly]
const context = contextAfter(listBlocks(1))
const contract = nativeContract({ name: 'test', methods })(context)

describe('a native contract', () => {
  it('runs the method of the selector and charges its gas', () => {
    const input = concatBytes(double.selector, wordBytes(21n))
    expect(contract.gas(input)).toBe(21_036)
    expect(contract.run(input, transactionCall())).toEqual(wordBytes(42n))
  })

  it.each([
    ['no data', emptyBytes],
    ['half a selector', double.selector.subarray(0, 3)],
    ['an unknown selector', new Uint8Array(36)],
    ['arguments that are cut off', concatBytes(double.selector, new Uint8Array(31))],
    ['a method that a rule removed', removed.selector],
  ])('costs no gas and fails for %s', (_what, input) => {
    expect(contract.gas(input)).toBe(0)
    expect(() => contract.run(input, transactionCall())).toThrow(PrecompileFailure)
  })

  it('charges a method by its context', () => {
    expect(contract.gas(topLevelOnly.selector)).toBe(context.block.number)
  })

  it('refuses the calls that a method does not answer', () => {
    expect(() => contract.run(topLevelOnly.selector, transactionCall([], 1))).toThrow(PrecompileFailure)
  })

  it('returns empty bytes for a method without result', () => {
    expect(contract.run(topLevelOnly.selector, transactionCall())).toEqual(emptyBytes)
  })

  it('reads missing arguments as zero when the input ends with the selector', () => {
    expect(contract.gas(double.selector)).toBe(4)
    expect(contract.run(double.selector, transactionCall())).toEqual(wordBytes(0n))
  })
})

describe('a native contract with its own defaults', () => {
  const own = nativeContract<Context>({
    name: 'test',
    methods,
    defaultMethod: double,
    gasWithoutMethod: 23,
    outputWithoutMethod: () => wordBytes(1n),
    voidOutput: (_invocation, { name }) => asciiBytes(name),
  })(context)

  it('runs its default method for empty input', () => {
    expect(own.run(emptyBytes, transactionCall())).toEqual(wordBytes(0n))
  })

  it('has its own price and output for input that calls no method', () => {
    expect(own.gas(removed.selector)).toBe(23)
    expect(own.run(removed.selector, transactionCall())).toEqual(wordBytes(1n))
  })

  it('has its own output for a method without result', () => {
    expect(own.run(topLevelOnly.selector, transactionCall())).toEqual(asciiBytes('topLevelOnly'))
  })
})

describe('the price of an input', () => {
  /** Counts how often arguments are checked and decoded. */
  function counted() {
    const counts = { checked: 0, decoded: 0 }
    const type: AbiType<bigint> = {
      ...int256,
      fits(data, offset) {
        counts.checked++
        return int256.fits(data, offset)
      },
      decode(data, offset) {
        counts.decoded++
        return int256.decode(data, offset)
      },
    }
    const method = nativeMethod<Context, [bigint], bigint>({
      name: 'counted',
      inputs: [type],
      output: int256,
      gas: (_context, value) => 5000 + Number(value),
      gasPerByte: 1000,
      run: (_invocation, value) => value,
    })
    const priced = nativeContract({ name: 'test', methods: [method], gasWithoutMethod: 23_000 })(context)
    const input = concatBytes(method.selector, wordBytes(7n))
    const price = (availableGas: number) => priced.gas(input, 'call', availableGas)
    const pay = () => {
      price(1_000_000)
      return priced.run(input, transactionCall())
    }
    return { counts, price, pay }
  }

  it('is computed with arguments that are decoded once for price and run', () => {
    const { counts, pay } = counted()
    expect(pay()).toEqual(wordBytes(7n))
    expect(counts).toEqual({ checked: 2, decoded: 1 })
  })

  it('is the minimum of all outcomes, without checking the arguments, when the available gas is below it', () => {
    const { counts, price } = counted()
    expect(price(22_999)).toBe(23_000)
    expect(counts).toEqual({ checked: 0, decoded: 0 })
  })

  it('is the minimum of the method, without decoding, when the available gas is below it', () => {
    const { counts, price } = counted()
    expect(price(35_999)).toBe(36_000)
    expect(counts).toEqual({ checked: 1, decoded: 0 })
  })

  it('is exact when the gas may suffice', () => {
    const { counts, price } = counted()
    expect(price(36_000)).toBe(41_007)
    expect(counts.decoded).toBe(1)
  })
})
