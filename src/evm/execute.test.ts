import { describe, expect, it } from 'vitest'
import { toHex } from '../primitives/hex.ts'
import { deployer } from './assembler.cases.ts'
import {
  address,
  contract,
  deploy,
  engines,
  newWorld,
  returnTop,
  run,
  runProgram,
  sender,
} from './evmWorld.cases.ts'
import { ExecutionInterrupted } from './halt.ts'
import { opcodeName } from './opcodes.ts'
import { call, writeMemory } from './phrases.cases.ts'
import type { FrameEntry, FrameExit, Tracer } from './tracer.ts'

describe.each(engines)('an execution on the %s engine', (engine) => {
  const endless = { endless: 'loop: @loop JUMP', calls: `loop: ${call('CALL', 0xbeef)} POP @loop JUMP` }

  it.each(Object.entries(endless))('of %s can be interrupted', (_, source) => {
    let polls = 0
    const host = newWorld(source)
    deploy(host, address(0xbeef), 'STOP')
    const interrupt = () => ++polls > 3
    const options = { engine, interrupt, message: { gas: Number.MAX_SAFE_INTEGER } }
    expect(() => run(host, options)).toThrow(ExecutionInterrupted)
    expect(polls).toBe(4)
    // The engine is ready for the next execution.
    expect(runProgram(engine, '1 2 ADD').status).toBe('success')
  })

  it('passes the interrupt the gas used, that of callees included', () => {
    const host = newWorld(`loop: ${call('CALL', 0xbeef, { gas: 50_000 })} POP @loop JUMP`)
    deploy(host, address(0xbeef), '3000 again: 1 SWAP1 SUB DUP1 @again JUMPI')
    let reported = 0
    const interrupt = (gas: number) => {
      reported += gas
      return false
    }
    const gas = 3_000_000
    run(host, { engine, interrupt, message: { gas } })
    expect(reported / gas).toBeGreaterThan(0.8)
    expect(reported / gas).toBeLessThan(1.2)
  })

  it('passes the interrupt the bytes of code that it has scanned for the first time', () => {
    const code = `STOP ${'JUMPDEST '.repeat(20_001)}`
    const host = newWorld(`loop: ${call('CALL', 0xbeef)} POP @loop JUMP`)
    deploy(host, address(0xbeef), code)
    let scanned = 0
    const interrupt = (_: number, bytes: number) => {
      scanned += bytes
      return false
    }
    for (let repeat = 0; repeat < 2; repeat++) run(host, { engine, interrupt, message: { gas: 100_000 } })
    expect(Math.floor(scanned / 20_000)).toBe(engine === 'fast' ? 1 : 0)
  })

  it('of many instructions without a jump continues after each poll', () => {
    const source = 'PUSH0 1 ADD POP '.repeat(6_000)
    const { status } = runProgram(engine, source, { interrupt: () => false, message: { gas: 100_000 } })
    expect(status).toBe('success')
  })

  it('continues when the interrupt returns false', () => {
    const source = '10000 loop: 1 SWAP1 SUB DUP1 @loop JUMPI'
    const asked = runProgram(engine, source, { interrupt: () => false })
    expect(asked).toEqual(runProgram(engine, source))
    expect(asked.status).toBe('success')
  })

  it('gives the exact cause of a halt on request', () => {
    const cause = (source: string) => runProgram(engine, source, { exactCause: true }).cause
    expect(cause('1 2 3 #fe')).toBe('invalid-opcode')
    expect(cause('1 2 3 99 JUMP')).toBe('invalid-jump-destination')
    expect(cause('POP')).toBe('stack-underflow')
    expect(cause('loop: @loop JUMP')).toBe('out-of-gas')
  })

  it('throws errors of the host', () => {
    const host = newWorld('1 BLOCKHASH')
    host.blockHash = () => {
      throw new Error('the disk is gone')
    }
    expect(() => run(host, { engine })).toThrow('the disk is gone')
    expect(runProgram(engine, '1 2 ADD').status).toBe('success')
  })

  it('can run inside another one', () => {
    const host = newWorld(`${call('CALL', 0x20, { output: [0, 32] })} POP 0 MLOAD 1 ADD ${returnTop}`)
    host.setPrecompile(address(0x20), {
      name: 'nested',
      maximumInput: 0,
      gas: () => 0,
      run: () => runProgram(engine, `41 ${returnTop}`).output,
    })
    expect(toHex(run(host, { engine }).output.subarray(31))).toBe('0x2a')
  })
})

describe('a tracer', () => {
  it('sees every instruction before it executes', () => {
    const seen: unknown[] = []
    const tracer: Tracer = {
      step: ({ pc, opcode, gas, cost, depth, stack, memory, refund }) =>
        void seen.push([pc, opcodeName(opcode), gas, cost, depth, [...stack], memory.length, refund]),
    }
    runProgram('reference', '7 0 MSTORE 0 SLOAD', { tracer, message: { gas: 1000 } })
    expect(seen).toEqual([
      [0, 'PUSH1', 1000, 3, 0, [], 0, 0],
      [2, 'PUSH1', 997, 3, 0, [7n], 0, 0],
      [4, 'MSTORE', 994, 6, 0, [7n, 0n], 0, 0],
      [5, 'PUSH1', 988, 3, 0, [], 32, 0],
      [7, 'SLOAD', 985, 200, 0, [0n], 32, 0],
    ])
  })

  it('sees the step that fails', () => {
    const costs: number[] = []
    runProgram('reference', '1 2 SSTORE', {
      tracer: { step: ({ cost }) => void costs.push(cost) },
      message: { gas: 100 },
    })
    expect(costs).toEqual([3, 3, 20_000])
    for (const source of ['POP', '#fe', 'TXINDEX']) {
      const seen: number[] = []
      runProgram('reference', source, { tracer: { step: ({ cost }) => void seen.push(cost) } })
      expect(seen, source).toEqual([0])
    }
  })

  it('sees the price of calls and creations, the gas of the callee included', () => {
    const costs = (source: string): number[] => {
      const seen: number[] = []
      const step: Tracer['step'] = ({ opcode, cost }) => {
        if (opcode >= 0xf0) seen.push(cost)
      }
      const host = newWorld(source)
      deploy(host, address(0xbeef), 'JUMPDEST')
      run(host, { tracer: { step } })
      return seen
    }
    expect(costs(call('CALL', 0xbeef, { gas: 5000 }))).toEqual([5700])
    expect(costs('0 0 0 CREATE')).toEqual([32_000])
    expect(costs('0xbeef SELFDESTRUCT')).toEqual([5000])
  })

  it('sees storage, and frames as they open and close', () => {
    const events: unknown[] = []
    const tracer: Tracer = {
      storageRead: (at, key, value) => void events.push(['read', toHex(at), key, value]),
      storageWrite: (at, key, value) => void events.push(['write', toHex(at), key, value]),
      enter: ({ kind, depth, isPrecompile, codeAddress }: FrameEntry) =>
        void events.push(['enter', kind, depth, toHex(codeAddress), isPrecompile]),
      exit: ({ status, cause, gasUsed }: FrameExit) => void events.push(['exit', status, cause, gasUsed]),
    }
    const init = deployer(Uint8Array.of(0))
    const host = newWorld(
      `5 1 SSTORE ${call('CALL', 0xbeef, { gas: 50 })} ${call('CALL', 0xaaaa, { gas: 50 })} ${call('STATICCALL', 0x20, { gas: 50 })}
      ${writeMemory(init)} ${init.length} 0 0 CREATE 1 SLOAD STOP`,
    )
    deploy(host, address(0xbeef), '#fe')
    host.setPrecompile(address(0x20), { name: 'two', maximumInput: 0, gas: () => 20, run: (input) => input })
    const { gasLeft } = run(host, { tracer })
    const created = expect.any(String)
    expect(events).toEqual([
      ['enter', 'call', 0, toHex(contract), false],
      ['write', toHex(contract), 1n, 5n],
      ['enter', 'call', 1, toHex(address(0xbeef)), false],
      ['exit', 'halt', 'invalid-opcode', 50],
      ['enter', 'call', 1, toHex(sender), false],
      ['exit', 'success', undefined, 0],
      ['enter', 'staticcall', 1, toHex(address(0x20)), true],
      ['exit', 'success', undefined, 20],
      ['enter', 'create', 1, created, false],
      ['exit', 'success', undefined, 18 + 3 + 3 + 200],
      ['read', toHex(contract), 1n, 5n],
      ['exit', 'success', undefined, 1_000_000 - gasLeft],
    ])
  })
})
