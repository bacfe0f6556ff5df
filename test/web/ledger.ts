import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Abi, encodeDeployData, encodeFunctionData, type Hex } from 'viem'
import type { ServedChain } from './servedChains.ts'

/** A folder as Hardhat writes it, for `--artifacts`. */
export const artifactsFolder = join(import.meta.dirname, 'contracts')
export const buildPath = join(artifactsFolder, 'build-info/Ledger.json')

interface Build {
  readonly output: {
    readonly contracts: Record<string, Record<string, { abi: Abi; evm: { bytecode: { object: string } } }>>
  }
}

const build = JSON.parse(readFileSync(buildPath, 'utf8')) as Build
const compiled = build.output.contracts['contracts/Ledger.sol']?.['Ledger']
export const abi: Abi = compiled?.abi ?? []
const digits = compiled?.evm.bytecode.object ?? ''

/** Digits of the hash of the sources in the metadata, which other comments change. */
const otherComments = digits.replace(/(?<=64697066735822)1220.{64}/, `1220${'ab'.repeat(32)}`)

export async function deployLedger(
  chain: ServedChain,
  [name, symbol]: readonly [string, string],
  hasOtherComments = false,
): Promise<Hex> {
  const [from] = await chain.call<readonly Hex[]>('eth_accounts')
  const bytecode: Hex = `0x${hasOtherComments ? otherComments : digits}`
  const data = encodeDeployData({ abi, bytecode, args: [name, symbol] })
  const hash = await chain.call<Hex>('eth_sendTransaction', { from, data, gas: '0x4c4b40' })
  const receipt = await chain.call<{ contractAddress: Hex }>('eth_getTransactionReceipt', hash)
  return receipt.contractAddress
}

export async function sendTo(
  chain: ServedChain,
  to: Hex,
  functionName: string,
  args: readonly unknown[],
): Promise<Hex> {
  const [from] = await chain.call<readonly Hex[]>('eth_accounts')
  const data = encodeFunctionData({ abi, functionName, args })
  return chain.call<Hex>('eth_sendTransaction', { from, to, data, gas: '0x186a0' })
}
