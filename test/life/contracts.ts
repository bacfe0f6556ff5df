import { assemble, deployer } from '../../src/evm/assembler.cases.ts'
import type { Address } from '../../src/primitives/bytes.ts'
import { concatBytes } from '../../src/primitives/bytes.ts'
import { toBigInt, wordBytes } from '../../src/primitives/integers.ts'

/* Contracts that do one thing each, so that a life meets everything a transaction can do. */

const sources = {
  /** Stores the second word of its input under the first and logs both. */
  ledger: '32 CALLDATALOAD 0 CALLDATALOAD SSTORE 64 0 0 CALLDATACOPY 7 64 0 LOG1',
  /** Reverts with its input. */
  refusal: 'CALLDATASIZE 0 0 CALLDATACOPY CALLDATASIZE 0 REVERT',
  /** Never ends by itself. */
  loop: 'again: @again JUMP',
  /** Runs into an opcode that does not exist. */
  fault: '#fe',
  /** Destroys itself in favour of the address in its input. */
  bomb: '0 CALLDATALOAD SELFDESTRUCT',
  /** Creates an empty contract that owns the value it is sent. */
  factory: '0 0 CALLVALUE CREATE',
  /** Calls the address in the first word of its input with the rest. */
  caller:
    '32 CALLDATASIZE SUB 32 0 CALLDATACOPY 0 0 32 CALLDATASIZE SUB 0 0 0 CALLDATALOAD GAS CALL 0 MSTORE 32 0 LOG0',
} as const

export type ContractName = keyof typeof sources
export const contractNames = Object.keys(sources) as readonly ContractName[]

export const deploymentOf = (name: ContractName): Uint8Array => deployer(assemble(sources[name]))

/** Words of 32 bytes one after the other. */
export const words = (...values: readonly (bigint | number | Address)[]): Uint8Array =>
  concatBytes(
    ...values.map((value) => wordBytes(value instanceof Uint8Array ? toBigInt(value) : BigInt(value))),
  )
