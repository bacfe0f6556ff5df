import { describe, expect, it } from 'vitest'
import { keccak256 } from '../../crypto/keccak256.ts'
import { emptyBytes } from '../../primitives/bytes.ts'
import { toBigInt } from '../../primitives/integers.ts'
import { assemble } from '../assembler.cases.ts'
import { address, contract, deploy, latestRules, newWorld, returnTop, sender } from '../evmWorld.cases.ts'
import { FastEngineUnable } from '../halt.ts'
import type { Host } from '../host.ts'
import { run } from '../machine/run.ts'
import type { ExecutionResult } from '../message.ts'
import { ReferenceSession } from '../reference/session.ts'
import { runFast } from './fastRun.cases.ts'
import { sharedSessions } from './session.ts'

/* Code is decoded while it runs: block by block, into chunks of memory that the code gets one after another. */

function runReference(host: Host, program: Uint8Array): ExecutionResult {
  const code = { bytes: program, hash: keccak256(program) }
  const message = {
    kind: 'call',
    caller: sender,
    address: contract,
    value: 0n,
    data: emptyBytes,
    code,
  } as const
  const whole = { ...message, gas: 1_000_000, isStatic: false }
  return run(new ReferenceSession(host, latestRules), whole, host, latestRules, {})
}

/** Runs a program in both engines, twice in the fast one, whose second run finds it decoded. */
function agreed(program: string | Uint8Array): bigint {
  const bytes = typeof program === 'string' ? assemble(program) : program
  const expected = runReference(newWorld(), bytes)
  for (const _ of ['decoding', 'decoded']) {
    const { status, gasLeft, output } = runFast(newWorld(), bytes)
    expect({ status, gasLeft, output }).toEqual({
      status: expected.status,
      gasLeft: expected.gasLeft,
      output: expected.output,
    })
  }
  return expected.status === 'success' ? toBigInt(expected.output) : -1n
}

const repeated = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join(' ')

describe('code that is decoded while it runs', () => {
  it('may have a block longer than a chunk', () => {
    expect(agreed(`0 ${repeated(9000, () => '1 ADD')} ${returnTop}`)).toBe(9000n)
  })

  it('may have more blocks than a chunk holds', () => {
    expect(agreed(`0 ${repeated(3000, (i) => `L${i}: 1 ADD`)} ${returnTop}`)).toBe(3000n)
    expect(agreed(`0 ${repeated(2000, (i) => `1 ADD @L${i} JUMP #fe L${i}:`)} ${returnTop}`)).toBe(2000n)
    const forks = repeated(1500, (i) => `1 ADD DUP1 ${i % 2} AND @L${i} JUMPI 1 ADD L${i}:`)
    expect(agreed(`0 ${forks} ${returnTop}`)).toBeGreaterThan(1500n)
    expect(
      agreed(
        `0 ${repeated(1500, (i) => `1 ADD ${i}0000000001 ${i} MUL POP @L${i} PUSH0 ADD JUMP L${i}:`)} ${returnTop}`,
      ),
    ).toBe(1500n)
  })

  it('may be filled with long instructions up to the end of a chunk', () => {
    for (let shift = 0; shift < 8; shift++) {
      const words = repeated(150, () => `${2n ** 255n + 1n} XOR`)
      expect(agreed(`0 ${repeated(shift, () => 'GAS POP')} ${words} ${returnTop}`)).toBe(0n)
    }
  })

  it('may be entered by a jump where it fell through before, and the other way round', () => {
    const step = '0 MLOAD 1 ADD DUP1 0 MSTORE'
    expect(agreed(`7 POP middle: ${step} 5 GT @middle JUMPI 0 MLOAD ${returnTop}`)).toBe(5n)
    expect(agreed(`7 POP middle: ${step} 5 GT @middle PUSH0 ADD JUMPI 0 MLOAD ${returnTop}`)).toBe(5n)
    const jumpsFirst = `@middle JUMP before: 64 MLOAD 1 ADD 64 MSTORE middle: ${step} 5 GT @before JUMPI`
    expect(agreed(`${jumpsFirst} 64 MLOAD 0 MLOAD ADD ${returnTop}`)).toBe(9n)
  })

  it('may be jumped to at its first byte', () => {
    expect(agreed(`first: 0 MLOAD 1 ADD DUP1 0 MSTORE 5 GT @first JUMPI 0 MLOAD ${returnTop}`)).toBe(5n)
  })

  it('may end within the data of a PUSH, whose bytes are no destination', () => {
    for (const end of ['#60', '#615b', '#7f5b5b', '']) {
      agreed(`1 0 MSTORE ${end}`)
      agreed(`7 JUMP ${end}`)
      agreed(`4 JUMP #60 ${end}`)
      agreed(`1 8 JUMPI ${end}`)
    }
    expect(runFast(newWorld(), '4 JUMP #605b').cause).toBe('invalid-jump-destination')
    expect(runFast(newWorld(), `1 6 JUMPI #605b`).cause).toBe('invalid-jump-destination')
  })

  it('may jump to places that are no destination, in every form', () => {
    for (const destination of ['1', '100000', `${2n ** 40n}`, `${2n ** 200n}`]) {
      for (const jump of ['JUMP', 'PUSH0 ADD JUMP', 'PUSH0 OR JUMP'])
        expect(runFast(newWorld(), `${destination} ${jump}`).cause).toBe('invalid-jump-destination')
      for (const test of ['1', '0 ISZERO', '1 2 GT', '2 1 LT', '1 1 EQ'])
        expect(runFast(newWorld(), `${test} ${destination} JUMPI`).cause).toBe('invalid-jump-destination')
    }
  })

  it('may be paused before every block', () => {
    const program = `0 again: 1 ADD DUP1 @odd JUMPI odd: DUP1 9 GT @again JUMPI ${repeated(300, (i) => `1 ADD @L${i} JUMP L${i}:`)} ${returnTop}`
    const bytes = assemble(program)
    const expected = runReference(newWorld(), bytes)
    const session = sharedSessions.open(newWorld(), latestRules)
    const code = { bytes, hash: keccak256(bytes) }
    const context = { address: contract, caller: sender, value: 0n, gas: 1_000_000, isStatic: false }
    const frame = session.open({ depth: 0, code, isInitCode: false, ...context }, emptyBytes)
    let gas = 1
    let pauses = 0
    for (;;) {
      const before = frame.gasLeft
      const exit = frame.run(gas)
      if (exit !== 'pause') break
      pauses++
      gas = frame.gasLeft === before ? 2 * gas : 1
    }
    expect(pauses).toBeGreaterThan(300)
    expect(frame.output()).toEqual(expected.output)
    expect(frame.gasLeft).toBe(expected.gasLeft)
    frame.close()
    session.close()
  })
})

describe('room for code', () => {
  const target = (index: number): ReturnType<typeof address> => address(0x2000 + index)
  /** Changes a word and restores it, in `length` times two steps. */
  const work = (length: number): string => `#${'6007186007185b'.repeat(length / 2)}`

  /** Each code calls the next, after many instructions of its own and before others. */
  function chain(count: number, length: number, seed: number): Host {
    const host = newWorld()
    for (let index = 0; index < count; index++) {
      const call = `32 0 0 0 0 ${0x2000 + index + 1} GAS CALL POP 0 MLOAD ADD`
      deploy(host, target(index), `${seed + index} ${work(length)} ${call} ${work(length)} ${returnTop}`)
    }
    return host
  }

  const total = (count: number, seed: number): bigint => BigInt(count * seed + (count * (count - 1)) / 2)

  const callFirst = `32 0 0 0 0 ${0x2000} GAS CALL POP 0 MLOAD ${returnTop}`
  const gas = 2 ** 40

  it('goes to codes that run, which do not evict each other', () => {
    for (const seed of [1, 1001, 1]) {
      const result = runFast(chain(120, 4000, seed), callFirst, { gas })
      expect(toBigInt(result.output)).toBe(total(120, seed))
    }
  })

  it('is refused when all codes run, and is free afterwards', () => {
    expect(() => runFast(chain(390, 5000, 5), callFirst, { gas })).toThrow(FastEngineUnable)
    expect(toBigInt(runFast(chain(100, 4000, 9), callFirst, { gas }).output)).toBe(total(100, 9))
  })

  it('is shared by all frames of a code', () => {
    const host = newWorld()
    // The length of the call data decides what each frame runs before and after it calls itself.
    const branches = repeated(40, (i) => `CALLDATASIZE ${i} EQ @L${i} JUMPI`)
    const bodies = repeated(40, (i) => `L${i}: ${i + 1} ADD @call JUMP`)
    const call =
      'call: CALLDATASIZE ISZERO @end JUMPI 32 0 1 CALLDATASIZE SUB 0 0 ADDRESS GAS CALL POP 0 MLOAD ADD'
    deploy(host, contract, `0 ${branches} #fe ${bodies} ${call} end: CALLDATASIZE ADD ${returnTop}`)
    const { output } = runFast(host, `32 0 39 0 0 ${toBigInt(contract)} GAS CALL POP 0 MLOAD ${returnTop}`, {
      gas,
    })
    expect(toBigInt(output)).toBe(BigInt((40 * 41) / 2 + (39 * 40) / 2))
  })

  it('of init code is free after its only use', () => {
    // Each creation runs 40 KB of init code, all together more than the region.
    const init = assemble(`0 ${repeated(10_000, () => '1 ADD')} 0 MSTORE 0 0 RETURN`)
    const host = newWorld()
    deploy(host, address(0x3000), init)
    const size = init.length
    const create = `${size} 0 0 CREATE ISZERO ISZERO ADD`
    const program = `${size} 0 0 ${0x3000} EXTCODECOPY 0 ${repeated(150, () => create)} ${returnTop}`
    expect(toBigInt(runFast(host, program, { gas: 2 ** 40 }).output)).toBe(150n)
  })
})
