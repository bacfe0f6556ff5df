import { describe, expect, it } from 'vitest'
import { toBigInt } from '../../primitives/integers.ts'
import { assemble, deployer } from '../assembler.cases.ts'
import { createdAddress } from '../contractAddress.ts'
import { address, contract, deploy, engines, newWorld, run, sender } from '../evmWorld.cases.ts'
import { call, keep, returnWords, wordsOf, writeMemory } from '../phrases.cases.ts'

/* From the second call to an account on, the fast engine may make the call without the machine. */

const callee = 0xbeef
const described = 'CALLER 0 MSTORE ADDRESS 32 MSTORE CALLVALUE 64 MSTORE 96 0 RETURN'
const number = (bytes: Uint8Array): bigint => toBigInt(bytes)

describe.each(engines)('a repeated call on the %s engine', (engine) => {
  const words = (source: string, calleeCode: string, message = {}): bigint[] => {
    const host = newWorld(source)
    deploy(host, address(callee), calleeCode, 10n)
    return wordsOf(run(host, { engine, message }).output)
  }

  it.each([
    ['CALL', [number(contract), BigInt(callee), 0n]],
    ['STATICCALL', [number(contract), BigInt(callee), 0n]],
    ['CALLCODE', [number(contract), number(contract), 0n]],
    ['DELEGATECALL', [number(sender), number(contract), 7n]],
  ] as const)('by %s runs in the same context as the first', (kind, context) => {
    const twice = call(kind, callee).concat(' POP ', call(kind, callee, { output: [0, 96] }))
    expect(words(`${twice} POP ${returnWords(3)}`, described, { value: 7n })).toEqual(context)
  })

  it('from a static frame is static', () => {
    const write = `${call('CALL', callee, { gas: 40_000, input: [0, 1] })} ${keep(1)}`
    const source = `${call('CALL', callee)} ${keep(0)} ${write} ${returnWords(2)}`
    const writesWhenAsked = 'CALLDATASIZE @write JUMPI STOP write: 1 1 SSTORE STOP'
    expect(words(source, writesWhenAsked, { isStatic: true, gas: 100_000 })).toEqual([1n, 0n])
    expect(words(source, writesWhenAsked, { gas: 100_000 })).toEqual([1n, 1n])
  })

  it('without output leaves empty return data', () => {
    const ask = call('CALL', callee, { input: [0, 1] })
    const source = `${ask} POP ${ask} POP ${call('CALL', callee)} POP RETURNDATASIZE ${keep(0)} ${returnWords(1)}`
    expect(words(source, `CALLDATASIZE @answer JUMPI STOP answer: ${returnWords(1)}`)).toEqual([0n])
  })

  it('that reverts undoes its changes in the host', () => {
    const ask = (bytes: number): string => call('CALL', callee, { input: [0, bytes] })
    const source = `${ask(0)} ${keep(0)} ${ask(1)} ${keep(1)} 0x7777 BALANCE ${keep(2)} ${returnWords(3)}`
    const pays = `CALLDATASIZE @pay JUMPI STOP pay: ${call('CALL', 0x7777, { value: 1 })} 0 0 REVERT`
    expect(words(source, pays)).toEqual([1n, 0n, 0n])
  })

  it('to a contract whose creation was undone runs no code', () => {
    const created = number(createdAddress(address(callee), 0n))
    const init = deployer(assemble(described))
    const creates = `${writeMemory(init)} ${init.length} 0 0 CREATE POP
      ${call('CALL', created)} POP ${call('CALL', created)} POP RETURNDATASIZE ${keep(0)} 32 0 REVERT`
    const source = `${call('CALL', callee, { output: [0, 32] })} ${keep(1)}
      ${call('CALL', created)} ${keep(2)} RETURNDATASIZE ${keep(3)} ${returnWords(4)}`
    expect(words(source, creates)).toEqual([96n, 0n, 1n, 0n])
  })
})
