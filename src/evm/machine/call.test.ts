import { describe, expect, it } from 'vitest'
import { toHex } from '../../primitives/hex.ts'
import { toBigInt, wordBytes } from '../../primitives/integers.ts'
import {
  address,
  contract,
  deploy,
  engines,
  newWorld,
  type RunOptions,
  returnTop,
  rulesWithout,
  run,
  sender,
} from '../evmWorld.cases.ts'
import type { MemoryHost } from '../memoryHost.cases.ts'
import { call, keep, measured, returnWords, wordsOf } from '../phrases.cases.ts'

const callee = 0xbeef
const missing = 0x123456

/** A world in which `source` can call `calleeSource`. */
function worldWith(source: string, calleeSource: string): MemoryHost {
  const host = newWorld(source)
  host.addBalance(contract, 100n)
  deploy(host, address(callee), calleeSource)
  return host
}

describe.each(engines)('a call on the %s engine', (engine) => {
  /** Words that the contract returns after a call. */
  function words(source: string, calleeSource = 'STOP', options: Omit<RunOptions, 'engine'> = {}): bigint[] {
    const result = run(worldWith(source, calleeSource), { engine, ...options })
    if (result.status !== 'success') throw new Error(result.cause ?? result.status)
    return wordsOf(result.output)
  }
  const word = (
    source: string,
    calleeSource?: string,
    options?: Omit<RunOptions, 'engine'>,
  ): bigint | undefined => words(`${source} ${returnTop}`, calleeSource, options)[0]
  const cost = (body: string, calleeSource?: string): bigint | undefined =>
    word(measured(`${body} POP`), calleeSource)
  /** Gas of the seven pushes and the POP around a measured call. */
  const around = 7n * 3n + 2n

  it('costs 700, 9000 with value, and 25000 for CALL to an account that does not exist', () => {
    expect(cost(call('CALL', callee, { gas: 0 }))).toBe(around + 700n)
    expect(cost(call('CALL', callee, { gas: 0, value: 1 }))).toBe(around + 9700n)
    expect(cost(call('CALL', missing, { gas: 0 }))).toBe(around + 25_700n)
    expect(cost(`${call('CALL', missing, { gas: 0 })} POP ${call('CALL', missing, { gas: 0 })}`)).toBe(
      2n * around + 25_700n + 700n,
    )
    for (const kind of ['DELEGATECALL', 'STATICCALL'] as const) {
      expect(cost(call(kind, missing, { gas: 0 })), kind).toBe(around - 3n + 700n)
    }
    expect(cost(call('CALLCODE', missing, { gas: 0, value: 1 }))).toBe(around + 9700n)
  })

  it('creates its target, even in a static call without value', () => {
    for (const kind of ['CALL', 'STATICCALL'] as const) {
      const host = worldWith(call(kind, missing), 'STOP')
      run(host, { engine })
      expect(host.exists(address(missing)), kind).toBe(true)
    }
    const host = worldWith(call('DELEGATECALL', missing), 'STOP')
    run(host, { engine })
    expect(host.exists(address(missing))).toBe(false)
  })

  it('gives the callee all requested gas: there is no 63/64 rule', () => {
    const [left, given] = words(
      `${call('CALL', callee, { gas: 2n ** 256n - 1n, output: [32, 32] })} POP GAS ${keep(0)} ${returnWords(2)}`,
      `GAS ${returnTop}`,
      { message: { gas: 50_000 } },
    )
    // Spent: seven pushes, the base cost, two words of memory and the GAS instruction itself.
    expect(given).toBe(50_000n - 21n - 700n - 6n - 2n)
    // The callee spent 17 gas, 2 of them before its GAS; then the caller spent POP and GAS.
    expect(left).toBe((given ?? 0n) - 15n - 4n)
  })

  it('gives exactly the requested gas when the caller has enough', () => {
    expect(
      word(`${call('CALL', callee, { gas: 1000, output: [0, 32] })} POP 0 MLOAD`, `GAS ${returnTop}`),
    ).toBe(998n)
  })

  it('adds a stipend of 2300 to a call with value, which the caller pays', () => {
    const phrase = call('CALL', callee, { gas: 0, value: 1, output: [0, 32] })
    expect(word(`${phrase} POP 0 MLOAD`, `GAS ${returnTop}`)).toBe(2298n)
    // The callee spends the stipend, which the caller paid.
    expect(cost(call('CALL', callee, { gas: 0, value: 1 }), '#fe')).toBe(around + 9700n + 2300n)
  })

  it('with value halts when the stipend cannot be paid', () => {
    const source = call('CALL', callee, { gas: 0, value: 1 })
    const needed = 21 + 9700 + 2300
    expect(run(worldWith(source, 'STOP'), { engine, message: { gas: needed } }).status).toBe('success')
    expect(run(worldWith(source, 'STOP'), { engine, message: { gas: needed - 1 } }).cause).toBe('out-of-gas')
  })

  it('with value and a request near 2^63 halts before RSKIP150', () => {
    const request = (gas: bigint) => worldWith(call('CALL', callee, { gas, value: 1 }), 'STOP')
    const rules = rulesWithout('rskip150')
    const limit = 2n ** 63n - 1n - 2300n
    expect(run(request(limit), { engine, rules }).status).toBe('success')
    expect(run(request(limit + 1n), { engine, rules }).cause).toBe('out-of-gas')
    expect(run(request(2n ** 256n - 1n), { engine, rules }).cause).toBe('out-of-gas')
    expect(run(request(2n ** 256n - 1n), { engine }).status).toBe('success')
  })

  it('moves value; without enough balance pushes 0 and returns the gas', () => {
    const host = worldWith(call('CALL', callee, { value: 30 }), 'STOP')
    run(host, { engine })
    expect([host.balance(contract), host.balance(address(callee))]).toEqual([70n, 30n])
    expect(word(call('CALL', callee, { value: 101 }))).toBe(0n)
    expect(cost(call('CALL', callee, { gas: 5000, value: 101 }), '#fe')).toBe(around + 9700n)
  })

  it('gives the callee its own account or the caller’s, by the kind of call', () => {
    const callerNumber = toBigInt(contract)
    const show = `ADDRESS ${keep(0)} CALLER ${keep(1)} CALLVALUE ${keep(2)} ${returnWords(3)}`
    const seen = (kind: 'CALL' | 'CALLCODE' | 'DELEGATECALL' | 'STATICCALL', value = 0) =>
      words(`${call(kind, callee, { value, output: [0, 96] })} ${returnWords(3)}`, show, {
        message: { value: 4n },
      })
    expect(seen('CALL', 3)).toEqual([BigInt(callee), callerNumber, 3n])
    expect(seen('CALLCODE', 3)).toEqual([callerNumber, callerNumber, 3n])
    expect(seen('DELEGATECALL')).toEqual([callerNumber, toBigInt(sender), 4n])
    expect(seen('STATICCALL')).toEqual([BigInt(callee), callerNumber, 0n])
  })

  it('ignores the upper 12 bytes of the target', () => {
    expect(
      word(`${call('CALL', 2n ** 200n + BigInt(callee), { output: [0, 32] })} POP 0 MLOAD`, `5 ${returnTop}`),
    ).toBe(5n)
  })

  it('passes call data and writes the output, cut to its region', () => {
    const [first, second] = words(
      `0x11 0 MSTORE ${call('CALL', callee, { input: [0, 32], output: [32, 16] })} POP ${returnWords(2)}`,
      `0 CALLDATALOAD 1 ADD ${2n ** 128n} MUL ${returnTop}`,
    )
    expect([first, second]).toEqual([0x11n, 0x12n * 2n ** 128n])
  })

  it('does not change the rest of a larger output region', () => {
    const [kept] = words(
      `${2n ** 256n - 1n} 0 MSTORE ${call('CALL', callee, { output: [0, 32] })} ${returnWords(1)}`,
      '1 0 RETURN',
    )
    expect(kept).toBe(2n ** 248n - 1n)
  })

  it('pays for input and output memory but grows memory only when it is used', () => {
    const phrase = call('CALL', callee, { gas: 0, input: [0, 64], output: [0, 96] })
    expect(cost(phrase)).toBe(around + 700n + 9n)
    expect(word(`${phrase} POP MSIZE`)).toBe(96n)
    const far = call('CALL', callee, { gas: 0, input: [2 ** 30, 1] })
    expect(run(worldWith(far, 'STOP'), { engine, message: { gas: Number.MAX_SAFE_INTEGER } }).cause).toBe(
      'out-of-gas',
    )
  })

  it.each([
    [400, undefined],
    [1024, rulesWithout('rskip150')],
  ] as const)('cannot go deeper than %i', (limit, rules) => {
    // Every frame calls itself with all its gas and adds 1 to the result.
    const source = `${call('CALL', toBigInt(contract), { output: [0, 32] })} 0 MLOAD ADD ${returnTop}`
    const options = { message: { gas: 10_000_000 }, ...(rules === undefined ? {} : { rules }) }
    expect(word(source, 'STOP', options)).toBe(BigInt(limit))
  })

  it('at the depth limit pays for its input but does not grow it', () => {
    // The call of the deepest frame fails; its memory size is passed up through all frames.
    const deepest = `${call('CALL', callee, { gas: 0, input: [0, 1024] })} ${keep(0)} MSIZE ${keep(1)} ${returnWords(2)}`
    const descend = `${call('CALL', toBigInt(contract), { output: [0, 64] })} @up JUMPI ${deepest} up: ${returnWords(2)}`
    expect(words(descend, 'STOP', { message: { gas: 10_000_000 } })).toEqual([0n, 64n])
  })

  describe('that fails', () => {
    const both = `GAS ${keep(0)} ${call('CALL', callee, { gas: 10_000, output: [96, 32] })} ${keep(1)} GAS ${keep(2)}
      RETURNDATASIZE ${keep(3)} ${returnWords(4)}`

    it('by a halt loses its gas, effects and return data', () => {
      const [before, result, after, size] = words(both, '1 1 SSTORE #fe')
      expect([result, size]).toEqual([0n, 0n])
      expect((before ?? 0n) - (after ?? 0n)).toBeGreaterThan(10_000n)
    })

    it('by a revert keeps gas and return data but no effects', () => {
      const [before, result, after, size] = words(both, '7 0 MSTORE 33 0 REVERT')
      expect([result, size]).toEqual([0n, 33n])
      expect((before ?? 0n) - (after ?? 0n)).toBeLessThan(2_000n)
      const host = worldWith(call('CALL', callee, { value: 1 }), '0 0 LOG0 1 1 SSTORE 0 0 REVERT')
      expect(run(host, { engine })).toMatchObject({ logs: [], refund: 0 })
      expect(host.balance(address(callee))).toBe(0n)
      expect(host.storage(address(callee), wordBytes(1n)).length).toBe(0)
    })

    it('loses its refunds', () => {
      for (const end of ['#fe', '0 0 REVERT']) {
        const host = worldWith(call('CALL', callee, { gas: 50_000 }), `1 1 SSTORE 0 1 SSTORE ${end}`)
        expect(run(host, { engine }), end).toMatchObject({ status: 'success', refund: 0 })
      }
    })

    it('does not undo changes of the caller', () => {
      const host = worldWith(
        `1 1 SSTORE 0 0 LOG0 ${call('CALL', callee)} 2 2 SSTORE 0 0 LOG0`,
        '3 3 SSTORE 0 0 LOG0 #fe',
      )
      expect(run(host, { engine, message: { gas: 100_000 } }).status).toBe('halt')
      const gently = worldWith(
        `1 1 SSTORE 0 0 LOG0 ${call('CALL', callee, { gas: 30_000 })} 2 2 SSTORE 0 0 LOG0`,
        '3 3 SSTORE 0 0 LOG0 #fe',
      )
      expect(run(gently, { engine }).logs).toHaveLength(2)
      expect([1n, 2n].map((key) => toHex(gently.storage(contract, wordBytes(key))))).toEqual(['0x01', '0x02'])
    })
  })

  it('adds refunds and logs of the callee to those of the caller', () => {
    const host = worldWith(`0 0 LOG0 ${call('CALL', callee)} 0 0 LOG0`, '1 1 SSTORE 0 1 SSTORE 5 0 0 LOG1')
    const { refund, logs } = run(host, { engine })
    expect(refund).toBe(15_000)
    expect(logs.map(({ topics }) => topics.length)).toEqual([0, 1, 0])
  })

  it('uses the caller’s storage when it is delegated', () => {
    const host = worldWith(call('DELEGATECALL', callee), '9 1 SSTORE')
    run(host, { engine })
    expect(toHex(host.storage(contract, wordBytes(1n)))).toBe('0x09')
  })

  it('clears the return data of the call before, from RSKIP171 on also when no frame opens', () => {
    const twice = (second: string) => `${call('CALL', callee)} POP ${second} POP RETURNDATASIZE`
    const answer = `5 ${returnTop}`
    const withoutCode = call('CALL', missing)
    const withoutBalance = call('CALL', callee, { value: 1000 })
    expect(word(twice('0'), answer)).toBe(32n)
    expect(word(twice(withoutCode), answer)).toBe(0n)
    expect(word(twice(withoutBalance), answer)).toBe(0n)
    const rules = rulesWithout('rskip171')
    expect(word(twice(withoutCode), answer, { rules })).toBe(32n)
    expect(word(twice(withoutBalance), answer, { rules })).toBe(32n)
  })

  describe('in a static frame', () => {
    const inside = (source: string) => word(call('STATICCALL', callee, { gas: 50_000 }), source)

    it('cannot change state at any depth', () => {
      expect(inside('1 1 SSTORE')).toBe(0n)
      expect(inside(`${call('CALL', callee, { value: 1 })} STOP`)).toBe(0n)
      const host = worldWith(
        `${call('STATICCALL', callee)} ${returnTop}`,
        `${call('CALL', 0xfeed)} ${returnTop}`,
      )
      deploy(host, address(0xfeed), '1 1 SSTORE')
      run(host, { engine })
      expect(host.storage(address(0xfeed), wordBytes(1n)).length).toBe(0)
    })

    it('may be a CALL without value or a CALLCODE with value', () => {
      expect(inside(call('CALL', 0xfeed))).toBe(1n)
      const host = worldWith(
        `${call('STATICCALL', callee)} ${returnTop}`,
        call('CALLCODE', 0xfeed, { value: 1 }),
      )
      host.addBalance(address(callee), 1n)
      expect(toBigInt(run(host, { engine }).output)).toBe(1n)
    })
  })

  it('STATICCALL takes and moves a value until RSKIP103', () => {
    const rules = rulesWithout('rskip103')
    const host = worldWith(`0 0 0 0 3 ${callee} GAS STATICCALL ${returnTop}`, 'STOP')
    expect(toBigInt(run(host, { engine, rules }).output)).toBe(1n)
    expect(host.balance(address(callee))).toBe(3n)
  })
})
