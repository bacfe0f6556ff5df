import { assemble, deployer } from '../../src/evm/assembler.cases.ts'
import type { Address } from '../../src/primitives/bytes.ts'
import { concatBytes } from '../../src/primitives/bytes.ts'
import { toBigInt, wordBytes } from '../../src/primitives/integers.ts'

/* Contracts that do one thing each; together they cover all effects of a transaction. */

const sources = {
  /** Stores the second word of its input under the first and logs both. */
  ledger: '32 CALLDATALOAD 0 CALLDATALOAD SSTORE 64 0 0 CALLDATACOPY 7 64 0 LOG1',
  /** Reverts with its input. */
  reverting: 'CALLDATASIZE 0 0 CALLDATACOPY CALLDATASIZE 0 REVERT',
  /** Runs until its gas is used up. */
  loop: 'again: @again JUMP',
  /** Executes an undefined opcode. */
  invalidOpcode: '#fe',
  /** Destroys itself in favour of the address in its input. */
  selfDestruct: '0 CALLDATALOAD SELFDESTRUCT',
  /** Creates an empty contract and passes on the value that it receives. */
  factory: '0 0 CALLVALUE CREATE',
  /** Calls the address in the first word of its input with the rest. */
  caller:
    '32 CALLDATASIZE SUB 32 0 CALLDATACOPY 0 0 32 CALLDATASIZE SUB 0 0 0 CALLDATALOAD GAS CALL 0 MSTORE 32 0 LOG0',
} as const

export type ContractName = keyof typeof sources
export const contractNames = Object.keys(sources) as readonly ContractName[]

export const deploymentOf = (name: ContractName): Uint8Array => deployer(assemble(sources[name]))

/** Concatenated words of 32 bytes. */
export const words = (...values: readonly (bigint | number | Address)[]): Uint8Array =>
  concatBytes(
    ...values.map((value) => wordBytes(value instanceof Uint8Array ? toBigInt(value) : BigInt(value))),
  )
