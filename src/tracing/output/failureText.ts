import type { HaltCause } from '../../evm/halt.ts'
import type { FrameExit } from '../../evm/tracer.ts'

/* The error texts of geth and of Parity, which tools compare. */

export const gethReverted = 'execution reverted'
export const parityReverted = 'Reverted'

const texts: Readonly<Record<HaltCause, { readonly geth: string; readonly parity: string }>> = {
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

export const gethFailure = (cause: HaltCause): string => texts[cause].geth
export const parityFailure = (cause: HaltCause): string => texts[cause].parity

/** Whether the init code succeeded, but the code that it returned could not be deployed. */
export const failedAtDeposit = ({ cause }: Pick<FrameExit, 'cause'>): boolean =>
  cause === 'not-enough-gas-for-code-deposit' ||
  cause === 'deployed-code-too-large' ||
  cause === 'deployed-code-starts-with-ef'
