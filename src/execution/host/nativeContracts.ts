import { bridgeContract } from '../../bridge/bridgeContract.ts'
import type { Precompile } from '../../evm/precompiles/precompile.ts'
import { blockHeaderContract } from '../../native/blockHeaderContract.ts'
import { environmentContract } from '../../native/environmentContract.ts'
import { hdWalletUtilsContract } from '../../native/hdWalletUtils/hdWalletUtilsContract.ts'
import type { RemascContext } from '../../native/remasc/processMinersFees.ts'
import { remascContract } from '../../native/remasc/remascContract.ts'
import { type Address, equalBytes } from '../../primitives/bytes.ts'
import { addressKey } from '../../primitives/mapKeys.ts'
import {
  blockHeaderAddress,
  bridgeAddress,
  environmentAddress,
  hdWalletUtilsAddress,
  remascAddress,
} from '../../protocol/addresses.ts'
import type { Rules } from '../../protocol/networks/rules.ts'
import type { RuleName } from '../../protocol/networks/ruleTable.ts'

interface NativeContract {
  readonly address: Address
  readonly activatedBy: RuleName | 'genesis'
  readonly create: (context: RemascContext) => Precompile
}

/** The precompiled contracts that use blocks and state. */
const contracts: readonly NativeContract[] = [
  { address: bridgeAddress, activatedBy: 'genesis', create: bridgeContract },
  { address: remascAddress, activatedBy: 'genesis', create: remascContract },
  { address: hdWalletUtilsAddress, activatedBy: 'rskip106', create: hdWalletUtilsContract },
  { address: blockHeaderAddress, activatedBy: 'rskip119', create: blockHeaderContract },
  { address: environmentAddress, activatedBy: 'rskip203', create: environmentContract },
]

/** The addresses of the native contracts under some rules. */
export const activeNativeContracts = (rules: Rules): Address[] =>
  contracts
    .filter(({ activatedBy }) => activatedBy === 'genesis' || rules[activatedBy])
    .map(({ address }) => address)

/** False for an address that no precompiled or native contract can have: all of theirs begin with zeros. */
export const mayBePrecompile = (address: Address): boolean => address[0] === 0

const contractsByAddress = new Map(contracts.map((contract) => [addressKey(contract.address), contract]))

/** The native contract of an address; undefined when it is not active in the executing block. */
export function nativeContract(address: Address, context: RemascContext): Precompile | undefined {
  const contract = contractsByAddress.get(addressKey(address))
  if (!contract) return undefined
  const { activatedBy, create } = contract
  return activatedBy === 'genesis' || context.rules[activatedBy] ? create(context) : undefined
}

/*
 * RSKIP144: a transaction that calls the Bridge or REMASC must be in the sequential list of its block. A CALL of any
 * kind counts as soon as it names the contract, even when depth, balance or gas then prevent it. Calls from init code
 * that a contract runs, and calls below it, do not count.
 */

export const isSequentialContract = (address: Address): boolean =>
  equalBytes(address, bridgeAddress) || equalBytes(address, remascAddress)
