import { describe, expect, it } from 'vitest'
import { type Address, asAddress } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import { toBigInt, wordBytes } from '../../primitives/integers.ts'
import { assemble, deployer } from '../assembler.cases.ts'
import { create2Address, createdAddress } from '../contractAddress.ts'
import {
  address,
  contract,
  deploy,
  engines,
  initCode,
  newWorld,
  type RunOptions,
  returnTop,
  rulesWithout,
  run,
} from '../evmWorld.cases.ts'
import type { MemoryHost } from '../memoryHost.cases.ts'
import { call, keep, measured, wordsOf, writeMemory } from '../phrases.cases.ts'

const first = createdAddress(contract, 0n)

/** Leaves the address of the new contract on the stack. */
const create = (init: Uint8Array, value = 0): string =>
  `${writeMemory(init)} ${init.length} 0 ${value} CREATE`
const create2 = (init: Uint8Array, salt: number): string =>
  `${writeMemory(init)} ${salt} ${init.length} 0 0 CREATE2`
const program = (source: string): Uint8Array => assemble(source)

function worldWith(source: string): MemoryHost {
  const host = newWorld(source)
  host.addBalance(contract, 100n)
  return host
}

describe.each(engines)('a creation on the %s engine', (engine) => {
  const runIn = (host: MemoryHost, options: Omit<RunOptions, 'engine'> = {}) =>
    run(host, { engine, ...options })
  const word = (
    source: string,
    options?: Omit<RunOptions, 'engine'>,
    host = worldWith(`${source} ${returnTop}`),
  ) => {
    const { status, cause, output } = runIn(host, options)
    if (status !== 'success') throw new Error(cause ?? status)
    return toBigInt(output)
  }
  const addressOf = (source: string, options?: Omit<RunOptions, 'engine'>): Address =>
    asAddress(wordBytes(word(source, options)).subarray(12))

  it('has the address that follows from creator and nonce, or from salt and init code', () => {
    const init = deployer(program('1 2 ADD'))
    expect(toHex(addressOf(create(init)))).toBe(toHex(first))
    expect(toHex(addressOf(`${create(init)} ${create(init)}`))).toBe(toHex(createdAddress(contract, 1n)))
    expect(toHex(addressOf(create2(init, 5)))).toBe(toHex(create2Address(contract, wordBytes(5n), init)))
  })

  it('makes an account with code, balance, marker and nonce 1', () => {
    const code = program('1 2 ADD')
    const host = worldWith(create(deployer(code), 7))
    host.addBalance(first, 3n)
    runIn(host)
    expect(toHex(host.code(first)?.bytes ?? new Uint8Array())).toBe(toHex(code))
    expect([host.balance(first), host.balance(contract), host.nonce(first), host.nonce(contract)]).toEqual([
      10n,
      93n,
      1n,
      1n,
    ])
    expect(host.isContract(first)).toBe(true)
    const before125 = worldWith(create(deployer(code)))
    runIn(before125, { rules: rulesWithout('rskip125') })
    expect(before125.nonce(first)).toBe(0n)
  })

  it('costs 32000, 2 per word from RSKIP438 on, 6 more for CREATE2, and 200 per byte deployed', () => {
    const init = deployer(program('1 2 ADD'))
    const cost = (phrase: string, options?: Omit<RunOptions, 'engine'>) =>
      word(`${writeMemory(init)} ${measured(`${phrase} POP`)}`, options)
    const pushed = 3n * 3n + 2n
    // PUSH2, DUP1, PUSH2, PUSH1, CODECOPY of a word into new memory, PUSH1, RETURN; 5 bytes are deployed.
    const inside = 18n + 3n + 3n + 5n * 200n
    const plain = `${init.length} 0 0 CREATE`
    expect(cost(plain)).toBe(pushed + 32_000n + 2n + inside)
    expect(cost(plain, { rules: rulesWithout('rskip438') })).toBe(pushed + 32_000n + inside)
    expect(cost(`5 ${init.length} 0 0 CREATE2`)).toBe(pushed + 3n + 32_000n + 2n + 6n + inside)
  })

  it('gives init code all gas: there is no 63/64 rule', () => {
    const init = program(`GAS 0 SSTORE`)
    const host = worldWith(create(init))
    const gas = 100_000
    runIn(host, { message: { gas } })
    const before = gas - (3 + 3 + 3 + 3) - 9 - 32_000 - 2
    expect(toBigInt(host.storage(first, wordBytes(0n)))).toBe(BigInt(before - 2))
  })

  it('with empty init code makes an account without code', () => {
    const host = worldWith(`0 0 0 CREATE ${returnTop}`)
    expect(toBigInt(runIn(host).output)).toBe(toBigInt(first))
    expect([host.exists(first), host.code(first), host.nonce(first)]).toEqual([true, undefined, 1n])
  })

  it('runs init code without call data, with the creator as caller', () => {
    const init = program('CALLER 0 SSTORE ADDRESS 1 SSTORE CALLVALUE 2 SSTORE CALLDATASIZE 3 SSTORE')
    const host = worldWith(create(init, 4))
    runIn(host)
    const seen = [0n, 1n, 2n, 3n].map((key) => toBigInt(host.storage(first, wordBytes(key))))
    expect(seen).toEqual([toBigInt(contract), toBigInt(first), 4n, 0n])
  })

  it('beyond the creator’s balance pushes 0 and changes no state', () => {
    const host = worldWith(`${create(program('STOP'), 101)} ${returnTop}`)
    expect(toBigInt(runIn(host).output)).toBe(0n)
    expect([host.nonce(contract), host.exists(first)]).toEqual([0n, false])
  })

  it('at the depth limit pushes 0 and does not increase the nonce', () => {
    const descend = `${call('CALL', toBigInt(contract))} @up JUMPI 0 0 0 CREATE 0 SSTORE up: STOP`
    const host = worldWith(descend)
    expect(runIn(host, { message: { gas: 10_000_000 } }).status).toBe('success')
    expect([host.nonce(contract), host.storage(contract, wordBytes(0n)).length]).toEqual([0n, 0])
  })

  describe('that fails', () => {
    const outcome = (init: Uint8Array, options?: Omit<RunOptions, 'engine'>) => {
      const host = worldWith(
        `${create(init)} GAS ${keep(4)} ${keep(3)} RETURNDATASIZE ${keep(5)} 96 96 RETURN`,
      )
      const result = runIn(host, { message: { gas: 200_000 }, ...options })
      return { host, result, words: wordsOf(result.output) }
    }

    it('by a revert returns gas but no return data, and the nonce stays increased', () => {
      const { host, words } = outcome(program('64 0 REVERT'))
      expect([words[0], words[2]]).toEqual([0n, 0n])
      expect(words[1]).toBeGreaterThan(100_000n)
      expect([host.nonce(contract), host.exists(first)]).toEqual([1n, false])
    })

    it('by a halt loses all gas', () => {
      expect(outcome(program('#fe')).result).toMatchObject({ status: 'halt', cause: 'out-of-gas' })
    })

    it('in an inner frame leaves the creator’s nonce increased', () => {
      const source = `${create(program('0 0 REVERT'))} 9 0 SSTORE`
      const host = worldWith(source)
      runIn(host)
      expect(host.nonce(contract)).toBe(1n)
    })
  })

  it('loses the refunds of its init code but keeps logs and deletions', () => {
    const init = program('1 1 SSTORE 0 1 SSTORE 0 0 LOG0 0xaaaa SELFDESTRUCT')
    const host = worldWith(create(init))
    const { refund, logs, destroyed } = runIn(host)
    expect([refund, logs.length, destroyed.map(toHex)]).toEqual([0, 1, [toHex(first)]])
    const outermost = runIn(newWorld(), { message: { kind: 'create', code: initCode(init), address: first } })
    expect(outermost.refund).toBe(15_000)
  })

  describe('at an address that is taken', () => {
    const init = deployer(program('1 2 ADD'))
    const tried = (prepare: (host: MemoryHost) => void, options?: Omit<RunOptions, 'engine'>) => {
      const inner = create(init)
      const host = worldWith(
        `${call('CALL', 0xbeef, { gas: 100_000, output: [0, 32] })} 0 MLOAD ${returnTop}`,
      )
      deploy(host, address(0xbeef), `${inner} ${returnTop}`)
      prepare(host)
      const result = runIn(host, options)
      return { host, created: toBigInt(result.output), result }
    }
    const target = createdAddress(address(0xbeef), 0n)

    it.each([
      ['by code', (host: MemoryHost) => host.saveCode(target, program('STOP'))],
      ['by a nonce', (host: MemoryHost) => host.setNonce(target, 1n)],
      ['by an account destroyed earlier in the block', (host: MemoryHost) => host.setDestroyedBefore(target)],
    ] as const)('%s loses all gas from RSKIP125 on', (_, prepare) => {
      const taken = tried(prepare)
      expect(taken.created).toBe(0n)
      // The creator has no gas left to finish, so its nonce is rolled back too.
      expect(taken.host.nonce(address(0xbeef))).toBe(0n)
      expect(tried(prepare, { rules: rulesWithout('rskip125') }).created).toBe(toBigInt(target))
    })

    it('by a balance or by storage keeps both', () => {
      const { host, created } = tried((host) => {
        host.addBalance(target, 5n)
        host.setStorage(target, wordBytes(1n), Uint8Array.of(9))
      })
      expect(created).toBe(toBigInt(target))
      expect([host.balance(target), toHex(host.storage(target, wordBytes(1n)))]).toEqual([5n, '0x09'])
    })
  })

  describe('of code that cannot be deployed', () => {
    const returning = (size: number, firstByte = 0): Uint8Array =>
      program(`${firstByte} 0 MSTORE8 ${size} 0 RETURN`)
    const cases = [
      ['deployed-code-starts-with-ef', returning(2, 0xef), 1_000_000],
      ['deployed-code-too-large', returning(24_577), 10_000_000],
      ['not-enough-gas-for-code-deposit', returning(24_576), 1_000_000],
    ] as const

    it.each(cases)('(%s) loses all gas from RSKIP453 on', (_, init, gas) => {
      const host = worldWith(`${create(init)} ${returnTop}`)
      expect(runIn(host, { message: { gas } }).cause).toBe('out-of-gas')
      expect(host.exists(first)).toBe(false)
    })

    it.each(cases)('(%s) makes an account without code before RSKIP453', (_, init, gas) => {
      const host = worldWith(`${create(init)} ${returnTop}`)
      const result = runIn(host, { message: { gas }, rules: rulesWithout('rskip453') })
      expect(toBigInt(result.output)).toBe(toBigInt(first))
      expect([host.exists(first), host.code(first)]).toEqual([true, undefined])
      expect(result.gasLeft).toBeGreaterThan(gas / 2)
    })

    it.each(cases)('(%s) halts the outermost creation under all rules', (cause, init, gas) => {
      for (const rules of [undefined, rulesWithout('rskip453')]) {
        const message = { kind: 'create', code: initCode(init), address: first, gas } as const
        const result = runIn(newWorld(), {
          message,
          exactCause: true,
          ...(rules === undefined ? {} : { rules }),
        })
        expect(result).toMatchObject({ status: 'halt', cause, gasLeft: 0 })
      }
    })

    it('allows EF before RSKIP544 and 24576 bytes always', () => {
      const rules = rulesWithout('rskip544')
      expect(addressOf(create(returning(2, 0xef)), { rules })).toEqual(first)
      expect(addressOf(create(returning(24_576)), { message: { gas: 10_000_000 } })).toEqual(first)
    })
  })

  it('halts the creator when init code is too large, from RSKIP438 on', () => {
    const source = (size: number) => worldWith(`${size} 0 0 CREATE`)
    const message = { gas: 10_000_000 }
    expect(runIn(source(49_152), { message }).status).toBe('success')
    expect(runIn(source(49_153), { message, exactCause: true }).cause).toBe('init-code-too-large')
    expect(runIn(source(49_153), { message, rules: rulesWithout('rskip438') }).status).toBe('success')
  })

  it('by a transaction deposits the output of init code', () => {
    const host = newWorld()
    const code = program('1 2 ADD')
    const result = runIn(host, {
      message: { kind: 'create', code: initCode(deployer(code)), address: first, data: code },
    })
    expect(result.status).toBe('success')
    expect(toHex(host.code(first)?.bytes ?? new Uint8Array())).toBe(toHex(code))
    expect(1_000_000 - result.gasLeft).toBe(18 + 3 + 3 + 1000)
  })

  it('empties the return data only if its init code ran', () => {
    const sizeAfter = (phrase: string) => {
      const host = worldWith(`${call('CALL', 0xbeef)} ${phrase} RETURNDATASIZE ${returnTop}`)
      deploy(host, address(0xbeef), `5 ${returnTop}`)
      return toBigInt(runIn(host).output)
    }
    expect(sizeAfter(create(program('STOP')))).toBe(0n)
    expect(sizeAfter(create(program('64 0 REVERT')))).toBe(0n)
    expect(sizeAfter(create(program('STOP'), 101))).toBe(32n)
  })

  it('can be called in the same transaction', () => {
    const init = deployer(program(`7 ${returnTop}`))
    const source = `${create(init)} RETURNDATASIZE ${keep(4)} 0 0 0 0 0 DUP6 GAS CALL POP 32 0 160 RETURNDATACOPY 64 128 RETURN`
    expect(wordsOf(runIn(worldWith(source)).output)).toEqual([0n, 7n])
  })
})
