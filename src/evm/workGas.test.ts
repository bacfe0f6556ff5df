import { describe, expect, it } from 'vitest'
import { address, deploy, newWorld, type RunOptions, run } from './evmWorld.cases.ts'
import type { Engine } from './execute.ts'

const callee = address(0x1234)
const call = '0 0 0 0 0 #611234 GAS CALL POP'

/** What the program's gas exceeds its work by. */
function excessOf(engine: Engine, program: string, code = 'STOP', options: Partial<RunOptions> = {}): number {
  const world = newWorld(program)
  deploy(world, callee, code)
  return run(world, { engine, ...options }).excessGas
}

describe.each(['fast', 'reference'] as const)('the gas beyond its work in the engine "%s"', (engine) => {
  it.each([
    ['is zero for computing, hashing and reading', '1 2 ADD 0 MSTORE 32 0 SHA3 SLOAD POP', 0],
    ['is most of a log', '0 0 LOG0', 375 - 10],
    ['counts topics', '1 2 3 4 0 0 LOG4', 5 * 375 - 10 - 4 * 8],
    ['counts the bytes of logs', '100 0 LOG0', 375 - 10 + 800 - 12],
    ['is most of a write that sets a cell', '1 1 SSTORE', 20_000 - 4_000],
    ['is less of a write that keeps an empty cell', '0 1 SSTORE', 5_000 - 4_000],
    ['is nearly all of a further write', '1 1 SSTORE 2 1 SSTORE', 20_000 - 4_000 + 5_000 - 10],
    ['is part of a call with value', '0 0 0 0 1 #611234 GAS CALL', 9_000 - 300],
    ['is part of a call of a new account', '0 0 0 0 0 #617777 GAS CALL', 25_000 - 2_000],
    ['is part of a creation', '0 0 0 CREATE', 32_000 - 3_000],
    ['is negative for long init code', '40000 0 0 CREATE', 32_000 - 3_000 - 40_000],
    ['counts the bytes of deployed code', '#6460646000f3 0 MSTORE 5 27 0 CREATE', 32_000 - 3_005 + 100 * 199],
  ])('%s', (_, program, excess) => {
    expect(excessOf(engine, `${program} STOP`)).toBe(excess)
  })

  it('is larger for the first writes of init code', () => {
    // Init code that sets a cell: PUSH1 1, PUSH1 1, SSTORE.
    const program = '#646001600155 0 MSTORE 5 27 0 CREATE STOP'
    expect(excessOf(engine, program)).toBe(32_000 - 3_005 + 20_000 - 300)
  })

  it('remains when the frame, or the whole call, is reverted', () => {
    const writing = '1 1 SSTORE 0 0 LOG0 0 0 REVERT'
    const excess = 16_000 + 365
    expect(excessOf(engine, writing)).toBe(excess)
    expect(excessOf(engine, `${call} STOP`, writing)).toBe(excess)
    // The second write of the cell is a further one, although the first one was rolled back.
    expect(excessOf(engine, `${call} ${call} STOP`, writing)).toBe(2 * 365 + 16_000 + 19_990)
  })

  it('is subtracted from what polls count', () => {
    let polled = 0
    const interrupt = (gas: number): boolean => {
      polled += gas
      return false
    }
    const program = 'loop: 0 0 LOG0 16384 GAS GT @loop JUMPI STOP'
    const excess = excessOf(engine, program, 'STOP', { interrupt })
    expect(excess).toBeGreaterThan(850_000)
    expect(polled + excess).toBeLessThan(1_050_000)
  })
})
