import { standardPrecompiles } from '../../../evm/precompiles/standard.ts'
import { activeNativeContracts } from '../../../execution/host/nativeContracts.ts'
import { type Address, equalBytes } from '../../../primitives/bytes.ts'
import { toHex } from '../../../primitives/hex.ts'
import { toQuantity } from '../../../primitives/quantity.ts'
import {
  blockHeaderAddress,
  bridgeAddress,
  environmentAddress,
  hdWalletUtilsAddress,
  remascAddress,
  secp256k1AdditionAddress,
  secp256k1MultiplicationAddress,
  standardPrecompileAddress,
} from '../../../protocol/addresses.ts'
import { rulesAt } from '../../../protocol/networks/rules.ts'
import { upgradeEntries } from '../../../protocol/networks/upgradeSchedule.ts'
import type { Json } from '../../json/json.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import type { LookupNode } from '../../node/lookupNode.ts'

/** The names of EIP-7910, and our own for contracts that only Rootstock has. */
const precompileNames: readonly (readonly [name: string, address: Address])[] = [
  ...[
    'ECREC',
    'SHA256',
    'RIPEMD160',
    'ID',
    'MODEXP',
    'BN254_ADD',
    'BN254_MUL',
    'BN254_PAIRING',
    'BLAKE2F',
  ].map((name, index) => [name, standardPrecompileAddress(index + 1)] as const),
  ['SECP256K1_ADD', secp256k1AdditionAddress],
  ['SECP256K1_MUL', secp256k1MultiplicationAddress],
]
const systemContractNames: readonly (readonly [name: string, address: Address])[] = [
  ['BRIDGE', bridgeAddress],
  ['REMASC', remascAddress],
  ['HD_WALLET_UTILS', hdWalletUtilsAddress],
  ['BLOCK_HEADER', blockHeaderAddress],
  ['ENVIRONMENT', environmentAddress],
]

const configSchema = schema.objectOf(
  {
    upgrades: schema.arrayOf(schema.text),
    activationBlock: schema.quantity,
    chainId: schema.quantity,
    precompiles: schema.mapOf(schema.address),
    systemContracts: schema.mapOf(schema.address),
  },
  { activationTime: schema.number },
)

/**
 * EIP-7910 as far as Rootstock has its members: upgrades start at a height, so `activationTime` is known when the block is;
 * there are neither blobs nor fork ids.
 */
export const ethConfig = defineMethod({
  name: 'eth_config',
  summary:
    'The upgrades that are active, those that start next and those that start last, with their heights, precompiled contracts and system contracts; null for none.',
  result: schema.objectOf({
    current: configSchema,
    next: schema.nullable(configSchema),
    last: schema.nullable(configSchema),
  }),
  cost: 3,
  asks: 'latest',
  upstream: 'never',
  light: 'own',
  handler(_, { node }) {
    const head = node.chain.head.number
    const heights = upgradeEntries(node.network).flatMap(({ height }) => height ?? [])
    const coming = heights.filter((height) => height > head)
    const passed = heights.filter((height) => height <= head)
    return {
      current: configAt(Math.max(0, ...passed), node),
      next: coming.length === 0 ? null : configAt(Math.min(...coming), node),
      last: coming.length === 0 ? null : configAt(Math.max(...coming), node),
    }
  },
})

function configAt(height: number, { network, chain }: LookupNode): Json {
  const rules = rulesAt(network, height)
  const precompile = standardPrecompiles(rules)
  const natives = activeNativeContracts(rules)
  const isNative = (address: Address): boolean => natives.some((native) => equalBytes(native, address))
  const started = upgradeEntries(network).filter((entry) => entry.height === height)
  const time = activationTime(height, chain)
  return {
    upgrades: started.map(({ name }) => name),
    activationBlock: toQuantity(height),
    ...(time !== undefined && { activationTime: time }),
    chainId: toQuantity(network.chainId),
    precompiles: shown(precompileNames.filter(([, address]) => precompile(address) !== undefined)),
    systemContracts: shown(systemContractNames.filter(([, address]) => isNative(address))),
  }
}

/** Zero at the first block, as the EIP says; undefined for a block that is not stored here. */
function activationTime(height: number, chain: LookupNode['chain']): number | undefined {
  const isStored = height >= Math.max(chain.firstNumber, chain.start?.lowest ?? 0)
  return height === 0 ? 0 : isStored ? chain.select(height)?.header.timestamp : undefined
}

const shown = (named: readonly (readonly [string, Address])[]): { [name: string]: string } =>
  Object.fromEntries(named.map(([name, address]) => [name, toHex(address)]))
