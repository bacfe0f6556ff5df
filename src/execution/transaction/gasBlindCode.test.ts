import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyKeccak } from '../../crypto/keccak256.ts'
import { assemble } from '../../evm/assembler.cases.ts'
import { emptyBytes } from '../../primitives/bytes.ts'
import { alice, contractAddress, newHost, richState } from '../executionWorld.cases.ts'
import { simulateCall } from '../simulate.ts'
import { isGasBlind } from './gasBlindCode.ts'
import type { CallResult } from './runCall.ts'

const isBlind = (bytes: Uint8Array): boolean => isGasBlind({ bytes, hash: emptyKeccak })

describe('code whose execution does not depend on its gas', () => {
  it('neither reads its gas nor makes calls', () => {
    expect(isBlind(assemble('1 0 SSTORE STOP'))).toBe(true)
    expect(isBlind(emptyBytes)).toBe(true)
  })

  it.each(['GAS', 'CALL', 'CALLCODE', 'DELEGATECALL', 'STATICCALL', 'CREATE', 'CREATE2'])(
    'has no reachable %s',
    (name) => {
      expect(isBlind(assemble(`0 ${name}`))).toBe(false)
      expect(isBlind(assemble(`STOP JUMPDEST ${name}`))).toBe(false)
      expect(isBlind(assemble(`1 @end JUMPI ${name} end:`))).toBe(false)
      expect(isBlind(assemble(`STOP ${name}`))).toBe(true)
    },
  )

  it('may have these bytes in its constants', () => {
    expect(isBlind(assemble(`${0x5af1} POP STOP`))).toBe(true)
    expect(isBlind(assemble('STOP #fe5af1'))).toBe(true)
  })

  it('has no header, after which code starts elsewhere', () => {
    expect(isBlind(assemble('#fc00000000'))).toBe(false)
  })

  it('needs exactly the gas it used', () => {
    const words = [
      '0',
      '1',
      '2',
      '32',
      'ADD',
      'MUL',
      'EXP',
      'POP',
      'DUP1',
      'SWAP1',
      'MLOAD',
      'MSTORE',
      'SLOAD',
    ]
    const instruction = fc.constantFrom(...words, 'SSTORE', 'SHA3', 'LOG0', 'CALLDATASIZE', 'STOP')
    const program = fc
      .array(instruction, { maxLength: 30 })
      .map((body) => `${'1 '.repeat(8)}${body.join(' ')}`)
    fc.assert(
      fc.property(program, (source) => {
        const code = assemble(source)
        expect(isBlind(code)).toBe(true)
        const { status, gasUsed, gasRefunded } = simulate(code, 1_000_000)
        if (status !== 'success') return
        const needed = gasUsed + gasRefunded
        expect(simulate(code, needed)).toMatchObject({ status, gasUsed, gasRefunded })
        expect(simulate(code, needed - 1).status).toBe('halt')
      }),
    )
  })
})

function simulate(code: Uint8Array, gas: number): CallResult {
  const state = richState()
  state.markContract(contractAddress)
  state.saveCode(contractAddress, code)
  const call = { from: alice.address, to: contractAddress, value: 0n, data: emptyBytes, gas, gasPrice: 0n }
  return simulateCall(call, newHost(state))
}
