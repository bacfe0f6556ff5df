import { describe, expect, it } from 'vitest'
import { emptyBytes } from '../../primitives/bytes.ts'
import { toBigInt, wordBytes } from '../../primitives/integers.ts'
import { assemble } from '../assembler.cases.ts'
import {
  address,
  contract,
  deploy,
  latestRules,
  newWorld,
  returnTop,
  rulesWithout,
} from '../evmWorld.cases.ts'
import { ExecutionInterrupted, FastEngineUnable } from '../halt.ts'
import type { Host } from '../host.ts'
import type { Precompile } from '../precompiles/precompile.ts'
import { runFast } from './fastRun.cases.ts'

const endless = 'again: @again JUMP'
const answer = `42 ${returnTop}`
const helper = address(0xbeef)

const works = (host: Host): void => expect(toBigInt(runFast(host, answer).output)).toBe(42n)

describe('an execution that is stopped', () => {
  it('ends at the poll that returns true', () => {
    let polls = 0
    const interrupt = () => ++polls === 3
    expect(() => runFast(newWorld(), endless, { gas: 2 ** 40, interrupt })).toThrow(ExecutionInterrupted)
    expect(polls).toBe(3)
    works(newWorld())
  })

  it('ends in a loop of host instructions too', () => {
    const interrupt = () => true
    const asking = 'again: ADDRESS BALANCE POP @again JUMP'
    expect(() => runFast(newWorld(), asking, { gas: 2 ** 30, interrupt })).toThrow(ExecutionInterrupted)
  })

  it('continues while the interrupt returns false', () => {
    const { status, cause } = runFast(newWorld(), endless, { gas: 5_000_000, interrupt: () => false })
    expect([status, cause]).toEqual(['halt', 'out-of-gas'])
  })
})

describe('a host that throws', () => {
  it('stops the execution, and the engine runs the next one', () => {
    const host = newWorld()
    host.storage = () => {
      throw new Error('disk is gone')
    }
    expect(() => runFast(host, '1 SLOAD')).toThrow('disk is gone')
    expect(() => runFast(host, '1 0 SSTORE')).toThrow('disk is gone')
    works(newWorld())
  })
})

describe('an execution within an execution', () => {
  it('gets another core', () => {
    const host = newWorld()
    const nested: Precompile = {
      name: 'nested',
      maximumInput: 0,
      gas: () => 0,
      run: () => runFast(newWorld(), '7 0 SSTORE 99 0 MSTORE 1 0 LOG0 32 0 RETURN').output.slice(),
    }
    host.setPrecompile(address(0x100), nested)
    const result = runFast(
      host,
      `5 3 SSTORE 32 0 0 0 256 GAS STATICCALL POP 3 SLOAD 0 MLOAD MUL ${returnTop}`,
    )
    expect(toBigInt(result.output)).toBe(5n * 99n)
    expect(result.logs).toEqual([])
  })
})

describe('an instruction that only the reference engine has', () => {
  const oldRules = rulesWithout('rskip191')

  it('throws FastEngineUnable when it is reached', () => {
    expect(() => runFast(newWorld(), '1 2 0 #a8', { rules: oldRules })).toThrow(FastEngineUnable)
    expect(() => runFast(newWorld(), '1 2 0 #a9', { rules: oldRules })).toThrow(FastEngineUnable)
    works(newWorld())
  })

  it('has no effect when it is not reached', () => {
    const { output } = runFast(newWorld(), `${answer} #a8a9`, { rules: oldRules })
    expect(toBigInt(output)).toBe(42n)
  })

  it('is an invalid opcode from RSKIP191 on', () => {
    expect(runFast(newWorld(), '1 2 0 #a8').cause).toBe('invalid-opcode')
  })
})

describe('memory beyond the limit of the engine', () => {
  it('throws FastEngineUnable instead of a halt', () => {
    const host = newWorld()
    // Every frame takes 1 GB and calls the next.
    deploy(host, helper, '1 1073741792 MSTORE 0 0 0 0 48879 GAS STATICCALL')
    const everything = `0 0 0 0 ${BigInt(`0x${'00'.repeat(18)}beef`)} GAS STATICCALL ${returnTop}`
    expect(() => runFast(host, everything, { gas: 2 ** 50 })).toThrow(FastEngineUnable)
    works(newWorld())
  })

  it('is out of gas when the gas does not suffice', () => {
    expect(runFast(newWorld(), '1 1073741792 MSTORE').cause).toBe('out-of-gas')
  })
})

describe('calls', () => {
  it('reach the depth limit, before RSKIP150 too', () => {
    for (const [rules, depth] of [
      [latestRules, 400n],
      [rulesWithout('rskip150'), 1024n],
    ] as const) {
      const host = newWorld()
      // Counts the frames in storage and calls itself until a call fails.
      const recursive = '0 SLOAD 1 ADD 0 SSTORE 0 0 0 0 ADDRESS GAS DELEGATECALL'
      deploy(host, contract, recursive)
      expect(runFast(host, recursive, { rules, gas: 30_000_000 }).status).toBe('success')
      expect(toBigInt(host.storage(contract, wordBytes(0n)))).toBe(depth + 1n)
    }
  })
})

describe('logs', () => {
  const megabyte = 2 ** 20
  /** Writes `count` logs of a megabyte, each with its number as topic. */
  const manyLogs = (count: number): string =>
    `0 again: 1 ADD DUP1 ${megabyte} 0 LOG1 DUP1 ${count} GT @again JUMPI`

  it('keep their order when they do not fit the buffer at once', () => {
    const { logs } = runFast(newWorld(), manyLogs(40), { gas: 2 ** 30 })
    expect(logs.map(({ topics }) => toBigInt(topics[0]!))).toEqual(
      Array.from({ length: 40 }, (_, i) => BigInt(i + 1)),
    )
    expect(logs.every(({ data }) => data.length === megabyte)).toBe(true)
  })

  it('of a failed callee are discarded even if they have left the buffer', () => {
    const host = newWorld()
    deploy(host, helper, `${manyLogs(40)} 0 0 REVERT`)
    const call = '0 0 0 0 48879 GAS DELEGATECALL POP'
    const { logs } = runFast(host, `1 2 3 4 0 0 LOG4 ${call} 0 0 LOG0 ${call} 9 0 0 LOG1`, { gas: 2 ** 31 })
    expect(logs.map(({ topics }) => topics.length)).toEqual([4, 0, 1])
  })
})

describe('storage', () => {
  const cell = wordBytes(1n)

  it('is written to the host at the end, deleted cells included', () => {
    const host = newWorld()
    host.setStorage(contract, cell, new Uint8Array([9]))
    runFast(host, '0 1 SSTORE 258 2 SSTORE')
    expect(host.storage(contract, cell)).toEqual(emptyBytes)
    expect(host.storage(contract, wordBytes(2n))).toEqual(new Uint8Array([1, 2]))
  })

  it('written by a failed frame is only noted', () => {
    const host = newWorld()
    const noted: bigint[] = []
    host.noteStorageWrite = (_address, key) => noted.push(toBigInt(key))
    runFast(host, '7 1 SSTORE 8 SLOAD POP 0 0 REVERT')
    expect(noted).toEqual([1n])
    expect(host.storage(contract, cell)).toEqual(emptyBytes)
  })
})

describe('code', () => {
  it('is decoded again after the cache evicted it', () => {
    const host = newWorld()
    // Jumps decode to the most bytes: about 1.2 MB for each program, so not all of them fit.
    const programs = Array.from({ length: 80 }, (_, i) => {
      const bytes = new Uint8Array(24_000).fill(0x57)
      bytes.set(assemble(`${i} ${returnTop}`))
      return bytes
    })
    for (const round of [programs, programs.slice(0, 3)]) {
      round.forEach((program, i) => {
        expect(toBigInt(runFast(host, program).output)).toBe(BigInt(i))
      })
    }
  })

  it('with a header that points behind its end fails', () => {
    expect(runFast(newWorld(), '#fc0000ff0000').status).toBe('halt')
    expect(toBigInt(runFast(newWorld(), `#fc00000100 ${answer}`).output)).toBe(42n)
  })

  it('is decoded again under other rules', () => {
    const program = `#5f ${returnTop}`
    expect(runFast(newWorld(), program).status).toBe('success')
    expect(runFast(newWorld(), program, { rules: rulesWithout('rskip398') }).cause).toBe('invalid-opcode')
    expect(runFast(newWorld(), program).status).toBe('success')
  })
})
