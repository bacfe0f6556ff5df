import { keccakOfText } from '../../../shared/abi/keccak.ts'
import type { Hex } from '../../../shared/rpc/answers.ts'
import { call } from '../../../shared/rpc/rpcClient.ts'

/** The implementation of a proxy, and the standard by which the proxy names it. */
export interface Proxied {
  readonly implementation: Hex
  readonly standard: 'EIP-1167' | 'EIP-1967' | 'EIP-1822' | 'beacon of EIP-1967'
  /** The contract that names the implementation. */
  readonly beacon?: Hex
  /** Who may change the implementation. */
  readonly admin?: Hex
}

/** Two forms of a contract that only forwards: with CALLDATASIZE and RETURNDATASIZE as zero, and with PUSH0. */
const minimalProxies = [
  /^0x363d3d373d3d3d363d73([0-9a-f]{40})5af43d82803e903d91602b57fd5bf3/i,
  /^0x365f5f375f5f365f73([0-9a-f]{40})5af43d5f5f3e5f3d91602a57fd5bf3/i,
]

const slotBefore = (text: string): Hex =>
  `0x${(BigInt(`0x${keccakOfText(text)}`) - 1n).toString(16).padStart(64, '0')}`

/** `implementation()`. */
const implementationCall = '0x5c60da1b'

/** Undefined for a contract that is not a proxy of a known standard. */
export async function findImplementation(address: Hex, code: Hex): Promise<Proxied | undefined> {
  for (const form of minimalProxies) {
    const digits = form.exec(code)?.[1]
    if (digits !== undefined) return { implementation: `0x${digits.toLowerCase()}`, standard: 'EIP-1167' }
  }
  // Every proxy that keeps the address in storage has DELEGATECALL in its code.
  if (!/f4/i.test(code)) return undefined
  const [implementation, beacon, admin, proxiable] = await Promise.all([
    addressAt(address, slotBefore('eip1967.proxy.implementation')),
    addressAt(address, slotBefore('eip1967.proxy.beacon')),
    addressAt(address, slotBefore('eip1967.proxy.admin')),
    addressAt(address, `0x${keccakOfText('PROXIABLE')}`),
  ])
  const rights = admin === undefined ? {} : { admin }
  if (implementation !== undefined) return { implementation, standard: 'EIP-1967', ...rights }
  if (proxiable !== undefined) return { implementation: proxiable, standard: 'EIP-1822', ...rights }
  if (beacon === undefined) return undefined
  const named = addressIn(
    await call<Hex>('eth_call', { to: beacon, data: implementationCall, gas: '0x30d40' }, 'latest').catch(
      () => '0x',
    ),
  )
  return named && { implementation: named, standard: 'beacon of EIP-1967', beacon, ...rights }
}

const addressAt = async (address: Hex, slot: Hex): Promise<Hex | undefined> =>
  addressIn(await call<Hex>('eth_getStorageAt', address, slot, 'latest'))

/** Undefined for zero, and for a word that is longer than an address. */
function addressIn(word: string): Hex | undefined {
  const digits = /^0x(?:0{24})?([0-9a-f]{40})$/i.exec(word.length < 42 ? '' : word)?.[1]
  return digits === undefined || /^0+$/.test(digits) ? undefined : `0x${digits.toLowerCase()}`
}
