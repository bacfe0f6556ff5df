import type { HaltCause } from '../../evm/halt.ts'

/* The words by which the two families of tools know how a call failed. */

export const gethReverted = 'execution reverted'
export const parityReverted = 'Reverted'

const words: Readonly<Record<HaltCause, { readonly geth: string; readonly parity: string }>> = {
  'out-of-gas': { geth: 'out of gas', parity: 'Out of gas' },
  'invalid-opcode': { geth: 'invalid opcode', parity: 'Bad instruction' },
  'stack-underflow': { geth: 'stack underflow', parity: 'Stack underflow' },
  'stack-overflow': { geth: 'stack limit reached', parity: 'Out of stack' },
  'invalid-jump-destination': { geth: 'invalid jump destination', parity: 'Bad jump destination' },
  'state-change-in-static-call': { geth: 'write protection', parity: 'Mutable Call In Static Context' },
  'return-data-out-of-bounds': { geth: 'return data out of bounds', parity: 'Out of bounds' },
  'init-code-too-large': { geth: 'max initcode size exceeded', parity: 'Out of gas' },
  'deployed-code-too-large': { geth: 'max code size exceeded', parity: 'Out of gas' },
  'deployed-code-starts-with-ef': { geth: 'invalid code: must not begin with 0xef', parity: 'Invalid code' },
  'not-enough-gas-for-code-deposit': {
    geth: 'contract creation code storage out of gas',
    parity: 'Out of gas',
  },
  'precompiled-contract-failed': { geth: 'precompiled contract failed', parity: 'Built-in failed' },
  'invalid-code-header': { geth: 'invalid code header', parity: 'Bad instruction' },
  'stack-index-too-large': { geth: 'stack index too large', parity: 'Stack underflow' },
}

export const gethFailure = (cause: HaltCause): string => words[cause].geth
export const parityFailure = (cause: HaltCause): string => words[cause].parity
