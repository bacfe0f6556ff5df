import { describe, expect, it } from 'vitest'
import { toHex } from '../../primitives/hex.ts'
import {
  address,
  contract,
  engines,
  newWorld,
  type RunOptions,
  returnTop,
  rulesWithout,
  run,
} from '../evmWorld.cases.ts'
import { ExecutionInterrupted } from '../halt.ts'
import type { MemoryHost } from '../memoryHost.cases.ts'
import { call, keep, measured, returnWords, wordsOf } from '../phrases.cases.ts'
import { type Precompile, type PrecompileCall, PrecompileFailure } from '../precompiles/precompile.ts'

/** Returns its input, costs 100. */
const echo: Precompile = { name: 'echo', maximumInput: 1000, gas: () => 100, run: (input) => input }
/** Uses 64 bytes of input and returns their number. */
const short: Precompile = {
  name: 'short',
  maximumInput: 64,
  gas: () => 100,
  run: (input) => Uint8Array.of(input.length),
}
const failing: Precompile = {
  name: 'failing',
  maximumInput: 0,
  gas: () => 100,
  run: (_, { caller, emit }) => {
    emit({ address: caller, topics: [], data: Uint8Array.of(1) })
    throw new PrecompileFailure('never works')
  },
}

const [echoAt, shortAt, failingAt] = [0x11, 0x12, 0x13]

function worldWith(source: string): MemoryHost {
  const host = newWorld(source)
  host.addBalance(contract, 100n)
  host.setPrecompile(address(echoAt), echo)
  host.setPrecompile(address(shortAt), short)
  host.setPrecompile(address(failingAt), failing)
  // The accounts of active precompiles exist on the real networks.
  for (const at of [echoAt, shortAt, failingAt]) host.addBalance(address(at), 0n)
  return host
}

describe.each(engines)('a call to a precompile on the %s engine', (engine) => {
  const result = (source: string, options: Omit<RunOptions, 'engine'> = {}) =>
    run(worldWith(source), { engine, ...options })
  const words = (source: string, options?: Omit<RunOptions, 'engine'>): bigint[] => {
    const { status, cause, output } = result(source, options)
    if (status !== 'success') throw new Error(cause ?? status)
    return wordsOf(output)
  }
  const word = (source: string, options?: Omit<RunOptions, 'engine'>) =>
    words(`${source} ${returnTop}`, options)[0]
  const cost = (body: string, options?: Omit<RunOptions, 'engine'>) => word(measured(`${body} POP`), options)
  const around = 7n * 3n + 2n

  it('costs the price of the precompile, and the caller gets the rest back', () => {
    expect(cost(call('CALL', echoAt, { gas: 5000 }))).toBe(around + 700n + 100n)
    expect(cost(call('CALL', echoAt, { gas: 100 }))).toBe(around + 700n + 100n)
  })

  it('can be interrupted before the precompile runs, by the work that its price stands for', () => {
    let runs = 0
    const host = newWorld(call('CALL', 0x14, { gas: 1_000_000 }))
    const slow: Precompile = { ...echo, gas: () => 900_000, run: () => Uint8Array.of(++runs) }
    host.setPrecompile(address(0x14), slow)
    const interrupt = (gas: number) => gas > 4_000_000
    expect(() => run(host, { engine, interrupt, message: { gas: 2_000_000 } })).toThrow(ExecutionInterrupted)
    expect(runs).toBe(0)
  })

  it('with too little gas loses all of it and pushes 0', () => {
    expect(cost(call('CALL', echoAt, { gas: 99, value: 0 }))).toBe(around + 700n + 99n)
    expect(word(call('CALL', echoAt, { gas: 99 }))).toBe(0n)
    const host = worldWith(call('CALLCODE', echoAt, { gas: 0 }))
    run(host, { engine })
    expect(host.isContract(address(echoAt))).toBe(false)
  })

  it('writes output and return data, even where they overlap the input', () => {
    const source = `1 0 MSTORE 2 32 MSTORE ${call('CALL', echoAt, { input: [0, 64], output: [32, 64] })}
      POP 64 0 96 RETURNDATACOPY ${returnWords(5)}`
    expect(words(source)).toEqual([1n, 1n, 2n, 1n, 2n])
  })

  it('cuts the output to its region', () => {
    const source = `1 0 MSTORE 2 32 MSTORE ${call('CALL', echoAt, { input: [0, 64], output: [64, 32] })} POP MSIZE ${keep(0)} ${returnWords(3)}`
    expect(words(source)).toEqual([96n, 2n, 1n])
  })

  it('moves value and marks the account as a contract', () => {
    const host = worldWith(call('CALL', echoAt, { value: 5 }))
    run(host, { engine })
    expect(host.balance(address(echoAt))).toBe(5n)
    expect(host.isContract(address(echoAt))).toBe(true)
  })

  it('with too little balance pushes 0, returns the gas and does not grow memory for the input', () => {
    const phrase = call('CALL', echoAt, { gas: 5000, value: 101, input: [0, 1024] })
    const memory = 3n * 32n + 2n
    expect(cost(phrase)).toBe(around + 9700n + memory)
    expect(word(`${phrase} POP MSIZE`)).toBe(0n)
  })

  it('grows memory only for the input that the precompile reads, from RSKIP516 on', () => {
    const phrase = call('CALL', shortAt, { input: [0, 1024], output: [0, 1] })
    expect(words(`${phrase} POP 0 MLOAD MSIZE ${keep(1)} ${keep(0)} ${returnWords(2)}`)).toEqual([
      64n << 248n,
      64n,
    ])
    const rules = rulesWithout('rskip516')
    // 1024 bytes are read, and their number as a byte is 0.
    expect(words(`${phrase} POP 0 MLOAD MSIZE ${keep(1)} ${keep(0)} ${returnWords(2)}`, { rules })).toEqual([
      0n,
      1024n,
    ])
  })

  it('is an ordinary call when the upper bytes of the target are not zero', () => {
    expect(cost(call('CALL', 2n ** 160n + BigInt(echoAt), { gas: 0 }))).toBe(around + 700n)
    const source = `${call('CALL', 2n ** 160n + BigInt(echoAt), { input: [0, 32] })} POP RETURNDATASIZE`
    expect(word(source)).toBe(0n)
  })

  it('passes kind, caller, value and depth to the precompile', () => {
    const calls: PrecompileCall[] = []
    const spy: Precompile = {
      ...echo,
      run: (input, details) => {
        calls.push(details)
        return input
      },
    }
    const host = worldWith(
      `${call('CALL', 0x20, { value: 3 })} ${call('STATICCALL', 0x20)} ${call('DELEGATECALL', 0x20)}`,
    )
    host.setPrecompile(address(0x20), spy)
    run(host, { engine })
    expect(
      calls.map(({ kind, value, depth, isStatic, caller }) => [kind, value, depth, isStatic, toHex(caller)]),
    ).toEqual([
      ['call', 3n, 0, false, toHex(contract)],
      ['staticcall', 0n, 0, true, toHex(contract)],
      ['delegatecall', 0n, 0, false, toHex(contract)],
    ])
  })

  describe('that fails', () => {
    const phrase = call('CALL', failingAt, { gas: 5000, value: 7 })

    it('costs only the price, pushes 0 and undoes the transfer, but keeps logs', () => {
      expect(cost(phrase)).toBe(around + 9700n + 100n)
      expect(word(phrase)).toBe(0n)
      const host = worldWith(phrase)
      const { logs } = run(host, { engine })
      expect(host.balance(address(failingAt))).toBe(0n)
      expect(logs.map(({ data }) => toHex(data))).toEqual(['0x01'])
    })

    it('clears the return data', () => {
      const source = `${call('CALL', echoAt, { input: [0, 32] })} POP ${phrase} POP RETURNDATASIZE`
      expect(word(source)).toBe(0n)
    })

    it('halts the caller before RSKIP197', () => {
      const rules = rulesWithout('rskip197')
      expect(result(phrase, { rules, exactCause: true })).toMatchObject({
        status: 'halt',
        cause: 'precompiled-contract-failed',
        logs: [],
      })
    })
  })

  it('does not change the return data before RSKIP90', () => {
    const rules = rulesWithout('rskip90', 'rskip197')
    expect(word(`${call('CALL', echoAt, { input: [0, 32] })} POP RETURNDATASIZE`, { rules })).toBe(0n)
  })

  it('writes its whole output and grows memory without a charge before RSKIP150', () => {
    const rules = rulesWithout('rskip150', 'rskip197')
    const phrase = `7 0 MSTORE ${call('CALL', echoAt, { input: [0, 32], output: [64, 1] })}`
    expect(words(`${phrase} POP MSIZE ${keep(0)} ${returnWords(3)}`, { rules })).toEqual([96n, 0n, 7n])
    const outside = `7 0 MSTORE ${measured(`${call('CALL', echoAt, { gas: 100, input: [0, 32], output: [96, 0] })} POP`)}`
    expect(words(`${outside} 0 MSTORE MSIZE ${keep(1)} ${returnWords(2)}`, { rules })).toEqual([
      around + 800n,
      128n,
    ])
    const far = call('CALL', echoAt, { input: [0, 32], output: [2 ** 21, 0] })
    expect(words(`${far} MSIZE ${keep(0)} ${keep(1)} ${returnWords(2)}`, { rules })).toEqual([
      2n ** 21n + 32n,
      1n,
    ])
    const beyondLimit = call('CALL', echoAt, { input: [0, 32], output: [2 ** 30, 0] })
    expect(result(beyondLimit, { rules }).status).toBe('halt')
  })

  it('throws errors of the precompile that are not failures', () => {
    const host = worldWith(call('CALL', 0x20))
    const broken: Precompile = {
      ...echo,
      run: () => {
        throw new Error('the disk is gone')
      },
    }
    host.setPrecompile(address(0x20), broken)
    expect(() => run(host, { engine })).toThrow('the disk is gone')
  })
})
